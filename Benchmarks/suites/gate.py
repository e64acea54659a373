"""The cost of the hot paths in instructions, against committed limits: equal on a busy machine and on an idle one.

`limits.json` holds the counts of the time when it was written; a path may cost a quarter more. If you make one cheaper,
or have a reason for more, count again and commit the result: `Benchmarks/gate --commit`.
"""

import itertools
import json
import pathlib
import subprocess
import tempfile

from harness.figures import Figure
from harness.programs import BENCHMARKS
from harness.service import Measured
from suites.work import counting, post, switch, total
from support.client import NDJSON, Client
from support.crowd import Crowd, Stream

LIMITS = BENCHMARKS / "limits.json"
#: Above this factor, a path has become more expensive, whatever the compiler and libraries did. More than half of a
#: request is not ours: if our part doubled, the whole would cost about 1.5 times as much.
FACTOR = 1.25
REQUESTS, STREAMS, LINES = 200, 20, 1_000


def measure(core_program, service_program, say, commits: bool = False) -> list[Figure]:
    if subprocess.run(["which", "valgrind"], capture_output=True).returncode != 0:
        raise SystemExit("the gate counts with valgrind, which is not there")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        say("gate: the core")
        counted = core(core_program, folder)
        say("gate: the service")
        counted |= service(service_program, folder)
    if commits:
        LIMITS.write_text(json.dumps({what: round(count) for what, count in counted.items()}, indent=4) + "\n")
    committed = json.loads(LIMITS.read_text())
    if committed.keys() != counted.keys():
        raise SystemExit(f"{LIMITS.name} has other rows: {sorted(committed.keys() ^ counted.keys())}")
    bound = ("<=", FACTOR)
    return [Figure(f"instructions, {what} (theirs: when committed)", f"{count:,.0f}", f"{committed[what]:,}",
                   count / committed[what], target=bound, lenient=bound) for what, count in counted.items()]


def without_debug_information(program, folder: pathlib.Path) -> pathlib.Path:
    """A copy of the program for valgrind, which cannot read Swift's debug information."""
    stripped = folder / pathlib.Path(program).name
    subprocess.run(["strip", "-g", "-o", str(stripped), str(program)], check=True)
    return stripped


def core(program, folder: pathlib.Path) -> dict[str, float]:
    """Instructions of an update, from two runs that differ only in their updates; each update reads the root, too."""
    program = without_debug_information(program, folder)

    def run(depth: int, updates: int) -> int:
        file = folder / "core"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", str(program), "count",
                        str(depth), str(updates)], check=True, capture_output=True)
        return total(file)

    return {f"core: an update at depth {depth}, and the root read": (run(depth, 11_000) - run(depth, 1_000)) / 10_000
            for depth in (4, 16)}


def service(program, folder: pathlib.Path) -> dict[str, float]:
    program, wrapper = without_debug_information(program, folder), counting(folder / "service")
    with Measured(program, "--stream-rate", "0", wrapper=wrapper) as server:
        path, dumps = server.updates, 0

        def count(work) -> int:
            nonlocal dumps
            work()
            switch(server, "on")
            work()
            switch(server, "off")
            subprocess.run(["callgrind_control", "--dump", str(server.pid)], check=True, capture_output=True)
            dumps += 1
            return total(folder / f"service.{dumps}")

        full = count(lambda: post(server, path, REQUESTS)) / REQUESTS
        minimal = count(lambda: post(server, path, REQUESTS, Prefer="return=minimal")) / REQUESTS
        sequence = itertools.count(1)
        lines = {
            "a line of a batch": lambda: ("POST", path, {"count": 1}),
            "a line with writer and sequence": lambda: ("POST", path, {"count": 1, "writer": "w", "sequence": next(sequence)}),
            "a line of PATCH": lambda: ("PATCH", server.progress, {"completedUnitCount": next(sequence)}),
            "a line that creates": lambda: ("POST", "/v1/progress", {"totalUnitCount": 10}),
        }
        batches = {what: count(lambda line=line: send_batch(server, line)) / LINES for what, line in lines.items()}
        watched = count(Watching(server).post) / REQUESTS
    return {
        "POST completed-units": full,
        "POST completed-units, return=minimal": minimal,
        **batches,
        "a delivery to a stream": (watched - minimal) / STREAMS,
    }


def send_batch(server: Measured, line) -> None:
    lines = []
    for method, path, body in (line() for _ in range(LINES)):
        lines.append(json.dumps({"method": method, "path": path, "body": body, "headers": {"Prefer": "return=minimal"}}))
    reply = server.call("POST", "/v1/batch", "\n".join(lines), NDJSON, timeout=60)
    if reply.status != 200 or reply.body.count(b'{"status":20') != LINES:
        raise SystemExit("a batch went wrong")


class Watching:
    """Posts that are awaited on every stream one by one, so that none is merged with another."""

    def __init__(self, server: Measured):
        self.server = server
        self.heard = 0
        self.crowd = Crowd()
        self.synced = 0
        self.crowd.add([Stream(server.port, server.events) for _ in range(STREAMS)], self.hear)
        self.crowd.wait(lambda: self.synced == STREAMS, 60)

    def hear(self, _: Stream, event: str, __: bytes) -> None:
        if event == "synced":
            self.synced += 1
        else:
            self.heard += 1

    def post(self) -> None:
        with Client(self.server.port, timeout=60) as client:
            for _ in range(REQUESTS):
                expected = self.heard + STREAMS
                client.call("POST", self.server.updates, {"count": 1}, {"Prefer": "return=minimal"})
                self.crowd.wait(lambda: self.heard >= expected, 60)
