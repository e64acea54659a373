"""The lines that a progress has to send, and when: rules 3, 5, 8 and 13 of docs/reporting.md."""

from typing import Any, Dict, List

from ._heartbeats import beats_at
from ._line import COUNTS, Addition, Line
from ._node import Node

_NEVER = float("inf")


def due_at(node: Node, now: float) -> float:
    """When its next line is due; `-inf` for now."""
    if node.is_silent:
        return _NEVER
    if node.id is None:
        return -_NEVER if node.can_be_made else _NEVER
    if node.has_words:
        return -_NEVER
    if node.ending is not None and not node.is_said and not _held_back(node, now):
        return node.ends_at if node.ends_at > now else -_NEVER
    return beats_at(node)


def lines(node: Node, now: float) -> List[Line]:
    """The lines that are due now; empty if none are (rule 3)."""
    at = f"/v1/progress/{node.id}"
    said = []
    later = _held_back(node, now)
    # Bars that are at work are not in a count that was set: it is kept back for them where that matters.
    held_back = sum(child.pending for child in later if not child.is_at_work)
    with node.lock:
        alone, node.alone = node.alone, []
        said += [Line("PATCH", at, body, "words") for body in alone]
        words = {member: node.changed.pop(member) for member in list(node.changed) if member not in COUNTS}
        if words:
            said.append(Line("PATCH", at, words, "words"))
        if node.addition is None and node.unsent:
            node.sequence += 1
            node.addition = Addition(node.unsent, node.sequence)
            node.unsent = 0
        counts = _changed_counts(node, held_back)
        has_total_first = bool(counts) and "completedUnitCount" not in counts
        if has_total_first:
            said.append(Line("PATCH", at, counts, "counts"))
        if node.addition is not None:
            body = {"count": node.addition.units, "writer": node.writer, "sequence": node.addition.sequence}
            said.append(Line("POST", at + "/completed-units", body, "add"))
        if counts and not has_total_first:
            said.append(Line("PATCH", at, counts, "counts"))
        if node.ending is not None and not node.is_said and now >= node.ends_at and not later:
            said += _last_lines(node, at)
        elif not said and now >= beats_at(node):
            said.append(Line("POST", at + "/heartbeat", {}, "beat"))
    return said


def _last_lines(node: Node, at: str) -> List[Line]:
    """The end, with what children have counted after the newest count taken back; it is theirs already."""
    assert node.ending is not None
    said = []
    if node.ending.step == "finish" and node.has_had_children and node.count_set is not None:
        said.append(Line("PATCH", at, {"completedUnitCount": node.count_set}, "counts"))
    said.append(node.ending._replace(path=f"{at}/{node.ending.step}"))
    parent = node.parent
    if parent is not None and parent.is_over and parent.count_set and parent.is_full:
        # A parent that was full before this child must not count it after its end.
        body = {"completedUnitCount": parent.count_set}
        said.append(Line("PATCH", f"/v1/progress/{parent.id}", body, "correct"))
    return said


def _held_back(node: Node, now: float) -> "List[Node]":
    """
    The children whose last word comes later than in this request, which has children first. Bars that are still at work
    are among them: the service would cancel them.
    """
    with node.lock:
        node.children = [child for child in node.children if not child.is_silent and child.parent is node]
        children = node.children
    ends = node.ending is not None and node.is_bar and node.ending.step == "finish"
    return [
        child
        for child in children
        if (child.ending is not None and (child.id is None or now < child.ends_at or _held_back(child, now)))
        or (ends and child.is_at_work)
    ]


def _changed_counts(node: Node, held_back: int) -> Dict[str, Any]:
    """
    Counts that were set. A count goes without the units of children that are held back: they bring them themselves.

    The whole count stays to be told until they did, because they may fail. It does not fall for that meanwhile.
    """
    changed, node.changed = node.changed, {}
    done = changed.get("completedUnitCount")
    if done is None:
        return changed
    if held_back:
        node.changed["completedUnitCount"] = done
        changed["completedUnitCount"] = max(done - held_back, min(node.told, done))
        if changed["completedUnitCount"] == node.told:
            del changed["completedUnitCount"]
    node.told = changed.get("completedUnitCount", node.told)
    return changed
