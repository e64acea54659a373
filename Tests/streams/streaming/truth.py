"""Everything that GET shows, in each representation that some reader has."""

import json

from support.client import NDJSON
from support.mirror import APART, difference


class Truth:
    """`views` holds for each (locale, summary) the nodes by id, parents first."""

    def __init__(self, views):
        self.views = views

    @property
    def nodes(self):
        """The nodes, in any language."""
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
        nodes, target = self.views[reader.target.view], reader.target
        shown = {id: nodes[id] for id in target.selected(nodes)}
        return difference(reader.mirror.nodes if copy is None else copy, shown,
                          APART - {"summary"} if target.summary else APART)


def flat(tree):
    """The nodes of a tree, parents first."""
    found = [tree]
    for node in found:
        found += node["children"]
    return found


async def batch(connection, paths):
    """The bodies of GETs; None for missing ones."""
    if not paths:
        return []
    text = b"\n".join(json.dumps({"method": "GET", "path": path}).encode() for path in paths)
    lines = (await connection.call("POST", "/v1/batch", text, NDJSON)).lines
    return [line["body"] if line["status"] == 200 else None for line in lines]
