"""Events to many readers of one progress: compared with nginx and nchan, with code that teams would write by hand, and
with the least that a server can do.

A wave is one post; the next begins when the last reader has its event. The service sends at every turn of its loop
(--stream-rate 0), so that no wave is merged with another and both sides deliver every one of them to every reader.
Each round starts all programs again: the ratio of two programs depends on where their memory happens to lie.
"""

from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from harness import peers, service
from harness.figures import Figure, calmness, quotient
from harness.plan import Plan
from harness.programs import Server
from harness.quiet import undisturbed
from harness.readers import MARKER, Readers, Waves, most_streams
from suites.requests import CLIENTS_CORE, SERVERS_CORE
from support.process import free_port

COUNTS = [1_000, 10_000]
#: With more readers than this, hand-written peers take seconds for a wave.
MOST_BY_HAND = 1_000
BY_HAND = {"hummingbird": "Hummingbird", "fastapi": "FastAPI, Redis and sse-starlette"}


@dataclass
class Contender:
    name: str
    #: The server whose CPU time counts.
    server: object
    readers: Readers


def measure(plan: Plan) -> list[Figure]:
    found = []
    for count in map(most_streams, COUNTS):
        results: dict[str, list[Waves]] = {}
        for number in range(plan.rounds):
            plan.say(f"deliveries to {count:,}: round {number + 1} of {plan.rounds}")
            with ExitStack() as stack:
                contenders = open_all(stack, plan, count)
                for contender in contenders:
                    contender.readers.waves(contender.server, 1)
                for contender in plan.in_turns(number, contenders):
                    plan.patience.wait()
                    waves = contender.readers.waves(contender.server, plan.seconds)
                    results.setdefault(contender.name, []).append(waves)
        found += figures(count, results)
    return found


def open_all(stack: ExitStack, plan: Plan, count: int) -> list[Contender]:
    """Opens all servers on one core, all readers on the other; one side at a time has something to do."""
    ours = service.start(stack, plan.service, SERVERS_CORE, "--stream-rate", "0", *service.STREAMS)
    size = service.event_size(ours)
    names = plan.peers if count <= MOST_BY_HAND else plan.peers & {"nchan"}
    sides = {"service": ours, "bare": bare(stack, plan, size)} | {name: peers.ALL[name](stack, SERVERS_CORE) for name in sorted(names)}
    contenders = []
    for name, server in sides.items():
        options = ["--publish", server.updates]
        if name == "nchan":
            # Readers get the posted body, so it is as long as the service's event.
            options += ["--first", "head", "--body", body(size)]
        readers = stack.enter_context(Readers(plan.reader, server.port, CLIENTS_CORE, server.events, *options))
        readers.open(count)
        contenders.append(Contender(name, server, readers))
    return contenders


def bare(stack: ExitStack, plan: Plan, size: int) -> peers.Peer:
    """The least that a server can do: one send a delivery, of bytes made once."""
    port = free_port()
    server = stack.enter_context(Server([str(plan.bare_push), str(port), str(size)], port, SERVERS_CORE))
    return peers.Peer([server], "/events", "/updates")


def body(size: int) -> str:
    head, number, tail = "{" + MARKER, "1000000000", ',"padding":"'
    padding = "x" * (size - len(head) - len(number) - len(tail) - 2)
    return head + "{}" + tail + padding + '"}'


def figures(count: int, results: dict[str, list[Waves]]) -> list[Figure]:
    def middle(name: str, what: str) -> float:
        return median(getattr(waves, what) for waves, in undisturbed([(one,) for one in results[name]]))

    def against(what: str, field: str, unit, peer: str = "nchan", **targets) -> Figure:
        if peer not in results:
            return Figure(what, unit(middle("service", field)))
        pairs = undisturbed(list(zip(results["service"], results[peer])))
        ratio = median(quotient(getattr(ours, field), getattr(theirs, field)) for ours, theirs in pairs)
        return Figure(what, unit(middle("service", field)), unit(middle(peer, field)), ratio, **targets)

    def share(name: str) -> str:
        return f"{middle(name, 'reader_share'):.0%}" if name in results else ""

    def lost(name: str) -> int:
        return sum(waves.errors for waves in results.get(name, []))

    return [
        against(f"deliveries/s, {count:,} subscribers, against one bare send each, in C", "deliveries_per_second", rate,
                "bare", target=(">=", 0.9), lenient=(">=", 0.5)),
        against("… server's CPU for a delivery", "cpu_microseconds", cost, "bare"),
        against("… deliveries/s against nchan", "deliveries_per_second", rate, lenient=(">=", 0.7)),
        against("… server's CPU for a delivery", "cpu_microseconds", cost, lenient=("<=", 1.5)),
        against("… publish to last delivery, median", "p50_microseconds", delay, lenient=("<=", 1.5)),
        against("… publish to last delivery, p99", "p99_microseconds", delay),
        *(against(f"… against {shown}", "deliveries_per_second", rate, name)
          for name, shown in BY_HAND.items() if name in results),
        Figure("… share of its core that the reading program used", share("service"), share("nchan")),
        Figure("… waves that did not reach all, and posts that failed", f"{lost('service')}", f"{lost('nchan')}",
               value=lost("service"), target=("<=", 0), lenient=("<=", 0)),
        calmness(results),
    ]


def rate(value: float) -> str:
    return f"{value:,.0f}/s"


def cost(value: float) -> str:
    return f"{value:.2f} µs"


def delay(value: float) -> str:
    return f"{value / 1e3:.1f} ms"
