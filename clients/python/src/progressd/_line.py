"""A line of a request, and what the rules say of its members."""

from typing import Any, Dict, NamedTuple

#: What is said of a failure when the service does not take what the work said.
PLAIN_FAILURE = {"message": "Failed"}
#: Members that are told as counts, and not as words.
COUNTS = ("totalUnitCount", "completedUnitCount")
#: What a create keeps when the service refuses the rest of it.
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
