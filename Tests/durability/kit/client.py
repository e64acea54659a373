"""One kept connection. A request either has a reply, or it is in doubt."""

import http.client
import json
import socket

from .service import TOKEN


class NoReply(Exception):
    """The connection ended before the reply had come whole: what was asked is in doubt."""


class Reply:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text

    @property
    def json(self):
        return json.loads(self.text)

    @property
    def lines(self):
        return [json.loads(line) for line in self.text.splitlines()]

    def __repr__(self):
        return f"{self.status} {self.text[:300]!r}"


class Client:
    def __init__(self, port, token=TOKEN, timeout=30):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.token = token

    def call(self, method, path, body=None, headers=None):
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        every = {"Authorization": f"Bearer {self.token}", **kind, **(headers or {})}
        try:
            if self.connection.sock is None:
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connection.request(method, path, data, every)
            reply = self.connection.getresponse()
            return Reply(reply.status, reply.headers, reply.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoReply(repr(error)) from error

    def close(self):
        self.connection.close()


class Events:
    """A stream, read line by line."""

    def __init__(self, port, path, timeout=30):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        self.reply = self.connection.getresponse()
        assert self.reply.status == 200, self.reply.status

    def lines(self):
        """Until the stream ends, however it ends."""
        try:
            yield from self.reply
        except (OSError, http.client.HTTPException, ValueError):
            return

    def close(self):
        self.reply.close()
        self.connection.close()

    def nodes(self):
        """What events with an id and a version say."""
        for line in self.lines():
            if line.startswith(b"data: "):
                node = json.loads(line[6:])
                if "version" in node:
                    yield node
