"""The time for which a cluster accepts no writes when its writer is killed, and when it is told to stop."""

import asyncio
import itertools
import time
from contextlib import ExitStack
from statistics import median

from harness.cluster import LEASE, Cluster, fill
from harness.figures import Figure
from harness.plan import Plan
from suites.durability import create_many
from support.client import Client, NoReply
from support.connection import Connection
from support.postgres import Pair

SERVERS_CORE, CLIENTS_CORE = 0, 1
#: The numbers of nodes, and the seconds allowed beyond the lease.
SIZES = {10_000: 0.5, 1_000_000: 2.5}
TAKEOVERS = {10_000: 7, 1_000_000: 3}
RESTARTS, PER_SECOND, CONNECTIONS = 5, 500, 16


def measure(plan: Plan) -> list[Figure]:
    with ExitStack() as stack:
        database = Pair(has_standby=False, wrapper=("taskset", "-c", str(CLIENTS_CORE)))
        stack.callback(database.close)
        found = []
        for count, beyond in SIZES.items():
            if not (plan.is_quick and count > 10_000):
                found.append(takeovers(plan, database, count, beyond))
        return found + hand_overs(plan, database)


def takeovers(plan: Plan, database: Pair, count: int, beyond: float) -> Figure:
    """The time from `kill -9` of the writer to the first reply to a write at another replica."""
    seconds = []
    # A few more nodes, to write to.
    options = ("--max-nodes", str(count + 1_000))
    with Cluster(plan.service, database, SERVERS_CORE, options=options) as cluster:
        plan.say(f"takeovers: {count:,} progresses")
        create_many(cluster.writer, count)
        path = fill(cluster.writer, 1).replace("%d", "0")
        cluster.wait_for_edges(path)
        for number in range(1 if plan.is_quick else TAKEOVERS[count]):
            plan.patience.wait()
            writer, heir = cluster.writer, cluster.edge
            killed = writer.kill()
            cluster.drop(writer)
            write_until_answered(heir, path, number + 1)
            seconds.append(time.monotonic() - killed)
            cluster.new_writer()
            cluster.add()
            cluster.wait_for_edges(path)
    middle, worst = median(seconds), max(seconds)
    return Figure(f"`kill -9` of the writer, {count:,} progresses: until a write is answered, median (worst)",
                  f"{middle:.2f} s ({worst:.2f} s)", value=worst, target=("<=", LEASE + beyond), unit=" s",
                  lenient=("<=", LEASE + 10))


def write_until_answered(replica, path: str, sequence: int) -> None:
    body = {"count": 1, "writer": "w", "sequence": sequence}
    for _ in itertools.repeat(None, 600):
        try:
            with Client(replica.port, timeout=60) as client:
                if client.call("POST", f"{path}/completed-units", body).status == 200:
                    return
        except NoReply:
            pass
        time.sleep(0.02)
    raise SystemExit("no replica took the office over")


def hand_overs(plan: Plan, database: Pair) -> list[Figure]:
    """Sends SIGTERM to the writer while clients write at a steady rate through the other replica."""
    gaps, slowest, errors, count = [], [], 0, 0
    with Cluster(plan.service, database, SERVERS_CORE) as cluster:
        path = fill(cluster.writer, CONNECTIONS)
        cluster.wait_for_edges(path.replace("%d", str(CONNECTIONS - 1)))
        for number in range(1 if plan.is_quick else RESTARTS):
            plan.say(f"hand-overs: {number + 1}")
            plan.patience.wait()
            answers, failed = asyncio.run(stop_under_load(cluster, path))
            after = [end for begin, end in answers if end > 0]
            gaps.append(max(later - early for early, later in zip([0, *sorted(after)], sorted(after))))
            slowest.append(max(end - begin for begin, end in answers))
            errors, count = errors + failed, count + len(answers) + failed
            stopped = cluster.writer
            stopped.stop()
            cluster.drop(stopped)
            cluster.new_writer()
            cluster.add()
            cluster.wait_for_edges(path.replace("%d", "0"))
    return [
        Figure(f"SIGTERM to the writer, {PER_SECOND} writes/s at another replica: longest time without a reply, "
               "median (worst)", f"{median(gaps) * 1e3:.0f} ms ({max(gaps) * 1e3:.0f} ms)", value=max(gaps) * 1e3,
               target=("<=", 300), unit=" ms", lenient=("<=", 3_000)),
        Figure("… slowest write, median (worst)", f"{median(slowest) * 1e3:.0f} ms ({max(slowest) * 1e3:.0f} ms)"),
        Figure(f"… writes that failed, of {count:,}", f"{errors}", value=errors, target=("<=", 0), lenient=("<=", 0)),
    ]


async def stop_under_load(cluster: Cluster, path: str) -> tuple[list[tuple[float, float]], int]:
    """The times at which each write began and was answered, in seconds since SIGTERM; and the number that failed."""
    answers, failed = [], 0
    is_over, stopped = asyncio.Event(), time.monotonic() + 1

    async def write(number: int) -> None:
        nonlocal failed
        connection = await Connection.open(cluster.edge.port)
        due = time.monotonic() + number / PER_SECOND
        while not is_over.is_set():
            await asyncio.sleep(max(0, due - time.monotonic()))
            begin = time.monotonic()
            due = max(due + CONNECTIONS / PER_SECOND, begin)
            try:
                reply = await connection.call("POST", f"{path.replace('%d', str(number))}/completed-units", {"count": 1})
                failed += reply.status != 200
                if reply.status == 200:
                    answers.append((begin - stopped, time.monotonic() - stopped))
            except NoReply:
                failed += 1
                connection = await Connection.open(cluster.edge.port)
        connection.close()

    writers = [asyncio.create_task(write(number)) for number in range(CONNECTIONS)]
    await asyncio.sleep(max(0, stopped - time.monotonic()))
    stopped = time.monotonic()
    cluster.writer.process.terminate()
    while cluster.writer.is_running:
        await asyncio.sleep(0.01)
    await asyncio.sleep(1)
    is_over.set()
    await asyncio.gather(*writers)
    return answers, failed
