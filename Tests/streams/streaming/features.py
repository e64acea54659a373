"""Which newer parts of the contract the program under test knows."""

import asyncio

from .connection import Connection, head
from .events import EventParser
from .service import Service


class Features:
    def __init__(self, says_synced, finishes):
        self.says_synced, self.finishes = says_synced, finishes

    @classmethod
    async def of(cls, program):
        service = Service(program, 1, "interval").start()
        try:
            connection = await Connection.open(service.port)
            await connection.call("PUT", "/v1/progress/probe", {})
            says_synced = await cls._says_synced(service.port)
            finishes = (await connection.call("POST", "/v1/progress/probe/finish", {})).status == 200
            connection.close()
            return cls(says_synced, finishes)
        finally:
            service.close()

    @staticmethod
    async def _says_synced(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(head("GET", "/v1/events"))
        await reader.readuntil(b"\r\n\r\n")
        parser, names = EventParser(), []
        try:
            async with asyncio.timeout(0.5):
                while "synced" not in names:
                    names += [event.name for event in parser.feed(await reader.read(65_536))]
        except TimeoutError:
            pass
        finally:
            writer.transport.abort()
        return "synced" in names
