"""Answers to lines, and their effects on the progress: rules 7 to 13 of docs/reporting.md."""

from typing import Callable

from ._batch import Headers
from ._creation import made
from ._line import Line
from ._node import Node
from ._settings import Settings
from ._unsaid import put_back, refuse

#: Statuses of a line that the service will never take: malformed, too large, or against a rule.
UNFIT = (400, 413, 422)
#: The service does not know it, or not any more.
GONE = (404, 410)


class Answers:
    """Heard on the thread that sends."""

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float],
        warn: Callable[[str, str], None],
        be_quiet: Callable[[str], None],
    ) -> None:
        self._settings, self._clock, self._warn, self._be_quiet = settings, clock, warn, be_quiet

    def hear(self, node: Node, line: Line, status: int, headers: Headers) -> None:
        if line.step == "correct":
            return
        node.spoken_at = self._clock()
        node.obey(headers.get("progress-directive"))
        if line.step in ("create", "find"):
            self._hear_of_new(node, line, status, headers)
        elif status in GONE:
            self._hear_of_gone(node)
        elif status >= 500 or status == 429:
            put_back(node, line)
            self._be_quiet(f"{self._settings.place} answers {status}")
        elif line.step == "add":
            with node.lock:
                node.addition = None
            self._hear_refusal(node, line, status, headers)
        elif status in UNFIT and line.step in ("words", "counts", "fail", "finish"):
            self._hear_refusal(node, line, status, headers)
            refuse(node, line)
        elif line.step in ("finish", "fail"):
            node.note_end()
            if line.step == "finish" and status < 300 and node.parent is not None:
                node.parent.credit(node.pending)
        else:
            self._hear_refusal(node, line, status, headers)
        node.is_over = node.is_over or (node.is_said and not node.has_words)

    def _hear_of_gone(self, node: Node) -> None:
        if node.vanishes or node.is_said:
            node.is_over = True
        else:
            node.forget()

    def _hear_of_new(self, node: Node, line: Line, status: int, headers: Headers) -> None:
        is_repeated = node.unanswered is not None
        parent = node.parent
        if status >= 500 or status == 429:
            put_back(node, line, may_be_done=status >= 500)
            self._be_quiet(f"{self._settings.place} answers {status}")
        elif line.step == "find" and (status != 200 or parent is None or headers.get("parent") != parent.id):
            node.unanswered, node.is_sought = None, False
        elif node.is_run and is_repeated and _is_of_another(line, status, headers):
            # A run before ours, which never ended or never was ours: nothing of what we asked for was made.
            node.unanswered = None
        elif status in (200, 201):
            node.is_sought = False
            place = headers.get("location", "").rpartition("/")[2]
            made(node, place or headers.get("etag", "").strip('"').split(":")[0], self._settings.labels)
        elif status in GONE and parent is not None and not parent.is_over and not parent.vanishes:
            # The service was restarted, and knows the parent no longer.
            parent.forget()
            node.unanswered = None
        elif status in GONE and parent is not None:
            # It finished, and was to vanish then.
            node.become_root()
        elif status == 409 and node.name:
            self._lose_name(node, headers)
        elif status in UNFIT and not node.is_bare:
            node.is_bare, node.unanswered = True, None
            self._hear_refusal(node, line, status, headers)
        else:
            node.is_refused = True
            self._hear_refusal(node, line, status, headers, "refused")

    def _lose_name(self, node: Node, headers: Headers) -> None:
        self._warn("name", f"{self._settings.place} answers 409: {headers.get('problem', f'{node.name} is taken')}")
        node.give_up_name()

    def _hear_refusal(self, node: Node, line: Line, status: int, headers: Headers, kind: str = "member") -> None:
        if status < 400:
            return
        if status in (401, 403):
            kind, node.is_refused = "refused", True
        self._warn(kind, f"{self._settings.place} answers {status}: {headers.get('problem', line.step)}")


def _is_of_another(line: Line, status: int, headers: Headers) -> bool:
    is_other_count = headers.get("count", "None") != str(line.body.get("completedUnitCount"))
    return status == 409 or (status == 200 and is_other_count)
