"""POST completed-units: against the bare server, without a body in the reply, and with many clients."""

from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from harness import quiet
from harness.figures import Figure
from harness.load import Load, post
from harness.programs import Server, free_port, service_command

SERVERS_CORE, CLIENTS_CORE = 0, 1
#: What the service gives libmicrohttpd for a connection; and the library's own default.
POOL_BYTES, DEFAULT_POOL_BYTES = 8 * 1024, 32 * 1024


@dataclass
class Case:
    name: str
    server: Server
    path: str
    clients: int = 64
    prefer: str = ""


def make_cases(stack: ExitStack, bare_program, service_program) -> tuple[list[Case], int]:
    """Starts all servers, each with one thread on the same core; says how long a full reply is."""
    port = free_port()
    service = stack.enter_context(Server(service_command(service_program, port, threads=1), port, SERVERS_CORE))
    # Half done, and never finished by what follows: a reply as long as they usually are.
    progress = {"totalUnitCount": 2 * 10**9, "completedUnitCount": 10**9}
    status, headers, _ = service.call("POST", "/v1/progress", progress)
    if status != 201:
        raise SystemExit(f"the service answered a create with {status}")
    path = headers["Location"] + "/completed-units"
    reply = service.call("POST", path, {"count": 1})[2]

    def bare(pool: int) -> Server:
        port = free_port()
        command = [str(bare_program), str(port), str(len(reply)), str(pool), "turbo"]
        server = stack.enter_context(Server(command, port, SERVERS_CORE))
        if len(server.call("POST", "/", {"count": 1})[2]) != len(reply):
            raise SystemExit("the bare server's reply has another size")
        return server

    ceiling = bare(POOL_BYTES)
    return [
        Case("bare", ceiling, "/"),
        Case("full", service, path),
        Case("minimal", service, path, prefer="return=minimal"),
        Case("full-256", service, path, clients=256),
        Case("bare-256", ceiling, "/", clients=256),
        Case("full-1024", service, path, clients=1024),
        Case("bare-1024", ceiling, "/", clients=1024),
        Case("bare-default-pool", bare(DEFAULT_POOL_BYTES), "/"),
    ], len(reply)


def measure(bare_program, service_program, rounds: int, seconds: int, patience: float, say) -> list[Figure]:
    """Every round runs every case once, in turns forwards and backwards, so that noise hits all alike."""
    loads: dict[str, list[Load]] = {}
    with ExitStack() as stack:
        cases, size = make_cases(stack, bare_program, service_program)
        for case in cases:
            post(case.server, case.path, case.clients, 1, CLIENTS_CORE, case.prefer)
        for number in range(rounds):
            say(f"requests: round {number + 1} of {rounds}")
            for case in cases if number % 2 == 0 else reversed(cases):
                quiet.wait(patience)
                load = post(case.server, case.path, case.clients, seconds, CLIENTS_CORE, case.prefer)
                loads.setdefault(case.name, []).append(load)
    return figures(loads, size)


def undisturbed(rounds: list) -> list:
    """The rounds in which nobody else worked on the machine; all, where these are less than three."""
    kept = [one for one in rounds if all(load.is_undisturbed for load in one)]
    return kept if len(kept) >= 3 else rounds


def figures(loads: dict[str, list[Load]], size: int) -> list[Figure]:
    def ratio(ours: str, theirs: str, what: str) -> float:
        """The median of the rounds' ratios: the two sides of one round ran next to each other."""
        pairs = undisturbed(list(zip(loads[ours], loads[theirs])))
        return median(getattr(a, what) / getattr(b, what) for a, b in pairs)

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

    count = len(loads["full"])
    calm = sum(all(cases[number].is_undisturbed for cases in loads.values()) for number in range(count))
    return [
        against(f"64 clients, reply of {size} bytes, against bare", "full", "bare",
                target=(">=", 0.9), lenient=(">=", 0.6)),
        Figure("… server's CPU for a request", cpu("full"), cpu("bare"), ratio("full", "bare", "cpu_microseconds"),
               target=("<=", 1.15), lenient=("<=", 1.8)),
        Figure("… share of its core that the server used", busy("full"), busy("bare")),
        against("… against bare with the library's default pool", "full", "bare-default-pool"),
        against("`Prefer: return=minimal` against the full reply", "minimal", "full",
                target=(">=", 1), lenient=(">=", 0.7)),
        against("256 clients against 64", "full-256", "full", target=(">=", 0.8), lenient=(">=", 0.5)),
        errors(256),
        against("1,024 clients against 64", "full-1024", "full", target=(">=", 0.8), lenient=(">=", 0.4)),
        errors(1024),
        Figure("rounds in which nothing else ran on the machine",
               f"{calm} of {count}" + ("" if calm >= 3 else ": do not trust the rates")),
        against("… bare, 256 against 64", "bare-256", "bare"),
        against("… bare, 1,024 against 64", "bare-1024", "bare"),
    ]
