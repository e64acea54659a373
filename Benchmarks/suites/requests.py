"""POST completed-units: compared with the bare server, without a body in the reply, with many clients, and compared
with code that teams would write by hand."""

from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from harness import peers, service
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.programs import Server
from harness.quiet import undisturbed
from support.process import free_port

SERVERS_CORE, CLIENTS_CORE = 0, 1
#: The smallest pool that fits usual heads, which is the fastest, and the service's; and the library's own default.
POOL_BYTES, DEFAULT_POOL_BYTES = 8 * 1024, 32 * 1024
#: A peer does comparable work if its reply is as long as the service's, within this share.
LENGTH_TOLERANCE = 0.05
BY_HAND = {"hummingbird": "Hummingbird, an actor and Codable", "fastapi": "FastAPI and Redis"}


@dataclass
class Case:
    name: str
    #: The server whose CPU time counts.
    server: object
    path: str
    clients: int = 64
    prefer: str = ""
    clients_core: int | None = CLIENTS_CORE

    def load(self, seconds: int) -> Load:
        return post(self.server, self.path, self.clients, seconds, self.clients_core, self.prefer)


def make_cases(stack: ExitStack, plan: Plan) -> tuple[list[Case], int]:
    """Starts all servers, each with one thread on the same core; also returns the length of a full reply."""
    ours = service.start(stack, plan.service, SERVERS_CORE)
    path = ours.updates
    reply = ours.call("POST", path, {"count": 1}).body

    def bare(pool: int) -> Server:
        port = free_port()
        command = [str(plan.bare), str(port), str(len(reply)), str(pool), "turbo"]
        server = stack.enter_context(Server(command, port, SERVERS_CORE))
        if len(server.call("POST", "/", {"count": 1}).body) != len(reply):
            raise SystemExit("the bare server's reply has another size")
        return server

    def free(threads: int) -> Case:
        """A case without pinning: reactors and clients share all cores."""
        unpinned = service.start(stack, plan.service, None, threads=threads)
        return Case(f"free-{threads}", unpinned, unpinned.updates, clients_core=None)

    def by_hand(name: str) -> Case:
        peer = peers.ALL[name](stack, SERVERS_CORE)
        length = len(peer.call("POST", peer.updates, {"count": 1}).body)
        if abs(length - len(reply)) > LENGTH_TOLERANCE * len(reply):
            raise SystemExit(f"the reply of {name} has {length} bytes, the service's {len(reply)}")
        return Case(name, peer, peer.updates)

    ceiling = bare(POOL_BYTES)
    return [
        Case("bare", ceiling, "/"),
        Case("full", ours, path),
        Case("minimal", ours, path, prefer="return=minimal"),
        Case("full-256", ours, path, clients=256),
        Case("bare-256", ceiling, "/", clients=256),
        Case("full-1024", ours, path, clients=1024),
        Case("bare-1024", ceiling, "/", clients=1024),
        Case("bare-default-pool", bare(DEFAULT_POOL_BYTES), "/"),
        *(free(threads) for threads in (1, 2)),
        *(by_hand(name) for name in BY_HAND if name in plan.peers),
    ], len(reply)


def measure(plan: Plan) -> list[Figure]:
    """Runs every case once in every round."""
    loads: dict[str, list[Load]] = {}
    with ExitStack() as stack:
        cases, size = make_cases(stack, plan)
        for case in cases:
            case.load(1)
        for number in range(plan.rounds):
            plan.say(f"requests: round {number + 1} of {plan.rounds}")
            for case in plan.in_turns(number, cases):
                plan.patience.wait()
                loads.setdefault(case.name, []).append(case.load(plan.seconds))
    return figures(loads, size)


def figures(loads: dict[str, list[Load]], size: int) -> list[Figure]:
    def ratio(ours: str, theirs: str, what: str) -> float:
        """The median of the rounds' ratios; the two sides of a round ran one after the other."""
        pairs = undisturbed(list(zip(loads[ours], loads[theirs])))
        return median(quotient(getattr(a, what), getattr(b, what)) for a, b in pairs)

    def middle(name: str, value) -> float:
        return median(value(load) for load, in undisturbed([(load,) for load in loads[name]]))

    def rate(name: str) -> str:
        return f"{middle(name, lambda load: load.requests_per_second):,.0f}/s"

    def cpu(name: str) -> str:
        return f"{middle(name, lambda load: load.cpu_microseconds):.2f} µs"

    def busy(name: str) -> str:
        return f"{middle(name, lambda load: load.requests_per_second * load.cpu_microseconds / 1e6):.0%}"

    def against(what: str, ours: str, theirs: str, **targets) -> Figure:
        return Figure(what, rate(ours), rate(theirs), ratio(ours, theirs, "requests_per_second"), **targets)

    def errors(clients: int) -> Figure:
        seen = loads[f"full-{clients}"]
        count = sum(load.errors for load in seen)
        worst = max(load.max_milliseconds for load in seen)
        return Figure(f"{clients:,} clients: errors and time-outs (slowest reply)", f"{count} ({worst:,.0f} ms)",
                      value=count, target=("<=", 0), lenient=("<=", 0))

    def beside(name: str) -> list[Figure]:
        failed = sum(load.errors for load in loads[name])
        return [
            against(f"… against {BY_HAND[name]}" + (f" ({failed} errors)" if failed else ""), "full", name),
            Figure("… CPU for a request, of all its processes", cpu("full"), cpu(name),
                   ratio("full", name, "cpu_microseconds")),
        ]

    return [
        against(f"64 clients, reply of {size} bytes, against bare", "full", "bare", lenient=(">=", 0.6)),
        Figure("… server's CPU for a request", cpu("full"), cpu("bare"), ratio("full", "bare", "cpu_microseconds"),
               lenient=("<=", 1.8)),
        Figure("… share of its core that the server used", busy("full"), busy("bare")),
        against("… against bare with the library's default pool", "full", "bare-default-pool"),
        *(figure for name in BY_HAND if name in loads for figure in beside(name)),
        against("`Prefer: return=minimal` against the full reply", "minimal", "full",
                target=(">=", 1), lenient=(">=", 0.7)),
        against("256 clients against 64", "full-256", "full", target=(">=", 0.8), lenient=(">=", 0.5)),
        errors(256),
        against("1,024 clients against 64", "full-1024", "full", target=(">=", 0.8), lenient=(">=", 0.4)),
        errors(1024),
        against("not pinned, 64 clients on the same two cores: two reactors against one", "free-2", "free-1"),
        calmness(loads),
        against("… bare, 256 against 64", "bare-256", "bare"),
        against("… bare, 1,024 against 64", "bare-1024", "bare"),
    ]
