"""A progress at one moment, and the time that it has left."""

import time
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Mapping, Optional

#: Seconds by which two clocks may differ and count as one: the service tells its own in whole seconds.
CLOSE = 2.0


class Snapshot(Dict[str, Any]):
    """A progress as shown: a dictionary as in the API, which knows how old it is."""

    #: Seconds between its last change and its arrival, by the service's clock.
    age = 0.0

    def __init__(self, members: Mapping[str, Any], ahead: float = 0.0) -> None:
        """`ahead`: by how many seconds the service's clock is ahead of this one."""
        super().__init__(members)
        #: When it came, as `time.monotonic()` says it.
        self.came = time.monotonic()
        if "updatedAt" in self:
            updated = datetime.fromisoformat(self["updatedAt"].replace("Z", "+00:00")).timestamp()
            self.age = max(0.0, time.time() + ahead - updated)

    def time_remaining(self, at: Optional[float] = None) -> Optional[float]:
        """
        The seconds that are left now, or at a moment of `time.monotonic()`: what the service told less the age, never
        below 0. None where it tells no time: while paused, stalled or silent, after the end, and when unknown.
        """
        told = self.get("estimatedTimeRemaining")
        if told is None or self.get("state") not in ("running", "indeterminate"):
            return None
        now = time.monotonic() if at is None else at
        return max(0.0, float(told) - self.age - max(0.0, now - self.came))


def lead(date: Optional[str]) -> float:
    """By how many seconds the service's clock is ahead of this one, of the `Date` of a reply that came just now."""
    if not date:
        return 0.0
    try:
        ahead = parsedate_to_datetime(date).timestamp() + 0.5 - time.time()
    except (TypeError, ValueError):
        return 0.0
    return ahead if abs(ahead) > CLOSE else 0.0
