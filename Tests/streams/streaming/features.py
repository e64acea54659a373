"""The newer parts of the contract that the program under test knows."""

import asyncio

from support.connection import Connection
from support.events import EventParser

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
        connection = await Connection.open(port)
        await connection.ask("GET", "/v1/events")
        await connection.head()
        parser, names = EventParser(), []
        try:
            async with asyncio.timeout(0.5):
                async for chunk in connection.chunks():
                    names += [event.name for event in parser.feed(chunk)]
                    if "synced" in names:
                        break
        except TimeoutError:
            pass
        finally:
            connection.close()
        return "synced" in names
