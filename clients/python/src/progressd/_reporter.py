"""
The thread that speaks to the service, by the rules of docs/reporting.md.

The work writes into nodes and never waits. This thread sends the newest state of those that changed, at most four times
a second, all in one request. Where the service is away, it warns once, keeps quiet for five seconds, and tries again.
"""

import atexit
import contextlib
import os
import sys
import threading
import time
from typing import Callable, List, Optional, Set

from ._answers import Answers
from ._batch import Batch, Sent, fitting
from ._connection import Connection, Unreachable
from ._creation import create
from ._node import Line, Node
from ._settings import REQUESTS_A_SECOND, Settings
from ._values import is_name, one_line
from ._workers import is_in_subinterpreter, may_end_without_a_word, when_a_worker_ends

#: Seconds between two rounds, and before one with an end.
PACE = 1 / REQUESTS_A_SECOND
PACE_OF_ENDS = 0.02
#: Seconds of quiet after a failure.
QUIET = 5.0
#: Seconds that the end of the program waits for the last word, at most, and the worker of a pool for an end.
FAREWELL = 1.0
FAREWELL_OF_WORKER = 0.25
#: Lines of one request, at most; the rest goes with the next.
BATCH = 1_000
#: Progresses that are kept for a service that is away or slow, at most. Beyond it those that have ended are dropped.
BACKLOG = 10_000

_NEVER = float("inf")


