"""Progress with NSProgress's terms."""

from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, Optional, Sized, Type, TypeVar

from . import _endings
from ._control import OnCancel, obey
from ._node import Node
from ._reporter import reporter
from ._settings import LEASE_SECONDS
from ._values import cut

T = TypeVar("T")


class Progress:
    """
    Work that is reported.

    `total` is in units of your choosing; None where nobody knows. Nothing here waits for the service, and nothing
    raises because of it; `complete` and `check` raise `Cancelled` when somebody cancelled, and wait while it is paused.

    A `name` is for work that is done again and again: each `Progress` of that name is its next run.
    """

    def __init__(
        self,
        total: Optional[int] = None,
        title: Optional[str] = None,
        *,
        name: Optional[str] = None,
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
        start.update(totalUnitCount=-1 if total is None else int(total), completedUnitCount=0, isPausable=True)
        self._on_cancel = on_cancel
        self._node: Node = Node(start, name=name, parent=parent._node if parent else None, pending=pending)
        _endings.install()
        reporter().add(self._node)

    def child(self, pending: int, total: Optional[int] = None, title: Optional[str] = None, **more: Any) -> "Progress":
        """A part of this work that is worth `pending` of its units, and counts in units of its own."""
        return Progress(total, title, parent=self, pending=pending, **{"on_cancel": self._on_cancel, **more})

    def complete(self, count: int = 1) -> None:
        """`count` more units are done."""
        self._node.add(int(count))
        reporter().wake()
        self.check()

    def set(self, completed: Optional[int] = None, total: Optional[int] = None, **members: Any) -> None:
        """New counts, or other members by their names in the API."""
        if completed is not None:
            members["completedUnitCount"] = int(completed)
        if total is not None:
            members["totalUnitCount"] = int(total)
        self._node.set(**members)
        reporter().wake()
        self.check()

    def check(self) -> None:
        """Waits while it is paused, but not in an event loop; raises `Cancelled` when it was cancelled."""
        obey(self._node, self._on_cancel)

    def finish(self) -> None:
        """The work is done, whatever the counts say."""
        self._node.end("finish")
        reporter().wake()

    def fail(self, message: str, code: Optional[str] = None) -> None:
        """The work ended without finishing."""
        self._node.end("fail", {"message": cut(str(message)), "code": None if code is None else cut(str(code))})
        reporter().wake()

    @property
    def id(self) -> Optional[str]:
        """None until the service has answered."""
        return self._node.id

    @property
    def name(self) -> str:
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
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        if error is None or not _endings.is_failure(error):
            self.finish()
        else:
            _endings.fail(self._node, error)
            reporter().wake()


def track(items: Iterable[T], title: Optional[str] = None, total: Optional[int] = None, **more: Any) -> Iterator[T]:
    """`for row in track(rows, "Importing"):` - one unit an item; an exception in the loop is its failure."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    progress = Progress(total, title, **more)
    left = True
    try:
        for item in items:
            yield item
            progress.complete()
        left = False
    except GeneratorExit:
        raise
    except BaseException as error:
        if _endings.is_failure(error):
            left = False
            _endings.fail(progress._node, error)
        raise
    finally:
        if not left:
            progress.finish()
        else:
            _endings.close_early(progress._node)
        reporter().wake()
