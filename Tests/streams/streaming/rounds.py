"""A round: a scenario, or random requests while readers come, stall and are cut off."""

import asyncio

from .audience import any_target
from .choice import Choice
from .scenarios import SCENARIOS

READERS = 12
PROMISES = 48


async def play(world, name):
    """Plays a scenario, then reconnects after each event of each reader."""
    everybody = []
    opened = world.open

    def open(target, **options):
        everybody.append(opened(target, **options))
        return everybody[-1]

    world.open = open
    await SCENARIOS[name](world)
    await world.settle()
    await world.check_promises(everybody, 1_000)


class RandomRound:
    def __init__(self, world, is_killing):
        self.world, self.random, self.is_killing = world, world.random, is_killing
        self.choice = Choice(world.reporter, world.random, world.features.finishes)

    async def run(self):
        for _ in range(self.random.randint(2, 5)):
            while len(self.world.readers) < READERS and self.random.random() < 0.9:
                self.open()
            begin = list(self.world.readers)
            await self.random.choice((self.one_by_one, self.busy, self.busy, self.busy))()
            if self.random.random() < 0.2:
                await self.world.restart(self.is_killing and self.random.random() < 0.7)
            await self.world.settle()
            await self.world.check_promises(list({*begin, *self.world.readers}), PROMISES)
            for reader in [*self.world.readers]:
                reader.moments.clear()
                if self.random.random() < 0.15:
                    await self.world.drop(reader)

    def open(self):
        self.world.open(any_target(self.world, self.random), is_narrow=self.random.random() < 0.4)

    async def one_by_one(self):
        """Sends a request only when readers know everything of the one before."""
        await self.world.connected()
        before = await self.world.settle()
        for _ in range(self.random.randint(3, 8)):
            steady = [reader for reader in self.world.readers if reader.is_steady]
            for reader in steady:
                reader.told.clear()
            self.world.model.vanished.clear()
            await self.world.send(self.choice.next())
            after = await self.world.fetch()
            await self.world.settle({reader: self.expected(reader, before, after) for reader in steady})
            before = after

    def expected(self, reader, before, after):
        """The (event, id) pairs that a reader must be told between two moments if it keeps up."""
        old, new = before.nodes, after.views[reader.target.view]
        was, now = reader.target.selected(old), reader.target.selected(new)
        flags = "isCancelled", "isPaused", "failure"
        found = set()
        for id in was & now:
            has_finished = new[id]["isFinished"] and not old[id]["isFinished"]
            if has_finished or any(old[id][flag] != new[id][flag] for flag in flags):
                found.add(("state", id))
        for id in new:
            is_below = new[id]["parentID"] in was & now
            if is_below and (id not in old or old[id]["parentID"] != new[id]["parentID"]) and id in now | (
                    set() if reader.target.descendants else new.keys()):
                if id not in old or old[id]["parentID"] is None:
                    found.add(("child", id))
        # A `child` and the snapshots below it already show the flags that they took over.
        joined = {id for name, id in found if name == "child"}
        for id, node in new.items():
            if reader.target.descendants and node["parentID"] in joined:
                joined.add(id)
        found -= {("state", id) for id in joined}
        vanished = {id for id in was if self.world.names[id] in self.world.model.vanished}
        return found | {("state", id) for id in vanished if not old[id]["isFinished"]}

    async def busy(self):
        """Sends bursts and batches, and disturbs readers in between."""
        for _ in range(self.random.randint(5, 25)):
            self.disturb()
            count = self.random.choice((1, 1, 1, 2, 3, 6))
            requests = [self.choice.next() for _ in range(count)]
            await self.world.send(*requests, is_batch=self.random.random() < 0.4)
            await asyncio.sleep(self.random.choice((0, 0, 0.002, 0.01, 0.03, 0.12)))

    def disturb(self):
        random, readers = self.random, self.world.readers
        way = random.random()
        if way < 0.3 and len(readers) < READERS + 4:
            self.open()
        if not readers or way > 0.8:
            return
        reader = random.choice(readers)
        if way < 0.4:
            reader.stall()
        elif way < 0.55:
            reader.cut_after = random.randint(1, 12)
        elif not reader.may_connect.is_set():
            if reader.moments and random.random() < 0.4:
                reader.go_back(random.choice(reader.moments))
            reader.proceed()
        else:
            reader.proceed()
