"""An event that signal handlers and finalizers may set."""

import contextlib
from queue import Empty, SimpleQueue


class Event:
    """
    As that of `threading`, for one thread that waits. That one has a lock, for which a signal handler would wait that
    came while it was taken; to put into a `SimpleQueue` needs none.
    """

    def __init__(self) -> None:
        self._is_set = False
        self._calls: "SimpleQueue[None]" = SimpleQueue()

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        if not self._is_set:
            self._is_set = True
            self._calls.put(None)

    def clear(self) -> None:
        self._is_set = False
        with contextlib.suppress(Empty):
            while True:
                self._calls.get_nowait()

    def wait(self, seconds: float) -> None:
        if not self._is_set:
            with contextlib.suppress(Empty):
                self._calls.get(timeout=max(0.0, seconds))
