"""How clients ask a service of several replicas: any of them, and then another one if that is safe."""

import asyncio
import itertools
import json
import time

from support.client import NoReply
from support.connection import Connection


class Unknown(Exception):
    """Whether the request was carried out is in doubt."""


class Unanswered(Exception):
    """It was certainly not carried out, whatever was tried."""


class Caller:
    """A client with one kept connection to each address. It tries the next address where it cannot connect, and where a
    reply says that nothing was done."""

    def __init__(self, addresses, load, first=0, patience=25):
        self.addresses, self.load, self.patience = list(addresses), load, patience
        self.turns = itertools.count(first)
        self.connections = {}

    async def call(self, method, path, body=None, headers=None, *, again=False, seconds=60):
        """The first reply with an outcome of the request, and the address that gave it. With `again` a request whose
        outcome is in doubt is repeated; otherwise that is `Unknown`."""
        deadline = time.monotonic() + seconds
        while True:
            address = self.addresses[next(self.turns) % len(self.addresses)]
            try:
                reply = await self.once(address, method, path, body, headers)
            except NoReply as error:
                self.load.counts["connections that ended without a reply"] += 1
                if not again:
                    raise Unknown(repr(error)) from None
            except OSError:
                self.load.counts["connections refused"] += 1
            else:
                slug = problem(reply)
                if slug not in PASSING:
                    return reply, address
                self.load.counts[slug] += 1
                if slug in IN_DOUBT:
                    self.load.ledger.doubt(f"{method} {path}: {reply}")
                if slug in IN_DOUBT and not again:
                    raise Unknown(slug)
            if time.monotonic() > deadline:
                raise Unanswered(f"{method} {path}: no use in {seconds} s")
            await asyncio.sleep(0.05)

    async def once(self, address, method, path, body=None, headers=None):
        """Raises `OSError` where nothing was sent, and `NoReply` in doubt. A connection that the other side had closed
        before is opened again."""
        connection = self.connections.pop(address, None)
        if connection and connection.reader.at_eof():
            connection.close()
            connection = None
        if not connection:
            connection = await self.connect(address)
        try:
            reply = await connection.call(method, path, body, headers)
        except NoReply:
            connection.close()
            raise
        if reply.headers.get("connection", "").lower() == "close":
            connection.close()
        else:
            self.connections[address] = connection
        return reply

    async def connect(self, address):
        try:
            async with asyncio.timeout(3):
                return await Connection.open(address[1], self.patience, address[0])
        except TimeoutError:
            raise OSError("no connection") from None

    def close(self):
        for each in self.connections.values():
            each.close()
        self.connections.clear()


#: Problems that leave it unknown whether the request was done.
IN_DOUBT = {"outcome-unknown", "storage-failing", "storage-full"}
#: Problems after which a request is sent again: these, and those that say that nothing was done.
PASSING = {"no-writer", "shutting-down", "not-ready", *IN_DOUBT}


def problem(reply):
    """The slug of a problem; None for other replies."""
    if "problem+json" not in reply.headers.get("content-type", ""):
        return None
    return json.loads(reply.body)["type"].rsplit("/", 1)[-1]
