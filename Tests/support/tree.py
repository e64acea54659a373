"""Progress trees as docs/contract.md, sections 2 to 4, defines them, slow and obvious: the service must match them."""

from fractions import Fraction

#: Members that a client sets and the service only carries, with their defaults.
DETAILS = {"name": None, "labels": {}, "fileURL": None, "kind": None, "userInfo": {}, "removeWhenFinished": False,
           "isPausable": False, "fileTotalCount": None, "fileCompletedCount": None, "leaseSeconds": None}
#: The relative error that a fraction may have.
TOLERANCE = 1e-12


class Node:
    """`key` is what its runner calls it: its name, or its id."""

    def __init__(self, key, members, parent=None, pending=None):
        self.key, self.parent, self.pending = key, parent, pending
        self.total = members.get("totalUnitCount", 0)
        self.completed = members.get("completedUnitCount", 0)
        self.details = {**DETAILS, **{k: v for k, v in members.items() if k in DETAILS}}
        self.children = []
        self.is_credited = self.is_cancelled = self.is_paused = self.is_removed = False
        self.failure = None

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
        return Fraction(self.completed + below, self.total)

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
        """The node as a snapshot has it, with keys in place of ids."""
        return {
            "parentID": self.parent and self.parent.key, "rootID": self.root.key, "depth": self.depth,
            "pendingUnitCount": self.pending, "childCount": len(self.children),
            "totalUnitCount": self.total, "completedUnitCount": self.completed, "fractionCompleted": self.fraction,
            "isIndeterminate": self.is_indeterminate, "isFinished": self.is_finished, "state": self.state,
            "isCancelled": self.is_cancelled, "isPaused": self.is_paused, "failure": self.failure, **self.details,
        }


class Trees:
    """Each method does what a request does to the nodes with these keys. It returns the slugs that the problem may
    have; none means that it succeeds."""

    def __init__(self):
        self.nodes = {}

    @property
    def roots(self):
        return [node for node in self.nodes.values() if not node.parent]

    def create(self, members, parent=None, pending=None, key=None):
        """Returns the node, which may have vanished at once. By default its key is its name, as that of a child is."""
        top = self._insert(key or members["name"], members, parent and self.nodes[parent], pending)
        for node in reversed(top.subtree()):
            if not node.is_removed:
                self._settle(node)
        self._inherit(top)
        return top

    def attach(self, key, parent, pending):
        child, parent = self.nodes[key], self.nodes[parent]
        if child.parent:
            return {"already-has-parent", "cycle"} if parent in child.subtree() else {"already-has-parent"}
        if parent in child.subtree():
            return {"cycle"}
        child.parent, child.pending = parent, pending
        parent.children.append(child)
        self._inherit(child)
        self._settle(child)
        return set()

    def patch(self, key, members):
        node = self.nodes[key]
        node.total = members.get("totalUnitCount", node.total)
        node.completed = members.get("completedUnitCount", node.completed)
        for name, value in members.items():
            if name in ("labels", "userInfo"):
                value = {k: v for k, v in {**node.details[name], **value}.items() if v is not None}
            if name in DETAILS:
                node.details[name] = value
        self._settle(node)
        return set()

    def complete(self, key, count):
        self._add(self.nodes[key], count)
        return set()

    def control(self, key, verb):
        node = self.nodes[key]
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
        return set()

    def fail(self, key, failure):
        node = self.nodes[key]
        if node.has_ended:
            return {"already-failed", "already-finished", "already-cancelled"}
        node.failure = failure
        self._cancel_below(node)
        return set()

    def finish(self, key):
        node = self.nodes[key]
        if node.failure or node.is_cancelled:
            return {"already-failed", "already-cancelled"}
        if node.is_finished:
            return set()
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
        return set()

    def remove(self, key, is_released=False):
        node = self.nodes[key]
        self.forget(node)
        if node.parent and not node.is_credited and not is_released:
            self._add(node.parent, node.pending)
        return set()

    # Consequences of a change

    def vanish(self, node):
        """It has finished, and goes by itself."""
        self.forget(node)

    def forget(self, top):
        for node in top.subtree():
            node.is_removed = True
            self.nodes.pop(node.key, None)
        if top.parent:
            top.parent.children.remove(top)

    def _insert(self, key, members, parent, pending):
        node = Node(key, members, parent, pending)
        self.nodes[key] = node
        if parent:
            parent.children.append(node)
        for child in members.get("children", ()):
            self._insert(child["name"], child, node, child["pendingUnitCount"])
        return node

    def _add(self, node, count):
        node.completed += count
        self._settle(node)

    def _settle(self, node):
        """Credits a finish once and cascades it upwards; then the node may vanish."""
        if not node.is_finished:
            return
        if node.parent and not node.is_credited:
            node.is_credited = True
            self._add(node.parent, node.pending)
        if node.details["removeWhenFinished"] and not node.is_removed:
            self.vanish(node)

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


def differences(expected, snapshot):
    """How a snapshot, with keys in place of ids, differs from what a node has `shown`."""
    found, fraction = [], expected["fractionCompleted"]
    if abs(snapshot["fractionCompleted"] - fraction) > TOLERANCE * max(1, abs(fraction)):
        found.append(f"fractionCompleted is {snapshot['fractionCompleted']}, not {fraction}")
    failure = snapshot["failure"] and {key: snapshot["failure"][key] for key in ("message", "code")}
    if failure != expected["failure"]:
        found.append(f"failure is {failure}, not {expected['failure']}")
    apart = {"fractionCompleted", "failure"}
    return found + [f"{member} is {snapshot[member]}, not {value}" for member, value in expected.items()
                    if member not in apart and snapshot[member] != value]
