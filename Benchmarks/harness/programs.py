"""Builds what is measured, and runs it."""

import contextlib
import http.client
import json
import os
import pathlib
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
    """A server process, from its first line on standard output to SIGTERM."""

    def __init__(self, command: list[str], port: int, core: int | None, **environment: str):
        self.port = port
        self.process = subprocess.Popen(
            pinned(core, command), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=dict(os.environ, **environment))
        if not self.process.stdout.readline():
            raise SystemExit(f"{command[0]} did not start")

    def cpu_seconds(self) -> float:
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = text[text.rindex(")") + 2:].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def call(self, method: str, path: str, body=None) -> tuple[int, dict, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def service_command(program: pathlib.Path, port: int, threads: int) -> list[str]:
    return [str(program), "serve", "--port", str(port), "--threads", str(threads)]


def start_to_ready(command: list[str], port: int) -> float:
    """Milliseconds from the start of the process to the first 200 on /readyz."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            while time.perf_counter() - start < 10:
                try:
                    with socket.create_connection(("127.0.0.1", port), 1) as client:
                        client.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        if client.recv(64).startswith(b"HTTP/1.1 200"):
                            return (time.perf_counter() - start) * 1_000
                except OSError:
                    pass
                time.sleep(0.000_5)
            raise SystemExit("the service did not become ready within 10 s")
        finally:
            process.terminate()
