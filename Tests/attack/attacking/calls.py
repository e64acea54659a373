"""Every call of `openapi.yaml` at its limits, for a service that `large.py` has filled.

A new call is one more row, and `steps` fails without it. Rows come in order: later ones end and remove what earlier ones
read. `inputs.py` has the lines of batches.
"""

import json
import pathlib
import re
import typing

from attacking.inputs import BODY, MESSAGE, NODE_CHILDREN, arguments, metrics, padded, tool, user_info
from attacking.large import CONTROL, LINES, TEXT, labels, texts
from support.client import NDJSON

CONTRACT = pathlib.Path(__file__).resolve().parents[3] / "openapi.yaml"
JSON, FORM = {"Content-Type": "application/json"}, {"Content-Type": "application/x-www-form-urlencoded"}
KEYED = {**JSON, "Idempotency-Key": "k" * 128}
#: How long a reply that takes minutes is read, in seconds: its first steps, and the cost of ending it.
GLANCE = 1.0
#: An id that no run, reservation or grant has.
NOBODY = "00000000-0000-0000-0000-000000000000"
P = "/v1/progress"


class Call(typing.NamedTuple):
    operation: str
    path: str
    body: bytes = b""
    headers: dict = {}
    status: int = 200
    seconds: float = 300
    note: str = ""
    #: Left out of the short form: it takes long, and another row is much alike.
    is_extra: bool = False

    @property
    def method(self) -> str:
        return self.operation.split()[0]

    @property
    def name(self) -> str:
        path = self.path if len(self.path) < 60 else self.path[:57] + "…"
        return f"{self.method} {path}" + (f": {self.note}" if self.note else "")

    @property
    def request(self) -> bytes:
        head = [f"{self.method} {self.path} HTTP/1.1", "Host: localhost", "Connection: close",
                f"Content-Length: {len(self.body)}", *(f"{name}: {value}" for name, value in self.headers.items())]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + self.body

    def fault(self, reply: bytes) -> str | None:
        """The flaw of the reply; None if there is none, or if the reply is not read to its end."""
        if self.seconds == GLANCE or reply.startswith(f"HTTP/1.1 {self.status} ".encode()):
            return None
        return f"the reply is {reply[:60]!r} {reply.partition(bytes(4))[0][-200:]!r}, not {self.status}"


def call(operation: str, path: str = "", body: dict | str | bytes = b"", **more) -> Call:
    """Without a path, that of the operation."""
    data = json.dumps(body, ensure_ascii=False) if isinstance(body, dict) else body
    data = data if isinstance(data, bytes) else data.encode()
    if data and "headers" not in more:
        more["headers"] = JSON
    return Call(operation, path or operation.split()[1], data, **more)


def operations() -> set[str]:
    """Those of the contract, as `POST /v1/progress`."""
    return operations_of(CONTRACT.read_text())


def operations_of(contract: str) -> set[str]:
    found, path = set(), ""
    for line in re.search(r"^paths:\n(.*?)^\w", contract, re.M | re.S)[1].splitlines():
        if match := re.fullmatch(r"  (/\S*):", line):
            path = match[1]
        elif match := re.fullmatch(r"    (get|put|post|patch|delete):", line):
            found.add(f"{match[1].upper()} {path}")
    return found


def events_sent(metrics_page: str) -> dict[str, int]:
    """The number of events sent of each kind, as `/metrics` counts them."""
    found = re.findall(r'^progressd_events_sent_total\{type="(\w+)"\} (\d+)$', metrics_page, re.M)
    return {kind: int(count) for kind, count in found}


def languages() -> list[str]:
    return re.search(r"^    Language:\n.*\n      enum: \[(.*)\]", CONTRACT.read_text(), re.M)[1].split(", ")


#: All 100,000 roots match.
FOUND = "label=a&label=!b:1&q=1&state=working&createdSince=2000-01-01T00:00:00Z&limit=500"


