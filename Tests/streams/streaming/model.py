"""The exact model of the reporter's trees."""

from support.tree import Trees


class Model(Trees):
    def __init__(self):
        super().__init__()
        #: Names of nodes that vanished as they finished, since this was last cleared.
        self.vanished = []

    def vanish(self, node):
        self.vanished.append(node.key)
        super().vanish(node)

    def patch(self, key, members):
        """Nodes are called by their names here, so one that is renamed has another key."""
        node = self.nodes[key]
        if "name" in members:
            node.key = members["name"]
            del self.nodes[key]
            self.nodes[node.key] = node
        return super().patch(node.key, members)
