"""Effects of a line that was not answered, or refused: rules 7, 8 and 10 of docs/reporting.md."""

from typing import Any, Dict

from ._line import PLAIN_FAILURE, Line
from ._node import Node
from ._values import bounded, merged


def put_back(node: Node, line: Line, may_be_done: bool = False) -> None:
    """The line was not answered."""
    if line.step == "create":
        if may_be_done:
            # The same body without `run=new`: that finds what we made, and makes no second run.
            path = line.path.partition("?")[0] if node.is_run else line.path
            prefer = {"Prefer": "return=representation"} if node.is_run else {}
            node.unanswered = line._replace(path=path, headers={**line.headers, **prefer})
            # It may even have ended; then its name would be free for a second one.
            node.is_sought = node.parent is not None and node.name is not None
    elif line.step == "words":
        with node.lock:
            node.changed = merged(line.body, node.changed)
    elif line.step == "counts":
        with node.lock:
            if "completedUnitCount" in line.body and "completedUnitCount" not in node.changed:
                # Units that were added since are part of the count, which is sent after additions.
                node.changed["completedUnitCount"] = bounded(line.body["completedUnitCount"] + node.unsent)
                node.unsent = 0
            node.changed = {**line.body, **node.changed}
            node.told = 0


def refuse(node: Node, line: Line) -> None:
    """The service will never take this line (rule 10)."""
    if line.step == "fail":
        node.is_over = line.body == PLAIN_FAILURE
        node.ending, node.ends_at = line._replace(path="fail", body=PLAIN_FAILURE), 0.0
    elif line.step == "finish":
        node.is_over = not line.body
        node.ending = line._replace(path="finish", body={})
    elif line.step == "words":
        parts = [
            {member: part}
            for member, value in line.body.items()
            for part in ([{key: one} for key, one in value.items()] if isinstance(value, dict) and value else [value])
        ]
        with node.lock:
            if len(parts) > 1:
                node.alone += parts
                return
            _forget_members(node, line.body)


def _forget_members(node: Node, refused: Dict[str, Any]) -> None:
    for member, value in refused.items():
        known = node.members.get(member)
        if isinstance(known, dict) and isinstance(value, dict):
            node.members[member] = {key: one for key, one in known.items() if value.get(key, node) != one}
        elif known == value:
            node.members.pop(member, None)
