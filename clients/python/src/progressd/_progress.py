"""Progress with NSProgress's terms."""

import contextlib
import os
import threading
import weakref
from operator import length_hint
from types import GeneratorType, TracebackType
from typing import Any, Callable, Dict, Iterable, Iterator, Optional, Type, TypeVar

from . import _endings, _futures
from ._control import OnCancel, obey
from ._current import reporter
from ._node import Node
from ._settings import LEASE_SECONDS
from ._values import text

T = TypeVar("T")


class Progress:
    """
    Work that is reported.

    `total` is in units of your choosing; None if unknown. Nothing here waits for the service, and nothing
    raises because of it; `complete` and `check` raise `Cancelled` when somebody cancelled, and wait while it is paused.

    A `name` is for work that is done again and again: each `Progress` of that name is its next run.
    """

    def __init__(
        self,
        total: Optional[float] = None,
        title: Optional[str] = None,
        *,
        name: Any = None,
        kind: Optional[str] = None,
        labels: Optional[Dict[str, str]] = None,
        lease: Optional[float] = LEASE_SECONDS,
        on_cancel: OnCancel = "raise",
        parent: "Optional[Progress]" = None,
        pending: int = 0,
        **members: Any,
    ) -> None:
        given = {"localizedDescription": title, "kind": kind, "labels": labels, "leaseSeconds": lease, **members}
        start = {member: value for member, value in given.items() if value is not None}
        start.update(totalUnitCount=total, completedUnitCount=0, isPausable=True)
        self._on_cancel = on_cancel
        named = None if name is None else text(name) or None
        self._node: Node = Node(start, name=named, parent=parent._node if parent else None, pending=pending)
        this = weakref.ref(self)
        self._node.is_holder = lambda one: one is not None and one is this()
        _futures.note(self._node, _endings.fail_held)
        _endings.install()
        reporter().add(self._node)

    def child(self, pending: int, total: Optional[float] = None, title: Optional[str] = None, **more: Any) -> "Progress":
        """
        A part of this work that is worth `pending` of its units, and counts in units of its own. It waits until the work
        enters it, or until its first count.
        """
        return Progress(total, title, parent=self, pending=pending, **{"on_cancel": self._on_cancel, **more})

    def complete(self, count: float = 1) -> None:
        """`count` more units are done; fractions add up."""
        self._node.add(count)
        reporter().wake()
        self.check()

    def set(self, completed: Optional[float] = None, total: Optional[float] = None, **members: Any) -> None:
        """New counts, or other members by their names in the API."""
        if completed is not None:
            members["completedUnitCount"] = completed
        if total is not None:
            members["totalUnitCount"] = total
        self._node.set(**members)
        reporter().wake()
        self.check()

    def check(self) -> None:
        """Waits while it is paused, but not in an event loop; raises `Cancelled` when it was cancelled."""
        obey(self._node, self._on_cancel)

    def finish(self) -> None:
        """The work is done, whatever the counts say."""
        _endings.end(self._node)

    def fail(self, message: str, code: Optional[str] = None) -> None:
        """The work ended without finishing."""
        _endings.end(self._node, "fail", message=text(message), code=None if code is None else text(code))

    @property
    def id(self) -> Optional[str]:
        """None until the service has answered."""
        return self._node.id

    @property
    def name(self) -> Optional[str]:
        return self._node.name

    @property
    def total(self) -> int:
        return int(self._node.members["totalUnitCount"])

    @property
    def completed(self) -> int:
        return int(self._node.members["completedUnitCount"])

    @property
    def is_cancelled(self) -> bool:
        return self._node.directive == "cancel"

    @property
    def is_paused(self) -> bool:
        return self._node.directive == "pause"

    def __enter__(self) -> "Progress":
        self._node.begin()
        reporter().wake()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if error is None or not _endings.is_failure(error):
            self.finish()
        elif isinstance(error, GeneratorExit):
            _endings.close(self._node, error)
        else:
            _endings.fail(self._node, error)


def track(
    items: Iterable[T], title: Optional[str] = None, total: Optional[float] = None, **more: Any
) -> Iterator[T]:
    """
    `for row in track(rows, "Importing"):` - one unit an item; an exception in the loop is its failure. A loop that is left
    by `break` has finished, and its text keeps how far it came.
    """
    progress = Progress(_length(items) if total is None else total, title, **more)
    node = progress._node
    node.begin()
    done = said = 0
    saying = threading.Lock()

    def say() -> None:
        # Called by the thread that sends: an item costs the loop no more than its count.
        nonlocal said
        if node.process != os.getpid():
            # After a fork the lock may be held by a thread that does not exist here.
            return
        with saying:
            count = done - said
            if count and not node.has_ended:
                said += count
                node.add(count)

    node.look, node.is_holder = say, _is_loop_over(node)
    reporter().sample(say)
    try:
        for item in items:
            yield item
            done += 1
            if node.directive != "run":
                obey(node, progress._on_cancel)
    except GeneratorExit as closing:
        reporter().drop(say)
        say()
        _endings.close(node, closing)
        raise
    except BaseException as error:
        reporter().drop(say)
        say()
        if _endings.is_failure(error):
            _endings.fail(node, error)
        else:
            _endings.finish_early(node)
        raise
    reporter().drop(say)
    say()
    progress.finish()


def _is_loop_over(node: Node) -> Callable[[Any], bool]:
    def is_that(one: Any) -> bool:
        frame = one.gi_frame if type(one) is GeneratorType else None
        return frame is not None and frame.f_code is track.__code__ and frame.f_locals.get("node") is node

    return is_that


def _length(items: Any) -> Optional[int]:
    """None if it is unknown or cannot be told."""
    with contextlib.suppress(Exception):
        return len(items) if hasattr(items, "__len__") else length_hint(items) or None
    return None
