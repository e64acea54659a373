"""A service that is filled up to its limits: the data directory that `steps` counts with."""

import json
import pathlib

from support.client import NDJSON
from support.service import Service

WIDE, DEEP, ROOTS, FAT, RUNS, STEPS, HELD, WRITERS = 100_000, 1_024, 100_000, 64, 12, 100, 9_990, 64
TEXT = 4_096
#: Takes six bytes in JSON and two in memory, and is shown as something else.
CONTROL = "\u0085"
MINIMAL = {"Prefer": "return=minimal"}
LINES = 10_000


def call(method: str, path: str, body: dict | None = None) -> bytes:
    line = {"method": method, "path": path, "headers": MINIMAL}
    return json.dumps(line | ({} if body is None else {"body": body})).encode() + b"\n"


def send(service: Service, lines: list[bytes]) -> None:
    for first in range(0, len(lines), LINES):
        reply = service.call("POST", "/v1/batch", b"".join(lines[first:first + LINES]), NDJSON, timeout=120)
        refused = [line for line in reply.body.splitlines() if b'"status":20' not in line[:14]]
        assert reply.status == 200 and not refused, f"{reply.status}, {refused[:1]}"


def texts() -> dict:
    """Every text of a node at its limit, but for labels."""
    keys = {f"k{number:06}": CONTROL for number in range(1_090)}
    names = ("kind", "localizedDescription", "localizedAdditionalDescription")
    return {name: CONTROL * (TEXT // 2) for name in names} | {"userInfo": keys}


def labels(first: int, count: int) -> dict:
    return {f"{number:02}" + "x" * (TEXT - 2): CONTROL * (TEXT // 2) for number in range(first, first + count)}


def nested(depth: int) -> str:
    start = '{"pendingUnitCount":1,"totalUnitCount":1,"children":['
    return '{"name":"deep","totalUnitCount":1,"children":[' + start * (depth - 2) + '{"pendingUnitCount":1}' \
        + "]}" * (depth - 1)


def fill(program: pathlib.Path, data: pathlib.Path, roots: int = ROOTS) -> None:
    with Service(program, "--data-directory", str(data)) as service:
        send(service, [call("POST", "/v1/progress", {"labels": {"a": "1"}})] * roots)
        for name in ("wide", "failing", "finishing"):
            send(service, [call("PUT", f"/v1/progress/{name}", {"totalUnitCount": 10**9, "labels": {"of": name}})])
            send(service, [call("POST", f"/v1/progress/{name}/children", {"pendingUnitCount": 1})] * WIDE)
        assert service.call("POST", "/v1/progress", nested(DEEP)).status == 201
        send(service, [call("PUT", "/v1/progress/fats", {"totalUnitCount": 10**9})])
        for number in range(FAT):
            path = f"/v1/progress/fat-{number}"
            members = {"totalUnitCount": 10**9, "fileURL": "file:///films/" + "%C2%85" * 600}
            send(service, [call("PUT", path, members | texts())])
            send(service, [call("PATCH", path, {"labels": labels(first, 16)}) for first in range(0, 64, 16)])
            send(service, [call("POST", "/v1/progress/fats/children", {"pendingUnitCount": 1} | texts())])
        send(service, [call("PUT", f"/v1/progress/t{number}", {"totalUnitCount": 10**9}) for number in range(40)])
        for _ in range(RUNS):
            send(service, [call("PUT", "/v1/progress/runs?run=new", {"totalUnitCount": 1} | texts()),
                           call("POST", "/v1/progress/runs/fail", {"message": CONTROL * (TEXT // 2)})])
        send(service, [call("PUT", "/v1/progress/gone", {"totalUnitCount": 10**9} | texts())])
        send(service, [call("POST", "/v1/progress/gone/children", {"pendingUnitCount": 1} | texts())] * STEPS)
        send(service, [call("DELETE", "/v1/progress/gone")])
        held = {"pendingUnitCount": 1}
        send(service, [call("POST", "/v1/progress/t0/reservations", held)] * HELD)
        with service.client() as client:
            for _ in range(HELD):
                assert client.call("POST", "/v1/progress/t1/grants", {"role": "viewer"}).status == 201
        send(service, [call("POST", "/v1/progress/t2/completed-units",
                            {"count": 1, "writer": f"{number:0128}", "sequence": 1}) for number in range(WRITERS)])
