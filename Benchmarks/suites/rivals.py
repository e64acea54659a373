"""Flat bars, beside progressista: updates a second, memory, the delay of an update, and what a kill leaves."""

import json
import pathlib
import re
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median, quantiles

from harness import peers
from harness.bars import ProgressistaBars, ServiceBars
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.programs import BENCHMARKS, pinned
from harness.quiet import undisturbed
from suites.requests import CLIENTS_CORE, SERVERS_CORE
from support.client import Client

Bars = ServiceBars | ProgressistaBars
COUNTS = (1, 1_000)
CLIENTS = 64
#: Between two updates whose delay is taken: more than a stream of the service waits, so that each is sent by itself.
PAUSE = 0.15


@dataclass
class Found:
    """Of one side, at one count of bars."""

    alone: list[Load] = field(default_factory=list)
    watched: list[Load] = field(default_factory=list)
    #: Seconds, of every update.
    delays: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    bytes: int = 0


def measure(plan: Plan) -> list[Figure]:
    if "progressista" not in plan.peers:
        return []
    figures = []
    for count in COUNTS:
        with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
            figures += figures_of(count, side_by_side(plan, count, pathlib.Path(folder)))
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        return figures + kills(plan, COUNTS[-1], pathlib.Path(folder))


def side_by_side(plan: Plan, count: int, folder: pathlib.Path) -> dict[str, Found]:
    """Both run all the time, and one of them at a time has something to do."""
    sides = [ServiceBars(plan.service, folder, SERVERS_CORE), ProgressistaBars(folder, SERVERS_CORE)]
    results = {side.name: Found() for side in sides}
    with ExitStack() as stack:
        for side in sides:
            stack.enter_context(side.start())
            side.make(count)
            results[side.name].bytes = side.server.resident_bytes()
        for number in range(plan.rounds):
            plan.say(f"rivals: bars {count:,}, round {number + 1} of {plan.rounds}")
            for side in plan.in_turns(number, sides):
                one_round(plan, side, results[side.name])
    return results


def one_round(plan: Plan, side: Bars, found: Found) -> None:
    found.alone.append(load(plan, side))
    with Page(side) as page:
        found.watched.append(load(plan, side))
    plan.patience.wait()
    with Page(side) as page, Client(side.server.port) as client:
        found.delays += page.delays(client, updates_in(plan.seconds))
    plan.patience.wait()
    found.drawn += drawn(side, updates_in(plan.seconds))


def updates_in(seconds: int) -> int:
    return max(int(seconds / PAUSE), 5)


def drawn(side: Bars, count: int) -> list[float]:
    """From before an update is sent until a page in a browser has drawn it."""
    place = f"http://127.0.0.1:{side.server.port}"
    with Client(side.server.port) as client:
        completed = side.completed(client)
    updates = [side.drawn(completed + number) for number in range(1, count + 1)]
    command = [str(peers.BROWSER), str(BENCHMARKS / "harness/shown.py"), place + side.page, place + side.updates,
               str(PAUSE), json.dumps(updates)]
    return json.loads(subprocess.run(pinned(CLIENTS_CORE, command), check=True, capture_output=True, text=True).stdout)


def load(plan: Plan, side: Bars) -> Load:
    plan.patience.wait()
    return post(side.server, side.updates, CLIENTS, plan.seconds, CLIENTS_CORE, body=side.body)


class Page:
    """The connection over which a page gets its bars; reads all, and notes when what is looked for is there."""

    def __init__(self, side: Bars):
        self.side, self.rest = side, b""
        self.wanted: re.Pattern | None = None
        self.is_there = threading.Event()
        self.moment = 0.0
        self.socket = socket.create_connection(("127.0.0.1", side.server.port), timeout=10)
        self.socket.sendall(side.events.encode())
        if b" 200 " not in (first := self.socket.recv(1 << 16)) and b" 101 " not in first:
            raise SystemExit(f"{side.name} has no stream: {first[:80]!r}")
        self.socket.settimeout(None)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        while piece := self.socket.recv(1 << 18):
            if self.wanted and self.wanted.search(self.rest + piece):
                self.moment, self.wanted = time.perf_counter(), None
                self.is_there.set()
            # Enough for what is looked for to be in two pieces.
            self.rest = piece[-64:]

    def delays(self, client: Client, count: int) -> list[float]:
        """From before an update is sent until the page has it."""
        completed, found = self.side.completed(client), []
        for _ in range(count):
            completed += 1
            self.is_there.clear()
            self.wanted = re.compile(re.escape(self.side.shown(completed)) + rb"(?!\d)")
            begin = time.perf_counter()
            self.side.update(client, completed)
            if not self.is_there.wait(10):
                raise SystemExit(f"{self.side.name} did not show an update within 10 s")
            found.append(self.moment - begin)
            time.sleep(PAUSE)
        return found

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.socket.close()


