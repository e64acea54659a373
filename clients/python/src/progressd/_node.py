"""One progress as this process knows it: what it shall become, and what the service has of it."""

import os
import threading
import uuid
import weakref
from typing import Any, Callable, Dict, List, Optional

from ._line import Addition, Line
from ._values import bounded, kept, merged, split, total_count, whole_count


class Node:
    """
    Written by any thread under `lock`, read by the thread that sends. After a fork it belongs to the parent process:
    in the child, where `lock` may be held by a thread that does not exist, nothing is written.

    Counts are set (the newest wins) or added (each once). Everything else is the newest value of a member. The numbers of
    rules are those of docs/reporting.md.
    """

    #: Which cell of a notebook runs.
    current_cell = 0

    id: Optional[str] = None
    reservation: Optional[str] = None
    #: A create that may have been heard, and is repeated as it was; None else (rule 8).
    unanswered: Optional[Line] = None
    #: A create of that name may have been heard: look whether it is there.
    is_sought = False
    #: The service refused the create: its texts follow (rule 10).
    is_bare = False
    #: Units that were added, and are not on their way.
    unsent = 0
    #: The rest of fractions.
    rest = 0.0
    addition: Optional[Addition] = None
    sequence = 0
    ending: Optional[Line] = None
    #: Not before this moment, on the monotonic clock: a better word for a failure may still come.
    ends_at = 0.0
    #: How it has failed if nothing more is done of it.
    failure: Optional[Dict[str, Any]] = None
    #: How far it came, in units of the work's own, where those that are sent are parts of them.
    text: Optional[str] = None
    #: Units that it did and does not tell, as long as bars inside are at work.
    kept_back = 0
    #: Whether that object is the work: a bar, a `Progress`, or the generator of a loop.
    is_holder: Optional[Callable[[Any], bool]] = None
    #: The future or the task in which it was made.
    future: "Optional[weakref.ref[Any]]" = None
    #: The `id` of an exception that was being handled when the work was made, and did not end it.
    handled = 0
    #: It may be held back because of `sys.exit()`.
    may_be_exit = False
    has_had_children = False
    #: Brings the newest count, where the work keeps it to itself.
    look: Optional[Callable[[], None]] = None
    #: The count that the service heard last from us.
    told = 0
    #: The service has heard how it ended; members that it refused together may still have to be told.
    is_said = False
    is_over = False
    is_refused = False
    directive = "run"
    waiters = 0
    spoken_at = 0.0

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
        self.moved = threading.Condition(self.lock)
        self.process, self.thread, self.cell = os.getpid(), threading.get_ident(), Node.current_cell
        #: The cell in which it counted last.
        self.counted_in = self.cell
        self.name, self.parent, self.is_bar = name, parent, is_bar
        self.pending = max(0, whole_count(pending) or 0)
        #: A name that the caller chose begins a run (rule 4).
        self.is_run = name is not None and parent is None
        #: A child begins with its first count, or when the work enters it (rule 5).
        self.has_begun = parent is None or is_bar
        self.members = {member: kept(value) for member, value in members.items()}
        self.members["totalUnitCount"] = total_count(members.get("totalUnitCount"))
        self.members["completedUnitCount"] = whole_count(members.get("completedUnitCount", 0)) or 0
        self.changed: Dict[str, Any] = {}
        #: Members that were refused together, each for a PATCH of its own.
        self.alone: List[Dict[str, Any]] = []
        self.writer = uuid.uuid4().hex[:16]
        #: The last count that was set, without what children were worth; None where counts are only added.
        self.count_set: Optional[int] = self.members["completedUnitCount"] if is_bar else None
        #: Children of this process that still have to end before this one may.
        self.children: "List[Node]" = []
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
                if done != self.members["completedUnitCount"]:
                    self.counted_in = Node.current_cell
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
            self.changed = merged(self.changed, {member: value})
        elif member not in self.members or known != value:
            if member == "completedUnitCount":
                self.failure = None
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
            if self.is_bar and self.is_full and not self.has_ended and any(one.is_at_work for one in self.children):
                # Full by that alone: its own count takes it back, since there is more in this step.
                self._change("completedUnitCount", self.count_set)

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

    def note_end(self) -> None:
        """The service has heard how it ended. Counts that waited for an answer until then would come after that."""
        with self.lock:
            self.is_said = True
            self.unsent, self.addition = 0, None
            for member in "completedUnitCount", "totalUnitCount":
                self.changed.pop(member, None)

    @property
    def has_ended(self) -> bool:
        return self.is_over or self.ending is not None

    @property
    def is_full(self) -> bool:
        """Its counts say that it has finished."""
        return 0 < int(self.members["completedUnitCount"]) >= int(self.members["totalUnitCount"]) >= 0

    @property
    def done(self) -> int:
        """Its count, with what it does not tell yet."""
        return int(self.members["completedUnitCount"]) + self.kept_back

    @property
    def is_at_work(self) -> bool:
        """A bar that the service must not take for ended: one that is open, or waits for one inside that is."""
        if not self.is_bar or self.is_silent or self.process != os.getpid():
            return False
        if self.ending is None:
            # What an earlier cell of a notebook left open keeps nobody waiting.
            return not self.is_full and self.counted_in == Node.current_cell
        return self.ending.step == "finish" and any(child.is_at_work for child in self.children)

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
