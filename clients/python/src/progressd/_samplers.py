"""Displays that are looked at before each round, so that the work pays nothing for them."""

import threading
from typing import Callable, List

from ._pace import NEVER, PACE

Sampler = Callable[[], None]


class Samplers:
    """Added and dropped by any thread, called by the one that sends."""

    def __init__(self, warn: Callable[[str, str], None]) -> None:
        self._warn = warn
        self._lock = threading.RLock()
        self._samplers: List[Sampler] = []
        self._looked_at = -NEVER

    def add(self, sampler: Sampler) -> None:
        with self._lock:
            self._samplers.append(sampler)

    def drop(self, sampler: Sampler) -> None:
        with self._lock:
            if sampler in self._samplers:
                self._samplers.remove(sampler)

    def drop_all(self) -> None:
        with self._lock:
            self._samplers = []

    def due(self) -> float:
        """When they want to be looked at again."""
        return self._looked_at + PACE if self._samplers else NEVER

    def look(self, now: float, at_once: bool) -> None:
        """At the pace of rounds, or at once. One that raises is dropped."""
        if not at_once and now < self._looked_at + PACE:
            return
        self._looked_at = now
        with self._lock:
            samplers = list(self._samplers)
        for sampler in samplers:
            try:
                sampler()
            except Exception as error:
                self.drop(sampler)
                self._warn("display", f"a display cannot be read any more: {error!r}")
