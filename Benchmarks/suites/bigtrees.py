"""Large trees: their cost, whether streams report all of them, and the effect on other clients."""

import json
import subprocess
import time

from harness.figures import Figure
from harness.plan import Plan
from support import client
from support.client import NDJSON
from support.events import EventStream
from support.measure import forget_peak, peak_bytes, resident_bytes
from support.prober import percentile, probing, update
from support.service import Service

LINES = 10_000
MINIMAL = '"headers":{"Prefer":"return=minimal"}'
#: The limit for the slowest POST of another client.
BOUND_MILLISECONDS = 25
#: The seconds that any reply may take.
PATIENCE = 600


class Client(client.Client):
    """One connection for large requests."""

    def __init__(self, server: Service):
        super().__init__(server.port, timeout=PATIENCE)

    def send(self, method: str, path: str, body: str | None = None, headers=None, status: int = 200) -> bytes:
        """Returns the body of the reply, which has to have this status."""
        reply = self.call(method, path, body, headers)
        if reply.status != status:
            raise SystemExit(f"{method} {path[:60]} was answered {reply}")
        return reply.body

    def batch(self, lines: list[str]) -> None:
        for first in range(0, len(lines), LINES):
            reply = self.send("POST", "/v1/batch", "\n".join(lines[first:first + LINES]), NDJSON)
            bad = [line for line in reply.splitlines() if not line.startswith(b'{"status":2')]
            if bad:
                raise SystemExit(f"{len(bad)} lines of a batch went wrong, the first: {bad[0][:200]!r}")

    def create(self, name: str, total: int) -> None:
        self.send("POST", "/v1/progress", json.dumps({"name": name, "totalUnitCount": total}), status=201)

    def grow(self, root: str, count: int, prefix: str = "") -> None:
        """Adds children to `root`, worth one unit each; named if there is a prefix."""
        name = '"name":"{}{}",' if prefix else ""
        self.batch([
            f'{{"method":"POST","path":"/v1/progress/{root}/children","body":'
            f'{{{name.format(prefix, number)}"pendingUnitCount":1,"totalUnitCount":1}},{MINIMAL}}}'
            for number in range(count)])


def service(program) -> Service:
    return Service(program, "--max-nodes", "2000000")


def measure(plan: Plan) -> list[Figure]:
    service_program, watch_program, say = plan.service, plan.programs / "tree-watch", plan.say
    nodes, children, streams = (50_000, 5_000, 10) if plan.is_quick else (1_000_000, 100_000, 100)
    found = []
    for part in (
        lambda: million(service_program, nodes, children, say),
        lambda: watched(service_program, watch_program, children, streams, say),
        lambda: chain(service_program, 1_000, say),
        lambda: others(service_program, children, say),
    ):
        found += part()
    return found


