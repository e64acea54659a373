"""
The thread that speaks to the service.

The work writes into nodes and never waits. This thread sends the newest state of those that changed, at most four times
a second, all in one request. Where the service is away, it warns once, keeps quiet for five seconds, and tries again.
"""

import atexit
import contextlib
import json
import os
import sys
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Tuple

from ._connection import Connection, Reply, Unreachable
from ._node import Line, Node
from ._settings import REQUESTS_A_SECOND, Settings

#: Seconds of quiet after a failure.
QUIET = 5.0
#: Seconds without a report after which a heartbeat asks for the directive; a lease is much longer.
BEAT = 5.0
#: Seconds that the end of the program waits for the last word, at most.
FAREWELL = 1.0
#: Lines of one request, at most; the rest goes with the next.
BATCH = 1_000
#: Progresses that are kept for a service that is away or slow, at most. Beyond it those that have ended are dropped.
BACKLOG = 10_000
#: Statuses of a line that the service will never take: malformed, too large, or against a rule.
UNFIT = (400, 413, 422)

Sent = Tuple[Node, Line]
Headers = Dict[str, str]


class Reporter:
    """One for each process; `reporter()` is the way to it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = os.getpid()
        self._nodes: List[Node] = []
        self._samplers: List[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._connection: Optional[Connection] = None
        self._reservation = settings.reservation
        self._has_claimed = False
        self._thread: Optional[threading.Thread] = None
        self._stops_at = float("inf")
        self._quiet_until = 0.0
        self._has_warned = False
        self._is_off = False

    # Called by the work

    def add(self, node: Node) -> None:
        with self._lock:
            if len(self._nodes) >= BACKLOG:
                self._nodes = [one for one in self._nodes if not one.has_ended]
            if self._is_off or len(self._nodes) >= BACKLOG:
                node.is_over = True
                return
            self._nodes.append(node)
        self.wake()

    def sample(self, sampler: Callable[[], None]) -> None:
        """`sampler` is called on the thread that sends, before each round, until it is dropped."""
        with self._lock:
            self._samplers.append(sampler)
        self.wake()

    def drop(self, sampler: Callable[[], None]) -> None:
        with self._lock:
            if sampler in self._samplers:
                self._samplers.remove(sampler)

    def open_nodes(self) -> List[Node]:
        with self._lock:
            return [node for node in self._nodes if not node.is_over]

    def wake(self) -> None:
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._run, name="progressd", daemon=True)
                    self._thread.start()
        if not self._wake.is_set():
            self._wake.set()

    def flush(self, seconds: float = FAREWELL) -> None:
        """Waits until everything has been said, at most that long."""
        until = time.monotonic() + seconds
        while self._thread is not None and time.monotonic() < until and self._owes():
            self._wake.set()
            time.sleep(0.01)

    def stop(self) -> None:
        """Says the last word, or gives up after a second. The quiet after a failure does not keep it from one attempt."""
        if self._thread is None or self.process != os.getpid():
            return
        self._stops_at = time.monotonic() + FAREWELL
        self._wake.set()
        self._thread.join(FAREWELL)

    def warn(self, text: str) -> None:
        if not self._has_warned:
            self._has_warned = True
            with contextlib.suppress(Exception):
                if sys.stderr is not None:
                    print(f"progressd: {text}; the work continues, and nothing more is said of it.", file=sys.stderr)

    # The thread

    def _run(self) -> None:
        try:
            self._connection = Connection(self.settings.url, self.settings.token)
            self._report()
        except Exception as error:
            with self._lock:
                self._is_off, self._nodes = True, []
            self.warn(str(error) or type(error).__name__)

    def _report(self) -> None:
        has_tried = False
        while True:
            pause = 1 / REQUESTS_A_SECOND
            if not self._is_stopping:
                self._wake.wait(1.0)
            self._wake.clear()
            now = time.monotonic()
            if now >= self._stops_at:
                return
            if now < self._quiet_until and has_tried:
                return
            if now < self._quiet_until and not self._is_stopping:
                time.sleep(min(pause, self._quiet_until - now))
                continue
            has_tried = self._is_stopping
            for sampler in list(self._samplers):
                self._take(sampler)
            sent = self._round(now)
            if sent:
                self._exchange(sent)
                if not self._is_stopping:
                    time.sleep(pause)
                self._wake.set()
            elif self._is_stopping and not self._owes():
                return
            elif self._is_stopping:
                time.sleep(0.005)

    def _take(self, sampler: Callable[[], None]) -> None:
        try:
            sampler()
        except Exception as error:
            self.drop(sampler)
            self.warn(f"a display cannot be read any more: {error!r}")

    @property
    def _is_stopping(self) -> bool:
        return self._stops_at != float("inf")

    def _owes(self) -> bool:
        return any(
            node.id is None or node.changed or node.unsent or node.addition or node.ending
            for node in self.open_nodes()
            if not node.is_refused
        )

    def _round(self, now: float) -> List[Sent]:
        """What this request says: children before their parents, so that a parent's own count is the last word."""
        made: List[Sent] = []
        moved: List[Sent] = []
        with self._lock:
            self._nodes = [node for node in self._nodes if not node.is_over]
            nodes = self._nodes
        for node in nodes:
            if node.is_refused:
                continue
            if self._is_stopping:
                node.ends_at = 0.0
            try:
                (made if node.id is None else moved).extend((node, line) for line in self._lines(node, now))
            except Exception as error:
                node.is_refused = True
                self.warn(f"the progress {node.name} cannot be sent: {error!r}")
        said, most = made + _last_first(moved), BATCH
        if any(self._claims(line) for _, line in made):
            said.sort(key=lambda one: not self._claims(one[1]))
            most = 1
        for node, line in said[most:]:
            node.put_back(line)
        return said[:most]

    def _lines(self, node: Node, now: float) -> List[Line]:
        if node.id is not None:
            return node.lines(now, BEAT)
        if node.parent is None:
            if self._reservation:
                node.reservation, self._reservation = self._reservation, None
            return [node.create(self.settings.labels)]
        if node.parent.id is not None:
            return [node.create({})]
        if node.parent.is_refused or node.parent.is_over:
            node.become_root()
        return []

    def _claims(self, line: Line) -> bool:
        """Where tokens are set, a reservation authorizes one create, and no request of several lines."""
        return "Progress-Reservation" in line.headers and not self.settings.token and not self._has_claimed

    def _exchange(self, sent: List[Sent]) -> None:
        try:
            replies = self._replies(sent)
        except Unreachable as error:
            for node, line in sent:
                node.put_back(line, error.may_be_done)
            if not error.is_closed:
                self._be_quiet(f"{self.settings.place} does not answer ({error})")
            return
        self._quiet_until = 0.0
        for (node, line), (status, headers) in zip(sent, replies):
            self._hear(node, line, status, headers)

    def _claim(self, line: Line) -> Tuple[int, Headers]:
        """The create that takes the reservation, whose token then is good for what was made."""
        assert self._connection is not None and self.settings.reservation is not None
        kind = {"Content-Type": "application/json"}
        reply = self._connection.send(line.method, line.path, _json(line.body), {**kind, **line.headers}, is_safe=False)
        try:
            body = json.loads(reply.body)
        except ValueError as error:
            raise Unreachable(f"its reply is no progressd's: {error}", reply.status < 300) from error
        if reply.status < 300:
            self._has_claimed = True
            self._connection.authorize(self.settings.reservation)
        return reply.status, _lower({"headers": reply.headers, "body": body})

    def _replies(self, sent: List[Sent]) -> List[Tuple[int, Headers]]:
        if self._claims(sent[0][1]):
            return [self._claim(sent[0][1])]
        minimal = {"Prefer": "return=minimal"}
        assert self._connection is not None
        lines = [
            _json({"method": line.method, "path": line.path, "body": line.body, "headers": {**minimal, **line.headers}})
            for _, line in sent
        ]
        body = b"\n".join(lines) + b"\n"
        is_safe = all(line.step != "create" for _, line in sent)
        kind = {"Content-Type": "application/x-ndjson"}
        reply = self._connection.send("POST", "/v1/batch", body, kind, is_safe)
        if reply.status == 413:
            return self._replies_in_parts(sent, reply)
        if reply.status != 200:
            raise Unreachable(_sentence(reply))
        try:
            answers = [json.loads(line) for line in reply.body.splitlines() if line]
            found = [(answer["status"], _lower(answer)) for answer in answers]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unreachable(f"its reply is no progressd's: {error}", may_be_done=True) from error
        if len(found) != len(sent):
            raise Unreachable(f"{len(found)} replies to {len(sent)} lines", may_be_done=True)
        return found

    def _replies_in_parts(self, sent: List[Sent], reply: Reply) -> List[Tuple[int, Headers]]:
        """Too large for one request: in halves. What is too large alone is refused alone."""
        if len(sent) == 1:
            return [(reply.status, {"problem": _sentence(reply).partition(", ")[2] or "too large"})]
        half = len(sent) // 2
        replies = self._replies(sent[:half])
        try:
            return replies + self._replies(sent[half:])
        except Unreachable as error:
            raise Unreachable(str(error), may_be_done=True, is_closed=error.is_closed) from error

    def _hear(self, node: Node, line: Line, status: int, headers: Headers) -> None:
        if line.step == "correct":
            return
        node.spoken_at = time.monotonic()
        node.obey(headers.get("progress-directive"))
        if line.step in ("create", "find"):
            self._hear_of_new(node, line, status, headers)
        elif status == 404 and node.vanishes:
            node.is_over = True
        elif status == 404:
            node.forget()
        elif status >= 500 or status == 429:
            node.put_back(line)
            self._be_quiet(f"{self.settings.place} answers {status}")
        elif line.step == "add":
            with node.lock:
                node.addition = None
        elif status in UNFIT and line.step in ("patch", "fail"):
            self.warn(f"{self.settings.place} answers {status}: {headers.get('problem', line.step)}")
            node.refuse(line)
        elif line.step in ("finish", "fail"):
            node.is_over = True
            if line.step == "finish" and status < 300 and node.parent is not None:
                node.parent.credit(node.pending)
        elif status in (401, 403):
            self._refuse(node, status, headers)

    def _hear_of_new(self, node: Node, line: Line, status: int, headers: Headers) -> None:
        if status >= 500 or status == 429:
            self._be_quiet(f"{self.settings.place} answers {status}")
        elif line.step == "find" and (node.parent is None or headers.get("parent") != node.parent.id):
            # It was not made.
            node.asked = None
        elif status == 200 and node.is_run and headers.get("count") != str(line.body.get("completedUnitCount")):
            # A run before ours that never ended: what we have just made stands where it began.
            node.is_taken()
        elif status in (200, 201):
            node.asked = None
            node.id = headers.get("location", "").rpartition("/")[2] or _id_in(headers.get("etag", ""))
        elif status == 404 and node.parent is not None and not node.parent.is_over and not node.parent.vanishes:
            # The service was restarted, and knows the parent no longer.
            node.parent.forget()
        elif status == 404 and node.parent is not None:
            # It finished, and was to vanish then.
            node.become_root()
        elif status != 409 or not node.is_taken():
            self._refuse(node, status, headers)

    def _refuse(self, node: Node, status: int, headers: Headers) -> None:
        node.is_refused = True
        self.warn(f"{self.settings.place} answers {status}: {headers.get('problem', 'it takes no progress from here')}")

    def _be_quiet(self, reason: str) -> None:
        self._quiet_until = time.monotonic() + QUIET
        self.warn(reason)


