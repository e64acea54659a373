"""C15: hours of load with snapshots and trims, after which tables and memory have not grown."""

import contextlib
import json
import statistics
import time

from support import measure
from support.events import EventStream
from support.waiting import until

from ..replicas import PORT
from ..reporters import Batch, Child, Controller, Creator, Numbered, Plain, tree_of


class Recycler(Creator):
    """Keeps the size of everything constant: it leaves nothing behind, not even remembered runs."""

    NAMES = 2 * Creator.KEPT

    def next_number(self):
        return next(self.numbers) % self.NAMES

    async def create_without_name(self):
        pass


CROWD = {Numbered: 4, Plain: 2, Batch: 2, Controller: 2, Recycler: 1, Child: 2}


def soak(proof, seconds):
    """The tables stay below three times the living trees, and the replicas' memory in the last quarter of the time
    within 5 % of that in the second: a writer keeps its newest 16 MiB of entries. Memory goes up and down with
    snapshots, so medians of a quarter are compared."""
    with proof.world() as world:
        with watched(world.replicas):
            fill_departures(world.replicas.writer())
        world.begin(crowd=CROWD)
        end, memory, longest = time.monotonic() + seconds, [], 0
        while time.monotonic() < end:
            time.sleep(min(30, seconds / 20))
            world.settle("soak")
            memory.append([measure.resident_bytes(each.process.pid) for each in world.replicas])
            longest = max(longest, table_bytes(world))
            if len(proof.faults) > 20:
                break
        quarter = len(memory) // 4
        first, last = medians(memory[quarter:2 * quarter]), medians(memory[-quarter:])
        grown = max((later / earlier for later, earlier in zip(last, first)), default=1)
        proof.expect(grown <= 1.05, f"the memory of a replica has grown by {(grown - 1) * 100:.0f} %: {first} to {last} MiB")
        limit = 3 * max(LIVE_AT_LEAST, live_bytes(world))
        proof.expect(longest <= limit, f"the tables had {longest >> 20} MiB; {limit >> 20} MiB are allowed")
        return (f"{seconds} s, {world.load.counts['writes']:,} writes, tables at most {longest >> 20} MiB of "
                f"{limit >> 20}, memory × {grown:.3f}, {first} to {last} MiB")


def medians(samples):
    """The median of each replica, in MiB."""
    return [round(statistics.median(of_one) / (1 << 20), 1) for of_one in zip(*samples)]


@contextlib.contextmanager
def watched(replicas):
    """Keeps a stream open at each: without a stream a replica does not remember which names went over."""
    with contextlib.ExitStack() as streams:
        for each in replicas:
            stream = streams.enter_context(EventStream(PORT, "/v1/events?label=none:1", address=each.address))
            until(lambda: stream.event().name == "synced", "a stream that has begun")
        yield


#: The most records of removed trees, and of names that went over, for readers that reconnect; then half of them go.
DEPARTURES_KEPT = 32_768


def fill_departures(writer):
    """Every replica remembers as many removed trees as it ever will, and of each as much as of the load's. A tree that
    comes and goes within one group is in no log, so heirs would not hear of it: trees are created by one batch and
    removed by the next."""
    names = [f"removed-{number}" for number in range(Recycler.NAMES)]
    create = [{"method": "PUT", "path": f"/v1/progress/{name}", "body": tree_of(name, "removed")} for name in names]
    remove = [{"method": "DELETE", "path": f"/v1/progress/{name}"} for name in names]
    for _ in range(0, DEPARTURES_KEPT, len(names)):
        for lines in (create, remove):
            reply = writer.call("POST", "/v1/batch", "\n".join(map(json.dumps, lines)),
                                {"Content-Type": "application/x-ndjson"}, patience=120)
            assert reply.status == 200 and b'{"status":4' not in reply.body, reply


#: A log below this becomes no snapshot.
LIVE_AT_LEAST = 64 << 20


def table_bytes(world):
    return int(world.engine.primary.sql(
        "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'progressd_%'",
        database="progress"))


def live_bytes(world):
    return int(world.engine.primary.sql("SELECT coalesce(sum(length(bytes)), 0) FROM progressd_snapshot",
                                        database="progress"))
