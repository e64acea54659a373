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


def wait(patience: float) -> None:
    """Returns when the machine has been idle for half a second, or when patience is over."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        before = busy_seconds()
        time.sleep(0.5)
        if (busy_seconds() - before) / 0.5 < TOLERANCE:
            return