def _json(value: Any) -> bytes:
    """A line of JSON. Its values were made fit for it when they were given."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


def _last_first(moved: List[Sent]) -> List[Sent]:
    """Later nodes first, each node's own lines in their order."""
    groups: List[List[Sent]] = []
    for one in moved:
        if groups and groups[-1][0][0] is one[0]:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [one for group in reversed(groups) for one in group]


def _lower(answer: Dict[str, Any]) -> Headers:
    headers = {name.lower(): value for name, value in (answer.get("headers") or {}).items()}
    body = answer.get("body")
    if isinstance(body, dict) and "type" in body:
        headers["problem"] = str(body.get("detail") or body.get("title"))
    if isinstance(body, dict) and "id" in body:
        headers["parent"] = str(body.get("parentID"))
        headers["count"] = str(body.get("completedUnitCount"))
        headers.setdefault("location", f"/v1/progress/{body['id']}")
    return headers


def _id_in(etag: str) -> str:
    return etag.strip('"').split(":")[0]


def _sentence(reply: Reply) -> str:
    try:
        problem = reply.json()
        return f"{reply.status}, {problem.get('detail') or problem.get('title')}"
    except (ValueError, AttributeError):
        return str(reply.status)


_reporter: Optional[Reporter] = None
_making = threading.Lock()


