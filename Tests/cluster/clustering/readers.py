"""Those who read, each at one replica."""

import asyncio
import copy

from support.client import NoReply

from .caller import PASSING, Caller, problem
from .ledger import Floor


class Reader:
    """Asks one replica for one progress after another. A read shows at least everything that any replica acknowledged
    before the read began."""

    PAUSE = 0.03

    def __init__(self, load, address, random):
        self.load, self.ledger, self.address, self.random = load, load.ledger, address, random
        self.caller = Caller([address], load)

    async def run(self):
        while not self.load.is_over:
            account = self.random.choice(list(self.ledger.accounts.values()))
            is_stale = self.address[0] in self.load.may_be_stale
            floor = Floor() if is_stale else copy.copy(account.floor)
            if account.floor.version:
                try:
                    await self.read(account, floor)
                except (OSError, NoReply):
                    self.load.counts["reads without a reply"] += 1
            await asyncio.sleep(self.PAUSE)
        self.caller.close()

    async def read(self, account, floor):
        reply = await self.caller.once(self.address, "GET", f"/v1/progress/{account.name}")
        if reply.status == 200:
            self.load.counts["reads"] += 1
            self.ledger.look(account, reply.json, floor, f"GET at {self.address[0]}")
        else:
            self.load.counts[f"reads answered {problem(reply)}"] += 1
            self.ledger.expect(problem(reply) in PASSING, f"GET {account.name} at {self.address[0]}: {reply}")


class ParentReader(Reader):
    """Reads a parent: its fraction has to match its child's count."""

    PAUSE = 0.1

    async def run(self):
        while not self.load.is_over:
            for account in [each for name, each in self.ledger.accounts.items() if name.startswith("child-")]:
                low = account.floor.units * (self.address[0] not in self.load.may_be_stale)
                try:
                    reply = await self.caller.once(self.address, "GET", f"/v1/progress/parent-of-{account.name}")
                except (OSError, NoReply):
                    continue
                if reply.status == 200:
                    shown = round(reply.json["fractionCompleted"] * 10**6)
                    self.ledger.expect(low <= shown <= account.sent, f"the parent of {account.name} at {self.address[0]} "
                                       f"shows {shown}; {low} were acknowledged before, {account.sent} sent")
            await asyncio.sleep(self.PAUSE)
        self.caller.close()


class Waiter:
    """Waits for changes of one progress at any replica, again and again."""

    def __init__(self, load, number, name):
        self.load, self.ledger, self.name = load, load.ledger, name
        self.caller = load.caller(number)

    async def run(self):
        tag = None
        while not self.load.is_over:
            headers = {"prefer": "wait=2", "if-none-match": tag} if tag else {}
            reply, _ = await self.caller.call("GET", f"/v1/progress/{self.name}", None, headers, again=True)
            self.load.counts[f"waits answered {reply.status}"] += 1
            self.ledger.expect(reply.status in (200, 304, 404), f"a wait was answered {reply}")
            tag = reply.headers.get("etag", tag)
            await asyncio.sleep(0.05)
        self.caller.close()
