"""An id promises that everything up to it was sent: a copy that resumes with it must end up equal to GET."""

import asyncio

from .reader import Reader

AT_ONCE = 24
#: Seconds within which a resumed reader must get what it is owed.
PATIENCE = 2.5
#: Broken promises after which the check stops: each costs seconds.
ENOUGH = 20


async def check_promises(world, moments, truth):
    """Resumes from each (reader, moment) with the copy of that moment. Call this only when everything is quiet."""
    distinct = {}
    for reader, moment in moments:
        content = frozenset((id, node["version"]) for id, node in moment.nodes.items())
        distinct[reader.target.path, moment.id, content] = reader, moment
    chosen, most = list(distinct.values()), len(world.complaints) + ENOUGH
    for begin in range(0, len(chosen), AT_ONCE):
        if len(world.complaints) < most:
            await _check(world, chosen[begin:begin + AT_ONCE], truth)


async def _check(world, chosen, truth):
    checks = [(Reader(reader.target, world, moment), reader, moment) for reader, moment in chosen]
    world.resume_count += len(checks)
    await world._until(lambda: all(_is_kept(world, check, truth) for check, _, _ in checks), PATIENCE)
    if not all(_is_kept(world, check, truth) for check, _, _ in checks):
        truth = await world.fetch([reader for _, reader, _ in checks])
        await world._until(lambda: all(_is_kept(world, check, truth) for check, _, _ in checks), PATIENCE)
    for check, reader, moment in checks:
        if not _is_kept(world, check, truth):
            difference = truth.difference(check) or "late: no reply, no `synced`, or `synced` too early"
            check.log = [*reader.log[-30:], f"-- and reconnects after {moment.text}", *check.log]
            world.complain(f"promise: after {moment.text}: {difference}", check)
    await asyncio.gather(*(check.close() for check, _, _ in checks))


def _is_kept(world, check, truth):
    """Whether the copy is right; if the service sends `synced`, it must have been right by then."""
    if not (check.has_ended or check.is_open):
        return False
    if world.features.says_synced and check.is_open:
        if check.synced is None:
            return False
        # A summary may lag a little at first.
        if not check.target.summary and truth.difference(check, check.synced):
            return False
    return truth.difference(check) is None
