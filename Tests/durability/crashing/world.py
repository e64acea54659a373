"""One reporter's trees, as a service shows them."""

from support.client import Client


class Trees:
    def __init__(self, client, name):
        self.nodes = {}
        items = client.call("GET", f"/v1/progress?label=reporter:{name}&limit=500").json["items"]
        for root in items:
            self.add(client.call("GET", f"/v1/progress/{root['id']}/tree").json, None)

    def add(self, node, parent):
        children = node.pop("children")
        node["childNames"] = tuple(child["name"] for child in children)
        node["parentName"] = parent
        self.nodes[node["name"]] = node
        for child in children:
            self.add(child, node["name"])

    def visible(self, grants):
        """Like `Model.visible`; `grants` has the outcome of each."""
        seen = {
            name: (n["parentName"], n["pendingUnitCount"], n["totalUnitCount"], n["completedUnitCount"],
                   n["isCancelled"], n["isPaused"], n["failure"] is not None, n["removeWhenFinished"],
                   n["userInfo"].get("mark"), n["childNames"])
            for name, n in self.nodes.items()
        }
        return {**seen, **{("grant", key): is_good for key, is_good in grants.items()}}


def is_good(port, token):
    """Whether a grant opens anything; if not, the answer is 401."""
    client = Client(port, token)
    reply = client.call("GET", "/v1/progress/of-nobody")
    client.close()
    return reply.status != 401
