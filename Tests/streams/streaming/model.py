"""Progress trees as docs/contract.md, sections 2 to 4, defines them, slow and obvious."""

from fractions import Fraction


class Node:
    def __init__(self, name, members, parent=None, pending=None):
        self.name, self.parent, self.pending = name, parent, pending
        self.total = members.get("totalUnitCount", 0)
        self.completed = members.get("completedUnitCount", 0)
        self.details = {**DETAILS, **{k: v for k, v in members.items() if k in DETAILS}}
        self.children = []
        self.is_credited = self.is_cancelled = self.is_paused = False
        self.failure = self.last = None

    @property
    def is_indeterminate(self):
        return self.total < 0 or self.completed < 0 or self.total == self.completed == 0

    @property
    def is_finished(self):
        return not self.is_indeterminate and self.completed >= self.total and self.completed > 0

    @property
    def has_ended(self):
        return self.is_finished or self.is_cancelled or self.failure is not None

    @property
    def fraction(self):
        if self.is_indeterminate:
            return Fraction(0)
        if self.total == 0:
            return Fraction(1)
        below = sum(child.pending * child.fraction for child in self.children if not child.is_credited)
        return (self.completed + below) / Fraction(self.total)

    @property
    def state(self):
        for name, holds in (("failed", self.failure), ("cancelled", self.is_cancelled), ("finished", self.is_finished),
                            ("paused", self.is_paused), ("indeterminate", self.is_indeterminate)):
            if holds:
                return name
        return "running"

    @property
    def directive(self):
        return "cancel" if self.is_cancelled or self.failure else "pause" if self.is_paused else "run"

    @property
    def root(self):
        return self.parent.root if self.parent else self

    @property
    def depth(self):
        return self.parent.depth + 1 if self.parent else 0

    def subtree(self):
        found = [self]
        for node in found:
            found += node.children
        return found

    def shown(self):
        """As a snapshot has it; `parent` and `root` are names."""
        return {
            "name": self.name, "parent": self.parent and self.parent.name, "root": self.root.name,
            "pendingUnitCount": self.pending, "depth": self.depth, "childCount": len(self.children),
            "totalUnitCount": self.total, "completedUnitCount": self.completed, "fractionCompleted": self.fraction,
            "isIndeterminate": self.is_indeterminate, "isFinished": self.is_finished, "state": self.state,
            "isCancelled": self.is_cancelled, "isPaused": self.is_paused, "failure": self.failure, **self.details,
        }


#: What a client sets and the service only carries, with its defaults.
DETAILS = {"labels": {}, "fileURL": None, "kind": None, "userInfo": {}, "removeWhenFinished": False,
           "isPausable": False, "fileTotalCount": None, "fileCompletedCount": None}


class Model:
    """Each method does what a request does. It returns the node, or the slugs that the problem may have."""

    def __init__(self):
        self.nodes = {}
        #: Names of nodes that vanished as they finished, since this was last cleared.
        self.vanished = []

    @property
    def roots(self):
        return [node for node in self.nodes.values() if not node.parent]

    def create(self, members, parent=None, pending=None):
        top = self._insert(members, parent, pending)
        for node in reversed(top.subtree()):
            if node.name in self.nodes:
                self._settle(node)
        self._inherit(top)
        return top

    def attach(self, child, parent, pending):
        if child.parent:
            return {"already-has-parent", "cycle"} if parent in child.subtree() else {"already-has-parent"}
        if parent in child.subtree():
            return {"cycle"}
        child.parent, child.pending = parent, pending
        parent.children.append(child)
        self._inherit(child)
        self._settle(child)
        return child

    def patch(self, node, members):
        node.total = members.get("totalUnitCount", node.total)
        node.completed = members.get("completedUnitCount", node.completed)
        for key, value in members.items():
            if key in ("labels", "userInfo"):
                value = {k: v for k, v in {**node.details[key], **value}.items() if v is not None}
            if key in DETAILS:
                node.details[key] = value
        self._settle(node)
        return node

    def complete(self, node, count):
        node.completed += count
        self._settle(node)
        return node

    def control(self, node, verb):
        if node.failure:
            return {"already-failed"}
        if node.is_finished and not node.is_cancelled:
            return {"already-finished"}
        if verb != "cancel" and node.is_cancelled:
            return {"already-cancelled"}
        for one in node.subtree():
            if one.is_finished or one.failure:
                continue
            if verb == "cancel":
                one.is_cancelled = True
            elif not one.is_cancelled:
                one.is_paused = verb == "pause"
        return node

    def fail(self, node, failure):
        if node.has_ended:
            return {"already-failed", "already-finished", "already-cancelled"}
        node.failure = failure
        self._cancel_below(node)
        return node

    def finish(self, node):
        """Only the newer edition of the service has this call."""
        if node.failure or node.is_cancelled:
            return {"already-failed", "already-cancelled"}
        if node.is_finished:
            return node
        for child in node.children:
            if not child.is_credited:
                child.is_credited = True
                node.completed += child.pending
        if node.total > 0:
            node.completed = max(node.completed, node.total)
        else:
            node.total = node.completed = max(node.completed, 1)
        self._cancel_below(node)
        self._settle(node)
        return node

    def remove(self, node, is_released):
        parent, pending = node.parent, node.pending
        self._forget(node)
        if parent and not node.is_credited and not is_released:
            self.complete(parent, pending)
        return node

    @staticmethod
    def _cancel_below(node):
        for one in node.subtree()[1:]:
            if not one.is_finished and not one.failure:
                one.is_cancelled = True

    @staticmethod
    def _inherit(top):
        """A joining subtree takes over its parent's flags."""
        parent = top.parent
        if not parent:
            return
        for node in top.subtree():
            if node.is_finished or node.failure:
                continue
            if parent.is_paused and not node.is_cancelled:
                node.is_paused = True
            if parent.is_cancelled or parent.failure:
                node.is_cancelled = True

    def _insert(self, members, parent, pending):
        node = Node(members["name"], members, parent, pending)
        self.nodes[node.name] = node
        if parent:
            parent.children.append(node)
        for child in members.get("children", ()):
            self._insert(child, node, child["pendingUnitCount"])
        return node

    def _settle(self, node):
        """Credits a finish once and cascades it upwards; then the node may vanish."""
        if not node.is_finished:
            return
        if node.parent and not node.is_credited:
            node.is_credited = True
            self.complete(node.parent, node.pending)
        if node.details["removeWhenFinished"] and node.name in self.nodes:
            self.vanished.append(node.name)
            self._forget(node)

    def _forget(self, top):
        for node in top.subtree():
            node.last = node.shown()
            self.nodes.pop(node.name, None)
        if top.parent:
            top.parent.children.remove(top)
