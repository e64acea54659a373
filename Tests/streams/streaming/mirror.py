"""A reader's copy, and the rules of docs/contract.md, section 9, for each event that changes it."""


def has_ended(node):
    return node["isFinished"] or node["isCancelled"] or node["failure"] is not None


class Mirror:
    """`nodes` is by id. Its values are replaced, never mutated, so a shallow copy preserves a moment."""

    def __init__(self, target, nodes=None):
        self.target = target
        self.begin(nodes)

    def begin(self, nodes=None):
        """A new connection; a reader that resumes passes the `nodes` it holds."""
        self.nodes = dict(nodes or {})
        self.versions = {id: node["version"] for id, node in self.nodes.items()}
        self.is_resumed = nodes is not None
        #: Ids that this connection was told are removed.
        self.removed = set()
        #: Ids removed without a reason: GET must not find them once everything is quiet.
        self.gone = set()

    def hear(self, event):
        """Applies the event; returns the rules that it breaks."""
        return list(getattr(self, f"_{event.name}", self._unknown)(event.data))

    def _unknown(self, data):
        yield "rule: an event of no known name"

    def _snapshot(self, data):
        if data["id"] not in self.nodes:
            yield from self._check_place(data)
        yield from self._hold(data)

    def _child(self, data):
        if self.target.descendants:
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
        told = id = data["id"]
        if id in self.target.texts and id not in self.target.ids:
            id = self.target.ids[self.target.texts.index(id)]
        if data.get("reason") is None:
            self.gone.add(id)
        was_told = told in self.removed
        self.removed.add(told)
        if id not in self.nodes:
            if was_told or not (self.is_resumed or id in self.target.ids):
                yield "rule: `removed` of what the reader does not have"
            return
        going = [id]
        for top in going:
            del self.nodes[top]
            going += [one for one, node in self.nodes.items() if node["parentID"] == top]

    def _reset(self, data):
        versions = self.versions
        self.begin()
        self.versions = versions
        yield from ()

    def _synced(self, data):
        yield from ()

    def _end(self, data):
        if not self.target.is_by_id:
            yield "rule: `end` although there are always roots to come"
        yield from self.hear_nothing_more()

    def hear_nothing_more(self):
        """Checks `end`, or 204 to a resumed stream: everything in the copy has ended."""
        working = [id for id, node in self.nodes.items() if not has_ended(node)]
        if working:
            yield f"rule: ended while {working[0][:8]} and {len(working) - 1} more work"

    def _check_place(self, data):
        """Checks whether a node that is new to the copy may come now."""
        parent, target = data["parentID"], self.target
        if target.is_by_id and data["id"] in target.ids:
            return
        if target.descendants and parent is not None and parent not in self.nodes:
            yield "rule: a child before its parent"
        if not target.descendants and (target.is_by_id or parent is not None):
            yield "rule: an introduction of what is not selected"

    def _hold(self, data):
        id = data["id"]
        if data["version"] < self.versions.get(id, 0):
            yield f"rule: a version went back from {self.versions[id]}"
        self.versions[id] = data["version"]
        self.removed.discard(id)
        self.nodes[id] = {key: value for key, value in data.items() if key != "reason"}
