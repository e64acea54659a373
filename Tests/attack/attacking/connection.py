"""A client that takes nothing on trust: each reply has to be whole, or not to have begun."""

import asyncio
import json


class Torn(Exception):
    """The connection ended in the middle of a reply."""


class Ended(Exception):
    """The connection ended before the first byte of a reply."""


class Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int) -> "Connection":
        return cls(*await asyncio.open_connection("127.0.0.1", port, limit=1 << 24))

    async def call(self, method: str, path: str, body=None) -> tuple[int, dict[str, str], bytes]:
        await self.ask(method, path, body)
        status, headers = await self.head()
        return status, headers, await self.rest(headers)

    async def ask(self, method: str, path: str, body=None) -> None:
        text = b"" if body is None else json.dumps(body).encode()
        kind = f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n" if text else ""
        try:
            self.writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{kind}\r\n".encode() + text)
            await self.writer.drain()
        except OSError:
            raise Ended from None

    async def head(self) -> tuple[int, dict[str, str]]:
        try:
            text = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            raise (Torn if error.partial else Ended) from None
        except OSError:
            raise Ended from None
        lines = text.decode("latin-1").split("\r\n")[:-2]
        return int(lines[0].split()[1]), dict(line.lower().split(": ", 1) for line in lines[1:])

    async def rest(self, headers: dict[str, str]) -> bytes:
        try:
            if headers.get("transfer-encoding") == "chunked":
                return b"".join([chunk async for chunk in self.chunks()])
            return await self.reader.readexactly(int(headers.get("content-length", 0)))
        except (asyncio.IncompleteReadError, OSError):
            raise Torn from None

    async def chunks(self):
        """To the last, empty one; anything else is torn."""
        try:
            while size := int(await self.reader.readuntil(b"\r\n"), 16):
                yield (await self.reader.readexactly(size + 2))[:-2]
            if await self.reader.readexactly(2) != b"\r\n":
                raise Torn
        except (asyncio.IncompleteReadError, ValueError, OSError):
            raise Torn from None

    def close(self) -> None:
        self.writer.transport.abort()