def million(program, nodes: int, children: int, say) -> list[Figure]:
    say(f"big trees: {nodes:,} nodes by batches")
    with service(program) as server:
        client, pid = Client(server), server.pid
        client.create("warm", 1)
        client.grow("warm", 100)
        empty = resident_bytes(pid)
        width = min(children, nodes)
        seconds = 0.0
        for number in range(nodes // width):
            client.create(f"root-{number}", width)
            start = time.monotonic()
            client.grow(f"root-{number}", width)
            seconds += time.monotonic() - start
        full = resident_bytes(pid)

        say(f"big trees: /tree of {width:,} nodes")
        forget_peak(pid)
        before = resident_bytes(pid)
        start = time.monotonic()
        size = len(client.send("GET", "/v1/progress/root-0/tree"))
        took = time.monotonic() - start
        peak = peak_bytes(pid) - before
    per_node = (full - empty) / nodes
    return [
        Figure(f"{nodes:,} nodes created by batches of {LINES:,} (the client's time included)",
               f"{nodes / seconds:,.0f}/s"),
        Figure("… resident memory a node", f"{per_node:.0f} B", value=per_node, target=("<=", 320), unit=" B"),
        Figure(f"/tree of {width:,} nodes ({size / 1e6:.0f} MB)", f"{took:.2f} s"),
        Figure("… peak of resident memory above, against the size of the reply",
               f"{peak / 1e6:.1f} MB", f"{size / 1e6:.1f} MB", peak / size, target=("<=", 0.25)),
    ]


def watched(program, watch_program, children: int, streams: int, say) -> list[Figure]:
    """Streams that know the tree already get each child's finish, and the root's."""
    say(f"big trees: {streams} streams of a root with {children:,} children that finish")
    with service(program) as server:
        client = Client(server)
        client.create("root", children)
        client.grow("root", children, prefix="c")
        last = newest_id(server, "/v1/progress/root/events?descendants=true", children)
        watcher = subprocess.Popen(
            [str(watch_program), str(server.port), "/v1/progress/root/events?descendants=true", str(streams),
             str(children), str(PATIENCE), last], stdout=subprocess.PIPE, text=True)
        if watcher.stdout.readline().strip() != "ready":
            raise SystemExit("the streams did not begin")
        start = time.monotonic()
        client.batch([
            f'{{"method":"POST","path":"/v1/progress/c{number}/completed-units","body":{{"count":1}},{MINIMAL}}}'
            for number in range(children)])
        written = time.monotonic() - start
        told = watcher.communicate(timeout=PATIENCE + 60)[0]
        took = time.monotonic() - start
        # The connection may have been idle for too long by now.
        root = json.loads(Client(server).send("GET", "/v1/progress/root"))
    counts = dict(pair.split("=") for pair in told.split())
    missing = int(counts["missing"]) + streams - int(counts["complete"])
    if root["fractionCompleted"] != 1 or not root["isFinished"]:
        raise SystemExit("the root did not finish")
    return [
        Figure(f"{children:,} children finish, {streams} streams see all: finishes never told", f"{missing}",
               value=missing, target=("<=", 0), lenient=("<=", 0)),
        Figure("… until all are written, until all are told", f"{written:.1f} s, {took:.1f} s"),
        Figure("… events, bytes", f"{int(counts['events']):,}, {int(counts['bytes']) / 1e6:,.0f} MB"),
    ]


def newest_id(server: Service, path: str, children: int) -> str:
    """The id of the last snapshot that a stream begins with."""
    with EventStream(server.port, path, timeout=PATIENCE) as stream:
        return [stream.event().id for _ in range(children + 1)][-1]


def chain(program, depth: int, say) -> list[Figure]:
    say(f"big trees: a chain of {depth:,}")
    with service(program) as server:
        client = Client(server)
        body = '{"name":"leaf","totalUnitCount":1000000,"pendingUnitCount":1}'
        for _ in range(depth - 2):
            body = f'{{"totalUnitCount":1,"pendingUnitCount":1,"children":[{body}]}}'
        start = time.monotonic()
        client.send("POST", "/v1/progress", f'{{"name":"top","totalUnitCount":1,"children":[{body}]}}', status=201)
        created = time.monotonic() - start

        def update_and_read() -> float:
            start = time.monotonic()
            client.send("POST", "/v1/progress/leaf/completed-units", '{"count":1}')
            client.send("GET", "/v1/progress/top")
            return time.monotonic() - start

        took = sorted(update_and_read() for _ in range(200))[100]
        start = time.monotonic()
        client.send("GET", "/v1/progress/top/tree")
        tree = time.monotonic() - start
        client.send("POST", "/v1/progress/leaf/completed-units", '{"count":999800}')
        if not json.loads(client.send("GET", "/v1/progress/top"))["isFinished"]:
            raise SystemExit("the top of the chain did not finish")
    return [Figure(f"chain of {depth:,}: created; leaf updated and top read; /tree",
                   f"{created * 1e3:.0f} ms; {took * 1e3:.1f} ms; {tree * 1e3:.0f} ms")]


def others(program, children: int, say) -> list[Figure]:
    """POSTs of another client during each large operation, compared with those without it."""
    found = []
    with service(program) as server:
        client = Client(server)
        client.create("other", 10**9)
        for name, act in acts(client, server, children):
            say(f"big trees: {name}")
            with probing(server.port, update("/v1/progress/other")) as quiet:
                time.sleep(0.5)
            with probing(server.port, update("/v1/progress/other")) as times:
                start = time.monotonic()
                act()
                took = time.monotonic() - start
                # Work that continues after the reply counts, too.
                time.sleep(0.3)
            found.append(felt(name, took, times, quiet))
    return found


def acts(client: Client, server: Service, children: int):
    """Names and acts; the preparation of each act happens between them."""
    client.create("wide", children)
    client.grow("wide", children)
    yield f"/tree of {children:,} nodes", lambda: client.send("GET", "/v1/progress/wide/tree")
    yield "its ?summary=true, ten times", lambda: [
        client.send("GET", "/v1/progress/wide?summary=true") for _ in range(10)]
    yield "its children listed, page by page", lambda: pages(client, "/v1/progress/wide/children?limit=500")
    yield "a stream of it begins", lambda: newest_id(server, "/v1/progress/wide/events?descendants=true", children)
    yield "paused", lambda: client.send("POST", "/v1/progress/wide/pause")
    yield "cancelled", lambda: client.send("POST", "/v1/progress/wide/cancel")
    yield "deleted", lambda: client.send("DELETE", "/v1/progress/wide", status=204)
    yield "as many created by batches", lambda: (client.create("again", children), client.grow("again", children))
    client.send("DELETE", "/v1/progress/again", status=204)
    tree = ",".join(['{"pendingUnitCount":1}'] * min(children, 40_000))
    yield f"{min(children, 40_000):,} created by one request", lambda: client.send(
        "POST", "/v1/progress", f'{{"name":"one","totalUnitCount":1,"children":[{tree}]}}', status=201)
    client.send("DELETE", "/v1/progress/one", status=204)
    lines = ['{"method":"POST","path":"/v1/progress","body":{},' + MINIMAL + "}"] * children
    client.batch(lines)
    yield f"a filter that none of {children:,} roots passes", lambda: client.send(
        "GET", "/v1/progress?label=no:match&limit=500")


def pages(client: Client, path: str) -> None:
    cursor = ""
    while cursor is not None:
        page = json.loads(client.send("GET", path + (f"&cursor={cursor}" if cursor else "")))
        cursor = page["nextCursor"]


def felt(name: str, took: float, times: list[float], quiet: list[float]) -> Figure:
    def show(values: list[float]) -> str:
        return f"{percentile(values, 0.99):.1f}, {max(values) * 1e3:.1f} ms"

    return Figure(f"{name} ({took * 1e3:,.0f} ms): another's POST, p99 and worst (without)", show(times), show(quiet),
                  value=max(times) * 1e3, target=("<=", BOUND_MILLISECONDS), unit=" ms", lenient=("<=", 300))
