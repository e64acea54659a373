"""Requests at the limits of what one step may take, and beyond: the table that `steps` and `lines` send.

A new kind of request is one more row. Its body should be made of the bytes that cost most.
"""

import json
import re
import typing

from support.client import NDJSON

KIB, MIB = 1 << 10, 1 << 20
HEAD, FIELDS, PARAMETERS, BODY, MESSAGE, BATCH = 16 * KIB, 64, 256, MIB, 64 * KIB, 16 * MIB
#: Names of one request, and as many labels.
FILTERS = 64
NODE = "/v1/progress/a"


class Input(typing.NamedTuple):
    name: str
    path: str
    body: bytes
    headers: dict
    #: The status of the reply, and that of its only line if it is a batch.
    status: int
    line: int | None = None
    #: Left out of the short form: another row is much alike, or it takes more than a few seconds to count.
    is_extra: bool = False

    @property
    def request(self) -> bytes:
        length = len(self.body)
        head = [f"POST {self.path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {length}"]
        head += [f"{name}: {value}" for name, value in self.headers.items()]
        return "\r\n".join(head).encode() + b"\r\n\r\n" + self.body

    def fault(self, reply: bytes) -> str | None:
        """The flaw of the reply; None if there is none."""
        head, _, body = reply.partition(b"\r\n\r\n")
        if not head.startswith(f"HTTP/1.1 {self.status} ".encode()):
            return f"the reply is {reply[:60]!r}, not {self.status}"
        if self.line and f'{{"status":{self.line},'.encode() not in body:
            return f"the line is answered {body[:60]!r}, not {self.line}"
        return None


def line(name: str, status: int, method: str, path: str, fields: str = "", body: str = "", **more) -> Input:
    """A batch of one line; `fields` and `body` are JSON."""
    text = f'{{"method":"{method}","path":"{path}"'
    text += (f',"headers":{{{fields}}}' if fields else "") + (f',"body":{body}' if body else "") + "}"
    return Input(name, "/v1/batch", text.encode(), NDJSON, 200, status, **more)


def message(name: str, path: str, body: str, status: int) -> Input:
    return Input(name, path, body.encode(), {"Content-Type": "application/json"}, status)


def fields(count: int, size: int = 1) -> str:
    return ",".join(f'"k{number}":"{"x" * size}"' for number in range(count))


def query(count: int) -> str:
    return NODE + "?" + "&".join(["locale=en"] * count)


