"""Finds rounds in which other programs used the machine: they say little."""

import os
import time

TICKS = os.sysconf("SC_CLK_TCK")
#: Cores that other programs may use in a round that counts, and before it begins.
TOLERANCE = 0.15


def busy_seconds() -> float:
    """CPU time that all processes and the kernel have used since the start of the machine."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, *rest = (int(field) for field in file.readline().split()[1:])
    return (user + nice + system + sum(rest[:3])) / TICKS


class Patience:
    """The time that a run may wait for a quiet machine: each time, and in all, so that it ends."""

    def __init__(self, each: float, total: float):
        self.each, self.left = each, total

    def wait(self) -> None:
        """Returns when the machine has been idle for half a second, or when patience is over."""
        start = time.monotonic()
        end = start + min(self.each, self.left)
        while time.monotonic() < end:
            before = busy_seconds()
            time.sleep(0.5)
            if (busy_seconds() - before) / 0.5 < TOLERANCE:
                break
        else:
            # Only waits in vain count: on a quiet machine, checking costs little.
            self.left -= time.monotonic() - start


def undisturbed(rounds: list) -> list:
    """The rounds without other work on the machine; all rounds, if fewer than three are left."""
    kept = [one for one in rounds if all(load.others < TOLERANCE for load in one)]
    return kept if len(kept) >= 3 else rounds


def calm(rounds: list[list]) -> str:
    """The number of rounds without other work on the machine; each is a list of its measurements."""
    count = sum(all(load.others < TOLERANCE for load in one) for one in rounds)
    return f"{count} of {len(rounds)}" + ("" if count >= 3 else ": do not trust the rates")
