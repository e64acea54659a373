"""Progresses vanish, are removed, or leave a selection."""

from ..audience import audience
from ..target import Target


async def vanishing_root(world):
    """A root vanishes as it finishes."""
    audience(world, [])
    await world.connected()
    await world.send(world.reporter.create({"name": "g", "totalUnitCount": 2, "removeWhenFinished": True}))
    await world.settle()
    audience(world, ["g"])
    await world.connected()
    await world.send(world.reporter.count("g", 2))


async def vanishing_with_all_below(world):
    """The last count of a leaf makes its whole tree vanish; readers watch several of its nodes by id."""
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
    """Children vanish before readers have heard of them."""
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


async def vanishing_with_moments_untold(world):
    """In one batch a node is paused and finished, and vanishes."""
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


async def removing_several_at_once(world):
    """One batch deletes several roots and children."""
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


async def renaming_what_is_shown(world):
    """Roots are renamed into and out of selections by name: at rest, back in one batch, and as they join a parent."""
    r = world.reporter
    await world.send(r.create({"name": "p", "totalUnitCount": 9}),
                     *(r.create({"name": f"n{n}", "totalUnitCount": 9, "labels": {"g": "a"}, "children": [
                         {"name": f"c{n}", "pendingUnitCount": 1, "totalUnitCount": 9}]}) for n in range(3)))
    await world.fetch()
    targets = [Target(names=[name], labels=labels, descendants=below, max_rate=rate)
               for name in ("n*", "m*", "n0") for labels in ([], ["!g:b"]) for below in (False, True)
               for rate in (None, 3)]
    readers = [world.open(target) for target in targets]
    await world.connected()
    await world.settle()
    await world.send(r.patch("n0", name="m0", completedUnitCount=1))
    await world.settle()
    await world.check_promises(readers, 80)
    await world.send(r.patch("m0", name="n0"), r.patch("n0", labels={"g": "b"}), r.patch("n0", name="x0"),
                     r.count("c0"), is_batch=True)
    await world.send(r.patch("n1", name="m1"), r.patch("m1", name="n1"), r.attach("n1", "p"), is_batch=True)
    await world.send(r.patch("n2", name="m2"), r.attach("m2", "x0"), r.patch("x0", name="m3"), is_batch=True)
    await world.settle()
    await world.send(r.patch("m3", name="n3", labels={"g": "a"}), r.delete("c0"))
