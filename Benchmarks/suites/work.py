"""The cost of a request inside the server, counted without noise: allocations and instructions."""

import pathlib
import re
import shutil
import struct
import subprocess
import tempfile

from harness.figures import Figure
from harness.plan import Plan
from harness.programs import Server
from harness.service import Measured
from support.client import Client
from support.process import free_port

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


def post(server, path: str, times: int, **headers: str) -> None:
    """Posts `times` times on one connection, which stays open."""
    with Client(server.port) as client:
        for _ in range(times):
            client.call("POST", path, {"count": 1}, headers)


def allocations(library, program, folder: pathlib.Path) -> list[Figure]:
    """Allocations by the program and by its libraries, which a preloaded library counts in a file."""
    file = folder / "allocations"
    file.write_bytes(bytes(16))

    def count(**headers: str) -> tuple[float, float]:
        post(server, server.updates, 100, **headers)
        before = struct.unpack("QQ", file.read_bytes())
        post(server, server.updates, REQUESTS, **headers)
        after = struct.unpack("QQ", file.read_bytes())
        return (after[0] - before[0]) / REQUESTS, (after[1] - before[1]) / REQUESTS

    environment = {"LD_PRELOAD": str(library), "MALLOC_COUNTER_FILE": str(file)}
    with Measured(program, environment=environment) as server:
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
    with Measured(stripped, wrapper=counting(folder / "ours")) as server:
        size = len(server.call("POST", server.updates, {"count": 1}).body)
        count(server, server.updates)
    port = free_port()
    bare = [str(bare_program), str(port), str(size), "8192", "turbo"]
    with Server(counting(folder / "theirs") + bare, port, None) as server:
        count(server, "/v1/progress/00000000-0000-0000-0000-000000000000/completed-units")
    ours, theirs = (total(folder / name) / REQUESTS for name in ("ours", "theirs"))
    return Figure("instructions in user space, full reply (theirs: bare)", f"{ours:,.0f}", f"{theirs:,.0f}",
                  ours / theirs, lenient=("<=", 4))


def counting(file: pathlib.Path) -> list[str]:
    """A prefix for a command: counts instructions between two switches, and writes the total to the file at its end."""
    return ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={file}"]


def total(file: pathlib.Path) -> int:
    return int(re.search(r"^totals: (\d+)", file.read_text(), re.MULTILINE)[1])


def count(server, path: str) -> None:
    post(server, path, 50)
    switch(server, "on")
    post(server, path, REQUESTS)
    switch(server, "off")


def switch(server, to: str) -> None:
    subprocess.run(["callgrind_control", "-i", to, str(server.pid)], check=True, capture_output=True)
