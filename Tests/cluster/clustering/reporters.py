"""Reporters, each alone on its progress; each records the promises made to it."""

import asyncio
import itertools

from support.client import NoReply

from .caller import PASSING, Unknown, problem


class Reporter:
    """Does one thing after another until the load ends. Between two it rests while the load pauses."""

    PAUSE = 0.02

    def __init__(self, load, number):
        self.load, self.ledger, self.number = load, load.ledger, number
        self.name = f"{type(self).__name__.lower()}-{number}"
        self.caller, self.is_over = load.caller(number), False

    async def run(self):
        await self.begin()
        while not (self.load.is_over or self.is_over):
            await self.load.moving()
            self.load.working += 1
            try:
                await self.step()
            except Unknown:
                self.load.counts["outcomes unknown"] += 1
            finally:
                self.load.working -= 1
            await asyncio.sleep(self.PAUSE)
        self.caller.close()

    async def begin(self):
        self.account = self.ledger.account(self.name)
        await self.put(self.account)

    async def put(self, account, **members):
        body = {"totalUnitCount": 10**12, "isPausable": True, "labels": {"load": "1"}, **members}
        reply = await self.ask("PUT", f"/v1/progress/{account.name}", body, (200, 201), again=True)
        account.id = reply.json["id"]
        return reply

    async def ask(self, method, path, body, expected, **options):
        reply, address = await self.caller.call(method, path, body, **options)
        self.load.answered(method, path, reply, address)
        if reply.status not in expected:
            self.ledger.expect(False, f"{method} {path} was answered {reply}")
            raise Unknown(f"status {reply.status}")
        return reply


class Numbered(Reporter):
    """Adds units with `writer` and `sequence`, each until it is acknowledged: nothing is in doubt for long."""

    async def begin(self):
        await super().begin()
        self.sequence = 0

    async def step(self):
        self.sequence += 1
        self.account.sent += 1
        reply = await self.ask("POST", f"/v1/progress/{self.name}/completed-units",
                               {"count": 1, "writer": "w", "sequence": self.sequence}, (200,), again=True)
        self.ledger.acknowledge(self.account, self.sequence, reply.json)


class Plain(Reporter):
    """Adds units that must not be sent twice; those in doubt are counted apart."""

    async def begin(self):
        await super().begin()
        self.acknowledged = 0

    async def step(self):
        self.account.sent += 1
        try:
            reply = await self.ask("POST", f"/v1/progress/{self.name}/completed-units", {"count": 1}, (200,))
        except Unknown:
            self.account.doubtful += 1
            raise
        self.acknowledged += 1
        self.ledger.acknowledge(self.account, self.acknowledged, reply.json)


class Batch(Reporter):
    """Adds numbered units to several progresses in one request."""

    PAUSE, WIDTH = 0.05, 8

    async def begin(self):
        self.accounts = [self.ledger.account(f"{self.name}-{n}") for n in range(self.WIDTH)]
        for each in self.accounts:
            await self.put(each)
        self.sequence = 0

    async def step(self):
        self.sequence += 1
        for each in self.accounts:
            each.sent += 1
        waiting = list(self.accounts)
        while waiting:
            lines = [{"method": "POST", "path": f"/v1/progress/{each.name}/completed-units",
                      "body": {"count": 1, "writer": "w", "sequence": self.sequence}} for each in waiting]
            text = "\n".join(map(self.load.encode, lines))
            reply, address = await self.caller.call("POST", "/v1/batch", text, {"content-type": "application/x-ndjson"},
                                                    again=True)
            self.load.answered("POST", "/v1/batch", reply, address)
            if reply.status != 200 or len(reply.lines) != len(waiting):
                self.ledger.expect(False, f"a batch of {len(waiting)} was answered {reply}")
                return
            for each, line in zip(list(waiting), reply.lines):
                if line["status"] == 200:
                    self.ledger.acknowledge(each, self.sequence, line["body"])
                    waiting.remove(each)
                else:
                    self.ledger.expect(line["status"] == 503, f"a line of a batch was answered {line}")


class Controller(Reporter):
    """Pauses and resumes its progress in turn, each call with its number as the reason, until it is acknowledged."""

    PAUSE = 0.2

    async def step(self):
        self.account.control_sent += 1
        number = self.account.control_sent
        verb = "pause" if number % 2 else "resume"
        reply = await self.ask("POST", f"/v1/progress/{self.name}/{verb}", {"reason": str(number)}, (200,), again=True)
        self.ledger.acknowledge(self.account, 0, reply.json, number)


