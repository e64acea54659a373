"""Replies, read strictly: anything that a careful client would not accept is a fault."""

import json
import re
import socket
from dataclasses import dataclass, field

STATUS = re.compile(rb"HTTP/1\.1 ([1-5]\d\d) [ -~]*\r\n")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\t -~]*)\r\n")
#: Problems with which a reply may have a status of 500 and above.
LIMITS = re.compile(r"/problems/(limit-[a-z-]+|shutting-down)$")
ONCE = {"content-length", "content-type", "transfer-encoding", "connection", "date", "etag", "location", "vary"}


class Fault(Exception):
    """Something that no reply may be."""


@dataclass
class Reply:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def closes(self) -> bool:
        return self.headers.get("connection", "").lower() == "close"

    @property
    def id(self) -> str | None:
        found = re.search(rb'"(?:id|token|grantID)":"([0-9a-f-]{36})"', self.body)
        return found and found[1].decode()


class Reader:
    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.received = b""

    def fill(self) -> None:
        more = self.connection.recv(1 << 18)
        if not more:
            raise EOFError("the connection ended" + (f" after {self.received[:80]!r}" if self.received else ""))
        self.received += more

    def line(self) -> bytes:
        while (end := self.received.find(b"\n")) < 0:
            self.fill()
        line, self.received = self.received[:end + 1], self.received[end + 1:]
        return line

    def exactly(self, count: int) -> bytes:
        while len(self.received) < count:
            self.fill()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def reply(self, method: str) -> Reply:
        """The next reply that is not 100."""
        while True:
            reply = self.head()
            if reply.status != 100:
                break
        has_body = method != "HEAD" and reply.status not in (204, 304)
        if not has_body:
            return reply
        if reply.headers.get("transfer-encoding") == "chunked":
            reply.body = self.chunks()
        elif re.fullmatch(r"\d+", reply.headers.get("content-length", "")):
            reply.body = self.exactly(int(reply.headers["content-length"]))
        else:
            raise Fault(f"nobody can tell where the body ends: {reply}")
        return reply

    def head(self) -> Reply:
        line = self.line()
        status = STATUS.fullmatch(line)
        if not status:
            raise Fault(f"no status line: {line!r}")
        reply = Reply(int(status[1]))
        while (line := self.line()) != b"\r\n":
            found = FIELD.fullmatch(line)
            if not found:
                raise Fault(f"no header field: {line!r}")
            name = found[1].decode().lower()
            if name in ONCE and name in reply.headers and name != "vary":
                raise Fault(f"{name} twice")
            reply.headers[name] = found[2].decode()
        return reply

    def chunks(self) -> bytes:
        body = b""
        while True:
            size = re.fullmatch(rb"([0-9a-fA-F]+)\r\n", self.line())
            if not size:
                raise Fault("a chunk without a size")
            body += self.exactly(int(size[1], 16))
            if self.exactly(2) != b"\r\n":
                raise Fault("a chunk without an end")
            if int(size[1], 16) == 0:
                return body


def check(reply: Reply) -> None:
    """Whether the parts of a reply of ours fit each other."""
    kind = reply.headers.get("content-type", "").partition(";")[0]
    needed = {201: "location", 401: "www-authenticate", 405: "allow", 429: "retry-after", 503: "retry-after"}
    if needed.get(reply.status, "date") not in reply.headers:
        raise Fault(f"{reply.status} without {needed[reply.status]}")
    if not reply.body:
        return
    content = None
    if kind in ("application/json", "application/problem+json"):
        try:
            content = json.loads(reply.body)
        except ValueError as error:
            raise Fault(f"{reply.status} with a body that is no JSON: {error}") from None
    if kind == "application/x-ndjson":
        for line in reply.body.splitlines():
            check_line(line)
    if reply.status >= 400 and kind == "application/problem+json" and content["status"] != reply.status:
        raise Fault(f"{reply.status} with a problem of {content['status']}")
    if reply.status >= 500:
        check_excuse(reply.status, content)


def check_line(text: bytes) -> None:
    try:
        line = json.loads(text)
    except ValueError as error:
        raise Fault(f"a line that is no JSON, {error}: {text[:400]!r}") from None
    if line["status"] >= 500:
        check_excuse(line["status"], line.get("body"))


def check_excuse(status: int, problem) -> None:
    """503 and 507 are said where a limit is reached, and nothing else is said above 500."""
    if status not in (503, 507) or not isinstance(problem, dict) or not LIMITS.search(problem["type"]):
        raise Fault(f"{status}: {problem}")
