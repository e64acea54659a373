"""One request of a round, and what was answered to each of its lines."""

import json
from typing import Any, Dict, List, Optional, Tuple

from ._connection import Connection, Reply, Unreachable
from ._line import Line
from ._node import Node
from ._settings import secret

#: Characters of one request, about; the service takes 16 MiB.
REQUEST = 4 * 2**20

Sent = Tuple[Node, Line]
Headers = Dict[str, str]


class Batch:
    """Speaks the wire format for the sender (rules 2, 7 and 17 of docs/reporting.md)."""

    def __init__(self, connection: Connection, token: Optional[str], reservation: Optional[str]) -> None:
        self._connection = connection
        self._has_token = bool(token)
        self._reservation = secret("PROGRESSD_RESERVATION", reservation)
        self._has_claimed = False

    def claims(self, line: Line) -> bool:
        """Where tokens are set, a reservation authorizes one create, and no request of several lines."""
        return "Progress-Reservation" in line.headers and not self._has_token and not self._has_claimed

    def replies(self, sent: List[Sent]) -> List[Tuple[int, Headers]]:
        """One for each line. Raises `Unreachable`."""
        if self.claims(sent[0][1]):
            return [self._claim(sent[0][1])]
        lines = [as_json(_call(line)) for _, line in sent]
        reply = self._exchange(sent, lines)
        if reply.status == 413:
            return self._replies_in_parts(sent, reply)
        if reply.status != 200:
            raise _foreign(_sentence(reply), reply.status >= 500)
        try:
            answers = [json.loads(line) for line in reply.body.splitlines() if line]
            found = [(int(answer["status"]), _lower(answer)) for answer in answers]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _foreign("200 with something that is no reply of progressd", True) from None
        if len(found) != len(sent):
            raise _foreign(f"{len(found)} lines to {len(sent)}", True)
        return found

    def _exchange(self, sent: List[Sent], lines: List[bytes]) -> Reply:
        is_safe = all(line.step != "create" for _, line in sent)
        kind = {"Content-Type": "application/x-ndjson"}
        return self._connection.send("POST", "/v1/batch", b"\n".join(lines) + b"\n", kind, is_safe)

    def _claim(self, line: Line) -> Tuple[int, Headers]:
        """The create that takes the reservation, whose token then is good for what was made."""
        assert self._reservation is not None
        kind = {"Content-Type": "application/json"}
        headers = {**kind, **line.headers}
        reply = self._connection.send(line.method, line.path, as_json(line.body), headers, is_safe=False)
        try:
            found = _lower({"headers": reply.headers, "body": json.loads(reply.body)})
            if reply.status < 300 and "location" not in found:
                raise ValueError
        except (ValueError, AttributeError):
            raise _foreign(f"{reply.status} with something that is no reply of progressd", True) from None
        if reply.status < 300:
            self._has_claimed = True
            self._connection.authorize(self._reservation)
        return reply.status, found

    def _replies_in_parts(self, sent: List[Sent], reply: Reply) -> List[Tuple[int, Headers]]:
        """Too large for one request: in halves. What is too large alone is refused alone."""
        if len(sent) == 1:
            return [(reply.status, {"problem": _sentence(reply).partition(", ")[2] or "too large"})]
        half = len(sent) // 2
        replies = self.replies(sent[:half])
        try:
            return replies + self.replies(sent[half:])
        except Unreachable as error:
            raise Unreachable(str(error), True, error.is_closed, error.has_answered) from error


def fitting(sent: List[Sent], most: int) -> int:
    """How many of the lines go into one request."""
    length = 0
    for number, (_, line) in enumerate(sent[:most]):
        length += 200 + len(line.path) + sum(len(str(value)) for value in line.body.values())
        if length > REQUEST:
            return max(number, 1)
    return min(len(sent), most)


def as_json(value: Any) -> bytes:
    """A line of JSON. Its values were made fit for it when they were given."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _call(line: Line) -> Dict[str, Any]:
    call = {"method": line.method, "path": line.path, "headers": {"Prefer": "return=minimal", **line.headers}}
    return call if line.method == "GET" else {**call, "body": line.body}


def _lower(answer: Dict[str, Any]) -> Headers:
    headers = {name.lower(): value for name, value in (answer.get("headers") or {}).items()}
    body = answer.get("body")
    if isinstance(body, dict) and "type" in body:
        problem = body.get("detail") or body.get("title")
        if problem:
            headers["problem"] = str(problem)
    if isinstance(body, dict) and "id" in body:
        headers["parent"] = str(body.get("parentID"))
        headers["count"] = str(body.get("completedUnitCount"))
        headers.setdefault("location", f"/v1/progress/{body['id']}")
    return headers


def _foreign(text: str, may_be_done: bool) -> Unreachable:
    return Unreachable(text, may_be_done, has_answered=True)


def _sentence(reply: Reply) -> str:
    try:
        body = reply.json()
        problem = body.get("detail") or body.get("title")
    except (ValueError, AttributeError):
        problem = None
    return f"{reply.status}, {problem}" if problem else str(reply.status)
