"""What the hot paths cost, in instructions, against what was committed: the same on a busy machine as on an idle one.

`limits.json` holds what was counted when it was written; a path may cost a quarter more. Whoever makes one cheaper,
or has a reason for more, counts anew and commits it: `Benchmarks/gate --commit`.
"""

import http.client
import json
import pathlib
import re
import subprocess
import tempfile

from harness.figures import Figure
from harness.programs import BENCHMARKS, Server, free_port, service_command
from harness.service import create
from harness.sse import Crowd, Stream
from suites.work import post, switch

LIMITS = BENCHMARKS / "limits.json"
#: Above it a path has become dearer, whatever compiler and library did to it. Of a request more than half is not ours:
#: were our part to double, it would cost 1.5 times as much in all.
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


def total(file: pathlib.Path) -> int:
    return int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE).group(1))


def without_debug_information(program, folder: pathlib.Path) -> pathlib.Path:
    """Valgrind cannot read Swift's."""
    stripped = folder / pathlib.Path(program).name
    subprocess.run(["strip", "-g", "-o", str(stripped), str(program)], check=True)
    return stripped


def core(program, folder: pathlib.Path) -> dict[str, float]:
    """Two runs differ in their updates alone; each reads the root after it."""
    program = without_debug_information(program, folder)

    def run(depth: int, updates: int) -> int:
        file = folder / "core"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={file}", str(program), "count",
                        str(depth), str(updates)], check=True, capture_output=True)
        return total(file)

    return {f"core: an update at depth {depth}, and the root read": (run(depth, 11_000) - run(depth, 1_000)) / 10_000
            for depth in (4, 16)}


def service(program, folder: pathlib.Path) -> dict[str, float]:
    program, file, port = without_debug_information(program, folder), folder / "service", free_port()
    command = service_command(program, port, threads=1) + ["--stream-rate", "0"]
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={file}"]
    with Server(valgrind + command, port, None) as server:
        location = create(server)
        path = location + "/completed-units"
        dumps = 0

        def count(work) -> int:
            nonlocal dumps
            work()
            switch(server, "on")
            work()
            switch(server, "off")
            subprocess.run(["callgrind_control", "--dump", str(server.process.pid)], check=True, capture_output=True)
            dumps += 1
            return total(folder / f"service.{dumps}")

        full = count(lambda: post(server, path, REQUESTS)) / REQUESTS
        minimal = count(lambda: post(server, path, REQUESTS, Prefer="return=minimal")) / REQUESTS
        line = json.dumps({"method": "POST", "path": path, "body": {"count": 1},
                           "headers": {"Prefer": "return=minimal"}})
        lines = "\n".join([line] * LINES)
        batch = count(lambda: send_batch(server, lines)) / LINES
        watched = count(Watching(server, location + "/events", path).post) / REQUESTS
    return {
        "POST completed-units": full,
        "POST completed-units, return=minimal": minimal,
        "a line of a batch": batch,
        "a delivery to a stream": (watched - minimal) / STREAMS,
    }


def send_batch(server: Server, lines: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", "/v1/batch", lines, {"Content-Type": "application/x-ndjson"})
    reply = connection.getresponse()
    if reply.status != 200 or reply.read().count(b'{"status":204') != LINES:
        raise SystemExit("a batch went wrong")
    connection.close()


class Watching:
    """Posts, each of which is awaited on every stream: so none is merged with another."""

    def __init__(self, server: Server, events: str, path: str):
        self.server, self.path = server, path
        self.heard = 0
        self.crowd = Crowd()
        self.crowd.add([Stream(server.port, events) for _ in range(STREAMS)], self.hear)
        self.crowd.wait(lambda: self.heard == STREAMS, 60)

    def hear(self, *_) -> None:
        self.heard += 1

    def post(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for _ in range(REQUESTS):
            expected = self.heard + STREAMS
            connection.request("POST", self.path, '{"count": 1}',
                               {"Content-Type": "application/json", "Prefer": "return=minimal"})
            connection.getresponse().read()
            self.crowd.wait(lambda: self.heard >= expected, 60)
        connection.close()
