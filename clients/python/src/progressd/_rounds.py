"""One request with what the service has to hear, and what is answered: rules 2, 3, 7 and 17 of docs/reporting.md."""

from typing import Callable, List, Optional

from ._answers import Answers
from ._batch import Batch, Sent, fitting
from ._connection import Connection, Unreachable
from ._creation import create
from ._line import Line
from ._lines import lines
from ._node import Node
from ._pace import Pace
from ._settings import Settings
from ._unsaid import put_back

#: Lines of one request, at most; the rest goes with the next.
BATCH = 1_000


class Rounds:
    """Made by the thread that sends."""

    def __init__(
        self,
        settings: Settings,
        pace: Pace,
        clock: Callable[[], float],
        warn: Callable[[str, str], None],
        connect: Callable[[], Connection],
    ) -> None:
        self._settings, self._pace, self._clock, self._warn, self._connect = settings, pace, clock, warn, connect
        self._batch: Optional[Batch] = None
        self._reservation = (settings.reservation or "").strip() or None
        self._answers = Answers(settings, clock, warn, self._be_quiet)

    def make(self, nodes: List[Node]) -> None:
        now = self._clock()
        self._pace.try_last()
        if self._batch is None:
            self._batch = Batch(self._connect(), self._settings.token, self._settings.reservation)
        sent = self._collect(self._batch, nodes, now)
        self._pace.began(now)
        if sent:
            self._exchange(self._batch, sent)

    def _collect(self, batch: Batch, nodes: List[Node], now: float) -> List[Sent]:
        """Children before their parents, so that a parent's own count is the last word."""
        made: List[Sent] = []
        moved: List[Sent] = []
        for node in nodes:
            try:
                if node.id is not None or node.can_be_made:
                    (made if node.id is None else moved).extend((node, line) for line in self._lines(node, now))
            except Exception as error:
                node.is_refused = True
                self._warn("member", f"a progress cannot be sent: {error!r}")
        said, most = made + _last_first(moved), BATCH
        if any(batch.claims(line) for _, line in made):
            said.sort(key=lambda one: not batch.claims(one[1]))
            most = 1
        most = fitting(said, most)
        for node, line in said[most:]:
            put_back(node, line)
        return said[:most]

    def _lines(self, node: Node, now: float) -> List[Line]:
        if node.id is not None:
            return lines(node, now)
        if node.parent is not None and node.parent.id is None:
            node.become_root()
        if node.parent is not None:
            return [create(node, {})]
        if self._reservation:
            node.reservation, self._reservation = self._reservation, None
        return [create(node, self._settings.labels)]

    def _exchange(self, batch: Batch, sent: List[Sent]) -> None:
        try:
            replies = batch.replies(sent)
        except Unreachable as error:
            for node, line in sent:
                put_back(node, line, error.may_be_done)
            if not error.is_closed:
                place = self._settings.place
                self._be_quiet(f"{place} answers {error}" if error.has_answered else f"{place} does not answer ({error})")
            elif all(line.step != "create" for _, line in sent):
                self._pace.repeat_at_once()
            return
        self._pace.speak_again()
        for (node, line), (status, headers) in zip(sent, replies):
            self._answers.hear(node, line, status, headers)

    def _be_quiet(self, reason: str) -> None:
        self._pace.be_quiet()
        self._warn("service", reason)


def _last_first(moved: List[Sent]) -> List[Sent]:
    """Later nodes first, each node's own lines in their order."""
    groups: List[List[Sent]] = []
    for one in moved:
        if groups and groups[-1][0][0] is one[0]:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [one for group in reversed(groups) for one in group]
