"""Builds and runs the programs to measure."""

import os
import pathlib
import socket
import subprocess
import time

from support.client import Client, Reply
from support.process import Process, free_port
from support.service import ROOT

BENCHMARKS = ROOT / "Benchmarks"

#: The programs for the benchmarks; the package has them if BUILD_EXTRAS is set.
PRODUCTS = ("core-benchmark", "description-benchmark", "bare", "bare-push", "sse-load", "tree-watch", "malloc-counter")


def build(product: str, package: pathlib.Path = ROOT, **options) -> pathlib.Path:
    """Builds for release; returns the folder of the program."""
    command = ["swift", "build", "--configuration", "release", "--static-swift-stdlib", "--disable-local-rpath",
               "-Xswiftc", "-gline-tables-only", "--product", product, "--package-path", str(package)]
    command += [word for name, value in options.items() for word in (f"--{name.replace('_', '-')}", str(value))]
    environment = {**os.environ, "BUILD_EXTRAS": "1"} if product in PRODUCTS else None
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    shown = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True, env=environment)
    return pathlib.Path(shown.stdout.strip())


def build_benchmarks(*products: str) -> pathlib.Path:
    """Builds apart from the service; returns the folder of the programs."""
    return [build(product, scratch_path=BENCHMARKS / ".build") for product in products or PRODUCTS][-1]


def pinned(core: int | None, command: list[str]) -> list[str]:
    return command if core is None else ["taskset", "-c", str(core)] + command


class Server(Process):
    """A program to compare the service with. It listens when its first line on standard output comes or, if it prints
    none, when its port answers."""

    def __init__(self, command: list[str], port: int, core: int | None, speaks: bool = True, **process):
        self.port = port
        super().__init__(pinned(core, command), output=subprocess.PIPE if speaks else None, **process)
        if not speaks:
            self.wait_for(port)
        elif not self.process.stdout.readline():
            raise self.failure()

    def call(self, method: str, path: str, body=None) -> Reply:
        with Client(self.port) as client:
            return client.call(method, path, body)


def start_to_ready(program: pathlib.Path, *options: str, patience: float = 10) -> float:
    """Milliseconds from the start of the process to the first 200 on /readyz."""
    port = free_port()
    command = [str(program), "--port", str(port), *options]
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