def reporter() -> Reporter:
    """This process's own: after a fork the child begins with nothing."""
    global _reporter
    if _reporter is None or _reporter.process != os.getpid():
        with _making:
            if _reporter is None or _reporter.process != os.getpid():
                _reporter = Reporter(Settings.from_environment())
                _speak_at_the_end_of_a_worker()
    return _reporter


def _speak_at_the_end_of_a_worker() -> None:
    """A process of `multiprocessing` ends without `atexit`; it has a list of its own."""
    process = sys.modules.get("multiprocessing.process")
    if process is not None and process.parent_process() is not None:
        from multiprocessing.util import Finalize

        Finalize(None, _end_of_worker, exitpriority=0)


def _end_of_worker() -> None:
    if _reporter is not None and _reporter.process == os.getpid():
        for end in at_end_of_worker:
            end()
        _reporter.stop()


#: What has to be done before a worker's last word.
at_end_of_worker: List[Callable[[], None]] = []


def _after_fork() -> None:
    global _making
    _making = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def flush(seconds: float = FAREWELL) -> None:
    """Waits until everything has been said, at most that long."""
    if _reporter is not None and _reporter.process == os.getpid():
        _reporter.flush(seconds)


@atexit.register
def _say_farewell() -> None:
    if _reporter is not None and _reporter.process == os.getpid():
        _reporter.stop()
