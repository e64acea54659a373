"""Changes that readers miss because they are behind or away."""

import asyncio

from ..audience import audience
from ..target import Target

#: More than fits into the socket of a reader that has stopped reading.
FILLING = {"filling": "." * 3_000}


async def flapping_label(world):
    """Readers that are behind miss a label that goes, comes and goes with its root."""
    r = world.reporter
    busy, quiet = [f"b{n}" for n in range(5)], [f"q{n}" for n in range(5)]
    await world.send(*(r.create({"name": name, "totalUnitCount": 9, "labels": {"g": "a"}}) for name in busy + quiet))
    readers = [world.open(Target(label="a", descendants=n % 2 == 1), is_narrow=True) for n in range(8)]
    await world.settle()
    await fall_behind(world, readers, busy)
    for name in quiet[:4]:
        await world.send(r.patch(name, labels={"g": "b"}), r.patch(name, labels={"g": "a"}), is_batch=True)
        await asyncio.sleep(0.01)
    await world.send(*(r.delete(name) for name in quiet[:3]))


async def joining_what_goes(world):
    """While readers are behind or away, a known root joins a new tree, which is deleted before they hear of it."""
    r = world.reporter
    busy, quiet = [f"b{n}" for n in range(5)], [f"q{n}" for n in range(5)]
    await world.send(*(r.create({"name": name, "totalUnitCount": 9, "labels": {"g": "a"}}) for name in busy + quiet))
    targets = [Target(descendants=True), Target(), Target(descendants=True, label="a"), Target(label="a")]
    stalled, away = ([world.open(target, is_narrow=True) for target in targets] for _ in range(2))
    await world.settle()
    for reader in away:
        reader.cut()
    await fall_behind(world, stalled, busy)
    await world.send(*(r.attach(name, busy[0]) for name in busy[1:]))
    await world.send(r.create({"name": "x", "totalUnitCount": 9, "labels": {"g": "a"}}), r.attach("q0", "x"),
                     r.attach("q1", "q0"), r.attach("q2", "q1"), is_batch=True)
    for reader in away:
        reader.proceed()
        reader.stall()
    await world.connected()
    await asyncio.sleep(0.1)
    await world.send(r.delete("x"))


async def fall_behind(world, readers, names):
    """The readers stop reading while `names` change more than fits into a socket."""
    for reader in readers:
        reader.stall()
    for n in range(8):
        await world.send(*(world.reporter.patch(name, userInfo={**FILLING, "n": n}) for name in names), is_batch=True)
        await asyncio.sleep(0.03)


async def coming_back_after_a_kill(world):
    """After a kill -9, copies drop what was removed before it, and versions keep growing."""
    r = world.reporter
    await world.send(r.create({"name": "p", "totalUnitCount": 9, "labels": {"g": "a"}, "children": [
        {"name": "c", "pendingUnitCount": 1, "totalUnitCount": 9}]}), r.create({"name": "q", "totalUnitCount": 9}))
    await world.fetch()
    readers = audience(world, ["p", "q"])
    await world.settle()
    for reader in readers[::2]:
        reader.cut()
    await world.send(r.count("c"), r.delete("q"), r.control("p", "pause"))
    await world.restart(is_killed=True)
    await world.send(r.count("c"))
    await world.settle()
    await world.send(r.create({"name": "d", "totalUnitCount": 9}, "p"))
    await world.restart(is_killed=False)
