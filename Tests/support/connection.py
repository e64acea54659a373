"""HTTP/1.1 over a bare socket, with asyncio: each reply is complete, or has not begun."""

import asyncio

from .client import NoReply, Reply, encoded


class Ended(NoReply):
    """The connection ended before the first byte of a reply."""


class Torn(NoReply):
    """The connection ended in the middle of a reply."""


def head(method, path, headers=None, body=None):
    """A request, ready to be sent."""
    data = encoded(body)
    kind = {} if data is None else {"content-type": "application/json", "content-length": len(data)}
    fields = {"host": "localhost", **kind, **{name.lower(): value for name, value in (headers or {}).items()}}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + (data or b"")


class Unchunker:
    """Takes a chunked body in pieces of any size."""

    def __init__(self):
        self.rest = b""
        self.is_over = False

    def feed(self, piece):
        """The content that is complete by now."""
        self.rest += piece
        content = b""
        while b"\r\n" in self.rest:
            size, rest = self.rest.split(b"\r\n", 1)
            length = int(size, 16)
            if len(rest) < length + 2:
                break
            self.is_over = length == 0
            content += rest[:length]
            self.rest = rest[length + 2:]
        return content


class Connection:
    """Requests may be sent ahead of their replies. A reply that takes longer than `patience` counts as missing."""

    def __init__(self, reader, writer, patience):
        self.reader, self.writer, self.patience = reader, writer, patience

    @classmethod
    async def open(cls, port, patience=60, host="127.0.0.1"):
        return cls(*await asyncio.open_connection(host, port, limit=1 << 24), patience)

    async def call(self, method, path, body=None, headers=None):
        await self.ask(method, path, body, headers)
        return await self.receive()

    def send(self, method, path, body=None, headers=None):
        self.writer.write(head(method, path, headers, body))

    async def ask(self, method, path, body=None, headers=None):
        """Like `send`, but waits while the peer takes nothing."""
        try:
            self.send(method, path, body, headers)
            await self.writer.drain()
        except OSError:
            raise Ended from None

    async def receive(self):
        try:
            # `wait_for` may lose a cancellation (before Python 3.12).
            async with asyncio.timeout(self.patience):
                return await self._reply()
        except TimeoutError:
            raise NoReply(f"no reply in {self.patience} s") from None

    async def _reply(self):
        status, headers = await self.head()
        return Reply(status, headers, await self.rest(headers))

    async def head(self):
        """The status, and the headers with lower-case names."""
        try:
            text = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            raise (Torn(repr(error.partial[-80:])) if error.partial else Ended("before a reply")) from None
        except OSError as error:
            raise Ended(repr(error)) from None
        lines = text.decode("latin-1").split("\r\n")[:-2]
        return int(lines[0].split()[1]), {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:])}

    async def rest(self, headers):
        try:
            if headers.get("transfer-encoding") == "chunked":
                return b"".join([chunk async for chunk in self.chunks()])
            return await self.reader.readexactly(int(headers.get("content-length", 0)))
        except (asyncio.IncompleteReadError, OSError) as error:
            raise Torn(repr(error)) from None

    async def chunks(self):
        """Chunks up to the last, empty one; any other end is torn."""
        try:
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                yield (await self.reader.readexactly(size + 2))[:-2]
            if await self.reader.readexactly(2) != b"\r\n":
                raise Torn("the last chunk has no end")
        except (asyncio.IncompleteReadError, ValueError, OSError) as error:
            raise Torn(repr(error)) from None

    def close(self):
        """Closes at once, whatever is under way."""
        self.writer.transport.abort()