def tree_of(name, maker):
    """The tree that a `Creator` creates: a root and two children, all with names."""
    children = [{"name": f"{name}-{part}", "pendingUnitCount": 1, "totalUnitCount": 5} for part in "ab"]
    return {"totalUnitCount": 2, "labels": {"made": maker}, "children": children}


class Creator(Reporter):
    """Creates trees: by name until they are acknowledged, and others without a name, which may be in doubt. It
    removes those that it made long ago."""

    PAUSE, KEPT = 0.1, 20

    async def begin(self):
        self.numbers, self.kept = itertools.count(), []
        self.made = self.doubtful = 0

    async def step(self):
        name = f"{self.name}-{self.next_number()}"
        reply = await self.ask("PUT", f"/v1/progress/{name}", tree_of(name, self.name), (200, 201), again=True)
        self.ledger.expect(reply.json["childCount"] == 2, f"{name} was created without its children: {reply}")
        self.kept.append(name)
        if len(self.kept) > self.KEPT:
            gone = self.kept.pop(0)
            await self.ask("DELETE", f"/v1/progress/{gone}", None, (204, 404), again=True)
        await self.create_without_name()

    def next_number(self):
        return next(self.numbers)

    async def create_without_name(self):
        try:
            await self.ask("POST", "/v1/progress", {"labels": {"nameless": self.name}}, (201,))
            self.made += 1
        except Unknown:
            self.doubtful += 1
            raise

    async def settle(self, caller, where):
        """All acknowledged trees have to be there, and some of those in doubt."""
        for name in self.kept:
            reply, _ = await caller.call("GET", f"/v1/progress/{name}/tree")
            self.ledger.expect(reply.status == 200 and len(reply.json["children"]) == 2, f"{where}: {name} is {reply}")
        count = len(await self.load.list_all(caller, f"nameless:{self.name}"))
        self.ledger.expect(self.made <= count <= self.made + self.doubtful,
                           f"{where}: {count} of {self.name} without a name; {self.made} were acknowledged, "
                           f"{self.doubtful} are in doubt")


class Family(Reporter):
    """Attaches one root to another, finishes it, and removes both. After each answer every replica shows the change."""

    PAUSE = 0.15

    async def begin(self):
        self.numbers = itertools.count()

    async def step(self):
        parent, child = (f"{self.name}-{kind}-{next(self.numbers)}" for kind in ("parent", "child"))
        await self.ask("PUT", f"/v1/progress/{parent}", {"totalUnitCount": 10}, (200, 201), again=True)
        reply = await self.ask("PUT", f"/v1/progress/{child}", {"totalUnitCount": 5}, (200, 201), again=True)
        await self.everywhere(child, 200, parentID=None)
        # Repeated after it was carried out, it is answered 409.
        await self.ask("POST", f"/v1/progress/{parent}/children", {"childID": reply.json["id"], "pendingUnitCount": 10},
                       (200, 409), again=True)
        await self.everywhere(child, 200, depth=1)
        await self.ask("POST", f"/v1/progress/{child}/completed-units", {"count": 5, "writer": "w", "sequence": 1}, (200,),
                       again=True)
        await self.everywhere(parent, 200, childCount=1, isFinished=True, completedUnitCount=10)
        await self.ask("DELETE", f"/v1/progress/{parent}", None, (204, 404), again=True)
        await self.everywhere(child, 404)

    async def everywhere(self, name, status, **members):
        for address in self.load.addresses:
            try:
                reply = await self.caller.once(address, "GET", f"/v1/progress/{name}")
            except (OSError, NoReply):
                continue
            if address[0] in self.load.may_be_stale or problem(reply) in PASSING:
                continue
            shown = {member: reply.json.get(member) for member in members}
            self.ledger.expect((reply.status, shown) == (status, members),
                               f"{name} at {address[0]} is {reply.status} {shown}, not {status} {members}")


class Child(Numbered):
    """Counts below a parent, whose fraction follows at every replica."""

    async def begin(self):
        self.account = self.ledger.account(self.name)
        self.sequence = 0
        self.parent = f"parent-of-{self.name}"
        child = {"name": self.name, "pendingUnitCount": 10, "totalUnitCount": 10**6}
        body = {"totalUnitCount": 10, "labels": {"family": "1"}, "children": [child]}
        await self.ask("PUT", f"/v1/progress/{self.parent}", body, (200, 201), again=True)
