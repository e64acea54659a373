"""Short courses of events that readers found hard, each before readers of every kind."""

import asyncio

from .audience import audience
from .target import Target

#: More than the socket of a reader that does not read takes.
FILLING = {"filling": "." * 3_000}


async def vanishing_root(world):
    """A root vanishes as it finishes."""
    audience(world, [])
    await world.connected()
    await world.send(world.reporter.create({"name": "g", "totalUnitCount": 2, "removeWhenFinished": True}))
    await world.settle()
    audience(world, ["g"])
    await world.connected()
    await world.send(world.reporter.count("g", 2))


async def joining_with_a_change_above(world):
    """A child joins, and its parent moves by it; then another joins finished, and finishes the parent."""
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


async def fall_behind(world, readers, names):
    """They stop reading while more is said of `names` than a socket takes."""
    for reader in readers:
        reader.stall()
    for n in range(8):
        await world.send(*(world.reporter.patch(name, userInfo={**FILLING, "n": n}) for name in names), is_batch=True)
        await asyncio.sleep(0.03)


async def joining_what_goes(world):
    """Behind, or away: a known root joins a new tree, which is deleted before the reader has heard of it."""
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
        reader.go_on()
        reader.stall()
    await world.connected()
    await asyncio.sleep(0.1)
    await world.send(r.delete("x"))


async def changing_what_joins(world):
    """A tree joins; what is below it is paused at once, then it goes or is deselected."""
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


async def finishing_above_what_works(world):
    """A tree's top is said to be finished; below it work goes on, and finishes later."""
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


async def relabelling_and_joining(world):
    """In one batch a root changes its label and its file, changes them back, and joins a parent."""
    r = world.reporter
    file = {"fileURL": "file:///d/one", "labels": {"g": "a"}}
    await world.send(r.create({"name": "p", "totalUnitCount": 9}), r.create({"name": "c", "totalUnitCount": 9, **file}),
                     r.create({"name": "e", "totalUnitCount": 9, **file}))
    await world.fetch()
    audience(world, ["p", "c"])
    await world.connected()
    for name in ("c", "e"):
        await world.send(r.patch(name, labels={"g": "b"}, fileURL="file:///e/one"), r.patch(name, **file),
                         r.attach(name, "p"), is_batch=True)
        await world.settle()


async def pausing_past_the_finished(world):
    """Control reaches what is worth nothing below what has finished."""
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


async def vanishing_with_all_below(world):
    """The last count of a leaf makes its whole tree vanish; several of it are watched by id."""
    r = world.reporter
    for n in range(2):
        top, middle, leaf = (f"{stem}{n}" for stem in ("top", "middle", "leaf"))
        await world.send(r.create({"name": top, "totalUnitCount": 1, "removeWhenFinished": True, "children": [
            {"name": middle, "pendingUnitCount": 1, "totalUnitCount": 1, "children": [
                {"name": leaf, "pendingUnitCount": 1, "totalUnitCount": 2}]}]}))
        await world.fetch()
        audience(world, [top, leaf])
        audience(world, [leaf, middle, top])
        await world.connected()
        await world.settle()
        await world.send(r.count(leaf), r.count(leaf), is_batch=n == 1)
        await world.settle()


async def vanishing_before_it_is_told(world):
    """What joined vanishes before its readers have heard of it."""
    r = world.reporter
    await world.send(r.create({"name": "p", "totalUnitCount": 99, "labels": {"g": "a"}}))
    await world.fetch()
    audience(world, ["p"])
    await world.connected()
    await world.settle()
    for n in range(4):
        child = {"name": f"v{n}", "totalUnitCount": 2, "removeWhenFinished": True}
        await world.send(r.create(child, "p"), r.count(child["name"], 2), is_batch=n % 2 == 0)
        await world.send(r.create({"name": f"u{n}", "totalUnitCount": 9, "children": [
            {"name": f"x{n}", "pendingUnitCount": 1, "totalUnitCount": 1, "completedUnitCount": 1,
             "removeWhenFinished": True}]}, "p"))
        await world.send(r.create({"name": f"y{n}", "totalUnitCount": 1, "completedUnitCount": 1,
                                   "removeWhenFinished": True}, "p"))
        await world.settle()


async def removing_several_at_once(world):
    """Several roots and children go in one batch."""
    r = world.reporter
    await world.send(*(r.create({"name": f"g{n}", "totalUnitCount": 9, "labels": {"g": "a"}, "children": [
        {"name": f"h{n}", "pendingUnitCount": 1, "totalUnitCount": 9}]}) for n in range(6)))
    await world.fetch()
    audience(world, ["g0", "h1", "g2"])
    await world.connected()
    await world.settle()
    await world.send(r.delete("g0"), r.delete("h1"), r.delete("g2"), r.patch("g1", labels={"g": "b"}),
                     r.attach("g3", "g1"), is_batch=True)
    await world.settle()
    await world.send(r.delete("g4"), r.delete("g1"), r.delete("g5"), is_batch=True)


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


async def vanishing_with_moments_untold(world):
    """In one batch a root is paused and finished, and vanishes by that."""
    r = world.reporter
    for n in range(2):
        root, child = {"name": f"v{n}", "removeWhenFinished": True}, {"name": f"c{n}", "totalUnitCount": 2}
        await world.send(r.create({**root, "totalUnitCount": 2, "labels": {"g": "a"}}))
        await world.send(r.create({**child, "removeWhenFinished": True}, root["name"]))
        await world.fetch()
        audience(world, [root["name"]])
        await world.connected()
        await world.settle()
        last = root["name"] if n else child["name"]
        await world.send(r.control(last, "pause"), r.count(last, 2), is_batch=True)
        await world.settle()


async def joining_with_moments_untold(world):
    """In one batch a child finishes, goes back to work, and its tree joins; or joins first."""
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


async def joining_what_was_stopped(world):
    """Roots join parents that are cancelled, paused or failed, and take that over."""
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


async def keeping_nothing(world):
    """Writes that leave nothing behind are answered like any other."""
    r = world.reporter
    audience(world, [])
    await world.connected()
    spent = {"totalUnitCount": 1, "completedUnitCount": 1, "removeWhenFinished": True}
    await world.send(r.create({"name": "a", "totalUnitCount": 2}), r.delete("a"), is_batch=True)
    await world.send(r.create({"name": "b", **spent}))
    await world.send(r.put({"name": "c", **spent}))


async def coming_back_after_a_kill(world):
    """What was removed before a kill -9 is no more in any copy, and versions go on."""
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


SCENARIOS = {each.__name__: each for each in (
    vanishing_root, joining_with_a_change_above, joining_with_counts_owed, flapping_label, joining_what_goes,
    changing_what_joins, finishing_above_what_works, relabelling_and_joining, pausing_past_the_finished,
    summaries_from_the_middle, vanishing_with_all_below, vanishing_before_it_is_told, removing_several_at_once,
    joining_what_leaves, joining_what_was_stopped, vanishing_with_moments_untold, joining_with_moments_untold,
    keeping_nothing, coming_back_after_a_kill,
)}
#: Those that look different where nobody reads whole trees.
LONELY = ("joining_with_a_change_above", "vanishing_with_all_below", "vanishing_before_it_is_told")
#: Those that need `--durability commit`.
COMMITTED = {"keeping_nothing", "coming_back_after_a_kill"}
