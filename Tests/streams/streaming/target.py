"""A reader's request, and the nodes that it selects."""

from urllib.parse import quote, urlencode


class Target:
    """`texts` are ids or names, and `ids` the nodes that they name; without them a target selects roots: those with all
    of `labels` (`label` is short for one value of the label g), and one of `names`."""

    def __init__(self, texts=(), ids=(), descendants=False, label=None, file_url=None, max_rate=None, summary=False,
                 locale="en", is_single=False, labels=(), names=()):
        self.texts, self.ids, self.descendants = list(texts), list(ids), descendants
        self.labels, self.names = [*labels, *([f"g:{label}"] if label else [])], list(names)
        self.file_url, self.max_rate, self.summary = file_url, max_rate, summary
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
        query += [("label", text) for text in self.labels] + [("name", text) for text in self.names]
        for name, value in (("fileURL", self.file_url),
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
        if not all(has_label(text, root["labels"]) for text in self.labels):
            return False
        if self.names and not any(is_named(text, root["name"]) for text in self.names):
            return False
        if not self.file_url:
            return True
        url, wanted = (root["fileURL"] or "").rstrip("/"), self.file_url.rstrip("/")
        return url == wanted or url.rpartition("/")[0].rstrip("/") == wanted


def has_label(text, labels):
    """Whether labels are as `key:value`, `key`, `!key` or `!key:value` says."""
    key, colon, value = text.removeprefix("!").partition(":")
    return (key in labels and (not colon or labels[key] == value)) != text.startswith("!")


def is_named(text, name):
    """Whether a name is the one, or begins as `text` with `*` says."""
    return name is not None and (name.startswith(text[:-1]) if text.endswith("*") else name == text)
