"""Flat bars, for a comparison with what shows nothing else: the service and progressista, each with its own calls.

Both keep what they hold on disk, as whoever wants to see bars after a restart starts them. The last bar of those that
were made is the one that is updated: progressista sends all bars at once, in this order, so its message is whole when
that one has arrived.
"""

import json
import pathlib

from support.client import Client
from support.process import free_port
from support.service import Service

from . import peers
from .programs import Server, pinned

TOTAL, BEGIN = 2 * 10**9, 10**6


class ServiceBars:
    """Roots with names; an update adds one unit, and a page reads one stream of all roots, as the dashboard does."""

    name = "progressd"
    page = "/"
    body = json.dumps({"count": 1})
    events = ("GET /v1/events?summary=true HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, core: int, durability: str = "interval"):
        self.program, self.core = program, core
        self.options = ("--threads", "1", "--data-directory", str(folder / durability), "--durability", durability)
        self.server: Service | None = None
        self.last = ""

    def start(self) -> Service:
        self.server = Service(self.program, *self.options, wrapper=pinned(self.core, [])).listen()
        return self.server

    def make(self, count: int) -> None:
        self.last = f"bar-{count - 1}"
        with Client(self.server.port) as client:
            for number in range(count):
                bar = {"totalUnitCount": TOTAL, "completedUnitCount": BEGIN}
                expect(client.call("PUT", f"/v1/progress/bar-{number}", bar))

    @property
    def updates(self) -> str:
        return f"/v1/progress/{self.last}/completed-units"

    def update(self, client: Client, _: int) -> None:
        expect(client.call("POST", self.updates, self.body))

    def completed(self, client: Client) -> int:
        return client.call("GET", f"/v1/progress/{self.last}").json["completedUnitCount"]

    def count(self, _: Client) -> int:
        return self.server.metric("progressd_roots")

    def shown(self, completed: int) -> bytes:
        return b'"completedUnitCount":%d' % completed

    def drawn(self, completed: int) -> dict[str, str]:
        return {"body": self.body, "text": f"{completed:,}"}


class ProgressistaBars:
    """Tasks; an update says how much is done, and a page reads its WebSocket."""

    name = "progressista"
    page = "/static/index.html"
    updates = "/progress"
    # The key is any; a reader that offers no extension gets messages as they are.
    events = ("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")

    def __init__(self, folder: pathlib.Path, core: int):
        self.folder, self.core = folder, core
        self.server: Server | None = None
        self.last = ""

    def start(self) -> Server:
        self.server = peers.progressista(free_port(), self.core, self.folder)
        return self.server

    def make(self, count: int) -> None:
        self.last = f"bar-{count - 1}"
        with Client(self.server.port) as client:
            for number in range(count):
                expect(client.call("POST", self.updates, task(f"bar-{number}", BEGIN)))

    @property
    def body(self) -> str:
        return task(self.last, BEGIN)

    def update(self, client: Client, completed: int) -> None:
        expect(client.call("POST", self.updates, task(self.last, completed)))

    def tasks(self, client: Client) -> dict[str, dict]:
        return client.call("GET", "/tasks").json["tasks"]

    def completed(self, client: Client) -> int:
        return int(self.tasks(client)[self.last]["n"])

    def count(self, client: Client) -> int:
        return len(self.tasks(client))

    def shown(self, completed: int) -> bytes:
        return b'"n":%d' % completed

    def drawn(self, completed: int) -> dict[str, str]:
        return {"body": task(self.last, completed), "text": f"{completed} "}


def task(name: str, completed: int) -> str:
    return json.dumps({"task_id": name, "desc": name, "total": TOTAL, "n": completed, "status": "update"})


def expect(reply) -> None:
    if reply.status >= 300:
        raise SystemExit(f"an update was answered with {reply.status}")
