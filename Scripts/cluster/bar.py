"""The bar that moves: its reporter, which uses the proxy, and its watchers, one at each replica."""

import asyncio
import time

from screen import drawn
from support.client import NoReply
from support.connection import Connection
from support.events import EventParser

NAME, TOTAL, SECONDS_A_UNIT = "moving-bar", 1_200, 0.05


class Bar:
    """Reports one unit after another, each until it is acknowledged. A number (`writer`, `sequence`) makes that safe: a
    unit that is sent twice counts once."""

    def __init__(self, screen, port):
        self.screen, self.port, self.connection = screen, port, None
        self.acknowledged = self.lost = self.repeated = 0
        self.fraction, self.longest = 0, 0

    def line(self):
        return f"through the proxy  {drawn(self.fraction)} {self.fraction:4.0%}  {self.sum()}"

    def sum(self):
        return (f"{self.acknowledged} units acknowledged, {self.repeated} sent again, {self.lost} lost, "
                f"longest wait {self.longest:.1f} s")

    async def run(self):
        while True:
            await self.until_acknowledged("PUT", f"/v1/progress/{NAME}", {"totalUnitCount": TOTAL})
            for sequence in range(1, TOTAL + 1):
                await self.complete(sequence)
                await asyncio.sleep(SECONDS_A_UNIT)

    async def complete(self, sequence):
        begin = time.monotonic()
        reply = await self.until_acknowledged("POST", f"/v1/progress/{NAME}/completed-units",
                                              {"count": 1, "writer": "demo", "sequence": sequence})
        waited = time.monotonic() - begin
        if waited > 0.5:
            self.screen.say(f"a unit was acknowledged after {waited:.1f} s")
        self.longest = max(self.longest, waited)
        self.acknowledged += 1
        self.lost = max(self.lost, sequence - reply["completedUnitCount"])
        self.fraction = reply["fractionCompleted"]

    async def until_acknowledged(self, method, path, body):
        told = None
        while True:
            try:
                self.connection = self.connection or await Connection.open(self.port, patience=15)
                reply = await self.connection.call(method, path, body)
                if reply.status in (200, 201):
                    return reply.json
                trouble = f"status {reply.status}"
            except (NoReply, OSError) as failure:
                trouble = str(failure) or type(failure).__name__
            if trouble != told:
                self.screen.say(f"sending a unit again: {trouble}")
            told = trouble
            self.repeated += 1
            if self.connection:
                self.connection.close()
            self.connection = None
            await asyncio.sleep(0.2)


class Watcher:
    """Reads the bar's stream at one replica, and asks for the replica's role."""

    def __init__(self, port):
        self.port, self.fraction, self.role, self.last_id = port, 0, "", None

    def line(self, keeper):
        role = self.role if keeper.is_running else "dead"
        return f"replica {self.port}       {drawn(self.fraction)} {self.fraction:4.0%}  {role:8} {keeper.to_kill}"

    async def run(self):
        async with asyncio.TaskGroup() as group:
            group.create_task(self.again_and_again(self.follow))
            group.create_task(self.again_and_again(self.ask))

    async def again_and_again(self, action):
        while True:
            try:
                await action()
            except (NoReply, OSError):
                pass
            await asyncio.sleep(0.3)

    async def ask(self):
        self.role = "dead"
        connection = await Connection.open(self.port, patience=3)
        try:
            while True:
                reply = await connection.call("GET", "/readyz")
                lines = dict(line.split(": ", 1) for line in reply.body.decode().splitlines() if ": " in line)
                self.role = lines.get("role", "not ready")
                await asyncio.sleep(0.3)
        finally:
            connection.close()

    async def follow(self):
        """Follows the newest run of the name, and the next one after it."""
        connection, parser = await Connection.open(self.port, patience=3), EventParser()
        try:
            resume = {"Last-Event-ID": self.last_id} if self.last_id else {}
            await connection.ask("GET", f"/v1/progress/{NAME}/events?runs=true", headers=resume)
            async with asyncio.timeout(10):
                status, _ = await connection.head()
            if status == 200:
                async for piece in connection.chunks():
                    for event in parser.feed(piece):
                        self.last_id = event.id or self.last_id
                        self.fraction = event.data.get("fractionCompleted", self.fraction)
        finally:
            connection.close()
