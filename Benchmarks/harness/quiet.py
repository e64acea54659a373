"""Whether others work on this machine meanwhile: such rounds say little."""

import os
import time

TICKS = os.sysconf("SC_CLK_TCK")
#: Cores that others may use in a round that counts, and before one begins.
TOLERANCE = 0.15


def busy_seconds() -> float:
    """CPU time that all processes and the kernel have used since the start of the machine."""
    with open("/proc/stat") as file:
        user, nice, system, _, _, *rest = (int(field) for field in file.readline().split()[1:])
    return (user + nice + system + sum(rest[:3])) / TICKS


class Patience:
    """How long a run may wait for a quiet machine: each time, and in all, so that it ends."""

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
            # Only what was in vain is charged: on a quiet machine looking costs little.
            self.left -= time.monotonic() - start


def undisturbed(rounds: list) -> list:
    """The rounds in which nobody else worked on the machine; all, where these are less than three."""
    kept = [one for one in rounds if all(load.others < TOLERANCE for load in one)]
    return kept if len(kept) >= 3 else rounds


def calm(rounds: list[list]) -> str:
    """In how many rounds nobody else worked on the machine, each a list of what was measured in it."""
    count = sum(all(load.others < TOLERANCE for load in one) for one in rounds)
    return f"{count} of {len(rounds)}" + ("" if count >= 3 else ": do not trust the rates")
