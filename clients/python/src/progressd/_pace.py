"""When a round may begin: rules 2, 7, 13 and 15 of docs/reporting.md."""

from typing import Callable

from ._settings import REQUESTS_A_SECOND

#: Seconds between two rounds, and before one with an end.
PACE = 1 / REQUESTS_A_SECOND
PACE_OF_ENDS = 0.02
#: Seconds of quiet after a failure.
QUIET = 5.0

NEVER = float("inf")


class Pace:
    """All moments are on `clock`. `ends_at_once`: ends have no pace."""

    def __init__(self, clock: Callable[[], float], ends_at_once: bool) -> None:
        self._clock = clock
        self._pace_of_ends = 0 if ends_at_once else PACE_OF_ENDS
        self._sent_at = self._quiet_until = -NEVER
        self._stops_at = NEVER
        #: The round was the attempt that the last word has.
        self._has_tried = False

    @property
    def is_quiet(self) -> bool:
        return self._clock() < self._quiet_until

    @property
    def is_stopping(self) -> bool:
        return self._stops_at != NEVER

    @property
    def has_given_up(self) -> bool:
        """Where the last word is not taken in time, or at all."""
        return self.is_stopping and (self._clock() >= self._stops_at or (self._has_tried and self.is_quiet))

    @property
    def ends_from(self) -> float:
        """When an end may leave."""
        return max(self._quiet_until, self._sent_at + self._pace_of_ends)

    @property
    def counts_from(self) -> float:
        """When anything else may."""
        return self._sent_at + PACE

    def begin(self, due: float, hurries: bool) -> float:
        """When the round begins for which something is due then. `hurries`: an end is."""
        now = self._clock()
        if self.is_stopping:
            return NEVER if self._has_tried and self.is_quiet else max(due, now)
        earliest = self._sent_at + (self._pace_of_ends if hurries else PACE)
        return max(due, earliest, self._quiet_until, now)

    def began(self, moment: float) -> None:
        self._sent_at = moment

    def try_last(self) -> None:
        self._has_tried = self.is_stopping

    def repeat_at_once(self) -> None:
        self._sent_at = -NEVER

    def be_quiet(self) -> None:
        self._quiet_until = self._clock() + QUIET

    def speak_again(self) -> None:
        self._quiet_until = -NEVER

    def stop_at(self, moment: float) -> None:
        """From now on rounds wait for nothing, and there are none after that moment."""
        self._stops_at = moment
