"""The service to measure, with a progress that is half done and never finishes."""

import pathlib
from contextlib import ExitStack

from support.events import EventStream
from support.service import Service

from .programs import pinned

#: Makes a reply of the usual length.
PROGRESS = {"totalUnitCount": 2 * 10**9, "completedUnitCount": 10**9}
#: The limit is above the streams of any suite.
STREAMS = ["--max-streams", "12000"]


class Measured(Service):
    """The service with `threads` threads, on `core`."""

    def __init__(self, program: pathlib.Path, *options: str, core: int | None = None, threads: int = 1, wrapper=(),
                 **process):
        super().__init__(program, "--threads", threads, *options, wrapper=[*pinned(core, []), *wrapper], **process)

    def listen(self) -> "Measured":
        super().listen()
        path = create(self)
        self.progress, self.updates, self.events = path, f"{path}/completed-units", f"{path}/events"
        return self


def create(server: Service) -> str:
    """The path of a new progress."""
    reply = server.call("POST", "/v1/progress", PROGRESS)
    if reply.status != 201:
        raise SystemExit(f"the service answered a create with {reply.status}")
    return reply.headers["Location"]


def start(stack: ExitStack, program: pathlib.Path, core: int | None, *options: str, threads: int = 1) -> Measured:
    return stack.enter_context(Measured(program, *options, core=core, threads=threads))


def event_size(service: Measured) -> int:
    """Bytes of data in the event that an update makes."""
    with EventStream(service.port, service.events) as stream:
        stream.event()
        service.call("POST", service.updates, {"count": 1})
        return len(next(event for event in stream if event.name == "progress").text.encode())
