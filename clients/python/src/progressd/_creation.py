"""The line that creates a progress, and what follows from its answer: rules 4, 5, 8 and 10 of docs/reporting.md."""

import uuid
from typing import Dict

from ._line import BARE, Line
from ._node import Node
from ._settings import LEASE_SECONDS


def create(node: Node, labels: Dict[str, str]) -> Line:
    """Of the newest state; again as it was where it may have been heard."""
    if node.is_sought:
        return Line("GET", f"/v1/progress/{node.name}", {}, "find", {"Prefer": "return=representation"})
    if node.unanswered is not None:
        return node.unanswered
    with node.lock:
        node.changed.clear()
        node.alone.clear()
        node.unsent, node.addition = 0, None
        node.told = node.members["completedUnitCount"]
        body = {member: value for member, value in node.members.items() if not node.is_bare or member in BARE}
        lease = body.pop("leaseSeconds", None)
        if node.has_begun:
            body["started"] = True
            if "leaseSeconds" in node.members:
                body["leaseSeconds"] = LEASE_SECONDS if node.is_bare else lease
    key = {} if node.name else {"Idempotency-Key": str(uuid.uuid4())}
    if node.parent is not None:
        body["pendingUnitCount"] = node.pending
        if node.name:
            body["name"] = node.name
        return Line("POST", f"/v1/progress/{node.parent.id}/children", body, "create", key)
    if labels and not node.is_bare:
        given = body.get("labels")
        body["labels"] = {**labels, **given} if isinstance(given, dict) else given or labels
    headers = {"Progress-Reservation": node.reservation} if node.reservation else {}
    if node.name:
        return Line("PUT", f"/v1/progress/{node.name}{'?run=new' if node.is_run else ''}", body, "create", headers)
    return Line("POST", "/v1/progress", body, "create", {**headers, **key})


def made(node: Node, progress: str, labels: Dict[str, str]) -> None:
    """The service has it."""
    node.unanswered = None
    with node.lock:
        node.id = progress
        if node.is_bare:
            node.is_bare = False
            words = {member: value for member, value in node.members.items() if member not in BARE}
            if words.get("leaseSeconds") == LEASE_SECONDS or not node.has_begun:
                words.pop("leaseSeconds", None)
            if labels and node.parent is None:
                given = words.get("labels")
                words["labels"] = {**labels, **given} if isinstance(given, dict) else labels
            node.changed = {**words, **node.changed}
