"""Updates into a log in PostgreSQL: compared with no storage and with a journal, through another replica, and their
cost in the database. Also the cost of an idle cluster.

Updates go to a thousand progresses in turns, so that each is a separate record in its group. The writer is on one core;
wrk, PostgreSQL and the other replica share the second, as PostgreSQL and nginx would on the same machine.
"""

import pathlib
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

from harness import service
from harness.cluster import Cluster, DatabaseLoad, fill
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from support.postgres import Pair

SERVER_CORE, CLIENTS_CORE = 0, 1
PROGRESSES = 1_000
#: Each case: its side, and the number of clients.
CASES = {"memory-256": 256, "cluster-256": 256, "memory-64": 64, "journal-64": 64, "cluster-64": 64, "standby-64": 64,
         "through-64": 64}
IDLE_SECONDS = 15


@dataclass
class Round:
    load: Load
    #: CPU time of PostgreSQL, and of the replica that is not the writer, for one update.
    database_microseconds: float
    edge_microseconds: float
    #: Bytes in PostgreSQL's write-ahead log for one update.
    log_bytes: float

    @property
    def others(self) -> float:
        return self.load.others


def measure(plan: Plan) -> list[Figure]:
    rounds: dict[str, list[Round]] = {}
    with ExitStack() as stack:
        sides = open_all(stack, plan)
        idle = measure_idle(plan, sides)
        for number in range(plan.rounds):
            plan.say(f"cluster: round {number + 1} of {plan.rounds}")
            for name in plan.in_turns(number, list(CASES)):
                plan.patience.wait()
                rounds.setdefault(name, []).append(sides[name.split("-")[0]].load(CASES[name], plan.seconds))
    return figures(rounds) + idle


@dataclass
class Side:
    """The server to load, and the processes that work with it."""

    server: object
    path: str
    database: DatabaseLoad | None = None
    cluster: Cluster | None = None

    def load(self, clients: int, seconds: int) -> Round:
        beside = [one for one in (self.database, *(self.cluster.replicas if self.cluster else ())) if one]
        beside = [one for one in beside if one is not self.server]
        before = self.spent()
        load = post(self.server, f"{self.path}/completed-units", clients, seconds, CLIENTS_CORE, paths=PROGRESSES,
                    bystanders=beside)
        updates = max(load.requests_per_second * seconds, 1)
        database, edge, log = ((after - early) / updates for early, after in zip(before, self.spent()))
        return Round(load, database * 1e6, edge * 1e6, log)

    def spent(self) -> tuple[float, float, int]:
        if not self.cluster:
            return 0, 0, 0
        return self.database.cpu_seconds(), self.cluster.edge.cpu_seconds(), self.database.log_bytes()


def open_all(stack: ExitStack, plan: Plan) -> dict[str, Side]:
    folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
    memory = service.start(stack, plan.service, SERVER_CORE)
    journal = service.start(stack, plan.service, SERVER_CORE, "--data-directory", str(folder / "journal"),
                            "--durability", "commit")
    alone, copied = (open_cluster(stack, plan, has_standby) for has_standby in (False, True))
    return {
        "memory": Side(memory, fill(memory, PROGRESSES)),
        "journal": Side(journal, fill(journal, PROGRESSES)),
        "cluster": alone,
        "standby": copied,
        # Requests to that cluster, but at the replica that has to forward them.
        "through": Side(alone.cluster.edge, alone.path, alone.database, alone.cluster),
    }


def open_cluster(stack: ExitStack, plan: Plan, has_standby: bool) -> Side:
    database = Pair(has_standby, wrapper=("taskset", "-c", str(CLIENTS_CORE)))
    stack.callback(database.close)
    cluster = stack.enter_context(Cluster(plan.service, database, SERVER_CORE))
    path = fill(cluster.writer, PROGRESSES)
    cluster.wait_for_edges(path.replace("%d", str(PROGRESSES - 1)))
    cluster.edge.move(CLIENTS_CORE)
    return Side(cluster.writer, path, DatabaseLoad(database), cluster)


