"""When a heartbeat of a progress is due: rule 6 of docs/reporting.md."""

from ._node import Node

#: Seconds without a word after which a heartbeat asks for the directive; a third of a shorter lease.
BEAT = 5.0
#: The same while the work waits for the answer.
BEAT_WAITING = 1.0

_NEVER = float("inf")


def beats_at(node: Node) -> float:
    """A moment on the clock of the sender; infinite where none is to come."""
    has_no_lease_to_keep = node.is_said or (node.is_full and not node.waiters)
    if not node.has_begun or node.directive == "cancel" or has_no_lease_to_keep:
        return _NEVER
    usual = BEAT_WAITING if node.waiters else BEAT
    lease = node.members.get("leaseSeconds")
    return node.spoken_at + (min(usual, lease / 3) if isinstance(lease, (int, float)) and lease > 0 else usual)
