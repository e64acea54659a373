"""The progress of one tqdm bar: what it counts, and what bars inside it are worth."""

import os
import sys
import threading
import weakref
from contextvars import ContextVar
from typing import Any, Dict, List, Optional, Tuple

from . import _endings, _futures
from ._control import OnCancel, obey
from ._current import reporter
from ._node import Node
from ._saying import say
from ._settings import LEASE_SECONDS
from ._values import how_far, is_fraction, scaled

#: Counts are integers on the wire: of bars that count in fractions these are millionths.
SCALE = 1_000_000
#: Levels of bars; those below are side by side.
DEPTH = 32

#: The bars that were open when the newest one was made. A task of asyncio begins with those of the one that made it, and
#: is not seen by others.
_open: "ContextVar[Tuple[Bar, ...]]" = ContextVar("progressd_open", default=())
_has_said_where = False


class Bar:
    """The progress of one tqdm bar."""

    def __init__(self, bar: Any, on_cancel: OnCancel = "raise") -> None:
        self.on_cancel = on_cancel
        self.step_of_children: Optional[int] = None
        self.done: int = 0
        self.is_float = False
        self.text: Optional[str] = None
        self.bar = weakref.ref(bar)
        self.cell = Node.current_cell
        self.is_closed = False
        #: Of the bars inside, those that may have to be waited for.
        self.inner: List[Bar] = []
        #: The service has credited the one around with it: that happens once.
        self.was_full = False
        stack = _stack()
        self.outer = outer = stack[-1] if stack else None
        parent = None if outer is None else outer.node
        pending = 0 if outer is None else outer.begin_step()
        self.step = 0 if outer is None else outer.done
        self.node: Node = Node({**self._members(bar), **_start(bar)}, parent=parent, pending=pending, is_bar=True)
        if outer is not None:
            with outer.node.lock:
                outer.inner.append(self)
            if outer.node.is_full:
                # By what bars inside were worth: but its step is not through.
                outer._look()
        self.node.handled = id(sys.exc_info()[1])
        self.node.text = self.text
        self.node.look = self._look
        self.node.is_holder = lambda one: one is not None and one is self.bar()
        _futures.note(self.node, _endings.fail_held)
        _open.set((*stack, self))
        reporter().add(self.node)
        _say_where()

    @property
    def may_have_children(self) -> bool:
        bar = self.bar()
        is_ours = self.node.thread == threading.get_ident() and self.node.process == os.getpid()
        is_of_this_cell = self.cell == Node.current_cell and not self.node.has_ended
        if bar is None or self.is_closed or not is_ours or not is_of_this_cell or _futures.is_done(self.node):
            return False
        return not 0 < (bar.total or 0) <= bar.n

    def begin_step(self) -> int:
        """What a bar that opens inside is worth: the first one in a step that step, others nothing."""
        if self.step_of_children == self.done:
            return 0
        self.step_of_children = self.done
        unit = SCALE if self.is_float else 1
        return min(unit, max(0, self.total - self.done)) if self.total > 0 else unit

    def _kept_back(self) -> int:
        """
        The part of the count that is not reported yet: with a bar inside at work, the fraction of that counts too, and
        only both together may reach the end.
        """
        if not self.inner:
            return 0
        with self.node.lock:
            # One that is full and open may be reset.
            self.inner = [one for one in self.inner if not one.node.has_ended or one.node.is_at_work]
            at_work = [one for one in self.inner if one.node.is_at_work]
        if not at_work or self.total <= 0:
            return 0
        unit = SCALE if self.is_float else 1
        most = self.total - max(unit, sum(one.node.pending for one in at_work if not one.was_full))
        if any(one.is_beside for one in at_work) if self.done < self.total else len(at_work) > 1:
            # The next end of one inside is not the end of this one.
            most -= unit
        return max(0, self.done - max(0, most))

    @property
    def is_beside(self) -> bool:
        """The one around counted what this one is worth, and it is still open: it is no part of that step."""
        outer = self.outer
        if outer is None or self.was_full or not self.node.pending or self.node.future != outer.node.future:
            return False
        return outer.done >= self.step + self.node.pending

    def _members(self, bar: Any) -> Dict[str, Any]:
        # There are no parts of bytes.
        self.is_float = not _is_file(bar) and (self.is_float or is_fraction(bar.n) or is_fraction(bar.total))
        scale = SCALE if self.is_float else 1
        self.done = scaled(bar.n, scale)
        # As for tqdm, a total of 0 is unknown.
        self.total = scaled(bar.total or None, scale)
        members: Dict[str, Any] = {"totalUnitCount": self.total, "completedUnitCount": self.done}
        if self.is_float:
            unit = str(getattr(bar, "unit", "it")).strip()
            self.text = how_far(bar.n, bar.total, "" if unit == "it" else unit[:100])
            members["localizedAdditionalDescription"] = self.text
        title = (bar.desc or "").strip().rstrip(":").strip()
        if title:
            members["localizedDescription"] = title[:1_000]
        postfix = getattr(bar, "postfix", None)
        if postfix:
            members["userInfo"] = {"postfix": str(postfix)[:1_000]}
        return members

    def note(self, bar: Any) -> None:
        """Called often, on the thread of the work: a comparison, and seldom a wake."""
        members = self._members(bar)
        self.node.text = self.text
        self.node.kept_back = self._kept_back()
        members["completedUnitCount"] -= self.node.kept_back
        self.node.set(**members)
        if self.node.changed:
            reporter().wake()
        self._let_go()
        self.was_full = self.was_full or self.node.is_full

    def _let_go(self) -> None:
        """The one around keeps nothing back for a bar that is through."""
        outer = self.outer
        if outer is None or self.node.is_at_work:
            return
        if outer.is_closed:
            outer._let_go()
        elif outer.node.kept_back or self.is_beside:
            outer._look()

    def _look(self) -> None:
        """Between two redraws the bar alone knows its count."""
        bar = self.bar()
        if bar is not None:
            self.note(bar)

    def obey(self, bar: Any) -> None:
        if obey(self.node, self.on_cancel):
            bar.unpause()

    def close(self, bar: Any, before: Optional[BaseException], drawing: Optional[BaseException]) -> None:
        self.is_closed = True
        if self.node.has_ended:
            return
        self.note(bar)
        _endings.close(self.node, before, drawing)
        self._let_go()


def _stack() -> Tuple[Bar, ...]:
    """Of this context, those that may have bars inside: not those that are closed, by any thread, or are through."""
    return tuple(bar for bar in _open.get() if bar.may_have_children)[:DEPTH]


def _is_file(bar: Any) -> bool:
    return str(getattr(bar, "unit", "")) in ("B", "iB")


def _start(bar: Any) -> Dict[str, Any]:
    members: Dict[str, Any] = {"leaseSeconds": LEASE_SECONDS, "isPausable": True}
    if _is_file(bar):
        members["kind"] = "file"
    if getattr(bar, "leave", True) is False:
        members["removeWhenFinished"] = True
    return members


def _say_where() -> None:
    """Once in a notebook: there the page is the better bar."""
    global _has_said_where
    if not _has_said_where:
        _has_said_where = True
        if "ipykernel" in sys.modules:
            say(f"Reported to {reporter().settings.place}/")