def reads(runs: dict[str, str] = {}) -> list[Call]:
    """Reads; `runs` has the ids of the newest runs by name."""
    most = "&".join(f"label=!a{number}:{'x' * 40}&name=n{number}*" for number in range(64))
    return [
        call(f"GET {P}", f"{P}?limit=500"),
        call(f"GET {P}", f"{P}?limit=500&summary=true", seconds=GLANCE),
        call(f"GET {P}", f"{P}?state=stalled&updatedSince=2000-01-01T00:00:00Z", note="nothing matches"),
        call(f"GET {P}", f"{P}?{most}", seconds=GLANCE, note="64 labels and names"),
        *(call(f"GET {P}", f"{P}?{FOUND}&sort={order}", note=f"filtered, searched and sorted by {order}")
          for order in ("createdAt", "-name", "-updatedAt", "remaining", "-duration")),
        call(f"GET {P}", f"{P}?q={'%20'.join('abcdefghijklmnopqrstuvwxyz' * 4)}", note="104 words"),
        call("GET /progress.txt", f"/progress.txt?{most}", note="64 labels and names"),
        *(call(f"GET {P}", f"{P}?limit=50&locale={language}") for language in languages()),
        *(call("GET /progress.txt", f"/progress.txt?width=200&locale={language}") for language in languages()),
        call(f"GET {P}/{{id}}", f"{P}/fat-1"),
        call(f"GET {P}/{{id}}", f"{P}/wide?summary=true"),
        call(f"GET {P}/{{id}}", f"{P}/t1", headers={"Prefer": "wait=60", "If-None-Match": "*"}, seconds=GLANCE),
        *(call(f"GET {P}/{{id}}", f"{P}/{name}", headers={"Accept": "text/plain"}) for name in ("wide", "fats", "deep")),
        call(f"GET {P}/{{id}}/tree", f"{P}/wide/tree", seconds=GLANCE),
        call(f"GET {P}/{{id}}/tree", f"{P}/wide/tree?depth=0&summary=true"),
        call(f"GET {P}/{{id}}/tree", f"{P}/deep/tree"),
        call(f"GET {P}/{{id}}/tree", f"{P}/fats/tree", seconds=GLANCE),
        *(call(f"GET {P}/{{id}}/runs", f"{P}/{name}/runs") for name in ("runs", "wide", "gone")),
        *(call(f"GET {P}/{{id}}/runs/{{runID}}", f"{P}/{name}/runs/{runs.get(name, NOBODY)}", note=name)
          for name in ("wide", "fats", "deep", "gone")),
        call(f"GET {P}/{{id}}/children", f"{P}/wide/children?limit=500"),
        call(f"GET {P}/{{id}}/children", f"{P}/wide/children?label=a:1", note="nothing matches"),
        call(f"GET {P}/{{id}}/children", f"{P}/wide/children?sort=-updatedAt&limit=500", note="sorted"),
        call(f"GET {P}/{{id}}/children", f"{P}/fats/children?limit=500"),
        call("GET /v1/session"),
        *(call(f"GET {path}", f"{path}?limit=500") for path in ("/v1/grants", "/v1/reservations")),
        *(call(f"GET {path}") for path in ("/healthz", "/readyz", "/readyz/writes", "/metrics", "/openapi.yaml",
                                           "/openapi.json", "/docs", "/", "/v1", "/problems",
                                           "/.well-known/api-catalog")),
        *(call("GET /progress/{id}", f"/progress/{name}", headers={"Accept": "text/html"}) for name in ("wide", "fat-1")),
        *(call("GET /progress/{id}.svg", f"/progress/{name}.svg?label=" + "%C2%85" * 60) for name in ("wide", "fat-1")),
        *(call("GET /progress/{id}.txt", f"/progress/{name}.txt?width=200") for name in ("wide", "fats", "deep")),
        call("GET /problems/{slug}", "/problems/limit-text"),
    ]


