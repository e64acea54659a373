"""Parses the bytes of a stream into events."""

import json


class Event:
    def __init__(self, name, id, data):
        self.name, self.id, self.data = name, id, data

    @property
    def node(self):
        """The id of its progress; None for `synced`, `reset` and `end`."""
        return self.data.get("id")

    @property
    def epoch_and_sequence(self):
        epoch, _, sequence = self.id.partition("-")
        return epoch, int(sequence)

    def __str__(self):
        """One short line for a log."""
        data = self.data
        shown = {k: data[k] for k in ("name", "parentID", "version", "state", "labels", "reason") if data.get(k)}
        if "totalUnitCount" in data:
            shown["counts"] = f'{data["completedUnitCount"]}/{data["totalUnitCount"]}'
        if "nodeCounts" in (data.get("summary") or {}):
            shown["nodeCounts"] = {k: n for k, n in data["summary"]["nodeCounts"].items() if n}
        return f"{self.id} {self.name} {(self.node or '')[:8]} " + " ".join(f"{k}={v}" for k, v in shown.items())


class EventParser:
    """Takes a chunked body in pieces of any size."""

    def __init__(self):
        self.chunked, self.text = b"", b""
        self.name, self.id, self.data = "", None, []
        self.is_over = False

    def feed(self, piece):
        self.chunked += piece
        self._unwrap()
        *lines, self.text = self.text.split(b"\n")
        return [event for event in map(self._line, lines) if event]

    def _unwrap(self):
        while b"\r\n" in self.chunked:
            size, rest = self.chunked.split(b"\r\n", 1)
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self.is_over = length == 0
            self.text += rest[:length]
            self.chunked = rest[length + 2:]

    def _line(self, line):
        field, _, value = line.decode().partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self.name = value
        elif field == "id":
            self.id = value
        elif field == "data":
            self.data.append(value)
        elif not line and self.data:
            event = Event(self.name, self.id, json.loads("\n".join(self.data)))
            self.name, self.data = "", []
            return event
        return None
