"""One progress as this process knows it: what it shall become, and what the service has of it."""

import os
import threading
import uuid
from typing import Any, Dict, List, NamedTuple, Optional

from ._settings import LEASE_SECONDS
from ._values import bounded, kept, split, total_count, whole_count

#: What is said of a failure when the service does not take what the work said.
PLAIN_FAILURE = {"message": "Failed"}
#: Seconds without a word after which a heartbeat asks for the directive; a third of a shorter lease.
BEAT = 5.0
#: The same while the work waits for the answer.
BEAT_WAITING = 1.0

_COUNTS = ("totalUnitCount", "completedUnitCount")
#: What a create keeps when the service refuses the rest of it.
BARE = (*_COUNTS, "isPausable")
_NEVER = float("inf")


class Line(NamedTuple):
    """A request of a batch, and what to do when it is answered."""

    method: str
    path: str
    body: Dict[str, Any]
    step: str
    headers: Dict[str, str] = {}


class Addition(NamedTuple):
    """Units on their way: sent again as they are until they are answered, so that they count once."""

    units: int
    sequence: int


class Node:
    """
    Written by any thread under `lock`, read by the thread that sends. After a fork it belongs to the parent process:
    in the child, where `lock` may be held by a thread that does not exist, nothing is written.

    Counts are set (the newest wins) or added (each once). Everything else is the newest value of a member. The numbers of
    rules are those of docs/reporting.md.
    """

    #: Which cell of a notebook runs.
    current_cell = 0

    def __init__(
        self,
        members: Dict[str, Any],
        *,
        name: Optional[str] = None,
        parent: "Optional[Node]" = None,
        pending: int = 0,
        is_bar: bool = False,
    ) -> None:
        #: Taken again by the thread that has it: a signal handler may count, and a collection may close a bar.
        self.lock = threading.RLock()
        self.process = os.getpid()
        self.thread = threading.get_ident()
        self.cell = Node.current_cell
        self.is_bar = is_bar
        self.parent = parent
        self.pending = max(0, whole_count(pending) or 0)
        self.name = name
        #: A name that the caller chose begins a run (rule 4).
        self.is_run = name is not None and parent is None
        self.members = {member: kept(value) for member, value in members.items()}
        self.members["totalUnitCount"] = total_count(members.get("totalUnitCount"))
        self.members["completedUnitCount"] = whole_count(members.get("completedUnitCount", 0)) or 0
        self.changed: Dict[str, Any] = {}
        self.id: Optional[str] = None
        self.reservation: Optional[str] = None
        #: A child begins with its first count, or when the work enters it (rule 5).
        self.has_begun = parent is None or is_bar
        #: A create that may have been heard, and is repeated as it was; None else (rule 8).
        self.unanswered: Optional[Line] = None
        #: A create of that name may have been heard: look whether it is there.
        self.is_sought = False
        #: The service refused the create: its texts follow (rule 10).
        self.is_bare = False
        #: Members that were refused together, each for a PATCH of its own.
        self.alone: List[Dict[str, Any]] = []
        self.writer = uuid.uuid4().hex[:16]
        self.unsent = 0
        #: What is left of fractions.
        self.rest = 0.0
        self.addition: Optional[Addition] = None
        self.sequence = 0
        self.ending: Optional[Line] = None
        #: Not before this moment, on the monotonic clock: a better word for a failure may still come.
        self.ends_at = 0.0
        #: What it is held back for may be `sys.exit()`.
        self.may_be_exit = False
        #: Children of this process that still have to end before this one may.
        self.children: "List[Node]" = []
        self.has_had_children = False
        #: The last count that was set, without what children were worth; None where counts are only added.
        self.count_set: Optional[int] = self.members["completedUnitCount"] if is_bar else None
        #: The count that the service heard last from us.
        self.told = 0
        #: The service has heard how it ended; members that it refused together may still have to be told.
        self.is_said = False
        self.is_over = False
        self.is_refused = False
        self.directive = "run"
        self.moved = threading.Condition(self.lock)
        self.waiters = 0
        self.spoken_at = 0.0
        if parent is not None and parent.process == self.process:
            with parent.lock:
                parent.children.append(self)

    # Written by the work

    def begin(self) -> None:
        """The work enters it."""
        if self.has_begun or self.process != os.getpid():
            return
        with self.lock:
            self._begin()

    def _begin(self) -> None:
        if self.has_begun:
            return
        self.has_begun = True
        if self.id is not None or self.unanswered is not None:
            self.changed["started"] = True
            if "leaseSeconds" in self.members:
                self.changed["leaseSeconds"] = self.members["leaseSeconds"]

    def set(self, **members: Any) -> None:
        if self.process != os.getpid():
            return
        if "totalUnitCount" in members:
            members["totalUnitCount"] = total_count(members["totalUnitCount"])
        done = whole_count(members.pop("completedUnitCount", None))
        with self.lock:
            for member, given in members.items():
                self._change(member, kept(given))
            if done is not None:
                self._begin()
                self._change("completedUnitCount", done)
                self.unsent, self.rest = 0, 0.0
                self.count_set = done

    def _change(self, member: str, value: Any) -> None:
        """Objects are merged, as the service does."""
        known = self.members.get(member)
        if isinstance(value, dict) and isinstance(known, dict):
            if all(key in known and known[key] == one for key, one in value.items()):
                return
            self.members[member] = {**known, **value}
            self.changed = _merged(self.changed, {member: value})
        elif member not in self.members or known != value:
            self.members[member] = value
            self.changed[member] = value

    def add(self, given: Any) -> None:
        if self.process != os.getpid():
            return
        with self.lock:
            self._begin()
            count, self.rest = split(given, self.rest)
            before = self.members["completedUnitCount"]
            self.members["completedUnitCount"] = bounded(before + count)
            count = self.members["completedUnitCount"] - before
            if self.count_set is not None:
                self.count_set += count
            if "completedUnitCount" in self.changed:
                # The count that is about to be set would undo an addition before it.
                self.changed["completedUnitCount"] = bounded(self.changed["completedUnitCount"] + count)
            else:
                self.unsent = bounded(self.unsent + count)

    def credit(self, count: int) -> None:
        """A child has finished: the service counts it, and so do we, for the case that the service forgets."""
        with self.lock:
            self.members["completedUnitCount"] = bounded(self.members["completedUnitCount"] + count)

    def end(self, step: str, body: Optional[Dict[str, Any]] = None, at: float = 0.0) -> None:
        """`finish` or `fail`; the first word counts, but one that is still held back gives way to a better one."""
        if self.process != os.getpid():
            return
        with self.lock:
            if self.is_over or (self.ending is not None and self.ends_at == 0):
                return
            self._begin()
            self.ending = Line("POST", step, body or {}, step)
            self.ends_at = at
        if self.parent is not None:
            with self.parent.lock:
                self.parent.has_had_children = True

    @property
    def has_ended(self) -> bool:
        return self.is_over or self.ending is not None

    @property
    def is_full(self) -> bool:
        """Its counts say that it has finished."""
        return 0 < int(self.members["completedUnitCount"]) >= int(self.members["totalUnitCount"]) >= 0

    @property
    def vanishes(self) -> bool:
        """Whether the service is to know nothing of it any more: it finished, and asked for that."""
        return bool(self.members.get("removeWhenFinished")) and (self.is_full or self.ending is not None)

    def obey(self, directive: Optional[str]) -> None:
        if directive is None or directive == self.directive:
            return
        with self.lock:
            self.directive = directive
            self.moved.notify_all()

    # Read by the thread that sends

    @property
    def is_silent(self) -> bool:
        """There is nothing to say any more."""
        return self.is_over or self.is_refused

    @property
    def can_be_made(self) -> bool:
        return self.parent is None or self.parent.id is not None or self.parent.is_silent

    @property
    def has_words(self) -> bool:
        """Members or counts that the service has to hear."""
        return bool(self.changed or self.alone or self.unsent or self.addition is not None)

    @property
    def owes(self) -> bool:
        return self.id is None or self.has_words or self.ending is not None

    def due_at(self, now: float) -> float:
        """When its next line is due; `-inf` for now."""
        if self.is_silent:
            return _NEVER
        if self.id is None:
            return -_NEVER if self.can_be_made else _NEVER
        if self.has_words:
            return -_NEVER
        if self.ending is not None and not self.is_said and not self._held_back(now):
            return self.ends_at if self.ends_at > now else -_NEVER
        return self._beats_at()

    def _beats_at(self) -> float:
        """Rule 6."""
        has_no_lease_to_keep = self.is_said or (self.is_full and not self.waiters)
        if not self.has_begun or self.directive == "cancel" or has_no_lease_to_keep:
            return _NEVER
        usual = BEAT_WAITING if self.waiters else BEAT
        lease = self.members.get("leaseSeconds")
        return self.spoken_at + (min(usual, lease / 3) if isinstance(lease, (int, float)) and lease > 0 else usual)

    def made(self, progress: str, labels: Dict[str, str]) -> None:
        """The service has it."""
        self.unanswered = None
        with self.lock:
            self.id = progress
            if self.is_bare:
                self.is_bare = False
                words = {member: value for member, value in self.members.items() if member not in BARE}
                if words.get("leaseSeconds") == LEASE_SECONDS or not self.has_begun:
                    words.pop("leaseSeconds", None)
                if labels and self.parent is None:
                    given = words.get("labels")
                    words["labels"] = {**labels, **given} if isinstance(given, dict) else labels
                self.changed = {**words, **self.changed}

    def lines(self, now: float) -> List[Line]:
        """What the service has to hear now; empty when nothing (rule 3)."""
        at = f"/v1/progress/{self.id}"
        lines = []
        held_back = self._held_back(now)
        with self.lock:
            alone, self.alone = self.alone, []
            lines += [Line("PATCH", at, body, "words") for body in alone]
            words = {member: self.changed.pop(member) for member in list(self.changed) if member not in _COUNTS}
            if words:
                lines.append(Line("PATCH", at, words, "words"))
            if self.addition is None and self.unsent:
                self.sequence += 1
                self.addition = Addition(self.unsent, self.sequence)
                self.unsent = 0
            counts = self._changed_counts(sum(child.pending for child in held_back))
            has_total_first = bool(counts) and "completedUnitCount" not in counts
            if has_total_first:
                lines.append(Line("PATCH", at, counts, "counts"))
            if self.addition is not None:
                body = {"count": self.addition.units, "writer": self.writer, "sequence": self.addition.sequence}
                lines.append(Line("POST", at + "/completed-units", body, "add"))
            if counts and not has_total_first:
                lines.append(Line("PATCH", at, counts, "counts"))
            if self.ending is not None and not self.is_said and now >= self.ends_at and not held_back:
                lines += self._last_lines(at)
            elif not lines and now >= self._beats_at():
                lines.append(Line("POST", at + "/heartbeat", {}, "beat"))
        return lines

    def _last_lines(self, at: str) -> List[Line]:
        """The end, with what children have counted after the newest count taken back; it is theirs already."""
        assert self.ending is not None
        lines = []
        if self.ending.step == "finish" and self.has_had_children and self.count_set is not None:
            lines.append(Line("PATCH", at, {"completedUnitCount": self.count_set}, "counts"))
        lines.append(self.ending._replace(path=f"{at}/{self.ending.step}"))
        parent = self.parent
        if parent is not None and parent.is_over and parent.count_set and parent.is_full:
            # A parent that was full before this child must not count it after its end.
            body = {"completedUnitCount": parent.count_set}
            lines.append(Line("PATCH", f"/v1/progress/{parent.id}", body, "correct"))
        return lines

    def _held_back(self, now: float) -> "List[Node]":
        """
        The children whose last word comes later than in this request, which has children first. Bars that are still open
        are among them: the service would cancel them.
        """
        with self.lock:
            self.children = [child for child in self.children if not child.is_silent and child.parent is self]
            children = self.children
        ends = self.ending is not None and self.is_bar and self.ending.step == "finish"
        return [
            child
            for child in children
            if (child.ending is not None and (child.id is None or now < child.ends_at or child._held_back(now)))
            or (ends and child.ending is None and child.is_bar and not self.is_full)
        ]

    def _changed_counts(self, held_back: int) -> Dict[str, Any]:
        """
        Counts that were set. A count goes without the units of children that are held back: they bring them themselves.

        The whole count stays to be told until they did, because they may fail. It does not fall for that meanwhile.
        """
        changed, self.changed = self.changed, {}
        done = changed.get("completedUnitCount")
        if done is None:
            return changed
        if held_back:
            self.changed["completedUnitCount"] = done
            changed["completedUnitCount"] = max(done - held_back, min(self.told, done))
            if changed["completedUnitCount"] == self.told:
                del changed["completedUnitCount"]
        self.told = changed.get("completedUnitCount", self.told)
        return changed

    # Said by the thread that sends

    def put_back(self, line: Line, may_be_done: bool = False) -> None:
        """The line was not answered."""
        if line.step == "create":
            if may_be_done:
                # The same body without `run=new`: that finds what we made, and makes no second run.
                path = line.path.partition("?")[0] if self.is_run else line.path
                prefer = {"Prefer": "return=representation"} if self.is_run else {}
                self.unanswered = line._replace(path=path, headers={**line.headers, **prefer})
                # It may even have ended; then its name would be free for a second one.
                self.is_sought = self.parent is not None and self.name is not None
        elif line.step == "words":
            with self.lock:
                self.changed = _merged(line.body, self.changed)
        elif line.step == "counts":
            with self.lock:
                if "completedUnitCount" in line.body and "completedUnitCount" not in self.changed:
                    # Units that were added since are part of the count, which is sent after additions.
                    self.changed["completedUnitCount"] = bounded(line.body["completedUnitCount"] + self.unsent)
                    self.unsent = 0
                self.changed = {**line.body, **self.changed}
                self.told = 0

    def refuse(self, line: Line) -> None:
        """The service will never take this line (rule 10)."""
        if line.step == "fail":
            self.is_over = line.body == PLAIN_FAILURE
            self.ending, self.ends_at = line._replace(path="fail", body=PLAIN_FAILURE), 0.0
        elif line.step == "finish":
            self.is_over = not line.body
            self.ending = line._replace(path="finish", body={})
        elif line.step == "words":
            parts = [
                {member: part}
                for member, value in line.body.items()
                for part in ([{key: one} for key, one in value.items()] if isinstance(value, dict) and value else [value])
            ]
            with self.lock:
                if len(parts) > 1:
                    self.alone += parts
                    return
                self._forget_members(line.body)

    def _forget_members(self, refused: Dict[str, Any]) -> None:
        for member, value in refused.items():
            known = self.members.get(member)
            if isinstance(known, dict) and isinstance(value, dict):
                self.members[member] = {key: one for key, one in known.items() if value.get(key, self) != one}
            elif known == value:
                self.members.pop(member, None)

    def give_up_name(self) -> None:
        """It is another's, or none: what is made has no name."""
        self.name, self.is_run, self.unanswered, self.is_sought = None, False, None, False

    def become_root(self) -> None:
        """The outer one is gone."""
        self.parent, self.is_run, self.unanswered, self.is_sought = None, False, None, False
        self.has_begun = True

    def forget(self) -> None:
        """The service does not know it: it will be made again, with what it has come to."""
        with self.lock:
            self.id = None
            self.addition, self.unanswered, self.is_said = None, None, False


def _merged(older: Dict[str, Any], newer: Dict[str, Any]) -> Dict[str, Any]:
    """Members of two PATCHes in one: of objects both parts."""
    merged = {**older, **newer}
    for member, value in older.items():
        if isinstance(value, dict) and isinstance(newer.get(member), dict):
            merged[member] = {**value, **newer[member]}
    return merged
