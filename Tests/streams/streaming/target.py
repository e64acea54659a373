"""What a reader asks for, and which nodes that selects."""

from urllib.parse import quote, urlencode


class Target:
    """`texts` are ids or names, and `ids` the nodes that they name; without them a target selects roots."""

    def __init__(self, texts=(), ids=(), descendants=False, label=None, file_url=None, max_rate=None, summary=False,
                 locale="en", is_single=False):
        self.texts, self.ids, self.descendants = list(texts), list(ids), descendants
        self.label, self.file_url, self.max_rate, self.summary = label, file_url, max_rate, summary
        self.locale, self.is_single = locale, is_single

    @property
    def is_by_id(self):
        return bool(self.ids)

    @property
    def view(self):
        """The representation that its events show."""
        return self.locale, self.summary

    @property
    def path(self):
        query = [] if self.is_single else [("id", text) for text in self.texts]
        for name, value in (("label", self.label and f"g:{self.label}"), ("fileURL", self.file_url),
                            ("maxRate", self.max_rate), ("locale", self.locale if self.locale != "en" else None),
                            ("descendants", "true" if self.descendants else None),
                            ("summary", "true" if self.summary else None)):
            if value is not None:
                query.append((name, value))
        path = f"/v1/progress/{quote(self.texts[0])}/events" if self.is_single else "/v1/events"
        return path + (f"?{urlencode(query)}" if query else "")

    def __str__(self):
        return self.path

    def selected(self, nodes):
        """The ids that it selects. `nodes` is by id, parents first."""
        found = set()
        for id, node in nodes.items():
            is_top = id in self.ids if self.is_by_id else node["parentID"] is None and self.matches(node)
            if is_top or self.descendants and node["parentID"] in found:
                found.add(id)
        return found

    def matches(self, root):
        if self.label and root["labels"].get("g") != self.label:
            return False
        if not self.file_url:
            return True
        url, wanted = (root["fileURL"] or "").rstrip("/"), self.file_url.rstrip("/")
        return url == wanted or url.rpartition("/")[0].rstrip("/") == wanted
