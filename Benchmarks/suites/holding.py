"""The cost of streams while nothing is sent: memory and CPU of idle ones, memory of stalled ones, and the time until
many that come back at once are served."""

import time
from contextlib import ExitStack
from statistics import median

from harness import peers, service
from harness.figures import Figure
from harness.plan import Plan
from harness.readers import Readers, most_streams
from suites.requests import CLIENTS_CORE, SERVERS_CORE
from support import measure as system

IDLE, STALLED, RECONNECTING = 10_000, 1_000, 1_000
#: The service's heartbeat interval: each stream gets one heartbeat in that time.
IDLE_SECONDS = 15
KIBIBYTE = 1024


def measure(plan: Plan) -> list[Figure]:
    count = most_streams(IDLE)
    plan.say("holding: idle streams")
    with ExitStack() as stack:
        ours = idle(stack, service.start(stack, plan.service, SERVERS_CORE, *service.STREAMS), plan, count)
    theirs = None
    if "nchan" in plan.peers:
        with ExitStack() as stack:
            theirs = idle(stack, peers.nchan(stack, SERVERS_CORE), plan, count, "--first", "head")
    found = idle_figures(count, ours, theirs)
    plan.say("holding: stalled streams")
    found += stalled(plan)
    plan.say("holding: reconnecting streams")
    return found + [reconnecting(plan)]


def idle_figures(count: int, ours: tuple[float, float], theirs: tuple[float, float] | None) -> list[Figure]:
    memory, cpu = ours
    return [
        Figure(f"memory of an idle stream, of {count:,}, against nchan", f"{memory / KIBIBYTE:.2f} KiB",
               f"{theirs[0] / KIBIBYTE:.2f} KiB" if theirs else "", memory / theirs[0] if theirs else None,
               target=("<=", 0.2), lenient=("<=", 0.5)),
        Figure(f"CPU with {count:,} idle streams, of a core; heartbeats every 15 s (nchan: none)", f"{cpu:.2%}",
               f"{theirs[1]:.2%}" if theirs else "", value=cpu * 100, unit=" %",
               target=("<=", 2), lenient=("<=", 5)),
    ]


def idle(stack: ExitStack, server, plan: Plan, count: int, *options: str) -> tuple[float, float]:
    """The bytes for a stream, and the share of a core that all of them need."""
    before = server.resident_bytes()
    readers = stack.enter_context(Readers(plan.reader, server.port, CLIENTS_CORE, server.events, *options))
    readers.open(count)
    time.sleep(2)
    growth = (server.resident_bytes() - before) / count
    start, cpu = time.monotonic(), server.cpu_seconds()
    if readers.tell(f"idle {IDLE_SECONDS}")["ended"]:
        raise SystemExit("idle streams ended")
    return growth, (server.cpu_seconds() - cpu) / (time.monotonic() - start)


def stalled(plan: Plan) -> list[Figure]:
    """Measures streams that read nothing, of a progress that changes 200 times a second, until buffers are full."""
    with ExitStack() as stack:
        ours = service.start(stack, plan.service, SERVERS_CORE, "--stream-rate", "0", *service.STREAMS)
        before = ours.resident_bytes()
        readers = stack.enter_context(Readers(
            plan.reader, ours.port, CLIENTS_CORE, ours.events, "--publish", ours.updates,
            "--stalled-receive-bytes", "8192"))
        readers.open(STALLED, "stall")
        readers.tell("rate 5 200")
        growth = (ours.resident_bytes() - before) / STALLED
        queues = system.queue_bytes(ours.port)
        full = [size for size in queues if size > 0]
        if len(full) < 0.95 * STALLED or readers.tell("stats")["stalled"] != STALLED:
            raise SystemExit(f"{len(full)} of {STALLED} stalled streams have anything to send")
    queue = median(full)
    return [
        Figure(f"memory of a stalled stream, of {STALLED:,}: process", f"{growth / KIBIBYTE:.2f} KiB",
               value=growth / KIBIBYTE, unit=" KiB", target=("<=", 16), lenient=("<=", 16)),
        Figure("… kernel, the queues of its socket", f"{queue / KIBIBYTE:.1f} KiB", value=queue / KIBIBYTE, unit=" KiB",
               target=("<=", 32), lenient=("<=", 32)),
    ]


def reconnecting(plan: Plan) -> Figure:
    with ExitStack() as stack:
        ours = service.start(stack, plan.service, SERVERS_CORE, *service.STREAMS)
        readers = stack.enter_context(Readers(plan.reader, ours.port, CLIENTS_CORE, ours.events))
        readers.open(RECONNECTING)
        found = readers.tell(f"reconnect {RECONNECTING}")
    served = found["open"] == RECONNECTING
    return Figure(f"{RECONNECTING:,} streams that reconnect at once: all have their snapshot after",
                  f"{found['seconds'] * 1e3:,.0f} ms" + ("" if served else f", {found['refused']:.0f} refused"),
                  value=found["seconds"] if served else float("inf"), unit=" s", target=("<=", 2), lenient=("<=", 5))
