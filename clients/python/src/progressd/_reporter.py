"""
The thread that speaks to the service, by the rules of docs/reporting.md.

The work writes into nodes and never waits. This thread sends the newest state of those that changed, at most four times
a second, all in one request. Where the service is away, it warns once, keeps quiet for five seconds, and tries again.
"""

import contextlib
import os
import threading
import time
from typing import Callable, List, Optional, Set

from ._connection import Connection
from ._event import Event
from ._lines import due_at
from ._node import Node
from ._pace import NEVER, Pace
from ._rounds import Rounds
from ._samplers import Samplers
from ._saying import say, without_sigpipe
from ._settings import Settings
from ._values import is_name, one_line
from ._workers import is_in_subinterpreter, may_end_without_a_word

#: Seconds that the end of the program waits for the last word, at most, and the worker of a pool for an end.
FAREWELL = 1.0
FAREWELL_OF_WORKER = 0.25
#: Progresses that are kept for a service that is away or slow, at most. Beyond it those that have ended are dropped.
BACKLOG = 10_000


class Reporter:
    """One for each process; `reporter()` is the way to it."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.process = os.getpid()
        self.clock = clock
        self.may_end_without_a_word = may_end_without_a_word()
        self.connect: Callable[[], Connection] = lambda: Connection(settings.url, settings.token)
        self.warned: Set[str] = set()
        self._nodes: List[Node] = []
        #: Taken again by the thread that has it, as the lock of a node.
        self._lock = threading.RLock()
        self._samplers = Samplers(self.warn)
        self._pace = Pace(clock, self.may_end_without_a_word)
        self._rounds = Rounds(settings, self._pace, clock, self.warn, lambda: self.connect())
        #: Something changed; something ended; the program ends.
        self._wake, self._hurry, self._leave = Event(), Event(), Event()
        self._thread: Optional[threading.Thread] = None
        self._began_at, self._waited = time.monotonic(), 0.0
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
        self._samplers.add(sampler)
        self.wake()

    def drop(self, sampler: Callable[[], None]) -> None:
        self._samplers.drop(sampler)

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
        if not self.may_end_without_a_word or not is_last_word or node.ends_at > self.clock():
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
        self._nodes = []
        self._samplers.drop_all()

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
        self._pace.stop_at(self.clock() + FAREWELL)
        for event in self._leave, self._hurry, self._wake:
            event.set()

    def warn(self, kind: str, text: str) -> None:
        if kind not in self.warned:
            self.warned.add(kind)
            with contextlib.suppress(Exception):
                say(f"progressd: {one_line(text)}; the work continues, and nothing more is said of it.")

    # The thread that sends

    @property
    def is_quiet(self) -> bool:
        return self._pace.is_quiet

    def due(self) -> float:
        """When the next round is due, on the clock."""
        now = self.clock()
        self._samplers.look(now, at_once=self._pace.is_stopping)
        with self._lock:
            self._nodes = [node for node in self._nodes if not node.is_over]
            nodes = self._nodes
        due, hurries = NEVER, False
        for node in nodes:
            if self._pace.is_stopping:
                node.ends_at = 0.0
            at = due_at(node, now)
            due = min(due, at)
            hurries = hurries or (at == -NEVER and node.ending is not None)
        return self._pace.begin(due, hurries)

    def round(self) -> None:
        """One request: everything that the service has to hear now."""
        with self._lock:
            nodes = [node for node in self._nodes if not node.is_silent]
        self._rounds.make(nodes)

    def _owes(self) -> bool:
        return any(node.owes for node in self.open_nodes() if not node.is_refused)

    def _run(self) -> None:
        with without_sigpipe():
            self._report()

    def _report(self) -> None:
        try:
            while not self._is_done():
                self._wake.clear()
                self._hurry.clear()
                due = self.due()
                if due > self.clock():
                    self._wait_until(min(due, self._samplers.due()))
                else:
                    self.round()
        except Exception as error:
            with self._lock:
                self._turn_off()
            self.warn("address", str(error) or type(error).__name__)

    def _wait_until(self, due: float) -> None:
        if self._pace.is_stopping:
            time.sleep(0.005)
            return
        # Who changes something wakes this thread only where that makes it speak earlier.
        now = self.clock()
        if now < self._pace.ends_from:
            self._leave.wait(min(due, self._pace.ends_from) - now)
        elif now < self._pace.counts_from:
            self._hurry.wait(min(due, self._pace.counts_from) - now)
        else:
            self._wake.wait(min(due - now, 60.0))

    def _is_done(self) -> bool:
        return self._pace.is_stopping and (self._pace.has_given_up or not self._owes())
