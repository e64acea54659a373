"""C13: random histories of several clients at all replicas while faults happen, each checked for linearizability."""

import asyncio
import random
import time

from support.client import NoReply

from ..caller import Unknown
from ..history import History
from ..reporters import Controller, Creator, Family, Numbered, Reporter

#: Progresses that one episode has a history of, and the clients of each.
NODES, CLIENTS, SECONDS = 25, 3, 6
#: Other reporters, which control, create, attach and delete meanwhile, each with its own checks.
CROWD = {Numbered: 3, Controller: 2, Creator: 1, Family: 2}


class Client(Reporter):
    """One of several that write to and read one progress."""

    PAUSE = 0.03

    def __init__(self, load, number, episode):
        super().__init__(load, number)
        self.random = random.Random(f"{episode} {number}")
        self.name = f"history-{episode}-{number % NODES}"
        self.writer, self.sequence = f"w{number}", 0

    async def begin(self):
        self.history = self.load.histories.setdefault(self.name, History())
        await self.ask("PUT", f"/v1/progress/{self.name}", {"totalUnitCount": 10**9}, (200, 201), again=True)

    async def step(self):
        if self.random.random() < 0.4:
            return await self.read()
        self.sequence += 1
        began = time.monotonic()
        self.history.adds_begun.append(began)
        body = {"count": 1, "writer": self.writer, "sequence": self.sequence}
        try:
            reply = await self.ask("POST", f"/v1/progress/{self.name}/completed-units", body, (200,), again=True)
        except Unknown:
            self.history.in_doubt += 1
            raise
        self.history.add(began, time.monotonic(), reply.json["completedUnitCount"])

    async def read(self):
        address = self.random.choice(self.load.addresses)
        began = time.monotonic()
        try:
            async with asyncio.timeout(20):
                reply = await self.caller.once(address, "GET", f"/v1/progress/{self.name}")
        except (OSError, NoReply, TimeoutError):
            return
        if reply.status == 200 and address[0] not in self.load.may_be_stale:
            self.history.read(began, time.monotonic(), reply.json["completedUnitCount"])


def histories(proof, count):
    generator = random.Random(proof.options.seed)
    checked = operations = episode = 0
    with proof.world(load={"crowd": CROWD}) as world:
        while checked < count and len(proof.faults) < 20:
            world.load.histories = {}
            clients = [Client(world.load, number, episode) for number in range(NODES * CLIENTS)]
            tasks = world.load.begin_more(clients)
            fault = generator.choice((kill, pause, part, restart, nothing))
            time.sleep(generator.uniform(0.2, 1))
            fault(world, generator)
            time.sleep(SECONDS / 2)
            world.load.end_some(tasks, clients)
            for name, history in world.load.histories.items():
                reply = world.replicas.writer().call("GET", f"/v1/progress/{name}")
                proof.faults += [f"{fault.__name__}: {name}: {fault_found}" for fault_found in
                                 history.violations(reply.json["completedUnitCount"])]
                operations += history.size
                checked += 1
            world.settle(f"episode {episode}, {fault.__name__}")
            episode += 1
        return f"{checked} histories of {operations:,} operations in {episode} episodes, {len(proof.faults)} violations"


def kill(world, generator):
    writer = world.replicas.writer()
    writer.kill()
    time.sleep(generator.uniform(3, 4))
    writer.start()


def pause(world, generator):
    writer = world.replicas.writer()
    writer.pause()
    time.sleep(generator.uniform(0.5, 5))
    writer.resume()


def part(world, generator):
    replica = generator.choice(world.replicas.all)
    world.load.may_be_stale = {replica.address}
    world.network.cut(replica.host, world.engine.primary.host, generator.random() < 0.5)
    time.sleep(generator.uniform(0.5, 5))
    world.network.heal()
    time.sleep(3)
    world.load.may_be_stale = set()


def restart(world, generator):
    replica = generator.choice(world.replicas.all)
    replica.stop()
    replica.start()


def nothing(_world, _generator):
    time.sleep(1)