def first_looks() -> list[Call]:
    """The first look of each kind of stream, and of the text views that follow changes."""
    one, all_ = "GET /v1/progress/{id}/events", "GET /v1/events"
    ids = "&".join(f"id=fat-{number}" for number in range(50))
    return [
        *(call(one, f"{P}/{path}", seconds=GLANCE) for path in (
            "fat-1/events", "wide/events?descendants=true", "wide/events?summary=true", "deep/events?descendants=true",
            "fats/events?descendants=true&summary=true", "wide/events?runs=true&maxRate=0.1",
            "wide/events?descendants=true&lastEventID=x")),
        *(call(all_, f"/v1/events{query}", seconds=GLANCE) for query in (
            "", "?descendants=true", "?descendants=true&summary=true", "?label=a:1&label=b:1", "?name=n*&label=!a", "?fileURL=file:///none",
            f"?{ids}", f"?{ids}&summary=true&descendants=true", "?lastEventID=x")),
        *(call("GET /progress/{id}.txt", f"/progress/{name}.txt?follow=true&height=200", seconds=GLANCE)
          for name in ("wide", "fats")),
        call("GET /progress.txt", "/progress.txt?follow=true&height=200&width=200", seconds=GLANCE),
    ]


def writes(extra: bool = True) -> list[Call]:
    """Writes of one node or of few, while everything is watched. Batches are answered in slices that are alike: without
    `extra` they have a tenth of the lines."""
    one = f"{P}/{{id}}"
    form = ("kind=x&" + "&".join(f"labels.k{number}=x" for number in range(60_000))).encode()
    text = {**texts(), "labels": labels(0, 64 // 4)}
    lines, blank = (LINES, 16 << 20) if extra else (LINES // 10, 1 << 20)
    return [
        call(f"POST {P}", P, text, status=201, note="all texts"),
        call(f"POST {P}", P, padded("kind=", "%C2%85", "", BODY), headers=FORM, status=422, note="a form"),
        call(f"POST {P}", P, form, headers=FORM, status=400, note="a form of labels"),
        call(f"PATCH {one}", f"{P}/fat-2", user_info("{", '"{}":1,', "}"), status=422, note="userInfo"),
        call(f"PATCH {one}", f"{P}/fat-2", text, note="all texts"),
        call(f"PATCH {one}", f"{P}/fat-2", form, headers=FORM, status=400, note="a form of labels"),
        call(f"POST {one}/children", f"{P}/t4/children", {"pendingUnitCount": 1, **text}, status=201),
        call(f"POST {one}/completed-units", f"{P}/t2/completed-units", {"count": 1, "writer": "w" * 128, "sequence": 1}),
        call(f"POST {one}/heartbeat", f"{P}/t2/heartbeat"),
        call(f"POST {one}/reservations", f"{P}/t0/reservations", {"pendingUnitCount": 1}, status=201),
        call("DELETE /v1/reservations/{token}", f"/v1/reservations/{NOBODY}", status=404),
        call(f"POST {one}/grants", f"{P}/t1/grants", {"role": "viewer"}, status=201),
        call("DELETE /v1/grants/{grantID}", f"/v1/grants/{NOBODY}", status=404),
        call("POST /v1/session", "", {"token": "x" * 100}, status=204),
        call("DELETE /v1/session", "", status=204),
        call(f"POST {one}/finish", f"{P}/t5/finish", note="end"),
        call("POST /v1/batch", "", batch(f'{{"method":"GET","path":"{P}/t1"}}', lines), headers=NDJSON),
        call("POST /v1/batch", "", batch(f'{{"method":"POST","path":"{P}/t7/completed-units","body":{{"count":1}}}}', lines),
             headers=NDJSON),
        call("POST /v1/batch", "", b"\n" * blank, headers=NDJSON, seconds=GLANCE, note="line feeds"),
        call("POST /v1/batch", "", b" \r\n\t" * (4 << 20), headers=NDJSON, note="blank lines", is_extra=True),
        call(f"DELETE {one}/runs", f"{P}/runs/runs", status=204),
        *(call(f"DELETE {one}", f"{P}/{name}", status=204) for name in ("fats", "deep")),
    ]


def large_writes(extra: bool = True) -> list[Call]:
    """Writes that touch up to 100,000 nodes. They come last: their readers catch up for minutes, and that long each row
    waits for quiet in vain. Each reason that 100,000 nodes keep makes a journal of 400 MB, which takes minutes to
    write: without `extra` only one call has a reason."""
    one = f"{P}/{{id}}"
    create, piece = NODE_CHILDREN, '{"pendingUnitCount":1}'
    child = padded('{"pendingUnitCount":1,"children":[', piece + ",", piece + "]}", BODY)
    long = CONTROL * (TEXT // 2)
    other = long if extra else CONTROL
    return [
        call(f"POST {P}", P, create, status=201),
        call(f"POST {P}", P, {"children": [{"pendingUnitCount": 1, "name": f"n{n}"} for n in range(20_000)]}, status=201,
             note="20,000 names"),
        call(f"POST {P}", P, {"children": [{"pendingUnitCount": 1, "labels": {"a": CONTROL}} for n in range(18_000)]},
             status=201, note="18,000 labels", is_extra=True),
        call(f"POST {P}", P, create, headers=KEYED, status=201, note="with a key", is_extra=True),
        call(f"POST {P}", P, create, headers=KEYED, note="with a key, again", is_extra=True),
        call(f"PUT {one}", f"{P}/create", create, status=201, is_extra=True),
        call(f"PUT {one}", f"{P}/create", create, note="again", is_extra=True),
        call(f"POST {one}/children", f"{P}/t4/children", child, status=201, note="1 MiB"),
        call(f"PATCH {one}", f"{P}/wide", {"labels": {"of": "other"}}, note="100,000 are no longer selected"),
        call(f"PATCH {one}", f"{P}/wide", {"labels": {"of": "wide"}}, note="100,000 are selected"),
        call(f"PATCH {one}", f"{P}/wide", {"name": "broad"}, note="100,000 are no longer selected by name"),
        call(f"PATCH {one}", f"{P}/broad", {"name": "wide"}, note="100,000 are selected by name"),
        call(f"POST {one}/pause", f"{P}/wide/pause", {"reason": long}),
        call(f"POST {one}/resume", f"{P}/wide/resume", {"reason": other}),
        call(f"POST {one}/cancel", f"{P}/wide/cancel", {"reason": other}),
        call(f"POST {one}/fail", f"{P}/failing/fail", {"message": other}),
        call(f"POST {one}/finish", f"{P}/finishing/finish"),
        call(f"POST {one}/children", f"{P}/t6/children", {"childID": "failing", "pendingUnitCount": 1},
             note="100,000 join"),
        call(f"PUT {one}", f"{P}/wide", {"totalUnitCount": 1}, status=201, note="the name goes over from 100,000"),
        *(call(f"DELETE {one}", f"{P}/{name}", status=204) for name in ("t6", "finishing")),
    ]


def batch(line: str, count: int) -> bytes:
    return (line.encode() + b"\n") * count


def messages() -> list[Call]:
    """The status of a trainer, and two for each tool of an agent. The tools that touch 100,000 nodes come last."""
    at = ("/mcp", JSON)
    tools = {"list_progress": '{"limit":100}', "get_progress": '{"id":"wide","depth":3}',
             "watch_progress": '{"id":"wide","seconds":1}', "wait_progress": '{"id":"wide","seconds":1}',
             "create_progress": json.dumps({"kind": "x" * TEXT}), "report_progress": '{"id":"t3","count":1}',
             "cancel_progress": '{"id":"t3"}', "pause_progress": '{"id":"wide"}', "resume_progress": '{"id":"wide"}'}
    rows = [Call("POST /mcp", at[0], arguments(MESSAGE, name).encode(), at[1], note=name) for name in tools]
    # Those that wait do so by the slow clock.
    rows += [Call("POST /mcp", at[0], tool(name, members).encode(), at[1], note=f"MCP {name}",
                  seconds=GLANCE if "seconds" in members else 300)
             for name, members in tools.items()]
    return [call("POST /kubeflow", f"{P}/t8/kubeflow-status", metrics(MESSAGE), status=422), *rows]


#: Streams that are open while `writes` come, and whether each stays unread; they need different marks and summaries.
WATCHED = {
    "/v1/events?label=none:x&descendants=true": False, "/v1/events?label=none:x": False, f"{P}/t4/events": False,
    f"{P}/t5/events": False, f"{P}/t9/events?lastEventID=x": False, f"{P}/fats/events?descendants=true": False,
    "/progress/wide.txt?follow=true": False, f"{P}/wide/events?descendants=true": True,
    "/v1/events?label=of:wide&descendants=true&summary=true": True, "/v1/events?name=wide&descendants=true": False,
}
