"""A breach of the contract, with the requests and events that led to it."""

import re


class Complaint:
    def __init__(self, text, reader, requests):
        self.text, self.reader = text, reader
        self.target = str(reader.target) if reader else None
        self.log = list(reader.log[-40:]) if reader else []
        self.requests = list(requests[-40:])

    @property
    def kind(self):
        """The text without ids and numbers, to count similar complaints."""
        text = re.sub(r"after \S+ (\w+).*?: (\w+)", r"after \1: \2", self.text)
        return re.sub(r"[0-9a-f]{8}\S*|\d+", "…", text)[:80]

    def __str__(self):
        lines = [self.text]
        lines += [f"  the last requests, {len(self.requests)}:", *(f"    {each}"[:400] for each in self.requests)]
        if self.reader:
            lines += [f"  the reader of {self.target}:", *(f"    {each}" for each in self.log)]
        return "\n".join(lines)
