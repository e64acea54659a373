"""Control, finishes and summaries, and writes that leave nothing to keep."""

import asyncio

from ..audience import audience
from ..target import Target


async def finishing_above_what_works(world):
    """The top of a tree finishes by its own counts; a child finishes later."""
    r = world.reporter
    await world.send(r.create({"name": "job", "totalUnitCount": 2, "labels": {"g": "a"}, "children": [
        {"name": "part", "pendingUnitCount": 1, "totalUnitCount": 10}]}))
    await world.fetch()
    audience(world, ["job"])
    await world.connected()
    await world.send(r.patch("job", completedUnitCount=2))
    await world.settle()
    await world.send(r.count("part"))
    await world.settle()
    await world.send(r.count("part", 9))


async def pausing_past_the_finished(world):
    """Control calls pass a finished node and reach a child that is worth nothing."""
    r = world.reporter
    await world.send(r.create({"name": "r", "totalUnitCount": 4, "labels": {"g": "a"}, "children": [
        {"name": "m", "pendingUnitCount": 2, "totalUnitCount": 2, "completedUnitCount": 2, "children": [
            {"name": "l", "pendingUnitCount": 0, "totalUnitCount": 5}]},
        {"name": "z", "pendingUnitCount": 0, "totalUnitCount": 5}]}))
    await world.fetch()
    readers = audience(world, ["r", "m"])
    await world.connected()
    await world.settle()
    for verb in ("pause", "resume"):
        await world.send(r.control("r", verb))
        await world.settle()
        await world.check_promises(readers, 100)
    await world.send(r.control("z", "pause"))
    await world.settle()
    await world.send(r.control("r", "cancel"))


async def summaries_from_the_middle(world):
    """Readers of summaries connect while a change is held back, and something changes below."""
    r, random = world.reporter, world.random
    await world.send(r.create({"name": "r", "totalUnitCount": 900, "labels": {"g": "a"}, "children": [
        {"name": "s", "pendingUnitCount": 0, "totalUnitCount": 900}]}))
    await world.fetch()
    id = world.ids["r"]
    targets = [Target(summary=True), Target([id], [id], summary=True, is_single=True),
               Target([id], [id], summary=True, descendants=True)]
    world.open(targets[0])
    await world.settle()
    for n in range(6):
        await world.send(r.count("r"))
        await asyncio.sleep(random.choice((0.01, 0.03)))
        await world.send(r.count("r"))
        readers = [world.open(target) for target in targets for _ in range(3)]
        await world.connected()
        await asyncio.sleep(random.choice((0, 0.01, 0.02)))
        await world.send(r.control("s", ("pause", "resume")[n % 2]))
        await world.settle()
        for reader in readers:
            if reader in world.readers:
                await world.drop(reader)


async def keeping_nothing(world):
    """Writes that leave nothing to keep are answered like any other."""
    r = world.reporter
    audience(world, [])
    await world.connected()
    spent = {"totalUnitCount": 1, "completedUnitCount": 1, "removeWhenFinished": True}
    await world.send(r.create({"name": "a", "totalUnitCount": 2}), r.delete("a"), is_batch=True)
    await world.send(r.create({"name": "b", **spent}))
    await world.send(r.put({"name": "c", **spent}))
