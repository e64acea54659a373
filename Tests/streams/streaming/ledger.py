"""A version of a node always means the same content, in every representation."""

from support.mirror import APART


class Ledger:
    def __init__(self):
        self.contents = {}

    def note(self, node, locale):
        """Returns the differences from earlier sightings of the same version."""
        known = self.contents.setdefault((node["id"], node["version"], locale), {})
        shown = {key: value for key, value in node.items() if key not in APART and key != "reason"}
        different = [f"{key} was {known[key]!r}, is {value!r}" for key, value in shown.items()
                     if known.get(key, value) != value]
        known.update(shown)
        return different
