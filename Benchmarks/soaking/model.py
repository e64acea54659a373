"""What the trees of one worker should be: the arithmetic of NSProgress, slow and obvious."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(eq=False)
class Node:
    id: str
    total: int
    completed: int = 0
    parent: Node | None = None
    pending: int = 0
    is_credited: bool = False
    children: list[Node] = field(default_factory=list)
    is_cancelled: bool = False
    is_paused: bool = False
    is_failed: bool = False
    is_living: bool = True
    removes_itself: bool = False

    @property
    def is_indeterminate(self) -> bool:
        return self.total < 0 or self.completed < 0 or self.total == self.completed == 0

    @property
    def is_finished(self) -> bool:
        return not self.is_indeterminate and self.completed >= self.total and self.completed > 0

    @property
    def fraction(self) -> float:
        if self.is_indeterminate:
            return 0.0
        if self.total == 0:
            return 1.0
        working = sum(child.pending * child.fraction for child in self.children if not child.is_credited)
        return (self.completed + working) / self.total

    def subtree(self) -> list[Node]:
        found = [self]
        for node in found:
            found += node.children
        return found

    def root(self) -> Node:
        return self.parent.root() if self.parent else self

    def set_counts(self, total: int, completed: int) -> None:
        self.total, self.completed = total, completed
        self.hand_over()

    def hand_over(self) -> None:
        """A child that has finished gives its pending units to its parent, once; then it may vanish."""
        if not self.is_finished:
            return
        if self.parent and not self.is_credited:
            self.is_credited = True
            self.parent.set_counts(self.parent.total, self.parent.completed + self.pending)
        if self.removes_itself:
            self.remove()

    def join(self, parent: Node, pending: int) -> None:
        self.parent, self.pending = parent, pending
        parent.children.append(self)
        for node in self.subtree():
            if not node.is_finished and not node.is_failed:
                if parent.is_paused and not node.is_cancelled:
                    node.is_paused = True
                if parent.is_cancelled or parent.is_failed:
                    node.is_cancelled = True
        self.hand_over()

    def remove(self) -> None:
        for node in self.subtree():
            node.is_living = False
        if self.parent and self in self.parent.children:
            self.parent.children.remove(self)

    def delete(self, releases: bool) -> None:
        parent = self.parent
        self.remove()
        if parent and not self.is_credited and not releases:
            parent.set_counts(parent.total, parent.completed + self.pending)

    def control(self, verb: str) -> int:
        """What the call is answered with."""
        if self.is_failed or (self.is_finished and not self.is_cancelled):
            return 409
        if verb != "cancel" and self.is_cancelled:
            return 409
        for node in self.subtree():
            if node.is_finished or node.is_failed:
                continue
            if verb == "cancel":
                node.is_cancelled = True
            elif not node.is_cancelled:
                node.is_paused = verb == "pause"
        return 200

    def fail(self) -> int:
        if self.is_finished or self.is_cancelled or self.is_failed:
            return 409
        self.is_failed = True
        for node in self.subtree():
            if not node.is_finished and not node.is_failed:
                node.is_cancelled = True
        return 200

    def differences(self, shown: dict) -> list[str]:
        """What a snapshot says otherwise."""
        expected = {
            "totalUnitCount": self.total, "completedUnitCount": self.completed, "isFinished": self.is_finished,
            "isCancelled": self.is_cancelled, "isPaused": self.is_paused, "isIndeterminate": self.is_indeterminate,
            "childCount": len(self.children), "parentID": self.parent.id if self.parent else None,
        }
        found = [f"{name} is {shown[name]}, not {value}" for name, value in expected.items() if shown[name] != value]
        if (shown["failure"] is not None) != self.is_failed:
            found.append(f"failure is {shown['failure']}")
        if abs(shown["fractionCompleted"] - self.fraction) > 1e-9 * max(1, abs(self.fraction)):
            found.append(f"fractionCompleted is {shown['fractionCompleted']}, not {self.fraction}")
        return found
