"""A line of a request, and what the rules say of its members."""

from typing import Any, Dict, NamedTuple

#: Replaces the details of a failure that the service refused.
PLAIN_FAILURE = {"message": "Failed"}
#: Members that are told as counts, and not as words.
COUNTS = ("totalUnitCount", "completedUnitCount")
#: Members that a create keeps when the service refuses the rest.
BARE = (*COUNTS, "isPausable")


class Line(NamedTuple):
    """A request of a batch, and its step, which says what to do when it is answered."""

    method: str
    path: str
    body: Dict[str, Any]
    step: str
    headers: Dict[str, str] = {}


class Addition(NamedTuple):
    """Units on their way: sent again as they are until they are answered, so that they count once."""

    units: int
    sequence: int
