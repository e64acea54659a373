"""Every version and every entity tag that was ever seen."""

import threading


class Ledger:
    def __init__(self):
        self.lock = threading.Lock()
        self.newest, self.shown = {}, {}
        self.complaints = []

    def note(self, node):
        """Notes the version that a reply or a stream shows while the service runs."""
        with self.lock:
            self.newest[node["id"]] = max(self.newest.get(node["id"], 0), node["version"])

    def note_after_restart(self, node, was_clean):
        """An unclean end may have lost a version that was shown: the new one has to be above it."""
        with self.lock:
            least = self.newest.get(node["id"], 0) + (0 if was_clean else 1)
            if node["version"] < least:
                self.complaints.append(f"{node['id']} has version {node['version']}, and had {least}")
            self.newest[node["id"]] = max(least, node["version"])

    def note_tag(self, tag, content):
        """A strong entity tag names one content forever; `expiresAt` is no part of it."""
        with self.lock:
            if self.shown.setdefault(tag, str(content)) != str(content):
                self.complaints.append(f"the entity tag {tag} names two contents: {self.shown[tag]} and {content}")

    def check_order(self, before, node):
        """The versions that one stream shows of a node never go back."""
        if node["version"] < before.get(node["id"], 0):
            self.complaints.append(f"a stream went back: {node['id']} from {before[node['id']]} to {node['version']}")
        before[node["id"]] = node["version"]
