"""What one request costs inside the server, counted, so that no noise disturbs it: allocations and instructions."""

import http.client
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

from harness.figures import Figure
from harness.plan import Plan
from harness.programs import Server, free_port, service_command
from harness.service import create

REQUESTS = 1_000


def measure(plan: Plan) -> list[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plan.say("work: allocations")
        found = allocations(plan.programs / "libmalloc-counter.so", plan.service, folder)
        if shutil.which("valgrind"):
            plan.say("work: instructions")
            found.append(instructions(plan.bare, plan.service, folder))
        return found


def make_path(server: Server) -> str:
    return create(server) + "/completed-units"


def post(server: Server, path: str, times: int, **headers: str) -> None:
    """On one connection, which stays open."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    for _ in range(times):
        connection.request("POST", path, '{"count": 1}', {"Content-Type": "application/json"} | headers)
        connection.getresponse().read()
    connection.close()


def allocations(library, program, folder: pathlib.Path) -> list[Figure]:
    """By the program and by its libraries; counted by a preloaded library into a file."""
    file = folder / "allocations"
    file.write_bytes(bytes(16))
    port = free_port()
    command = service_command(program, port, threads=1)

    def count(**headers: str) -> tuple[float, float]:
        post(server, path, 100, **headers)
        before = struct.unpack("QQ", file.read_bytes())
        post(server, path, REQUESTS, **headers)
        after = struct.unpack("QQ", file.read_bytes())
        return (after[0] - before[0]) / REQUESTS, (after[1] - before[1]) / REQUESTS

    with Server(command, port, None, LD_PRELOAD=str(library), MALLOC_COUNTER_FILE=str(file)) as server:
        path = make_path(server)
        counts = {"full reply": count(), "`return=minimal`": count(Prefer="return=minimal")}
    return [
        Figure(f"allocations, {what} (theirs: libmicrohttpd's for it)", f"{own:.1f}", f"{others:.1f}", value=own,
               target=("<=", 4), lenient=("<=", 8))
        for what, (own, others) in counts.items()
    ]


def instructions(bare_program, service_program, folder: pathlib.Path) -> Figure:
    """Instructions in user space, as valgrind counts them; it cannot read Swift's debug information."""
    stripped = folder / "progressd"
    subprocess.run(["strip", "-g", "-o", str(stripped), str(service_program)], check=True)
    port = free_port()
    ours, reply = counted(service_command(stripped, port, threads=1), port, folder / "ours", make_path)
    port = free_port()
    theirs, _ = counted([str(bare_program), str(port), str(reply), "8192", "turbo"], port, folder / "theirs",
                        lambda server: "/v1/progress/00000000-0000-0000-0000-000000000000/completed-units")
    return Figure("instructions in user space, full reply (theirs: bare)", f"{ours:,.0f}", f"{theirs:,.0f}",
                  ours / theirs, lenient=("<=", 4))


def counted(command: list[str], port: int, file: pathlib.Path, prepare) -> tuple[float, int]:
    """Instructions for a request, and the size of a reply."""
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={file}"]
    with Server(valgrind + command, port, None) as server:
        path = prepare(server)
        size = len(server.call("POST", path, {"count": 1})[2])
        post(server, path, 50)
        switch(server, "on")
        post(server, path, REQUESTS)
        switch(server, "off")
    total = re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)
    return int(total.group(1)) / REQUESTS, size


def switch(server: Server, to: str) -> None:
    subprocess.run(["callgrind_control", "-i", to, str(server.process.pid)], check=True, capture_output=True)
