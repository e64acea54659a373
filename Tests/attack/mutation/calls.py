"""Calls that are nearly right: those of clients, with extreme values, and now and then a piece of another call."""

import json
import random

NAMES = [f"job-{number}" for number in range(60)]
TOKENS = {"viewer": "v" * 20, "reporter": "r" * 20, "operator": "o" * 20}

INTEGERS = [0, 1, -1, 7, 100, 2**31, 2**53 + 1, 2**63 - 1, -2**63, 2**63, 10**30, 1.5, -0.0, 1e308]
TEXTS = ["", "a", "Übung", "日本語", "a\nb\r\nc", "\0\x1b[31m", "\u2028", "\U0001f600" * 20, "<script>", "x" * 5_000,
         "../../etc", "%00%ff", '"\\', "event: end\n\n", "file:///tmp/a%20b"]
CREATE = ["totalUnitCount", "completedUnitCount", "name", "kind", "fileOperationKind", "fileURL", "fileTotalCount",
          "fileCompletedCount", "estimatedTimeRemaining", "throughput", "userInfo", "labels", "urls", "started", "localizedDescription",
          "localizedAdditionalDescription", "leaseSeconds", "removeWhenFinished", "isCancellable", "isPausable"]
ODD = ["id", "state", "failure", "parentID", "unknown", "", "pendingUnitCount", "children", "childID"]
VERBS = ["tree", "children", "completed-units", "heartbeat", "reservations", "cancel", "pause", "resume", "fail", "finish",
         "grants", "runs"]
PLACES = ["/v1/progress", "/v1/batch", "/v1/session", "/healthz", "/readyz", "/readyz/writes", "/metrics",
          "/openapi.yaml", "/openapi.json", "/docs", "/", "/problems/cycle", "/favicon.ico", "/nothing", "/v1/events/x", "/v1", "//",
          "/v1/progress/"]
QUERIES = ["depth=1", "depth=-1", "summary=true", "limit=3", "limit=0", "limit=501", "cursor=x", "state=running",
           "state=nonsense", "label=job:1", "label=x", "locale=de", "locale=xx-%F0%9F%98%80", "pending=release",
           "updatedSince=2026-01-01T00:00:00Z", "updatedSince=x", "createdSince=x", "name=a*", "name=*", "name=-", "q=a%20b",
           "q=%00", "label=!x", "label=!", "sort=name", "sort=remaining", "sort=x", "grant=x", "=", "&&", "%", "%zz", "%00", "a=%ff"]
LANGUAGES = ["de", "de-AT,de;q=0.5", "*", "zh-TW;q=0.9, en;q=0", ",,,", "x" * 300, "en;q=2", "de;q=" + "0" * 99]
HEADERS = {
    "Accept": ["*/*", "text/plain", "text/*;q=0.5, application/json", "application/xml", ",;=", "text/plain;q=a"],
    "Accept-Language": LANGUAGES,
    "Prefer": ["return=minimal", "wait=0", "return=minimal, wait=0", "wait=", "x;y=z", ",,,", "wait=99999999999999999x"],
    "If-Match": ["*", '"x"', 'W/"a.b.c.1"', '"a.b.c.1",' * 50, '"', ""],
    "If-None-Match": ["*", '"x"', 'W/"x", "y"', '"' * 100],
    "Last-Event-ID": ["x", "0123456789abcdef-1", "-", "0-18446744073709551616"],
    "Progress-Reservation": ["x", "3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11"],
    "Progress-Directive": ["run", "pause", "cancel", "x", ""],
    "baggage": ["progress-reservation=x", "a=b,progress-reservation=%41;p", "=" * 50],
    "Origin": ["http://localhost", "null", "https://evil.example"],
    "Cookie": ["progressd_session=x", "a=b; progressd_session=", ";" * 50],
    "X-Forwarded-For": ["1.2.3.4", "::1, x", "," * 100],
    "X-Request-ID": ["a-1", "x" * 200, "é"],
    "traceparent": ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "x"],

    "Content-Encoding": ["gzip", "identity"],
    "Range": ["bytes=0-1"],
}