def padded(start: str, piece: str, end: str, size: int) -> str:
    """Start and end with as many pieces between them as fit into the size."""
    return start + piece * ((size - len(start) - len(end)) // len(piece)) + end


def beyond() -> list[Input]:
    """Requests with which a viewer could once stop a thread."""
    long = ",".join(['"k":"1"'] * 1_200_000)
    return [
        *(line(f"{count:,} fields", 431, "GET", NODE, fields(count), is_extra=count < 60_000)
          for count in (5_000, 10_000, 20_000, 40_000, 60_000)),
        line("16 MiB of fields", 431, "GET", NODE, fields(1_000_000)[:BATCH - 1_000].rsplit(",", 1)[0]),
        line("16 MiB of one field again and again", 400, "GET", NODE, long, is_extra=True),
        line("200,000 parameters", 431, "GET", query(200_000), is_extra=True),
        line("1,000,000 parameters", 431, "GET", query(1_000_000)),
        line("a path of 1 MiB", 431, "GET", padded("/v1/progress/", "%41", "", MIB)),
        line("a path of 1 MiB with escapes", 431, "GET", padded("/v1/progress/", "\\u0041", "", MIB), is_extra=True),
        line("a method of 1 MiB", 431, "G" * MIB, NODE, is_extra=True),
        line("16 MiB of white space in a line", 431, "GET", NODE + '"' + " " * (BATCH - 1_000) + ',"body":"'),
        line("a body of 16 MiB", 413, "PUT", NODE, body=padded("[", "[],", "[]]", BATCH - 1_000)),
        Input("a line of white space", "/v1/batch", b" " * BATCH, NDJSON, 200),
        message("74,000 arguments", "/mcp", arguments(74_000 * 14), 413),
        message("the status of a trainer with 1 MiB", "/v1/progress/t/kubeflow-status", metrics(MIB), 413),
    ]


#: A create of the largest size.
NODE_CHILDREN = padded('{"children":[', '{"pendingUnitCount":1},', '{"pendingUnitCount":1}]}', BODY)


#: The calls of the contract that batches do not take.
NOT_LINES = {"GET /v1/progress/{id}/events", "POST /v1/progress/{id}/grants", "GET /v1/reservations"}


def lines_of(operations: set[str]) -> set[str]:
    """Those of the contract's calls that a line of a batch may make."""
    return {one for one in operations if one.split()[1].startswith(("/v1/progress", "/v1/reservations"))} - NOT_LINES


def lines_at_limit() -> set[str]:
    """The calls of which `at_limit` has a line."""
    found = set()
    for row in at_limit():
        if row.path == "/v1/batch":
            made = json.loads(row.body)
            path = re.sub("^/v1/progress/[^/?]+", "/v1/progress/{id}", made["path"].partition("?")[0])
            path = re.sub("/runs/.*", "/runs/{runID}", path)
            found.add(f"{made['method']} " + re.sub("^/v1/reservations/.*", "/v1/reservations/{token}", path))
    return found


def at_limit() -> list[Input]:
    """A line of each kind, and a message of each kind, that may just be sent."""
    rows = [
        line(f"{method} {path}", status, method, path, head_of(path), text_of(body), is_extra=is_extra)
        for method, path, body, status, is_extra in [
            ("GET", "/v1/progress", "", 200, False),
            ("GET", NODE, "", 200, True),
            ("GET", f"{NODE}/tree", "", 200, False),
            ("GET", f"{NODE}/children", "", 200, True),
            ("GET", f"{NODE}/runs", "", 200, True),
            ("GET", f"{NODE}/runs/00000000-0000-0000-0000-000000000000", "", 404, True),
            ("POST", f"{NODE}/completed-units", '{"count":1', 200, False),
            ("POST", f"{NODE}/heartbeat", "{", 200, True),
            ("PATCH", NODE, '{"kind":"x"', 200, False),
            ("POST", f"{NODE}/reservations", '{"pendingUnitCount":1', 201, True),
            ("POST", f"{NODE}/pause", '{"reason":"x"', 200, True),
            ("POST", f"{NODE}/resume", '{"reason":"x"', 200, True),
            ("POST", "/v1/progress", '{"kind":"x"', 201, False),
            ("PUT", "/v1/progress/e", '{"kind":"x"', 201, True),
            ("POST", f"{NODE}/children", '{"pendingUnitCount":1', 201, True),
            ("POST", "/v1/progress/b/fail", '{"message":"x"', 200, True),
            ("POST", "/v1/progress/c/cancel", '{"reason":"x"', 200, True),
            ("POST", "/v1/progress/d/finish", "{", 200, True),
            ("DELETE", "/v1/progress/b/runs", "", 204, True),
            ("DELETE", "/v1/progress/b", "", 204, True),
            ("DELETE", "/v1/reservations/00000000-0000-0000-0000-000000000000", "", 404, True),
        ]
    ]
    return rows + [
        line("64 labels, 64 names and 128 words", 200, "GET", "/v1/progress?q=" + "+".join("ab" * 64) + "&"
             + "&".join(f"label=!a:{n}&name=n{n}*" for n in range(FILTERS))),
        line("65 labels", 400, "GET", "/v1/progress?" + "&".join(["label=a"] * (FILTERS + 1)), is_extra=True),
        line("65 names", 400, "GET", "/v1/progress?" + "&".join(["name=a"] * (FILTERS + 1)), is_extra=True),
        line("257 bytes of words", 400, "GET", "/v1/progress?q=" + "a" * 257, is_extra=True),
        line("256 labels", 400, "GET", "/v1/progress?" + "&".join(f"label=a:{n}" for n in range(PARAMETERS))),
        line("a path at its limit", 404, "GET", padded("/v1/progress/", "%41", "", HEAD)),
        line("a path at its limit, with escapes", 404, "GET", "/v1/progress/" + "\\u0041" * (HEAD - 13), is_extra=True),
        line("a create of 1 MiB", 201, "POST", "/v1/progress", body=NODE_CHILDREN, is_extra=True),
        line("a PUT of 1 MiB", 201, "PUT", "/v1/progress/big", body=NODE_CHILDREN, is_extra=True),
        line("units of arrays", 400, "POST", f"{NODE}/completed-units", body=padded("[", "[],", "[]]", BODY),
             is_extra=True),
        line("units of escapes", 400, "POST", f"{NODE}/completed-units", body=padded('"', "\\u0061", '"', BODY)),
        line("units of é", 400, "POST", f"{NODE}/completed-units", body='"' + "é" * (BODY // 2 - 1) + '"'),
        line("userInfo of keys", 422, "PATCH", NODE, body=user_info("{", '"{}":1,', "}")),
        line("userInfo of numbers", 422, "PATCH", NODE, body=user_info('{"a":[', "1,", "1]}"), is_extra=True),
        line("userInfo of arrays", 422, "PATCH", NODE, body=user_info('{"a":[', "[],", "[]]}"), is_extra=True),
        line("a create with userInfo of nulls", 422, "POST", "/v1/progress", body=user_info("{", '"{}":null,', "}")),
        line("a create with userInfo of numbers", 422, "PUT", "/v1/progress/f", body=user_info('{"a":[', "1,", "1]}")),
        message("a grant at its limit", f"{NODE}/grants", text_of('{"role":"viewer"'), 201),
        message("arguments at their limit", "/mcp", arguments(MESSAGE), 200),
        message("a label that is all escapes", "/mcp", labels(MESSAGE), 200),
        message("members of a create at their limit", "/mcp", arguments(MESSAGE, "create_progress"), 200),
        message("the status of a trainer at its limit", "/v1/progress/t/kubeflow-status", metrics(MESSAGE), 422),
    ]


def head_of(path: str) -> str:
    """The most fields, which fill the head."""
    names = sum(len(f"k{number}") for number in range(FIELDS))
    return fields(FIELDS, (HEAD - len(path) - names) // FIELDS)


def text_of(start: str) -> str:
    """The beginning of an object, with white space up to the limit of a body."""
    return start and start + " " * (BODY - len(start) - 1) + "}"


def user_info(start: str, piece: str, end: str) -> str:
    """A body of the largest size; `{}` in the piece is its number."""
    start, size = '{"userInfo":' + start, len(piece) + ("{}" in piece) * 4
    count = (BODY - len(start) - len(end) - 1) // size
    pieces = "".join(piece.replace("{}", f"{number:06}") for number in range(count)) if "{}" in piece else piece * count
    return start + pieces.removesuffix(",") + ("," if end.startswith(("1", "[")) else "") + end + "}"


def tool(name: str, members: str) -> str:
    return f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}","arguments":{members}}}}}'


def arguments(size: int, name: str = "list_progress") -> str:
    count = (size - 200) // 14
    return tool(name, "{" + ",".join(f'"k{number:06}":{number % 10}' for number in range(count)) + "}")


def labels(size: int) -> str:
    return tool("list_progress", json.dumps({"label": "a:" + "é" * ((size - 200) // 6)}))


def metrics(size: int) -> str:
    piece = '{"name":"m000000","value":"1"}'
    count = (size - 100) // (len(piece) + 1)
    rows = ",".join(piece.replace("000000", f"{number:06}") for number in range(count))
    return f'{{"trainerStatus":{{"progressPercentage":5,"metrics":[{rows}]}}}}'
