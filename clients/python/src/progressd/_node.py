"""One progress as this process knows it: what it shall become, and what the service has of it."""

import os
import threading
import uuid
from typing import Any, Dict, List, NamedTuple, Optional

from ._values import kept

#: What is said of a failure when the service does not take what the work said.
PLAIN_FAILURE = {"message": "Failed"}

_COUNTS = ("totalUnitCount", "completedUnitCount")


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

    Counts are set (the newest wins) or added (each once). Everything else is the newest value of a member.
    """

    def __init__(
        self,
        members: Dict[str, Any],
        *,
        name: Optional[str] = None,
        parent: "Optional[Node]" = None,
        pending: int = 0,
        is_bar: bool = False,
    ) -> None:
        self.lock = threading.Lock()
        self.process = os.getpid()
        self.thread = threading.get_ident()
        self.is_bar = is_bar
        self.parent = parent
        self.pending = pending
        #: A name that the caller chose begins a run; ours are unique, and safe to repeat.
        self.is_run = name is not None and parent is None
        self.name = name or f"py-{uuid.uuid4().hex[:12]}"
        self.members = {member: kept(value) for member, value in members.items()}
        self.changed: Dict[str, Any] = {}
        self.id: Optional[str] = None
        self.reservation: Optional[str] = None
        #: What to ask instead of a create that was not answered: it may have been done.
        self.asked: Optional[Line] = None
        self.writer = uuid.uuid4().hex[:16]
        self.unsent = 0
        self.addition: Optional[Addition] = None
        self.sequence = 0
        self.ending: Optional[Line] = None
        #: The work was left before its total: what was done is all there was.
        self.is_left_early = False
        #: Not before this moment, on the monotonic clock: a failure may still come to light.
        self.ends_at = 0.0
        #: Children that end: what they are worth has to be counted before this one's own count, and before its end.
        self.ending_children: "List[Node]" = []
        self.has_had_children = False
        #: The last count that was set, without what children were worth; None where counts are only added.
        self.count_set: Optional[int] = members.get("completedUnitCount") if is_bar else None
        #: The count that the service heard last from us.
        self.told = 0
        self.is_over = False
        self.is_refused = False
        self.directive = "run"
        self.moved = threading.Condition(self.lock)
        self.waiters = 0
        self.spoken_at = 0.0

    # Written by the work

    def set(self, **members: Any) -> None:
        if self.process != os.getpid():
            return
        with self.lock:
            for member, given in members.items():
                value = kept(given)
                if self.members.get(member) != value or member not in self.members:
                    self.members[member] = value
                    self.changed[member] = value
            if "completedUnitCount" in members:
                self.unsent = 0
                self.count_set = members["completedUnitCount"]

    def add(self, count: int) -> None:
        if self.process != os.getpid():
            return
        count = kept(count)
        with self.lock:
            self.members["completedUnitCount"] = self.members.get("completedUnitCount", 0) + count
            if self.count_set is not None:
                self.count_set += count
            if "completedUnitCount" in self.changed:
                # The count that is about to be set would undo an addition before it.
                self.changed["completedUnitCount"] += count
            else:
                self.unsent += count

    def credit(self, count: int) -> None:
        """A child has finished: the service counts it, and so do we, for the case that the service forgets."""
        with self.lock:
            self.members["completedUnitCount"] = self.members.get("completedUnitCount", 0) + count

    def end(self, step: str, body: Optional[Dict[str, Any]] = None, at: float = 0.0) -> None:
        """`finish` or `fail`; the first word counts, but a failure replaces a finish that is still held back."""
        if self.process != os.getpid():
            return
        with self.lock:
            is_held_back = self.is_left_early and self.ending is not None and self.ending.step == "finish"
            if self.is_over or (self.ending is not None and not (is_held_back and step == "fail")):
                return
            self.ending = Line("POST", step, body or {}, step)
            self.ends_at = at
        if self.parent is not None:
            with self.parent.lock:
                self.parent.ending_children.append(self)
                self.parent.has_had_children = True

    @property
    def has_ended(self) -> bool:
        return self.is_over or self.ending is not None

    @property
    def vanishes(self) -> bool:
        """Whether the service is to know nothing of it any more: it finished, and asked for that."""
        members = self.members
        is_done = 0 < members["completedUnitCount"] >= members["totalUnitCount"] >= 0
        return bool(members.get("removeWhenFinished")) and (is_done or self.ending is not None)

    # Read by the thread that sends

    def create(self, labels: Dict[str, str]) -> Line:
        if self.asked is not None:
            return self.asked
        with self.lock:
            self.changed.clear()
            self.unsent, self.addition = 0, None
            self.told = self.members.get("completedUnitCount", 0)
            body = {"name": self.name, **self.members}
        if self.parent is not None:
            body["pendingUnitCount"] = self.pending
            return Line("POST", f"/v1/progress/{self.parent.id}/children", body, "create")
        if labels:
            body["labels"] = {**labels, **body.get("labels", {})}
        del body["name"]
        query = "?run=new" if self.is_run else ""
        headers = {"Progress-Reservation": self.reservation} if self.reservation else {}
        return Line("PUT", f"/v1/progress/{self.name}{query}", body, "create", headers)

    def lines(self, now: float, beat: float) -> List[Line]:
        """What the service has to hear now; empty when nothing."""
        at = f"/v1/progress/{self.id}"
        lines = []
        with self.lock:
            if self.addition is None and self.unsent:
                self.sequence += 1
                self.addition = Addition(self.unsent, self.sequence)
                self.unsent = 0
            if self.addition is not None:
                body = {"count": self.addition.units, "writer": self.writer, "sequence": self.addition.sequence}
                lines.append(Line("POST", at + "/completed-units", body, "add"))
            held_back = self._held_back(now)
            changed = self._changes(sum(child.pending for child in held_back))
            if changed:
                lines.append(Line("PATCH", at, changed, "patch"))
            if self.ending is not None and now >= self.ends_at and not held_back:
                counts = self._last_counts()
                if counts:
                    lines.append(Line("PATCH", at, counts, "patch"))
                lines.append(self.ending._replace(path=f"{at}/{self.ending.step}"))
                lines.extend(self._corrections())
            elif not lines and now - self.spoken_at >= (0.5 if self.waiters else beat):
                lines.append(Line("POST", at + "/heartbeat", {}, "beat"))
        return lines

    def _held_back(self, now: float) -> "List[Node]":
        """The children whose last word comes later than in this request, which has children first."""
        self.ending_children = [
            child for child in self.ending_children if not child.is_over and not child.is_refused and child.parent is self
        ]
        return [child for child in self.ending_children if child.id is None or now < child.ends_at]

    def _changes(self, held_back: int) -> Dict[str, Any]:
        """
        What changed. A count goes without the units of children that are held back: they bring them themselves.

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

    def _last_counts(self) -> Dict[str, Any]:
        """What a finish has to correct: the work was left early, or children were counted after the newest count."""
        if self.ending is None or self.ending.step != "finish":
            return {}
        done = self.count_set if self.count_set is not None else int(self.members.get("completedUnitCount", 0))
        if self.is_left_early:
            return {"totalUnitCount": max(done, 0), "completedUnitCount": max(done, 0)}
        return {"completedUnitCount": done} if self.has_had_children and self.count_set is not None else {}

    def _corrections(self) -> List[Line]:
        """A parent that closed before this child must not count it after its end."""
        parent = self.parent
        if parent is None or not parent.is_over or not parent.count_set:
            return []
        return [Line("PATCH", f"/v1/progress/{parent.id}", {"completedUnitCount": parent.count_set}, "correct")]

    def put_back(self, line: Line, may_be_done: bool = False) -> None:
        """The line was not answered."""
        if line.step == "create" and may_be_done and self.parent is not None:
            # It may have been made, and even have ended; then its name would be free for a second one.
            self.asked = Line("GET", f"/v1/progress/{self.name}", {}, "find", {"Prefer": "return=representation"})
        elif line.step == "create" and may_be_done:
            # The same body without `run=new`: that finds what we made, and makes no second run.
            path, headers = line.path.partition("?")[0], {**line.headers, "Prefer": "return=representation"}
            self.asked = line._replace(path=path, headers=headers)
        elif line.step == "patch":
            with self.lock:
                if "completedUnitCount" in line.body and "completedUnitCount" not in self.changed:
                    # Units that were added since are part of the count, which is sent after additions.
                    self.changed["completedUnitCount"] = line.body["completedUnitCount"] + self.unsent
                    self.unsent = 0
                self.changed = {**line.body, **self.changed}
                self.told = 0

    def refuse(self, line: Line) -> None:
        """
        The service will never take this line. A failure is told in plain words; counts are told without the rest, which
        is forgotten.
        """
        if line.step == "fail":
            self.is_over = line.body == PLAIN_FAILURE
            self.ending = line._replace(path="fail", body=PLAIN_FAILURE)
            return
        counts = {member: value for member, value in line.body.items() if member in _COUNTS}
        with self.lock:
            for member in line.body.keys() - counts.keys():
                if self.members.get(member) == line.body[member]:
                    self.members.pop(member, None)
        if counts and counts != line.body:
            self.put_back(line._replace(body=counts))

    def is_taken(self) -> bool:
        """An earlier run has its name. Returns whether it may begin one in spite of that: nothing of it was made yet."""
        asked, self.asked = self.asked, None
        return asked is not None and self.is_run

    def become_root(self) -> None:
        """The outer one is gone."""
        self.parent, self.is_run, self.asked = None, False, None

    def forget(self) -> None:
        """The service does not know it: it will be made anew, with what it has come to."""
        with self.lock:
            self.id = None
            self.addition = None

    def obey(self, directive: Optional[str]) -> None:
        if directive is None or directive == self.directive:
            return
        with self.lock:
            self.directive = directive
            self.moved.notify_all()
