"""Cancel and pause, as the service asks."""

import os
import sys
import time
from typing import Callable, Union

from ._current import reporter
from ._node import Node

OnCancel = Union[str, Callable[[], None]]


class Cancelled(KeyboardInterrupt):
    """
    The progress was cancelled.

    A `KeyboardInterrupt`, so that it passes `except Exception` in people's loops, and everything cleans up as after
    Ctrl-C; left uncaught, the program exits with 130.
    """


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
            raise Cancelled("the progress was cancelled")
    return waited


def _wait(node: Node) -> float:
    began = time.monotonic()
    with node.lock:
        node.waiters += 1
    try:
        while node.directive == "pause" and not node.is_over:
            reporter().wake()
            with node.lock:
                node.moved.wait(0.25)
    finally:
        with node.lock:
            node.waiters -= 1
    return time.monotonic() - began
