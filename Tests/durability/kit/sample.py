"""A real data directory with everything in it: made by the service, left by a kill."""

import json
import os
import shutil
from pathlib import Path

from support.client import NDJSON
from support.waiting import until

from .service import Service

MARK = slice(512, 536)


def nodes(client):
    """Everything that must be there after a start: all but versions and times that depend on the moment."""
    found = []
    for root in client.call("GET", "/v1/progress?limit=500").json["items"]:
        found.append(plain(client.call("GET", f"/v1/progress/{root['id']}/tree").json))
    return found


def plain(node):
    return {**{key: value for key, value in node.items() if key not in ("version", "links", "expiresAt")},
            "children": [plain(child) for child in node["children"]]}


class Sample:
    """`directory` holds a snapshot and a journal after it; `later` the same a little later, with more in the journal."""

    def __init__(self, program, parent):
        self.working, self.directory, self.later = (os.path.join(parent, name) for name in ("working", "then", "later"))
        service = Service(program, self.working).listen()
        client = service.client()
        self.make_snapshot(client)
        self.write(client, "then")
        shutil.copytree(self.working, self.directory)
        self.nodes = nodes(client)
        self.write(client, "later")
        service.kill()
        shutil.copytree(self.working, self.later)
        client.close()

    def make_snapshot(self, client):
        children = [{"name": f"c{n}", "pendingUnitCount": 1, "totalUnitCount": 3} for n in range(100)]
        client.call("PUT", "/v1/progress/wide", {"totalUnitCount": 100, "children": children})
        number = 0

        def write():
            nonlocal number
            number += 1
            patches = [{"method": "PATCH", "path": f"/v1/progress/c{n}", "body": {
                "userInfo": {"text": "." * 15_000, "number": number}}} for n in range(100)]
            text = "\n".join(map(json.dumps, patches)).encode()
            client.call("POST", "/v1/batch", text, NDJSON)
            snapshots = [path for path in Path(self.working).glob("snapshot-*") if path.suffix != ".new"]
            return snapshots and len(list(Path(self.working).glob("journal-*"))) == 1

        until(write, "a snapshot", seconds=120)

    @staticmethod
    def write(client, name):
        for number in range(5):
            client.call("PUT", f"/v1/progress/{name}-{number}", {"totalUnitCount": 9, "userInfo": {"a": "b" * 500}})
            client.call("POST", f"/v1/progress/{name}-{number}/completed-units", {"count": 3})
        client.call("POST", f"/v1/progress/{name}-0/grants", {"role": "viewer"})
        client.call("POST", f"/v1/progress/{name}-0/reservations", {"pendingUnitCount": 1})

    def file(self, kind):
        return next(path for path in Path(self.directory).iterdir() if path.name.startswith(kind))

    def torn(self, path, change):
        """A copy as a loss of power may leave it: `later`'s journal, of which only what `then` had is known to be safe."""
        shutil.copytree(self.later, path)
        name = self.file("journal-").name
        then, file = self.file("journal-").read_bytes(), Path(path, name)
        later = bytearray(file.read_bytes())
        later[MARK] = then[MARK]
        safe, end = (int.from_bytes(text[MARK][:8], "little") for text in (then, Path(self.later, name).read_bytes()))
        change(later, safe, end)
        file.write_bytes(later)
