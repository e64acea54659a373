"""C4, C5 and C9: the database's primary dies, and its standby is promoted."""

import contextlib
import threading
import time

from support.waiting import until

from ..replicas import Replicas

#: How long after the promotion writes are answered, in seconds. A primary that just vanishes is noticed when one of
#: its statements has had no answer for as long as the lease: an earlier promotion does not help.
LIMIT = 1
UNREAD = ("reads without a reply", "reads answered no-writer", "reads answered outcome-unknown")


def failover(proof, rounds):
    """A synchronous standby, promoted at once, after 5 s and after 30 s; every second time the primary vanishes without a
    word, as a machine does."""
    with proof.world(standby="sync", load={}) as world:
        engine, load, answers = world.engine, world.load, []
        terms = world.replicas.takeovers()
        for number in range(rounds):
            connects = sum(stream.connects for stream in load.streams)
            is_silent = number % 2 == 1
            if is_silent:
                for replica in world.replicas:
                    world.network.cut(engine.primary.host, replica.host)
            died = time.monotonic()
            with heirs_apart(world):
                engine.primary.crash()
                time.sleep((0, 5, 30)[number % 3])
                engine.promote()
                promoted = time.monotonic()
                answered = load.first_answer_after(promoted)
            answers.append(answered - promoted)
            since = max(promoted, died + Replicas.LEASE) if is_silent else promoted
            proof.expect(answered - since <= LIMIT, f"round {number}: {answers[-1]:.2f} s from the promotion to an answer")
            again = sum(stream.connects for stream in load.streams) - connects
            proof.expect(again == 0, f"round {number}: {again} streams ended")
            world.network.heal()
            engine.repair()
            world.settle(f"round {number}")
        proof.expect(world.replicas.takeovers() == terms, "the writer changed")
        unread = sum(load.counts[name] for name in UNREAD)
        proof.expect(unread == 0, f"{unread} reads were not answered")
        return (f"{rounds} promotions, answers after {', '.join(f'{each:.2f}' for each in answers)} s; "
                f"{load.counts['writes']:,} writes, {load.counts['reads']:,} reads, "
                f"{load.counts['outcomes unknown']} outcomes unknown")


@contextlib.contextmanager
def heirs_apart(world):
    """Once the database is away for longer than the writer's lease there is no writer, and a replica shows what it has:
    writes acknowledged in the moment before may be missing there. Until then its reads are the writer's."""
    others = {replica.address for replica in world.replicas.heirs()}
    timer = threading.Timer(Replicas.LEASE / 2, lambda: setattr(world.load, "may_be_stale", others))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        world.load.may_be_stale = set()


def asynchronous(proof, rounds):
    """A standby that lags when the primary dies. With the writer alive nothing is lost; without it the database's
    losses are lost, and the log says how much."""
    for number in range(rounds):
        lose(proof, is_writer_alive=True)
        lose(proof, is_writer_alive=False)
    return f"{rounds} times with the writer alive and {rounds} times without"


def lose(proof, is_writer_alive):
    with proof.world(standby="async", load={}) as world:
        engine, load = world.engine, world.load
        time.sleep(2)
        safe = {name: account.floor.units for name, account in load.ledger.accounts.items()}
        world.network.cut(engine.primary.host, engine.standby.host)
        time.sleep(2)
        if not is_writer_alive:
            load.rest()
            world.replicas.writer().kill()
        # Until the writer has appended the lost entries again, the other replicas show the database's.
        load.may_be_stale = {replica.address for replica in world.replicas}
        engine.primary.crash()
        engine.promote()
        world.network.heal()
        if is_writer_alive:
            load.first_answer_after(time.monotonic())
            load.rest()
            load.may_be_stale = set()
            return world.settle("the writer is alive")
        world.replicas.writer(60)
        world.take_faults("before the loss")
        check_loss(proof, world, safe)
        load.forget()


def check_loss(proof, world, safe):
    """Replicated writes are there; those acknowledged later may be gone."""
    writer = world.replicas.writer()
    for name, units in safe.items():
        reply = writer.call("GET", f"/v1/progress/{name}")
        account = world.load.ledger.accounts[name]
        shown = reply.json["completedUnitCount"] if reply.status == 200 else None
        proof.expect(shown is not None and units <= shown <= account.sent,
                     f"the writer died: {name} shows {shown}; {units} were replicated, {account.sent} sent")


def cut_short(proof, rounds):
    """A commit that waits for the standby is cut short: it is visible, and may vanish. It was not acknowledged, or is
    there after the promotion."""
    with proof.world(standby="sync", load={}) as world:
        engine, caught = world.engine, 0
        for number in range(rounds):
            engine.standby.pause()
            until(lambda: waiting(engine), "a commit that waits for the standby")
            verb = ("terminate", "cancel")[number % 2]
            for _ in range(3):
                for pid in waiting(engine):
                    engine.primary.sql(f"SELECT pg_{verb}_backend({pid})")
                    caught += 1
                time.sleep(0.4)
            engine.primary.crash()
            engine.standby.resume()
            engine.promote()
            world.load.first_answer_after(time.monotonic())
            engine.repair()
            world.settle(f"round {number}")
        return (f"{rounds} failovers with {caught} commits cut short; {world.load.counts['writes']:,} writes, "
                f"{world.load.counts['outcomes unknown']} outcomes unknown")


def waiting(engine):
    """The backends of the replicas that wait for the standby."""
    rows = engine.primary.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND usename = 'progress'")
    return [int(pid) for pid in rows.split()]
