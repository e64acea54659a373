"""A connection without waiting threads, which may vanish and is opened again."""

import json

from support.connection import Connection


class Client:
    def __init__(self, port: int):
        self.port = port
        self.connection: Connection | None = None
        self.count = 0

    async def send(self, method: str, path: str, body=None, **headers: str) -> tuple[int, object]:
        """The status and the parsed body; None if there is no body."""
        if self.connection is None:
            self.connection = await Connection.open(self.port)
        self.count += 1
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        reply = await self.connection.call(method, path, body, fields)
        return reply.status, self.parsed(reply.body)

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
        if self.connection is not None:
            self.connection.close()
            self.connection = None
