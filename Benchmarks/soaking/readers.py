"""Readers that come, read or do not read, and leave in every possible way."""

import random
import time

from support.client import Client
from support.crowd import Crowd, Stream

AT_ONCE = 80
LONGEST = 6.0
SELECTIONS = ["/v1/events", "/v1/events?descendants=true", "/v1/events?descendants=true&summary=true&maxRate=3",
              "/v1/events?label=worker:1", "/v1/events?maxRate=20", "/v1/progress/shared/events",
              "/v1/progress/shared/events?summary=true&locale=en"]


class Visitor(Stream):
    """A stream that may also be refused, because its progress may be gone by then."""

    def answered(self, line: bytes) -> None:
        if line[9:12] not in (b"200", b"204", b"304", b"404"):
            raise SystemExit(f"a reader was answered {line.decode().strip()}")
        if line[9:12] != b"200":
            self.is_open = False


class Visits:
    def __init__(self, port: int, seed: int):
        self.port = port
        self.random = random.Random(seed)
        self.crowd = Crowd()
        self.visitors: list[tuple[float, Visitor]] = []
        self.ids: list[str] = []
        self.last_ids: list[str] = [""]
        self.count = 0

    def begin(self) -> None:
        path = self.random.choice(SELECTIONS)
        if self.ids and self.random.random() < 0.5:
            descendants = self.random.choice(["true", "false"])
            path = f"/v1/progress/{self.random.choice(self.ids)}/events?descendants={descendants}"
        is_slow = self.random.random() < 0.3
        visitor = Visitor(self.port, path, self.random.choice(self.last_ids), 4_096 if is_slow else 0)
        if self.random.random() < 0.1:
            visitor.request = ("GET /v1/progress/shared HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=5\r\n"
                               "If-None-Match: *\r\n\r\n").encode()
        self.count += 1
        self.visitors.append((time.monotonic() + self.random.random() ** 2 * LONGEST, visitor))
        if is_slow:
            visitor.socket.setblocking(True)
            visitor.ask()
        else:
            self.crowd.add([visitor], lambda *_: None)

    def turn(self) -> None:
        while len(self.visitors) < AT_ONCE:
            self.begin()
        self.crowd.turn(time.monotonic() + 0.02)
        now = time.monotonic()
        for end, visitor in list(self.visitors):
            if end <= now or not visitor.is_open:
                self.end(end, visitor)

    def end(self, end: float, visitor: Visitor) -> None:
        self.visitors.remove((end, visitor))
        if visitor.last_id:
            self.last_ids = [""] * 8 + self.last_ids[-8:] + [visitor.last_id]
        if self.random.random() < 0.1 and visitor.is_open:
            visitor.become_deaf()
        is_abrupt = self.random.random() < 0.5
        if visitor in self.crowd.streams:
            self.crowd.remove(visitor, is_abrupt)
        elif visitor.socket.fileno() >= 0:
            visitor.close(is_abrupt)

    def look_around(self) -> None:
        with Client(self.port) as client:
            self.ids = [item["id"] for item in client.call("GET", "/v1/progress?limit=100").json["items"]]

    def close(self) -> None:
        for end, visitor in list(self.visitors):
            self.end(end, visitor)
        self.crowd.close()


def run(port: int, seed: int, ended, results) -> None:
    visits = Visits(port, seed)
    next_look = 0.0
    while not ended.is_set():
        if time.monotonic() >= next_look:
            visits.look_around()
            next_look = time.monotonic() + 2
        visits.turn()
    visits.close()
    results.put(visits.count)