def kills(plan: Plan, count: int, folder: pathlib.Path) -> list[Figure]:
    """Updates of one client that were answered before a kill and then lost."""
    def lost(side: Bars) -> tuple[int, int]:
        with side.start():
            side.make(count)
            completed, end = 0, time.monotonic() + plan.seconds
            with Client(side.server.port) as client:
                begin = completed = side.completed(client)
                while time.monotonic() < end:
                    side.update(client, completed + 1)
                    completed += 1
            side.server.kill()
        with side.start(), Client(side.server.port) as client:
            if (there := side.count(client)) != count:
                raise SystemExit(f"{side.name} has {there} of {count} bars after a kill")
            return completed - side.completed(client), completed - begin

    def text(found: tuple[int, int]) -> str:
        return f"{found[0]:,} of {found[1]:,}"

    plan.say("rivals: kills")
    theirs = lost(ProgressistaBars(folder, SERVERS_CORE))
    return [
        Figure(f"lost by `kill -9` with {count:,} bars: updates, of those answered before; `--durability {mode}`",
               text(lost(ServiceBars(plan.service, folder, SERVERS_CORE, mode))), text(theirs))
        for mode in ("interval", "commit")
    ]


def last_percentile(delays: list[float]) -> float:
    return quantiles(delays, n=100, method="inclusive")[-1]


def figures_of(count: int, results: dict[str, Found]) -> list[Figure]:
    ours, theirs = results.values()
    bars = f"{count:,} bar{'s' if count > 1 else ''}"

    def rates(what: str, mine: list[Load], other: list[Load]) -> Figure:
        pairs = undisturbed(list(zip(mine, other)))
        middle = [median(pair[place].requests_per_second for pair in pairs) for place in (0, 1)]
        ratio = median(quotient(a.requests_per_second, b.requests_per_second) for a, b in pairs)
        return Figure(what, f"{middle[0]:,.0f}/s", f"{middle[1]:,.0f}/s", ratio)

    def cpu(mine: list[Load], other: list[Load]) -> Figure:
        middle = [median(load.cpu_microseconds for load in side) for side in (mine, other)]
        return Figure("… CPU for an update, of all its processes", f"{middle[0]:.1f} µs", f"{middle[1]:.1f} µs",
                      quotient(*middle))

    def delay(what: str, mine: float, other: float) -> Figure:
        return Figure(what, f"{mine * 1e3:.1f} ms", f"{other * 1e3:.1f} ms", quotient(mine, other))

    loads = {"ours": ours.alone + ours.watched, "theirs": theirs.alone + theirs.watched}
    errors = [sum(load.errors for load in side) for side in loads.values()]
    return [
        rates(f"{bars}: updates/s of {CLIENTS} clients", ours.alone, theirs.alone),
        cpu(ours.alone, theirs.alone),
        rates("… while a page is open", ours.watched, theirs.watched),
        Figure("… errors and time-outs", f"{errors[0]}", f"{errors[1]}"),
        delay("… from an update to the connection of a page, median", median(ours.delays), median(theirs.delays)),
        delay("… from an update to the connection of a page, p99", last_percentile(ours.delays),
              last_percentile(theirs.delays)),
        delay("… from an update to a page that has drawn it, median", median(ours.drawn), median(theirs.drawn)),
        Figure("… memory", f"{ours.bytes / 1e6:.1f} MB", f"{theirs.bytes / 1e6:.1f} MB",
               quotient(ours.bytes, theirs.bytes)),
        calmness(loads),
    ]
