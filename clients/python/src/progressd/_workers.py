"""Where this code runs: in a process of a pool, or in a subinterpreter."""

import sys
from typing import Callable


def is_pool_worker() -> bool:
    """A process of `multiprocessing`, or of what builds on it."""
    process = sys.modules.get("multiprocessing.process")
    return process is not None and process.parent_process() is not None


def when_a_worker_ends(action: Callable[[], None]) -> None:
    """A process of `multiprocessing` ends without `atexit`; it has a list of its own."""
    if is_pool_worker():
        from multiprocessing.util import Finalize

        Finalize(None, action, exitpriority=0)


def is_in_subinterpreter() -> bool:
    """There a thread outlives its interpreter, and aborts the process."""
    for name in "_interpreters", "_xxsubinterpreters":
        try:
            module = __import__(name)
            return str(module.get_current()) != str(module.get_main())
        except Exception:
            continue
    return False
