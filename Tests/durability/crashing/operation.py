"""One requested change, and its known outcome."""


class Operation:
    """`change` does to a model what the request does to the service; it may be done to many models."""

    def __init__(self, method, path, body, change, headers=None, expected=(200,), node=None):
        self.method, self.path, self.body, self.change = method, path, body, change
        self.headers, self.expected, self.node = headers or {}, expected, node
        self.sent = self.replied = self.reply = None

    @property
    def in_doubt(self):
        return self.replied is None

    @property
    def line(self):
        """The operation as a line of a batch."""
        line = {"method": self.method, "path": self.path, "headers": self.headers}
        return {**line, "body": self.body} if self.body is not None else line


class Journal:
    """All operations of one reporter since it last saw that its trees were right, in order."""

    def __init__(self, model):
        self.base = model
        self.operations = []

    def promised(self, moment):
        """How many operations were acknowledged until then."""
        return sum(1 for each in self.operations if not each.in_doubt and each.replied <= moment)

    def states(self, least):
        """(count, model) after so many operations, from `least` on; the model is the next one's, too."""
        model = self.base.copy()
        for count in range(len(self.operations) + 1):
            if count >= least:
                yield count, model
            if count < len(self.operations):
                self.operations[count].change(model)
