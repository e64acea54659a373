"""Cancel and pause, as the service asks."""

import os
import sys
import time
from types import FrameType
from typing import Callable, Optional, Tuple, Union

from ._current import reporter
from ._node import Node

OnCancel = Union[str, Callable[[], None]]


class Cancelled(KeyboardInterrupt):
    """
    The progress was cancelled.

    A `KeyboardInterrupt`, so that it passes `except Exception` in people's loops, and everything cleans up as after
    Ctrl-C; left uncaught, the program exits with 130.
    """


class _CancelledInPool(Cancelled, Exception):
    """
    In a task of `multiprocessing.Pool`: what is no `Exception` ends its worker, and who waits for the task waits for ever.

    It is raised again where the result is asked for, from another process as a `Cancelled`.
    """

    def __reduce__(self) -> "Tuple[Callable[[str], Cancelled], Tuple[str]]":
        return _cancelled_elsewhere, (str(self),)


def _cancelled_elsewhere(text: str) -> Cancelled:
    from . import _endings

    _endings.install()
    return Cancelled(text)


def _is_in_pool() -> bool:
    pool = sys.modules.get("multiprocessing.pool")
    code = getattr(getattr(pool, "worker", None), "__code__", None)
    frame: Optional[FrameType] = sys._getframe(1)
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame is not None


def is_in_event_loop() -> bool:
    """Whether a wait on this thread would keep other coroutines from their turn."""
    asyncio = sys.modules.get("asyncio")
    return asyncio is not None and asyncio._get_running_loop() is not None


def obey(node: Node, on_cancel: OnCancel = "raise") -> float:
    """
    Returns at once while the directive is `run`, after the pause where it is `pause`; in an event loop at once.

    Returns the seconds waited. Raises `Cancelled`, unless `on_cancel` says `ignore` or is a function, which is called.
    """
    if node.directive == "run" or node.process != os.getpid():
        return 0.0
    waited = _wait(node) if node.directive == "pause" and not is_in_event_loop() else 0.0
    if node.directive == "cancel":
        if callable(on_cancel):
            on_cancel()
        elif on_cancel == "raise":
            raise (_CancelledInPool if _is_in_pool() else Cancelled)("the progress was cancelled")
    return waited


def _wait(node: Node) -> float:
    began = time.monotonic()
    with node.lock:
        node.waiters += 1
    try:
        # A refused one hears of no end of the pause.
        while node.directive == "pause" and not node.is_silent:
            reporter().wake()
            with node.lock:
                node.moved.wait(0.25)
    finally:
        with node.lock:
            node.waiters -= 1
    return time.monotonic() - began
