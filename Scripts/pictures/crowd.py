"""Many trees in every state, and one with thousands of children. They are the same every time."""

from __future__ import annotations

import json
import random

from support.client import NDJSON
from support.service import Service

JOBS = ["nightly-backup", "photo-import", "vacuum-postgres", "render-video", "sync-mail", "transcode", "reindex",
        "thumbnails", "export-report", "deploy"]
TEAMS = ["ops", "media", "data", "web"]
STEPS = ["fetch", "check", "write"]


def fill(service: Service, roots: int, children: int) -> None:
    chance = random.Random(7)
    calls = []
    for number in range(roots):
        calls += root(f"{JOBS[number % len(JOBS)]}-{1_000 + number}", number, chance)
    send(service, calls)
    large(service, children, chance)
    # A second round, so that rates and times left have evidence.
    for _ in range(3):
        send(service, [call("POST", f"{JOBS[number % len(JOBS)]}-{1_000 + number}.{STEPS[1]}/completed-units",
                            {"count": chance.randrange(1, 9)}) for number in range(roots) if number % 9 > 2])


def root(name: str, number: int, chance: random.Random) -> list[dict]:
    """A tree of four nodes and its fate: one in nine each fails or finishes, a few are paused or cancelled."""
    children = [
        {"name": f"{name}.{step}", "pendingUnitCount": weight, "totalUnitCount": 1_000}
        for step, weight in zip(STEPS, (2, 7, 1))
    ]
    labels = {"team": TEAMS[number % len(TEAMS)]}
    calls = [
        call("PUT", name, {"totalUnitCount": 10, "isPausable": True, "labels": labels, "children": children}),
        call("PATCH", f"{name}.{STEPS[0]}", {"completedUnitCount": 1_000}),
        call("PATCH", f"{name}.{STEPS[1]}", {"completedUnitCount": chance.randrange(20, 950)}),
    ]
    if number % 9 == 0:
        calls.append(call("POST", f"{name}.{STEPS[1]}/fail", {"message": "connection reset by peer", "code": "io"}))
    elif number % 9 == 1:
        calls += [call("POST", f"{name}.{step}/completed-units", {"count": 1_000}) for step in STEPS[1:]]
    elif number % 18 == 2:
        calls.append(call("POST", f"{name}/pause", {"reason": "night only"}))
    elif number % 18 == 11:
        calls.append(call("POST", f"{name}/cancel", {"reason": "superseded"}))
    return calls


def large(service: Service, count: int, chance: random.Random) -> None:
    name = "reindex-archive"
    children = [
        {"name": f"{name}.{number:04}", "pendingUnitCount": 1, "totalUnitCount": 200} for number in range(1, count + 1)
    ]
    send(service, [call("PUT", name, {"totalUnitCount": count, "isPausable": True, "children": children})])
    done = [call("PATCH", f"{name}.{number:04}", {"completedUnitCount": 200}) for number in range(1, count * 3 // 5)]
    active = [
        call("PATCH", f"{name}.{number:04}", {"completedUnitCount": chance.randrange(10, 190)})
        for number in range(count * 3 // 5, count * 3 // 5 + 12)
    ]
    failed = [call("POST", f"{name}.{number:04}/fail", {"message": "checksum mismatch"}) for number in (4_100, 4_711)]
    send(service, [*done, *active, *failed])


def call(method: str, place: str, body: dict) -> dict:
    return {"method": method, "path": f"/v1/progress/{place}", "headers": {"Prefer": "return=minimal"}, "body": body}


def send(service: Service, calls: list[dict]) -> None:
    reply = service.call("POST", "/v1/batch", "\n".join(map(json.dumps, calls)), NDJSON)
    bad = [line for line in reply.lines if line["status"] >= 400]
    assert not bad, bad[0]
