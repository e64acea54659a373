"""The service as it is measured: one thread, on one core, with a progress that is half done and never finishes."""

import pathlib
import re
import socket
from contextlib import ExitStack
from dataclasses import dataclass

from .programs import Server, free_port, service_command

#: A reply as long as they usually are.
PROGRESS = {"totalUnitCount": 2 * 10**9, "completedUnitCount": 10**9}
#: More than any suite opens.
STREAMS = ["--max-streams", "12000"]


@dataclass
class Service:
    server: Server
    updates: str
    events: str

    @property
    def port(self) -> int:
        return self.server.port

    def cpu_seconds(self) -> float:
        return self.server.cpu_seconds()

    def resident_bytes(self) -> int:
        return self.server.resident_bytes()

    def call(self, *arguments, **options) -> tuple[int, dict, bytes]:
        return self.server.call(*arguments, **options)


def create(server: Server) -> str:
    """The path of a new progress."""
    status, headers, _ = server.call("POST", "/v1/progress", PROGRESS)
    if status != 201:
        raise SystemExit(f"the service answered a create with {status}")
    return headers["Location"]


def start(stack: ExitStack, program: pathlib.Path, core: int | None, *options: str, threads: int = 1) -> Service:
    port = free_port()
    server = stack.enter_context(Server(service_command(program, port, threads, *options), port, core))
    path = create(server)
    return Service(server, f"{path}/completed-units", f"{path}/events")


def event_size(service: Service) -> int:
    """Bytes of data in the event that an update makes."""
    with socket.create_connection(("127.0.0.1", service.port), 10) as reader:
        reader.sendall(f"GET {service.events} HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        received = b""
        while not re.search(rb"event: snapshot\ndata: .*\n\n", received):
            received += reader.recv(65536)
        service.call("POST", service.updates, {"count": 1})
        while not (found := re.search(rb"event: progress\ndata: (.*)\n\n", received)):
            received += reader.recv(65536)
    return len(found.group(1))