def measure_idle(plan: Plan, sides: dict[str, Side]) -> list[Figure]:
    """Figures of the cluster without a standby while it gets no requests."""
    plan.say("cluster: idle")
    side = sides["cluster"]
    seconds = IDLE_SECONDS if not plan.is_quick else 3
    # PostgreSQL counts a session's work only after it has been quiet for a while: by then, it has the earlier loads.
    time.sleep(2)
    replicas, database = side.cluster.replicas, side.database
    before, statements = [one.cpu_seconds() for one in replicas], database.statements()
    engine = database.cpu_seconds()
    time.sleep(seconds)
    shares = [(one.cpu_seconds() - early) / seconds for one, early in zip(replicas, before)]
    engine = (database.cpu_seconds() - engine) / seconds
    rate = (database.statements() - statements) / seconds / len(replicas)
    return [
        Figure("idle: CPU of a replica, of a core (writer, heir)", " ".join(f"{share:.2%}" for share in shares),
               value=max(shares) * 100, target=("<=", 0.5), unit=" %", lenient=("<=", 3)),
        Figure("… statements/s of a replica (PostgreSQL's CPU, of a core)", f"{rate:.1f} ({engine:.2%})", value=rate,
               target=("<=", 2), lenient=("<=", 4)),
    ]


def figures(rounds: dict[str, list[Round]]) -> list[Figure]:
    def middle(name: str, value) -> float:
        return median(value(one) for one in rounds[name])

    def rate(name: str) -> str:
        return f"{middle(name, lambda one: one.load.requests_per_second):,.0f}/s"

    def against(what: str, ours: str, theirs: str, **targets) -> Figure:
        ratio = median(quotient(a.load.requests_per_second, b.load.requests_per_second)
                       for a, b in zip(rounds[ours], rounds[theirs]))
        return Figure(what, rate(ours), rate(theirs), ratio, **targets)

    def later(what: str, field: str, ours: str, theirs: str, **targets) -> Figure:
        """The additional milliseconds over theirs, the median of the rounds."""
        more = median(getattr(a.load, field) - getattr(b.load, field) for a, b in zip(rounds[ours], rounds[theirs]))
        mine, other = (middle(name, lambda one: getattr(one.load, field)) for name in (ours, theirs))
        return Figure(what, f"{mine:.1f} ms", f"{other:.1f} ms", value=more, unit=" ms more", **targets)

    def cost(what: str, name: str, field: str, **targets) -> Figure:
        value = middle(name, lambda one: getattr(one, field))
        return Figure(what, f"{value:.1f} µs", value=value, unit=" µs", **targets)

    errors = sum(one.load.errors for each in rounds.values() for one in each)
    return [
        against("updates/s, 256 clients: commit into PostgreSQL (theirs: in memory)", "cluster-256", "memory-256",
                target=(">=", 0.6), lenient=(">=", 0.2)),
        cost("… PostgreSQL's CPU for an update", "cluster-256", "database_microseconds",
             target=("<=", 4), lenient=("<=", 20)),
        Figure("… bytes of PostgreSQL's write-ahead log for an update",
               f"{middle('cluster-256', lambda one: one.log_bytes):.0f} B"),
        cost("… CPU of the replica that follows, for an update", "cluster-256", "edge_microseconds"),
        against("updates/s, 64 clients (theirs: commit into a journal)", "cluster-64", "journal-64",
                target=(">=", 0.8), lenient=(">=", 0.2)),
        later("… p99", "p99_milliseconds", "cluster-64", "journal-64", target=("<=", 3), lenient=("<=", 50)),
        against("… (theirs: in memory)", "cluster-64", "memory-64"),
        against("… with a synchronous standby (theirs: without)", "standby-64", "cluster-64"),
        against("… through another replica (theirs: directly)", "through-64", "cluster-64",
                target=(">=", 0.5), lenient=(">=", 0.2)),
        later("… p50", "p50_milliseconds", "through-64", "cluster-64", target=("<=", 1), lenient=("<=", 20)),
        cost("… CPU of that replica for a request, following included", "through-64", "edge_microseconds",
             target=("<=", 12), lenient=("<=", 40)),
        Figure("errors and time-outs", f"{errors}", value=errors, target=("<=", 0), lenient=("<=", 0)),
        calmness(rounds),
    ]
