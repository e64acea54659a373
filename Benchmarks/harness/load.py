"""wrk and its results."""

import os
import pathlib
import subprocess
import time
from dataclasses import dataclass

from . import quiet
from .programs import BENCHMARKS, pinned


@dataclass
class Load:
    """One round of requests against one server."""

    requests_per_second: float
    cpu_microseconds: float  # of the server, for one request
    errors: int  # of sockets, time-outs, and statuses other than 2xx and 3xx
    max_milliseconds: float
    p50_milliseconds: float
    p99_milliseconds: float
    others: float  # cores that neither the server nor its clients used


def post(server, path: str, clients: int, seconds: int, core: int | None, prefer: str = "",
         body: pathlib.Path | str | None = None, paths: int = 0, bystanders=()) -> Load:
    """Posts to `path` from `clients` keep-alive connections, as fast as they are answered; `body` is JSON, or a file of
    NDJSON. With `paths`, each request has the next number below it in place of the path's %d. Bystanders are part of the
    measurement: their work does not count as that of others."""
    command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "2s", "-s", str(BENCHMARKS / "lua/post.lua")]
    environment = dict(os.environ, BENCHMARK_PREFER=prefer, BENCHMARK_PATHS=str(paths or ""),
                       BENCHMARK_BODY=body if isinstance(body, str) else "",
                       BENCHMARK_BODY_FILE=str(body) if isinstance(body, pathlib.Path) else "")
    start = time.monotonic()
    clients_before, busy_before, before = children(), quiet.busy_seconds(), server.cpu_seconds()
    beside_before = sum(one.cpu_seconds() for one in bystanders)
    run = subprocess.run(
        pinned(core, command + [f"http://127.0.0.1:{server.port}{path.replace('%d', '%25d')}"]),
        check=True, capture_output=True, text=True, env=environment)
    cpu = server.cpu_seconds() - before
    others = quiet.busy_seconds() - busy_before - cpu - (children() - clients_before)
    others -= sum(one.cpu_seconds() for one in bystanders) - beside_before
    result = next(line for line in run.stdout.splitlines() if line.startswith("RESULT "))
    values = {name: int(value) for name, value in (pair.split("=") for pair in result.split()[1:])}
    return Load(
        requests_per_second=values["requests"] / values["microseconds"] * 1e6,
        cpu_microseconds=cpu / max(values["requests"], 1) * 1e6,
        errors=sum(values[name] for name in ("connect", "read", "write", "timeout", "status")),
        max_milliseconds=values["max"] / 1e3,
        p50_milliseconds=values["p50"] / 1e3,
        p99_milliseconds=values["p99"] / 1e3,
        others=others / (time.monotonic() - start))


def children() -> float:
    """CPU seconds of the processes that this one started and that have ended."""
    times = os.times()
    return times.children_user + times.children_system
