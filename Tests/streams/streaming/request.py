"""A request, and the reply that the model expects."""

import re

from support.tree import differences

#: Members that the contract leaves open in the reply to a create that vanishes at once.
UNSEEN = {"childCount", "completedUnitCount", "fractionCompleted"}


class Request:
    """The reply shows `node`, or is a problem with one of these `slugs`."""

    def __init__(self, method, path, body, node, status=200, slugs=()):
        self.method, self.path, self.body, self.slugs = method, path, body, slugs
        self.shown, self.directive = node.shown(), node.directive
        self.open = UNSEEN if status == 201 and node.is_removed else set()
        self.status = 409 if slugs else status

    @property
    def line(self):
        """The request as a line of a batch."""
        line = {"method": self.method, "path": self.path}
        return line if self.body is None else {**line, "body": self.body}

    def __str__(self):
        body = "" if self.body is None else re.sub(r"\.{4,}", "...", str(self.body))
        return f"{self.method} {self.path} {body}"

    def differences(self, status, headers, body, names):
        """How the reply differs from the model. `names` maps known ids to names."""
        if status != self.status:
            return [f"the status is {status}, not {self.status}: {body}"]
        if self.slugs:
            slug = body["type"].rpartition("/")[2]
            return [] if slug in self.slugs else [f"the problem is {slug}, not {self.slugs}"]
        if status == 204:
            return []
        found = [] if headers.get("progress-directive") == self.directive else [
            f"the directive is {headers.get('progress-directive')}, not {self.directive}"]
        return found + compare({**self.shown, **{key: body[key] for key in self.open}}, body, names)


def compare(expected, shown, names):
    """How a snapshot differs from the model's; an id that is still unknown may be the right one."""
    known = {key: names.get(shown[key], expected[key]) if shown[key] else None for key in ("parentID", "rootID")}
    return differences(expected, {**shown, **known})
