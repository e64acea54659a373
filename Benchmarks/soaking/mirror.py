"""A reader that keeps what its stream tells it, and at the end has to hold what the service holds."""

import json
import select
import socket
import time

SHOWN = ("version", "totalUnitCount", "completedUnitCount", "fractionCompleted")


class Mirror:
    """Holds every node below every root, by what its events said."""

    def __init__(self):
        self.nodes: dict[str, dict] = {}
        self.children: dict[str | None, set[str]] = {}
        self.event_count = 0

    def hear(self, event: str, data: dict) -> None:
        self.event_count += 1
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
    mirror, rest, event = Mirror(), b"", ""
    with socket.create_connection(("127.0.0.1", port), 10) as client:
        client.sendall(b"GET /v1/events?descendants=true HTTP/1.1\r\nHost: localhost\r\n\r\n")
        quiet_since = time.monotonic()
        while not (ended.is_set() and time.monotonic() - quiet_since > 1.5):
            if not select.select([client], [], [], 0.2)[0]:
                continue
            piece = client.recv(1 << 20)
            if not piece:
                raise LookupError("the stream ended")
            begun.set()
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            for line in lines:
                if line.startswith(b"event: "):
                    event = line[7:].decode()
                elif line.startswith(b"data: "):
                    quiet_since = time.monotonic()
                    mirror.hear(event, json.loads(line[6:]))
        return mirror.nodes, mirror.event_count
