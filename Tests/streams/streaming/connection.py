"""HTTP/1.1 over a bare socket: requests can be sent ahead of their replies."""

import asyncio
import json

REPLY_SECONDS = 10


class NoReply(Exception):
    """The connection ended or timed out before the reply was complete."""


class Reply:
    def __init__(self, status, headers, text):
        self.status, self.headers, self.text = status, headers, text

    @property
    def json(self):
        return json.loads(self.text) if self.text else None

    @property
    def lines(self):
        return [json.loads(line) for line in self.text.splitlines()]


def head(method, path, headers=None, body=None):
    """A request, ready to send."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *(f"{k}: {v}" for k, v in (headers or {}).items())]
    if body is None:
        return ("\r\n".join(lines) + "\r\n\r\n").encode()
    if not isinstance(body, bytes):
        lines.append("Content-Type: application/json")
        body = json.dumps(body).encode()
    return ("\r\n".join([*lines, f"Content-Length: {len(body)}"]) + "\r\n\r\n").encode() + body


async def read_head(reader):
    """Returns the status, and the headers with lower-case names."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    return int(lines[0].split()[1]), {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}


class Connection:
    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port):
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 24))

    async def call(self, method, path, body=None, headers=None):
        self.send(method, path, body, headers)
        return await self.receive()

    def send(self, method, path, body=None, headers=None):
        self.writer.write(head(method, path, headers, body))

    async def receive(self):
        try:
            return await asyncio.wait_for(self._reply(), REPLY_SECONDS)
        except (asyncio.TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            raise NoReply(repr(error)) from error

    async def _reply(self):
        status, headers = await read_head(self.reader)
        if headers.get("transfer-encoding") == "chunked":
            pieces = []
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                pieces.append((await self.reader.readexactly(size + 2))[:-2])
            await self.reader.readexactly(2)
            return Reply(status, headers, b"".join(pieces))
        return Reply(status, headers, await self.reader.readexactly(int(headers.get("content-length", 0))))

    def close(self):
        self.writer.transport.abort()
