"""Server-Sent Events, read one stream at a time."""

import functools
import http.client
import json

from .client import Connection, NoReply


class Event:
    def __init__(self, name, id, text):
        self.name, self.id, self.text = name, id, text

    @functools.cached_property
    def data(self):
        return json.loads(self.text)

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
    """Takes the text of a stream in pieces of any size, and keeps the id of the last event."""

    def __init__(self):
        self.rest = b""
        self.name, self.id, self.data = "", None, []

    def feed(self, piece):
        *lines, self.rest = (self.rest + piece).split(b"\n")
        return [event for event in map(self._line, lines) if event]

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
            event = Event(self.name, self.id, "\n".join(self.data))
            self.name, self.data = "", []
            return event
        return None


class EventStream:
    """A stream that is read with blocking calls; iterating it ends when the stream does. The options are those of
    `Connection`."""

    def __init__(self, port, path, headers=None, token=None, **options):
        self.connection = Connection(port, **options)
        token = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self.connection.request("GET", path, headers={"Accept": "text/event-stream", **token, **(headers or {})})
            self.reply = self.connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise NoReply(repr(error)) from error
        self.status, self.headers = self.reply.status, self.reply.headers
        self.parser = EventParser()

    def lines(self):
        """All lines as they come, heartbeats included. Raises `NoReply` where the stream is cut off."""
        try:
            while line := self.reply.readline():
                yield line
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise NoReply(repr(error)) from error

    def event(self):
        """The next event; None at the end of the stream."""
        return next((found[0] for line in self.lines() if (found := self.parser.feed(line))), None)

    def __iter__(self):
        return iter(self.event, None)

    def close(self):
        self.reply.close()
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
