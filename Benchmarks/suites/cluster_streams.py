"""Streams of a replica that is not the writer: they should be as fast as the writer's, cost it nothing, and lag little.

The replica whose streams are measured is on the servers' core, and so is the writer; readers, wrk and PostgreSQL are on
the other.
"""

import asyncio
import time
from contextlib import ExitStack
from statistics import median

from harness import service
from harness.cluster import Cluster, DatabaseLoad
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.readers import Readers, Waves, most_streams
from support.connection import Connection
from support.events import EventParser
from support.postgres import Pair

SERVERS_CORE, CLIENTS_CORE = 0, 1
STREAMS = 10_000
#: The number of writes, each of which is awaited at the edge.
WRITES = 500


def measure(plan: Plan) -> list[Figure]:
    with ExitStack() as stack:
        database = Pair(has_standby=False, wrapper=("taskset", "-c", str(CLIENTS_CORE)))
        stack.callback(database.close)
        return deliveries(plan, database) + elsewhere(plan, database) + delays(plan, database)


def open_cluster(stack: ExitStack, plan: Plan, database: Pair, *options: str) -> tuple[Cluster, str]:
    cluster = stack.enter_context(Cluster(plan.service, database, SERVERS_CORE, options=(*options, *service.STREAMS)))
    path = service.create(cluster.writer)
    cluster.wait_for_edges(path)
    return cluster, path


def deliveries(plan: Plan, database: Pair) -> list[Figure]:
    """Equal waves, posted to the writer, for readers at the writer and at an edge."""
    count = most_streams(STREAMS)
    found: dict[str, list[Waves]] = {"writer": [], "edge": []}
    for number in range(plan.rounds):
        plan.say(f"deliveries at an edge: round {number + 1} of {plan.rounds}")
        for place in plan.in_turns(number, list(found)):
            # Each round has its own cluster: the other side's streams would get every wave, too.
            with ExitStack() as stack:
                cluster, path = open_cluster(stack, plan, database, "--stream-rate", "0")
                replica = getattr(cluster, place)
                readers = stack.enter_context(Readers(
                    plan.reader, replica.port, CLIENTS_CORE, f"{path}/events", "--publish", f"{path}/completed-units",
                    "--publisher", f"127.0.0.1:{cluster.writer.port}"))
                readers.open(count)
                plan.patience.wait()
                found[place].append(readers.waves(cluster, plan.seconds))
    at_edge, at_writer = (median(one.deliveries_per_second for one in found[place]) for place in ("edge", "writer"))
    ratio = median(quotient(a.deliveries_per_second, b.deliveries_per_second)
                   for a, b in zip(found["edge"], found["writer"]))
    errors = sum(one.errors for each in found.values() for one in each)
    return [
        Figure(f"deliveries/s to {count:,} streams at an edge (theirs: at the writer)", f"{at_edge:,.0f}/s",
               f"{at_writer:,.0f}/s", ratio, target=(">=", 0.95), lenient=(">=", 0.5)),
        Figure("… waves that did not reach all, and posts that failed", f"{errors}", value=errors,
               target=("<=", 0), lenient=("<=", 0)),
        calmness(found),
    ]


def elsewhere(plan: Plan, database: Pair) -> list[Figure]:
    """Updates at the writer while an edge holds streams of another progress, and without any stream."""
    count = most_streams(STREAMS)
    loads: dict[str, list[Load]] = {}
    with ExitStack() as stack:
        cases = {name: open_cluster(stack, plan, database) for name in ("none", "streams")}
        cluster, _ = cases["streams"]
        other = service.create(cluster.writer)
        cluster.wait_for_edges(other)
        reader = stack.enter_context(Readers(plan.reader, cluster.edge.port, CLIENTS_CORE, f"{other}/events"))
        reader.open(count)
        for one, _ in cases.values():
            one.edge.move(CLIENTS_CORE)
        for number in range(plan.rounds):
            plan.say(f"updates with streams elsewhere: round {number + 1} of {plan.rounds}")
            for name in plan.in_turns(number, list(cases)):
                one, path = cases[name]
                plan.patience.wait()
                bystanders = [reader, DatabaseLoad(database)]
                bystanders += [each for side, _ in cases.values() for each in side.replicas if each is not one.writer]
                loads.setdefault(name, []).append(
                    post(one.writer, f"{path}/completed-units", 64, plan.seconds, CLIENTS_CORE, bystanders=bystanders))
    ours, theirs = (median(load.requests_per_second for load in loads[name]) for name in ("streams", "none"))
    ratio = median(quotient(a.requests_per_second, b.requests_per_second)
                   for a, b in zip(loads["streams"], loads["none"]))
    cost, without = (median(load.cpu_microseconds for load in loads[name]) for name in ("streams", "none"))
    return [
        Figure(f"updates/s at the writer, {count:,} streams at an edge (theirs: no streams)", f"{ours:,.0f}/s",
               f"{theirs:,.0f}/s", ratio, target=(">=", 0.95), lenient=(">=", 0.5)),
        Figure("… writer's CPU for an update", f"{cost:.1f} µs", f"{without:.1f} µs", quotient(cost, without)),
        calmness(loads),
    ]


def delays(plan: Plan, database: Pair) -> list[Figure]:
    """The time from the writer's reply to the event at an edge, without a pace; earlier events count as 0."""
    with ExitStack() as stack:
        cluster, path = open_cluster(stack, plan, database, "--stream-rate", "0")
        plan.patience.wait()
        seconds = asyncio.run(watch_writes(cluster, path, WRITES // 10 if plan.is_quick else WRITES))
    p50, p99 = (sorted(seconds)[int(len(seconds) * share)] * 1e3 for share in (0.5, 0.99))
    return [Figure("write answered → event at an edge, p99 (p50)", f"{p99:.1f} ms ({p50:.1f} ms)", value=p99,
                   target=("<=", 10), unit=" ms", lenient=("<=", 200))]


async def watch_writes(cluster: Cluster, path: str, count: int) -> list[float]:
    """The delays of writes, one after another, in seconds."""
    writer = await Connection.open(cluster.writer.port)
    edge, parser = await Connection.open(cluster.edge.port), EventParser()
    await edge.ask("GET", f"{path}/events")
    await edge.head()
    arrived: dict[int, float] = {}
    news = asyncio.Event()

    async def read():
        async for piece in edge.chunks():
            now = time.monotonic()
            for event in parser.feed(piece):
                arrived[event.data.get("completedUnitCount", 0)] = now
            news.set()

    reading = asyncio.create_task(read())
    found = []
    for _ in range(count):
        reply = await writer.call("POST", f"{path}/completed-units", {"count": 1})
        answered, number = time.monotonic(), reply.json["completedUnitCount"]
        while number not in arrived:
            news.clear()
            async with asyncio.timeout(30):
                await news.wait()
        found.append(max(0, arrived[number] - answered))
        await asyncio.sleep(0.002)
    reading.cancel()
    writer.close()
    edge.close()
    return found