class Calls:
    def __init__(self, generator: random.Random, has_tokens: bool):
        self.random = generator
        self.has_tokens = has_tokens
        #: Ids of nodes, reservations and grants, taken from replies.
        self.ids: list[str] = []
        self.tags: list[str] = []

    def learn(self, reply) -> None:
        """Ids and ETags are worth nothing unless some are right."""
        for known, new in (self.ids, reply.id), (self.tags, reply.headers.get("etag")):
            if new:
                known.append(new)
                del known[:-200]

    def chance(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    def value(self, depth: int = 0):
        choice = self.random.randrange(10 if depth < 3 else 7)
        if choice < 3:
            return self.random.choice(INTEGERS)
        if choice < 6:
            return self.random.choice([None, True, False, *TEXTS])
        if choice < 8:
            return self.random.randrange(200)
        many = range(self.random.choice([0, 1, 3, 70]))
        if choice == 8:
            return [self.value(depth + 1) for _ in many]
        return {self.random.choice([f"k{number}", *TEXTS]): self.value(depth + 1) for number in many}

    def member(self, name: str):
        """Something that may be right for the member of that name."""
        if self.chance(6):
            return self.value()
        if name.endswith("Count") or name.endswith("Seconds") or name in ("throughput", "estimatedTimeRemaining"):
            return self.random.choice([1, 5, 10, 60, 100, *INTEGERS[:6]])
        if name.startswith("is") or name in ("removeWhenFinished", "started"):
            return self.chance(4)
        if name == "userInfo":
            return {"k": self.value(), "n": None}
        if name == "labels":
            return {"job": self.random.choice(["1", "2", None]), self.random.choice(TEXTS): "x"}
        if name == "urls":
            return {"log": self.random.choice(["https://a.example/1", None]), self.random.choice(TEXTS): "https://a"}
        return self.random.choice([self.random.choice(NAMES), "file", "copying", *TEXTS])

    def create(self, depth: int = 0) -> dict:
        body = {name: self.member(name) for name in self.random.sample(CREATE, self.random.randrange(5))}
        body.pop("name" if self.chance(2) else "", None)
        if self.chance(20):
            body[self.random.choice(ODD)] = self.value()
        if depth < 4 and self.chance(6):
            body["children"] = [{"pendingUnitCount": 1, **self.create(depth + 1)} for _ in range(3)]
        return body

    def body(self, verb: str):
        """A body for a call to that verb of a node; the empty verb is the node itself."""
        whole = self.random.choice([1, 2, -1, *INTEGERS])
        return {
            "completed-units": lambda: {"count": whole} if self.chance(2) else
                {"count": 1, "writer": self.random.choice(TEXTS[:6]), "sequence": self.random.randrange(50)},
            "children": lambda: {"childID": self.node(), "pendingUnitCount": whole} if self.chance(4) else
                {"pendingUnitCount": whole, **self.create(1)},
            "reservations": lambda: {"pendingUnitCount": whole, "expiresIn": self.random.choice([0.01, 1, 60, whole])},
            "grants": lambda: {"role": self.random.choice(["viewer", "operator", "x"]), "expiresIn": whole},
            "finish": lambda: {} if self.chance(2) else {name: self.member(name) for name in self.random.sample(CREATE, 3)},
            "fail": lambda: {"message": self.random.choice(TEXTS), "code": self.random.choice([None, "E1"])},
        }.get(verb, lambda: {"reason": self.random.choice(TEXTS)} if verb else self.create())()

    def node(self) -> str:
        if self.ids and not self.chance(3):
            return self.random.choice(self.ids)
        return self.random.choice(["x%2Fy", "%", "..", "a" * 129, ""]) if self.chance(20) else \
            self.random.choice(NAMES)

    def target(self) -> tuple[str, str, object]:
        """A method, a path and a body that go together."""
        choice = self.random.randrange(20)
        if choice < 3:
            return "POST", "/v1/progress", self.create()
        if choice < 5:
            return "PUT", f"/v1/progress/{self.random.choice(NAMES)}", self.create()
        if choice < 8:
            return "PATCH", f"/v1/progress/{self.node()}", self.create()
        if choice < 10:
            return self.random.choice(["GET", "HEAD", "DELETE"]), f"/v1/progress/{self.node()}", None
        if choice == 10:
            return "GET", self.random.choice(PLACES), None
        if choice == 11:
            kind = self.random.choice(["reservations", "grants"])
            return "DELETE", f"/v1/{kind}/{self.node()}", None
        if choice == 12:
            return "GET", f"/progress/{self.node()}{self.random.choice(['', '.svg', '.svg?label=%3Cb%3E'])}", None
        verb = self.random.choice(VERBS)
        method = "GET" if verb in ("tree", "children", "runs") and self.chance(2) else "POST"
        return method, f"/v1/progress/{self.node()}/{verb}", None if method == "GET" else self.body(verb)

    def headers(self) -> list[tuple[str, str]]:
        names = self.random.sample(sorted(HEADERS), self.random.choice([0, 0, 0, 1, 2, 5]))
        fields = [(name, self.random.choice(HEADERS[name])) for name in names]
        if self.tags and self.chance(8):
            fields.append((self.random.choice(["If-Match", "If-None-Match"]), self.random.choice(self.tags)))
        if self.has_tokens and not self.chance(10):
            token = self.random.choice([*TOKENS.values(), *[TOKENS["operator"]] * 6, *self.ids[-3:], "x"])
            fields.append(("Authorization", f"Bearer {token}"))
        return fields

    def batch(self) -> str:
        lines = []
        for _ in range(self.random.choice([0, 1, 5, 30])):
            method, path, body = self.target()
            line = {"method": method, "path": path, "headers": dict(self.headers())}
            lines.append(json.dumps(line if body is None else {**line, "body": body}))
        return "\n".join(lines)