class Reporter:
    """One for each process; `reporter()` is the way to it."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.process = os.getpid()
        self.clock = clock
        self.is_pool_worker = may_end_without_a_word()
        self.connect: Callable[[], Connection] = lambda: Connection(settings.url, settings.token)
        self._nodes: List[Node] = []
        self._samplers: List[Callable[[], None]] = []
        #: Taken again by the thread that has it, as the lock of a node.
        self._lock = threading.RLock()
        #: Something changed; something ended; the program ends.
        self._wake, self._hurry, self._leave = threading.Event(), threading.Event(), threading.Event()
        self._batch: Optional[Batch] = None
        self._reservation = (settings.reservation or "").strip() or None
        self._thread: Optional[threading.Thread] = None
        self._stops_at = _NEVER
        self._sent_at = self._sampled_at = -_NEVER
        self._quiet_until = -_NEVER
        self._answers = Answers(settings, clock, self.warn, self._be_quiet)
        self._has_tried = False
        self._began_at, self._waited = time.monotonic(), 0.0
        self.warned: Set[str] = set()
        self._is_off = False

    # Called by the work

    def add(self, node: Node) -> None:
        if node.name is not None and not is_name(node.name):
            self.warn("name", f"{node.name!r} is no name of a progress; it is reported without one")
            node.give_up_name()
        with self._lock:
            if len(self._nodes) >= BACKLOG:
                for one in self._nodes:
                    one.is_over = one.is_over or one.has_ended
                self._nodes = [one for one in self._nodes if not one.is_over]
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
        if self._thread is None and not self._is_off:
            self._start()
        if not self._wake.is_set():
            self._wake.set()

    def ended(self, node: Node) -> None:
        """It leaves ahead of the pace; the worker of a pool, which may be ended without a word, waits for that."""
        self.wake()
        self._hurry.set()
        is_last_word = node.parent is None or node.parent.has_ended
        if not self.is_pool_worker or not is_last_word or node.ends_at > self.clock():
            return
        began = time.monotonic()
        # Of many small ones not all are waited for.
        most = min(FAREWELL_OF_WORKER, FAREWELL_OF_WORKER + (began - self._began_at) / 10 - self._waited)
        while not node.is_silent and time.monotonic() - began < most and not self._is_off and not self.is_quiet:
            time.sleep(0.001)
        self._waited += time.monotonic() - began

    def _start(self) -> None:
        with self._lock:
            if self._thread is not None or self._is_off:
                return
            try:
                if is_in_subinterpreter():
                    raise RuntimeError("a subinterpreter")
                thread = threading.Thread(target=self._run, name="progressd", daemon=True)
                if self._thread is None:
                    self._thread = thread
                    thread.start()
                return
            except Exception as error:
                self._thread = None
                self._turn_off()
                reason = str(error)
        self.warn("threads", f"no thread to report from ({reason})")

    def _turn_off(self) -> None:
        """Nothing is reported from here on; who waits is let go."""
        self._is_off = True
        for node in self._nodes:
            node.is_over = True
        self._nodes, self._samplers = [], []

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
        self.leave()
        with contextlib.suppress(RuntimeError):
            self._thread.join(FAREWELL)
        if self._thread.is_alive() and self._owes():
            self.warn("service", f"{self.settings.place} does not answer")

    def leave(self) -> None:
        """From now on rounds wait for nothing."""
        self._stops_at = self.clock() + FAREWELL
        for event in self._leave, self._hurry, self._wake:
            event.set()

    def warn(self, kind: str, text: str) -> None:
        if kind not in self.warned:
            self.warned.add(kind)
            with contextlib.suppress(Exception):
                if sys.stderr is not None:
                    shown = one_line(text)
                    print(f"progressd: {shown}; the work continues, and nothing more is said of it.", file=sys.stderr)

    # When

    @property
    def is_quiet(self) -> bool:
        return self.clock() < self._quiet_until

    @property
    def is_stopping(self) -> bool:
        return self._stops_at != _NEVER

    def due(self) -> float:
        """When the next round is due, on the clock."""
        now = self.clock()
        self._sample(now)
        with self._lock:
            self._nodes = [node for node in self._nodes if not node.is_over]
            nodes = self._nodes
        due, hurries = _NEVER, self.is_stopping
        for node in nodes:
            if self.is_stopping:
                node.ends_at = 0.0
            at = node.due_at(now)
            due = min(due, at)
            hurries = hurries or (at == -_NEVER and node.ending is not None)
        if self.is_stopping:
            return _NEVER if self._has_tried and self.is_quiet else max(due, now)
        earliest = self._sent_at + (0 if hurries and self.is_pool_worker else PACE_OF_ENDS if hurries else PACE)
        return max(due, earliest, self._quiet_until, now)

    def _sample(self, now: float) -> None:
        if not self.is_stopping and now < self._sampled_at + PACE:
            return
        self._sampled_at = now
        with self._lock:
            samplers = list(self._samplers)
        for sampler in samplers:
            try:
                sampler()
            except Exception as error:
                self.drop(sampler)
                self.warn("display", f"a display cannot be read any more: {error!r}")

    def _owes(self) -> bool:
        return any(node.owes for node in self.open_nodes() if not node.is_refused)

    # The thread

    def _run(self) -> None:
        try:
            while not self._is_done():
                self._wake.clear()
                self._hurry.clear()
                due = self.due()
                if due > self.clock():
                    self._wait_until(min(due, self._sampled_at + PACE) if self._samplers else due)
                else:
                    self.round()
        except Exception as error:
            with self._lock:
                self._turn_off()
            self.warn("address", str(error) or type(error).__name__)

    def _wait_until(self, due: float) -> None:
        if self.is_stopping:
            time.sleep(0.005)
            return
        # Who changes something wakes this thread only where that makes it speak earlier.
        now = self.clock()
        until_ends = max(self._quiet_until, self._sent_at + (0 if self.is_pool_worker else PACE_OF_ENDS))
        until_pace = self._sent_at + PACE
        if now < until_ends:
            self._leave.wait(min(due, until_ends) - now)
        elif now < until_pace:
            self._hurry.wait(min(due, until_pace) - now)
        else:
            self._wake.wait(min(due - now, 60.0))

    def _is_done(self) -> bool:
        if not self.is_stopping:
            return False
        gave_up = self._has_tried and self.is_quiet
        return self.clock() >= self._stops_at or gave_up or not self._owes()

    def round(self) -> None:
        """One request: everything that the service has to hear now."""
        now = self.clock()
        self._has_tried = self.is_stopping
        if self._batch is None:
            self._batch = Batch(self.connect(), self.settings.token, self.settings.reservation)
        sent = self._collect(now)
        self._sent_at = now
        if sent:
            self._exchange(self._batch, sent)

    def _collect(self, now: float) -> List[Sent]:
        """What this request says: children before their parents, so that a parent's own count is the last word."""
        made: List[Sent] = []
        moved: List[Sent] = []
        with self._lock:
            nodes = [node for node in self._nodes if not node.is_silent]
        for node in nodes:
            try:
                if node.id is not None or node.can_be_made:
                    (made if node.id is None else moved).extend((node, line) for line in self._lines(node, now))
            except Exception as error:
                node.is_refused = True
                self.warn("member", f"a progress cannot be sent: {error!r}")
        said, most = made + _last_first(moved), BATCH
        assert self._batch is not None
        if any(self._batch.claims(line) for _, line in made):
            said.sort(key=lambda one: not self._batch or not self._batch.claims(one[1]))
            most = 1
        most = fitting(said, most)
        for node, line in said[most:]:
            node.put_back(line)
        return said[:most]

    def _lines(self, node: Node, now: float) -> List[Line]:
        if node.id is not None:
            return node.lines(now)
        if node.parent is not None and node.parent.id is None:
            node.become_root()
        if node.parent is not None:
            return [create(node, {})]
        if self._reservation:
            node.reservation, self._reservation = self._reservation, None
        return [create(node, self.settings.labels)]

    def _exchange(self, batch: Batch, sent: List[Sent]) -> None:
        try:
            replies = batch.replies(sent)
        except Unreachable as error:
            for node, line in sent:
                node.put_back(line, error.may_be_done)
            if error.is_closed:
                self._sent_at = -_NEVER if all(line.step != "create" for _, line in sent) else self._sent_at
                return
            place = self.settings.place
            self._be_quiet(f"{place} answers {error}" if error.has_answered else f"{place} does not answer ({error})")
            return
        self._quiet_until = -_NEVER
        for (node, line), (status, headers) in zip(sent, replies):
            self._answers.hear(node, line, status, headers)

    def _be_quiet(self, reason: str) -> None:
        self._quiet_until = self.clock() + QUIET
        self.warn("service", reason)


def _last_first(moved: List[Sent]) -> List[Sent]:
    """Later nodes first, each node's own lines in their order."""
    groups: List[List[Sent]] = []
    for one in moved:
        if groups and groups[-1][0][0] is one[0]:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [one for group in reversed(groups) for one in group]


_reporter: Optional[Reporter] = None
_making = threading.RLock()


def reporter() -> Reporter:
    """This process's own: after a fork the child begins with nothing."""
    global _reporter
    if _reporter is None or _reporter.process != os.getpid():
        with _making:
            made = Reporter(Settings.from_environment())
            # A signal handler may have asked for it meanwhile.
            if _reporter is None or _reporter.process != os.getpid():
                _reporter = made
                when_a_worker_ends(_end_of_worker)
    return _reporter


def _end_of_worker() -> None:
    if _reporter is not None and _reporter.process == os.getpid():
        for end in at_end_of_worker:
            end()
        _reporter.stop()


#: What has to be done before a worker's last word.
at_end_of_worker: List[Callable[[], None]] = []


def _after_fork() -> None:
    global _making
    _making = threading.RLock()


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
