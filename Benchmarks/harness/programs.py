"""Builds what is measured, and runs it."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

BENCHMARKS = pathlib.Path(__file__).resolve().parent.parent
ROOT = BENCHMARKS.parent
TICKS = os.sysconf("SC_CLK_TCK")

SERVICE_BUILD = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", "progressd"]
BENCHMARK_BUILD = ["swift", "build", "-c", "release", "--static-swift-stdlib"]


def build(command: list[str], package: pathlib.Path) -> pathlib.Path:
    """Builds and says where the programs are."""
    where = ["--package-path", str(package)]
    subprocess.run(command + where, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run(command + where + ["--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pinned(core: int | None, command: list[str]) -> list[str]:
    return command if core is None else ["taskset", "-c", str(core)] + command


class Server:
    """A server and the processes it starts, until SIGTERM. It listens when its first line on standard output comes, or,
    where it prints none, when its port answers."""

    def __init__(self, command: list[str], port: int, core: int | None, folder: pathlib.Path | None = None,
                 speaks: bool = True, log=subprocess.DEVNULL, **environment: str):
        self.port = port
        self.process = subprocess.Popen(
            pinned(core, command), stdout=subprocess.PIPE if speaks else subprocess.DEVNULL,
            stderr=log, text=True, cwd=folder, env=dict(os.environ, **environment))
        if not (self.process.stdout.readline() if speaks else self.answers()):
            self.stop()
            raise SystemExit(f"{command[0]} did not start")

    def answers(self) -> bool:
        end = time.monotonic() + 20
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return True
            time.sleep(0.02)
        return False

    def pids(self) -> list[int]:
        """Of the process and its descendants."""
        found = [self.process.pid]
        for pid in found:
            with contextlib.suppress(OSError):
                for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
                    found += [int(child) for child in (task / "children").read_text().split()]
        return found

    def cpu_seconds(self) -> float:
        return sum(map(cpu_seconds, self.pids()))

    def resident_bytes(self) -> int:
        """What processes share counts once."""
        return sum(map(proportional_bytes, self.pids()))

    def call(self, method: str, path: str, body=None, raw: bytes | None = None,
             kind: str = "application/json", patience: float = 10) -> tuple[int, dict, bytes]:
        """`body` is sent as JSON, `raw` as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        with contextlib.closing(connection):
            text = raw if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": kind})
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def cpu_seconds(pid: int | str) -> float:
    text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    fields = text[text.rindex(")") + 2:].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def proportional_bytes(pid: int) -> int:
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE).group(1)) * 1024


def service_command(program: pathlib.Path, port: int, threads: int, *options: str) -> list[str]:
    return [str(program), "serve", "--port", str(port), "--threads", str(threads), *options]


def start_to_ready(command: list[str], port: int, patience: float = 10) -> float:
    """Milliseconds from the start of the process to the first 200 on /readyz."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while time.perf_counter() - start < patience:
                try:
                    with socket.create_connection(("127.0.0.1", port), 1) as client:
                        client.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        if client.recv(64).startswith(b"HTTP/1.1 200"):
                            return (time.perf_counter() - start) * 1_000
                except OSError:
                    pass
                time.sleep(0.000_5)
            raise SystemExit(f"the service did not become ready within {patience:g} s")
        finally:
            process.terminate()
