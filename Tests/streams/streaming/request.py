"""A request, and the reply that the model expects."""

import re

#: The relative error that a fraction may have.
TOLERANCE = 1e-12
#: Members that the contract leaves open in the reply to a create that vanishes at once.
UNSEEN = {"childCount", "completedUnitCount", "fractionCompleted"}


class Request:
    """`outcome` is the node, or the slugs that the problem may have."""

    def __init__(self, method, path, body, outcome, status=200, headers=None):
        self.method, self.path, self.body, self.headers = method, path, body, headers or {}
        self.slugs = outcome if isinstance(outcome, set) else None
        self.shown = None if self.slugs else outcome.last or outcome.shown()
        self.directive = None if self.slugs else outcome.directive
        self.open = UNSEEN if status == 201 and self.shown and outcome.last else set()
        self.status = 409 if self.slugs else status

    @property
    def line(self):
        """As a batch has it."""
        line = {"method": self.method, "path": self.path}
        if self.headers:
            line["headers"] = self.headers
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
    """How a snapshot differs from what the model shows."""
    found = []
    for member, key in (("parent", "parentID"), ("root", "rootID")):
        known = names.get(shown[key], expected[member]) if shown[key] else None
        if known != expected[member]:
            found.append(f"{key} is that of {known}, not of {expected[member]}")
    fraction = expected["fractionCompleted"]
    if abs(shown["fractionCompleted"] - fraction) > TOLERANCE * max(1, abs(fraction)):
        found.append(f"fractionCompleted is {shown['fractionCompleted']}, not {fraction}")
    failure = shown["failure"] and {key: shown["failure"][key] for key in ("message", "code")}
    if failure != expected["failure"]:
        found.append(f"failure is {failure}, not {expected['failure']}")
    apart = {"parent", "root", "fractionCompleted", "failure"}
    return found + [f"{key} is {shown[key]}, not {value}" for key, value in expected.items()
                    if key not in apart and shown[key] != value]
