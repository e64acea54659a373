"""Where this code runs: in a process of a pool, in one that was forked, or in a subinterpreter."""

import os
import sys
from typing import Callable

_is_forked = False


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def may_end_without_a_word() -> bool:
    """The worker of a pool, and what was forked, as by Celery: these are killed, or end by `os._exit`."""
    return _is_forked or is_pool_worker()


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
