"""Everything that GET shows, in each representation that some reader has."""

import json

from support.client import NDJSON

#: Members of a snapshot that its version does not cover.
APART = {"links", "expiresAt", "children", "summary"}


class Truth:
    """`views` holds for each (locale, summary) the nodes by id, parents first."""

    def __init__(self, views):
        self.views = views

    @property
    def nodes(self):
        """In any language."""
        return next(iter(self.views.values()))

    @classmethod
    async def fetch(cls, connection, views):
        roots = (await connection.call("GET", "/v1/progress?limit=500")).json["items"]
        trees = await batch(connection, [f"/v1/progress/{root['id']}/tree" for root in roots])
        order = [node["id"] for tree in trees if tree for node in flat(tree)]
        found = {}
        for locale, summary in {("en", False), *views}:
            query = f"?locale={locale}&summary={'true' if summary else 'false'}"
            nodes = await batch(connection, [f"/v1/progress/{id}{query}" for id in order])
            found[locale, summary] = {node["id"]: node for node in nodes if node}
        return cls(found), trees

    def difference(self, reader, copy=None):
        """How a reader's copy differs from what it selects; None if it does not."""
        nodes, copy = self.views[reader.target.view], reader.mirror.nodes if copy is None else copy
        selected = reader.target.selected(nodes)
        if selected != copy.keys():
            return "; ".join(f"{'left over' if id in copy else 'missing'}: {(copy.get(id) or nodes[id])['name']} {id}"
                             for id in selected ^ copy.keys())
        for id in selected:
            keys = (nodes[id].keys() | copy[id].keys()) - APART | ({"summary"} if reader.target.summary else set())
            different = [key for key in sorted(keys) if nodes[id].get(key) != copy[id].get(key)]
            if different:
                return f"{nodes[id]['name']} {id}: " + "; ".join(
                    f"{key} is {copy[id].get(key)!r}, by GET {nodes[id].get(key)!r}" for key in different)
        return None


def flat(tree):
    """The nodes of a tree, parents first."""
    found = [tree]
    for node in found:
        found += node["children"]
    return found


async def batch(connection, paths):
    """The bodies of GETs; None for what is not there."""
    if not paths:
        return []
    text = b"\n".join(json.dumps({"method": "GET", "path": path}).encode() for path in paths)
    lines = (await connection.call("POST", "/v1/batch", text, NDJSON)).lines
    return [line["body"] if line["status"] == 200 else None for line in lines]
