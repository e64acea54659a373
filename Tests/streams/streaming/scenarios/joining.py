"""Roots join parents, children are created, and readers are owed something of them."""

import asyncio

from ..audience import audience
from ..target import Target


async def joining_with_a_change_above(world):
    """A child joins half done and moves its parent; another joins finished and finishes it."""
    r = world.reporter
    await world.send(r.create({"name": "p", "totalUnitCount": 4, "labels": {"g": "a"}}))
    await world.fetch()
    audience(world, ["p"])
    world.open(Target(["p"], [world.ids["p"]], is_single=True, max_rate=0.7))
    await world.connected()
    await world.send(r.count("p"))
    await world.settle()
    await world.send(r.create({"name": "c", "totalUnitCount": 2, "completedUnitCount": 1}, "p", 2))
    await asyncio.sleep(0.02)
    await world.check_promises(world.readers, 60)
    await world.settle()
    await world.send(r.create({"name": "d", "totalUnitCount": 2, "completedUnitCount": 2}, "p", 3))


async def joining_with_counts_owed(world):
    """A root joins a parent while readers are owed its counts; then it is deleted."""
    r = world.reporter
    await world.send(r.create({"name": "c", "totalUnitCount": 9, "labels": {"g": "a"}}),
                     r.create({"name": "p", "totalUnitCount": 9}))
    await world.fetch()
    audience(world, ["c"])
    await world.connected()
    await world.send(r.count("c"), r.count("c"))
    await asyncio.sleep(0.02)
    await world.send(r.count("c"), r.attach("c", "p"))
    await world.settle()
    await world.check_promises(world.readers, 80)
    await world.send(r.delete("c"))


async def changing_what_joins(world):
    """A tree joins, a node below it is paused at once, and then the tree is deleted or deselected."""
    r, random = world.reporter, world.random
    for n in range(4):
        w, t = f"w{n}", f"t{n}"
        await world.send(r.create({"name": w, "totalUnitCount": 9, "labels": {"g": "a"}}),
                         r.create(chain(t, 3)))
        await world.fetch()
        readers = audience(world, [w], descendants=(True,))
        await world.connected()
        await world.settle()
        await world.send(r.count(f"{t}-1"), r.count(t), r.count(f"{t}-2"))
        await asyncio.sleep(random.choice((0, 0.01)))
        await world.send(r.count(t), r.count(f"{t}-1"), r.attach(t, w), is_batch=True)
        await asyncio.sleep(random.choice((0, 0.005, 0.02)))
        await world.send(r.control(f"{t}-2", "pause"))
        await asyncio.sleep(random.choice((0.005, 0.02)))
        if n % 2:
            await world.send(r.delete(t))
        else:
            await world.send(r.patch(w, labels={"g": "b"}))
        await world.settle()
        await world.check_promises(readers, 60)
        for reader in readers:
            if reader in world.readers:
                await world.drop(reader)


def chain(name, length):
    """A root with a chain of progresses below it."""
    members = {"name": f"{name}-{length - 1}", "totalUnitCount": 9}
    for n in range(length - 2, -1, -1):
        members = {"name": f"{name}-{n}" if n else name, "totalUnitCount": 9,
                   "children": [{**members, "pendingUnitCount": 1}]}
    return members


async def relabelling_and_joining(world):
    """In one batch a root changes its label and its file, changes them back, and joins a parent."""
    r = world.reporter
    file = {"fileURL": "file:///d/one", "labels": {"g": "a"}}
    await world.send(r.create({"name": "p", "totalUnitCount": 9}), r.create({"name": "c", "totalUnitCount": 9, **file}),
                     r.create({"name": "e", "totalUnitCount": 9, **file}),
                     r.create({"name": "q", "totalUnitCount": 9, **file}))
    await world.fetch()
    audience(world, ["p", "c"])
    await world.connected()
    for name, parent in (("c", "p"), ("e", "q")):
        await world.send(r.patch(name, labels={"g": "b"}, fileURL="file:///e/one"), r.patch(name, **file),
                         r.attach(name, parent), is_batch=True)
        await world.settle()


async def joining_what_leaves(world):
    """A root gets a child and leaves the selection in one batch."""
    r = world.reporter
    await world.send(r.create({"name": "p", "totalUnitCount": 9}),
                     *(r.create({"name": f"l{n}", "totalUnitCount": 9, "labels": {"g": "a"}}) for n in range(2)))
    await world.fetch()
    audience(world, ["l0", "l1"])
    await world.connected()
    await world.settle()
    await world.send(r.create({"name": "c0", "totalUnitCount": 9}, "l0"), r.patch("l0", labels={"g": "b"}),
                     r.create({"name": "c1", "totalUnitCount": 9}, "l1"), r.attach("l1", "p"), is_batch=True)


async def joining_what_was_stopped(world):
    """Roots join parents that are cancelled, paused or failed."""
    r = world.reporter
    await world.send(*(r.create({"name": name, "totalUnitCount": 9}) for name in ("p", "q", "a", "b", "c", "d")),
                     r.create({"name": "below", "totalUnitCount": 9}, "b"), r.control("p", "cancel"),
                     r.control("q", "pause"))
    await world.fetch()
    readers = audience(world, ["a", "b", "below", "c"])
    await world.connected()
    await world.settle()
    for child, parent in (("a", "p"), ("c", "q"), ("b", "p")):
        await world.send(r.attach(child, parent))
        id = world.ids[child]
        await world.settle({reader: {("state", id)} for reader in readers
                            if id in reader.target.ids and not reader.target.descendants})
    await world.send(r.fail("q"))
    await world.send(r.attach("d", "q"))
    await world.send(r.create({"name": "t", "totalUnitCount": 2, "completedUnitCount": 2, "labels": {"g": "a"},
                               "children": [{"name": "x", "pendingUnitCount": 0, "totalUnitCount": 9}]}))
    await world.settle()
    await world.send(r.attach("t", "q"))


async def joining_with_moments_untold(world):
    """In one batch a child finishes and un-finishes, and its tree joins before or after that."""
    r = world.reporter
    await world.send(r.create({"name": "w", "totalUnitCount": 9, "labels": {"g": "a"}}),
                     *(r.create({"name": f"t{n}", "totalUnitCount": 9, "children": [
                         {"name": f"x{n}", "pendingUnitCount": 1, "totalUnitCount": 2}]}) for n in range(2)))
    await world.fetch()
    audience(world, ["w"])
    await world.connected()
    await world.settle()
    await world.send(r.count("x0", 2), r.patch("x0", completedUnitCount=0), r.attach("t0", "w"), is_batch=True)
    await world.settle()
    await world.send(r.attach("t1", "w"), r.count("x1", 2), r.patch("x1", completedUnitCount=0), is_batch=True)
