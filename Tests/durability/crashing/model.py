"""One reporter's trees, with the reservations and grants in them."""

import copy

from support.tree import Trees


class Model(Trees):
    def __init__(self):
        super().__init__()
        #: By the reporter's key for each: (parent, pending, whether it was claimed), and the node.
        self.reservations, self.grants = {}, {}

    def copy(self):
        return copy.deepcopy(self)

    def reserve(self, key, parent, pending):
        self.reservations[key] = (parent, pending, False)

    def claim(self, key, members):
        parent, pending, _ = self.reservations[key]
        self.reservations[key] = (parent, pending, True)
        self.create(members, parent, pending)

    def resign(self, key):
        parent, pending, claimed = self.reservations.pop(key)
        if not claimed:
            self.complete(parent, pending)

    def grant(self, key, name):
        self.grants[key] = name

    def revoke(self, key):
        del self.grants[key]

    def forget(self, top):
        super().forget(top)
        self.reservations = {key: each for key, each in self.reservations.items() if each[0] in self.nodes}
        self.grants = {key: name for key, name in self.grants.items() if name in self.nodes}

    def visible(self, granted):
        """The model in the form in which `world.Trees` reads the service, for the same grants."""
        seen = {
            name: (n.parent and n.parent.key, n.pending, n.total, n.completed, n.is_cancelled, n.is_paused,
                   n.failure is not None, n.details["removeWhenFinished"], n.details["userInfo"].get("mark"),
                   tuple(child.key for child in n.children))
            for name, n in self.nodes.items()
        }
        alive = {("grant", key): self.grants.get(key) in self.nodes for key in granted}
        return {**seen, **alive}
