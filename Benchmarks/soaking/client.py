"""One keep-alive connection, without waiting threads."""

import asyncio
import json


class Client:
    def __init__(self, port: int):
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.count = 0

    async def send(self, method: str, path: str, body=None, **headers: str) -> tuple[int, object]:
        """Status and the parsed body; None where there is none."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        text = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        fields = {"Host": "localhost", "Content-Type": "application/json", "Content-Length": str(len(text))}
        fields |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        self.writer.write(head.encode() + b"\r\n" + text)
        self.count += 1
        reply = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 60)
        status, length, is_chunked = int(reply[9:12]), 0, False
        for line in reply.lower().split(b"\r\n"):
            if line.startswith(b"content-length: "):
                length = int(line[16:])
            elif line == b"transfer-encoding: chunked":
                is_chunked = True
        content = await self.chunks() if is_chunked else await self.reader.readexactly(length)
        return status, self.parsed(content)

    async def chunks(self) -> bytes:
        content = b""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            content += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readuntil(b"\r\n")
        return content

    @staticmethod
    def parsed(content: bytes):
        if not content:
            return None
        try:
            return json.loads(content)
        except ValueError:
            return content

    def vanish(self) -> None:
        """Closes without a goodbye; the next request opens a new connection."""
        if self.writer is not None:
            self.writer.transport.abort()
            self.writer = None
