"""A reader that keeps what its stream tells it, and at the end has to hold what the service holds."""

import json
import time

from support.crowd import Crowd, Stream

SHOWN = ("version", "totalUnitCount", "completedUnitCount", "fractionCompleted")


class Mirror:
    """Holds every node below every root, by what its events said."""

    def __init__(self):
        self.nodes: dict[str, dict] = {}
        self.children: dict[str | None, set[str]] = {}
        self.event_count = 0

    def hear(self, event: str, data: dict) -> None:
        self.event_count += event != "synced"
        if event in ("snapshot", "child", "state"):
            self.hold(data)
        elif event == "progress":
            if data["id"] in self.nodes:
                self.nodes[data["id"]] |= {name: data[name] for name in SHOWN}
            else:
                raise LookupError(f"a progress of {data['id']} came before its snapshot")
        elif event == "removed":
            self.drop(data["id"])
        elif event == "reset":
            self.nodes, self.children = {}, {}

    def hold(self, data: dict) -> None:
        known = self.nodes.get(data["id"])
        if known and known["parentID"] != data["parentID"]:
            self.children.get(known["parentID"], set()).discard(data["id"])
        self.nodes[data["id"]] = {name: data[name] for name in SHOWN + ("parentID", "isCancelled", "isPaused")}
        self.children.setdefault(data["parentID"], set()).add(data["id"])

    def drop(self, top: str) -> None:
        going = [top]
        for one in going:
            going += self.children.pop(one, set())
            node = self.nodes.pop(one, None)
            if node:
                self.children.get(node["parentID"], set()).discard(one)


def run(port: int, begun, ended, results) -> None:
    """Puts what it holds when all is over and nothing came for a second, or a sentence about what is wrong."""
    try:
        results.put(read(port, begun, ended))
    except (LookupError, OSError) as error:
        results.put(str(error))


def read(port: int, begun, ended) -> tuple[dict, int]:
    mirror, crowd = Mirror(), Crowd()
    quiet_since = time.monotonic()

    def hear(_: Stream, event: str, data: bytes) -> None:
        nonlocal quiet_since
        quiet_since = time.monotonic()
        mirror.hear(event, json.loads(data))

    stream = Stream(port, "/v1/events?descendants=true")
    crowd.add([stream], hear)
    while not (ended.is_set() and time.monotonic() - quiet_since > 1.5):
        crowd.turn(time.monotonic() + 0.2)
        if not stream.is_open:
            raise LookupError("the stream ended")
        if stream.is_answered:
            begun.set()
    crowd.close()
    return mirror.nodes, mirror.event_count
