"""The cost of keeping everything on disk: updates in both modes and in memory, one sync, and a start with a million."""

import json
import os
import pathlib
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median

from harness import service
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.programs import start_to_ready
from support.client import NDJSON
from support.service import Service

SERVICE_CORE, CLIENTS_CORE = 0, 1
#: The modes, and their numbers of clients.
CLIENTS = {"memory": 64, "interval": 64, "interval-256": 256, "commit-256": 256}
NODES = 1_000_000


def measure(plan: Plan) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        return updates(plan, pathlib.Path(folder)) + start(plan, pathlib.Path(folder))


def updates(plan: Plan, folder: pathlib.Path) -> list[Figure]:
    """Runs every case once in every round."""
    loads: dict[str, list[Load]] = {}
    syncs = []
    with ExitStack() as stack:
        servers = {
            mode: service.start(stack, plan.service, SERVICE_CORE, *options(mode, folder))
            for mode in ("memory", "interval", "commit")
        }
        for number in range(plan.rounds):
            plan.say(f"durability: round {number + 1} of {plan.rounds}")
            for name in plan.in_turns(number, list(CLIENTS)):
                server = servers[name.split("-")[0]]
                plan.patience.wait()
                load = post(server, server.updates, CLIENTS[name], plan.seconds, CLIENTS_CORE)
                loads.setdefault(name, []).append(load)
            syncs.append(sync_seconds(folder))
    return figures(loads, median(syncs))


def options(mode: str, folder: pathlib.Path) -> list[str]:
    return [] if mode == "memory" else ["--data-directory", str(folder / mode), "--durability", mode]


def sync_seconds(folder: pathlib.Path) -> float:
    """The median time of an fdatasync after 4 KiB on this disk."""
    times = []
    with open(folder / "probe", "wb") as file:
        os.posix_fallocate(file.fileno(), 0, 1 << 20)
        for number in range(30):
            os.pwrite(file.fileno(), bytes([number + 1]) * 4_096, number * 4_096)
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begin)
    return median(times)


def figures(loads: dict[str, list[Load]], sync: float) -> list[Figure]:
    def rate(name: str) -> float:
        return median(load.requests_per_second for load in loads[name])

    def ratio(ours: str, theirs: str) -> float:
        return median(quotient(a.requests_per_second, b.requests_per_second)
                      for a, b in zip(loads[ours], loads[theirs]))

    possible = [min(CLIENTS["commit-256"] / sync, one.requests_per_second) for one in loads["interval-256"]]
    reached = median(quotient(a.requests_per_second, b) for a, b in zip(loads["commit-256"], possible))
    errors = sum(load.errors for rounds in loads.values() for load in rounds)
    return [
        Figure("updates, 64 clients: interval (theirs: in memory)", f"{rate('interval'):,.0f}/s",
               f"{rate('memory'):,.0f}/s", ratio("interval", "memory"), target=(">=", 0.9), lenient=(">=", 0.5)),
        Figure(f"updates, 256 clients: commit (theirs: 256 a sync of {sync * 1e3:.1f} ms, at most interval's)",
               f"{rate('commit-256'):,.0f}/s", f"{median(possible):,.0f}/s", reached,
               target=(">=", 0.5), lenient=(">=", 0.1)),
        Figure("errors and time-outs", f"{errors}", value=errors, target=("<=", 0), lenient=("<=", 0)),
        calmness(loads),
    ]


def start(plan: Plan, folder: pathlib.Path) -> list[Figure]:
    """Fills directories with a million progresses, and starts the service with each."""
    count = NODES // 10 if plan.is_quick else NODES
    figures = []
    for number, (what, members) in enumerate(CHILDREN.items()):
        plan.say(f"durability: {count:,} progresses {what}")
        store = ["--threads", "1", "--data-directory", str(folder / f"million-{number}")]
        with Service(plan.service, *store) as server:
            create_many(server, count, members)
        seconds = median(start_to_ready(plan.service, *store, patience=60) / 1e3 for _ in range(3))
        figures.append(Figure(what or f"start with {count:,} progresses", f"{seconds:.1f} s", value=seconds, unit=" s",
                              target=("<=", 10), lenient=("<=", 20)))
    return figures


#: The members of each child besides its counts, by its tree and its place there.
CHILDREN = {
    "": lambda tree, place: {},
    "… each with a name": lambda tree, place: {"name": f"step-{tree}-{place}"},
    "… and with a description, two labels and userInfo": lambda tree, place: {
        "name": f"step-{tree}-{place}", "localizedDescription": f"Copying file {place} of batch {tree}",
        "labels": {"batch": str(tree), "host": "worker-7"}, "userInfo": {"path": f"/srv/data/{tree}/{place}.bin"}},
}


def create_many(server: Service, count: int, members: Callable[[int, int], dict]) -> None:
    """Creates trees of a root and 999 children, about `count` nodes in all."""
    counts = {"pendingUnitCount": 1, "totalUnitCount": 100, "completedUnitCount": 7}

    def line(tree: int) -> str:
        children = [counts | members(tree, place) for place in range(999)]
        return json.dumps({"method": "POST", "path": "/v1/progress", "headers": {"Prefer": "return=minimal"},
                           "body": {"totalUnitCount": 999, "children": children}})

    for first in range(0, count // 1_000, 10):
        reply = server.call("POST", "/v1/batch", "\n".join(map(line, range(first, first + 10))), NDJSON, timeout=60)
        if reply.status != 200:
            raise SystemExit(f"the service answered a batch with {reply.status}")
