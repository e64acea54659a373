"""The reporter of this process, and its end."""

import atexit
import os
import threading
from typing import Callable, List, Optional

from ._reporter import FAREWELL, Reporter
from ._settings import Settings
from ._workers import when_a_worker_ends

#: Called before a worker's last word.
at_end_of_worker: List[Callable[[], None]] = []

_reporter: Optional[Reporter] = None
_making = threading.RLock()


def reporter() -> Reporter:
    """This process's own: after a fork the child begins with nothing."""
    global _reporter
    if _reporter is None or _reporter.process != os.getpid():
        with _making:
            made = Reporter(Settings.from_environment())
            # Another thread, or a signal handler, may have asked for it meanwhile.
            if _reporter is None or _reporter.process != os.getpid():
                _reporter = made
                when_a_worker_ends(_end_of_worker)
    return _reporter


def flush(seconds: float = FAREWELL) -> None:
    """Waits until everything has been said, at most that long."""
    if _reporter is not None and _reporter.process == os.getpid():
        _reporter.flush(seconds)


def _end_of_worker() -> None:
    if _reporter is not None and _reporter.process == os.getpid():
        for end in at_end_of_worker:
            end()
        _reporter.stop()


def _after_fork() -> None:
    global _making
    _making = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def _say_farewell() -> None:
    if _reporter is not None and _reporter.process == os.getpid():
        _reporter.stop()
