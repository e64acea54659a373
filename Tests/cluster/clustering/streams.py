"""Readers of streams: each keeps a copy made from its events, and returns with the id of the last one."""

import asyncio
import contextlib
import re

from support.client import Client, NoReply
from support.connection import Connection
from support.events import EventParser

from .ledger import control_number


class StreamReader:
    """Reads one stream at one of the addresses, always the same unless `addresses` holds several: then the next after each
    end, as behind a proxy. It selects the progresses of these `names`, or all roots with a `label`."""

    def __init__(self, load, addresses, path, first=0, *, names=(), label="load:1"):
        self.names, self.label = names, None if names else label
        self.load, self.ledger, self.addresses, self.path = load, load.ledger, list(addresses), path
        self.turn, self.last_id = first, None
        self.copy, self.controls = {}, {}
        self.connects = self.resets = self.events = self.refusals = 0
        self.is_synced, self.is_open, self.connection = False, False, None

    @property
    def address(self):
        return self.addresses[self.turn % len(self.addresses)]

    async def run(self):
        while not self.load.is_over:
            try:
                await self.read()
            except (OSError, NoReply, TimeoutError):
                pass
            self.is_open = self.is_synced = False
            self.turn += 1
            await asyncio.sleep(0.1)  # Streams ask for more patience than a test has.

    async def read(self):
        async with asyncio.timeout(3):
            self.connection = await Connection.open(self.address[1], 30, self.address[0])
        try:
            resume = {"last-event-id": self.last_id} if self.last_id else {}
            await self.connection.ask("GET", self.path, headers={"accept": "text/event-stream", **resume})
            async with asyncio.timeout(20):
                status, headers = await self.connection.head()
            if status != 200:
                self.refusals += 1
                self.load.counts["streams refused"] += 1
                self.ledger.expect(status == 503, f"a stream at {self.address[0]} was answered {status}")
                return
            self.connects += 1
            self.is_open = True
            await self.follow(headers)
        finally:
            self.connection.close()

    async def follow(self, headers):
        parser = EventParser()
        pieces = self.pieces(headers)
        with contextlib.suppress(StopAsyncIteration):
            while not self.load.is_over:
                # A stream that says nothing for longer than two heartbeats is dead.
                async with asyncio.timeout(40):
                    piece = await anext(pieces)
                for event in parser.feed(piece):
                    self.take(event)

    async def pieces(self, headers):
        if headers.get("transfer-encoding") == "chunked":
            async for chunk in self.connection.chunks():
                yield chunk
            return
        while piece := await self.connection.reader.read(1 << 16):
            yield piece

    def take(self, event):
        self.events += 1
        self.last_id = event.id or self.last_id
        if event.name == "reset":
            self.resets += 1
            self.copy.clear()
            self.controls.clear()
            self.is_synced = False
        elif event.name == "synced":
            self.is_synced = True
        elif event.name == "removed":
            self.copy.pop(event.node, None)
            self.controls.pop(event.node, None)
        elif event.node:
            self.told(event)

    def told(self, event):
        """News of one progress."""
        data, before = event.data, self.copy.get(event.node)
        name, where = data.get("name", event.node), f"the stream {self.path} at {self.address[0]}"
        self.ledger.expect(before is not None or event.name in ("snapshot", "child"),
                           f"{where} tells {event.name} of {name}, which it never introduced")
        self.ledger.expect(before is None or data["version"] >= before["version"],
                           f"{where} tells version {data['version']} of {name} after {before and before['version']}")
        self.copy[event.node] = {**(before or {}), **data}
        if "control" in data:
            self.control(event, where)

    def control(self, event, where):
        """A reader that keeps up gets each change of state, in order; one that does not, the newest."""
        number, before = control_number(event.data), self.controls.get(event.node)
        if before is not None and event.name == "state" and self.is_synced and event.data["name"].startswith("controller"):
            self.ledger.expect(number in (before, before + 1) or number > before and self.was_waited_for(),
                               f"{where} tells control {number} of {event.data['name']} after {before}")
            self.load.counts["state changes told"] += number == before + 1
        self.controls[event.node] = number

    def was_waited_for(self):
        """Whether the replica had to wait for a reader: on a machine that is busy with other tests, this one is late."""
        with contextlib.suppress(NoReply), Client(self.address[1], address=self.address[0], timeout=5) as client:
            page = client.call("GET", "/metrics").body.decode()
            return re.search(r"^progressd_readers_skipped_total 0$", page, re.M) is None
        return False

    def flaw(self, snapshots):
        """Where the copy differs from these snapshots of all selected nodes, as a sentence; None if it does not."""
        strange = len(self.copy.keys() - {snapshot["id"] for snapshot in snapshots})
        if strange:
            return f"{self.path} at {self.address[0]} has {strange} progresses that are gone"
        return next(filter(None, map(self.differs, snapshots)), None)

    def differs(self, snapshot):
        """How the stream's copy differs from this snapshot, as a sentence; None if it does not."""
        copy = self.copy.get(snapshot["id"])
        if copy is None:
            return f"{self.path} at {self.address[0]} has not reported {snapshot['name']}"
        for member in ("version", "completedUnitCount", "isPaused", "fractionCompleted"):
            if copy[member] != snapshot[member]:
                return (f"{self.path} at {self.address[0]} tells {member} {copy[member]} of {snapshot['name']}, "
                        f"GET {snapshot[member]}")
        return None

    def close(self):
        if self.connection:
            self.connection.close()


