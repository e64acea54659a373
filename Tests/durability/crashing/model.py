"""One reporter's trees as docs/contract.md, sections 2 to 4, defines them: what the service must match."""

import copy


class Node:
    def __init__(self, total, parent=None, pending=None, transient=False):
        self.total, self.completed = total, 0
        self.parent, self.pending = parent, pending
        self.children = []
        self.transient, self.mark = transient, None
        self.cancelled = self.paused = self.failed = self.credited = False

    @property
    def indeterminate(self):
        return self.total < 0 or self.completed < 0 or (self.total == 0 and self.completed == 0)

    @property
    def finished(self):
        return not self.indeterminate and self.completed >= self.total and self.completed > 0

    @property
    def works(self):
        return not (self.finished or self.failed or self.cancelled)


class Model:
    def __init__(self):
        self.nodes = {}
        self.reservations = {}
        self.grants = {}

    def copy(self):
        return copy.deepcopy(self)

    # What a request changes

    def create(self, name, body, parent=None):
        """A tree, as the body of a create has it."""
        node = Node(body["totalUnitCount"], parent, body.get("pendingUnitCount"), body.get("removeWhenFinished", False))
        self.nodes[name] = node
        if parent:
            self.nodes[parent].children.append(name)
        for child in body.get("children", ()):
            self.create(child["name"], child, name)
        if parent and self.nodes[parent].paused:
            node.paused = True

    def attach(self, name, parent, pending):
        node = self.nodes[name]
        node.parent, node.pending = parent, pending
        self.nodes[parent].children.append(name)
        if self.nodes[parent].paused:
            self.pause(name)
        self.settle(name)

    def complete(self, name, count):
        self.nodes[name].completed += count
        self.settle(name)

    def patch(self, name, members):
        node = self.nodes[name]
        node.total = members.get("totalUnitCount", node.total)
        node.completed = members.get("completedUnitCount", node.completed)
        if "userInfo" in members:
            node.mark = members["userInfo"]["mark"]
        self.settle(name)

    def settle(self, name):
        """A finish is credited once, and goes upwards; what is transient goes."""
        node = self.nodes[name]
        if not node.finished:
            return
        self.credit(node)
        if node.transient and name in self.nodes:
            self.forget(name)

    def credit(self, node):
        if node.parent and not node.credited:
            node.credited = True
            self.nodes[node.parent].completed += node.pending
            self.settle(node.parent)

    def remove(self, name, release=False):
        node = self.nodes[name]
        if not release:
            self.credit(node)
        if name in self.nodes:
            self.forget(name)

    def forget(self, name):
        for below in self.subtree(name):
            del self.nodes[below]
        for key in [key for key, reservation in self.reservations.items() if reservation[0] not in self.nodes]:
            del self.reservations[key]
        for key in [key for key, granted in self.grants.items() if granted not in self.nodes]:
            del self.grants[key]
        for parent in self.nodes.values():
            if name in parent.children:
                parent.children.remove(name)

    def subtree(self, name):
        found = [name]
        for each in found:
            found += self.nodes[each].children
        return found

    def cancel(self, name):
        for below in self.subtree(name):
            node = self.nodes[below]
            if not node.finished and not node.failed:
                node.cancelled = True

    def pause(self, name, paused=True):
        for below in self.subtree(name):
            if self.nodes[below].works:
                self.nodes[below].paused = paused

    def fail(self, name):
        self.nodes[name].failed = True
        for below in self.subtree(name)[1:]:
            node = self.nodes[below]
            if not node.finished and not node.failed:
                node.cancelled = True

    def reserve(self, key, parent, pending):
        self.reservations[key] = (parent, pending, False)

    def claim(self, key, name, body):
        parent, pending, _ = self.reservations[key]
        self.reservations[key] = (parent, pending, True)
        self.create(name, {**body, "pendingUnitCount": pending}, parent)

    def resign(self, key):
        parent, pending, claimed = self.reservations.pop(key)
        if not claimed:
            self.nodes[parent].completed += pending
            self.settle(parent)

    def grant(self, key, name):
        self.grants[key] = name

    def revoke(self, key):
        del self.grants[key]

    # What can be seen of it

    def fraction(self, name):
        node = self.nodes[name]
        if node.indeterminate:
            return 0
        if node.total == 0:
            return 1
        children = (self.nodes[child] for child in node.children)
        below = sum(c.pending * self.fraction(n) for n, c in zip(node.children, children) if not c.credited)
        return (node.completed + below) / node.total

    def visible(self, granted):
        """What `world.Trees` makes of the service, for the same grants."""
        seen = {
            name: (n.parent, n.pending, n.total, n.completed, n.cancelled, n.paused, n.failed, n.transient, n.mark,
                   tuple(n.children))
            for name, n in self.nodes.items()
        }
        alive = {("grant", key): self.grants.get(key) in self.nodes for key in granted}
        return {**seen, **alive}
