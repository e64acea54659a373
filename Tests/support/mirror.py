"""A stream reader's copy, and the rules of docs/contract.md, section 9, for each event that changes it."""

#: Members of a snapshot that its version does not cover.
APART = {"links", "expiresAt", "children", "summary"}


class Mirror:
    """`nodes` is by id. Its values are replaced, never mutated, so a shallow copy preserves a moment.

    `ids` has for each text that the stream was asked for the id of its node; without any the stream selects roots.
    """

    def __init__(self, descendants=False, ids=None, nodes=None):
        self.descendants, self.ids = descendants, ids or {}
        self.begin(nodes)

    def begin(self, nodes=None):
        """A new connection; a reader that resumes passes the `nodes` it holds."""
        self.nodes, self.children = dict(nodes or {}), {}
        for id, node in self.nodes.items():
            self.children.setdefault(node["parentID"], set()).add(id)
        self.versions = {id: node["version"] for id, node in self.nodes.items()}
        self.is_resumed = nodes is not None
        #: Ids that this connection was told are removed.
        self.removed = set()
        #: Ids removed without a reason: GET must not find them once everything is quiet.
        self.gone = set()

    def hear(self, event, data):
        """Applies the event; returns the rules that it breaks."""
        return list(getattr(self, f"_{event}", self._unknown)(data))

    def _unknown(self, data):
        yield "rule: an event of no known name"

    def _snapshot(self, data):
        if data["id"] not in self.nodes:
            yield from self._check_place(data)
        yield from self._hold(data)

    def _child(self, data):
        if self.descendants:
            yield from self._snapshot(data)
            return
        if data["parentID"] not in self.nodes:
            yield "rule: `child` of a parent that was never introduced"
        if data["id"] in self.nodes:
            yield from self._hold(data)

    def _progress(self, data):
        known = self.nodes.get(data["id"])
        if known is None:
            yield "rule: `progress` of what was never introduced"
            return
        yield from self._hold({**known, **data})

    def _state(self, data):
        known = self.nodes.get(data["id"])
        if known is None:
            yield "rule: `state` of what was never introduced"
        elif data["isFinished"] and not known["isFinished"]:
            yield "rule: finished without a last `progress`"
        yield from self._hold(data)

    def _removed(self, data):
        told = data["id"]
        id = self.ids.get(told, told)
        if data.get("reason") is None:
            self.gone.add(id)
        was_told = told in self.removed
        self.removed.add(told)
        if id not in self.nodes:
            if was_told or not (self.is_resumed or id in self.ids.values()):
                yield "rule: `removed` of what the reader does not have"
            return
        going = [id]
        for top in going:
            going += self.children.pop(top, ())
            self._leave(self.nodes.pop(top))

    def _reset(self, data):
        versions = self.versions
        self.begin()
        self.versions = versions
        yield from ()

    def _synced(self, data):
        yield from ()

    def _end(self, data):
        if not self.ids:
            yield "rule: `end` although there are always roots to come"
        yield from self.hear_nothing_more()

    def hear_nothing_more(self):
        """Checks `end`, or 204 to a resumed stream: everything in the copy has ended."""
        working = [id for id, node in self.nodes.items() if not has_ended(node)]
        if working:
            yield f"rule: ended while {working[0][:8]} and {len(working) - 1} more work"

    def _check_place(self, data):
        """Checks whether a node that is new to the copy may come now."""
        parent = data["parentID"]
        if data["id"] in self.ids.values():
            return
        if self.descendants and parent is not None and parent not in self.nodes:
            yield "rule: a child before its parent"
        if not self.descendants and (self.ids or parent is not None):
            yield "rule: an introduction of what is not selected"

    def _hold(self, data):
        id = data["id"]
        if data["version"] < self.versions.get(id, 0):
            yield f"rule: a version went back from {self.versions[id]}"
        self.versions[id] = data["version"]
        self.removed.discard(id)
        if id in self.nodes:
            self._leave(self.nodes[id])
        self.nodes[id] = {key: value for key, value in data.items() if key != "reason"}
        self.children.setdefault(data["parentID"], set()).add(id)

    def _leave(self, node):
        self.children.get(node["parentID"], set()).discard(node["id"])


def has_ended(node):
    return node["isFinished"] or node["isCancelled"] or node["failure"] is not None


def difference(held, shown, apart=APART):
    """How a copy differs from the selected nodes as GET shows them; None if it does not."""
    if held.keys() != shown.keys():
        return "; ".join(f"{'left over' if id in held else 'missing'}: {(held.get(id) or shown[id])['name']} {id}"
                         for id in list(held.keys() ^ shown.keys())[:9])
    for id, node in shown.items():
        keys = (node.keys() | held[id].keys()) - apart
        different = [key for key in sorted(keys) if node.get(key) != held[id].get(key)]
        if different:
            return f"{node['name']} {id}: " + "; ".join(
                f"{key} is {held[id].get(key)!r}, by GET {node.get(key)!r}" for key in different)
    return None
