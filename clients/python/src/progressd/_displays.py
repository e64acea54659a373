"""
rich's `Progress` as seen by the thread that sends: it looks at the tasks before each round.

The work pays nothing for it, but where it adds or removes a task, which may be gone at the next look. A cancel or a pause
is met on its own thread, when it advances a task, or when `track` brings it the next value.
"""

import functools
import importlib
import inspect
import sys
import threading
import weakref
from operator import length_hint
from types import FrameType, ModuleType
from typing import Any, Dict, Iterator, Optional, Set

from . import _endings
from ._bar import SCALE
from ._control import obey
from ._current import reporter
from ._node import Node
from ._settings import LEASE_SECONDS
from ._values import how_far, is_fraction, scaled

COUNTS = ("totalUnitCount", "completedUnitCount")


class Display:
    """
    The tasks of one `rich.progress.Progress`, each a root: from its start or its first task on, since one that is shown in
    a `Live` is never started, until it is stopped or collected. It may be started again.
    """

    def __init__(self, progress: Any) -> None:
        self.progress = weakref.ref(progress, self._drop)
        #: Rich's own: they have the last counts when it is collected.
        self.tasks: Dict[int, Any] = progress._tasks
        self.nodes: Dict[int, Node] = {}
        self.removed: Set[int] = set()
        #: Tasks that a stop ended. Their work may go on after another start.
        self.stopped: Set[int] = set()
        self.is_at_work = False
        #: See `Node.handled`.
        self.handled = id(sys.exc_info()[1])
        self.lock = threading.RLock()

    def start(self) -> None:
        if not self.is_at_work:
            self.is_at_work = True
            _endings.install()
            reporter().sample(self.look)

    def look(self) -> None:
        # rich's lock is taken before ours, never while we hold it: the work may hold it, and add a task.
        progress = self.progress()
        tasks = list(self.tasks.values()) if progress is None else progress.tasks
        with self.lock:
            for task in tasks:
                if task.id not in self.removed:
                    self._note(task)

    def note(self, task: Any) -> None:
        with self.lock:
            self._note(task)

    def remove(self, task: Any) -> None:
        """The work has no use for the task any more: one that was never begun leaves nothing."""
        with self.lock:
            self._note(task)
            self.removed.add(task.id)
            node = self.nodes.pop(task.id)
        if not node.has_ended and not task.completed:
            node.set(removeWhenFinished=True)
            _endings.end(node)
        elif not node.has_ended:
            _endings.close(node, sys.exc_info()[1])

    def _note(self, task: Any) -> None:
        node = self.nodes.get(task.id)
        is_float = is_fraction(task.total) or is_fraction(task.completed) or (node is not None and node.text is not None)
        scale = SCALE if is_float else 1
        members: Dict[str, Any] = {
            "totalUnitCount": scaled(task.total, scale),
            "completedUnitCount": scaled(task.completed, scale),
        }
        if is_float:
            members["localizedAdditionalDescription"] = how_far(task.completed, task.total)
        if task.description:
            members["localizedDescription"] = _without_markup(str(task.description))[:1_000]
        if node is not None and task.id in self.stopped and any(node.members[one] != members[one] for one in COUNTS):
            self.stopped.remove(task.id)
            node = None
        if node is None:
            start = {"leaseSeconds": LEASE_SECONDS, "isPausable": True}
            node = self.nodes[task.id] = Node({**start, **members}, is_bar=True)
            error = sys.exc_info()[1]
            node.handled = self.handled if error is None else id(error)
            node.look = self.look
            reporter().add(node)
        elif not node.has_ended:
            # One that is full may be reset, or its total may grow: the service finishes and revives by the counts.
            node.set(**members)
        node.text = members.get("localizedAdditionalDescription")

    def obey(self, task_id: int) -> None:
        node = self.nodes.get(task_id)
        if node is not None and node.directive != "run":
            obey(node)

    def stop(self, before: Optional[BaseException] = None, drawing: Optional[BaseException] = None) -> None:
        if not self.is_at_work:
            return
        self.is_at_work = False
        self.look()
        reporter().drop(self.look)
        for task_id, node in self.nodes.items():
            if not node.has_ended:
                _endings.close(node, before, drawing)
                self.stopped.add(task_id)

    def _drop(self, _: Any) -> None:
        self.stop()


def _without_markup(text: str) -> str:
    """The text of `[red]Work[/red]`; what is no markup, as it is."""
    if "[" not in text:
        return text
    from rich.errors import MarkupError
    from rich.markup import render

    try:
        return render(text).plain
    except MarkupError:
        return text


def hook(module: ModuleType) -> None:
    """Replaces methods of rich's class in place: those that move a task, and those that make or end one."""
    kind: Any = module.Progress
    if hasattr(kind, "_progressd_in_place"):
        return
    kind._progressd_in_place = True
    kind.track = _hooked_track(kind.track)
    for name in ("start", "stop", "advance", "update", "add_task", "remove_task"):
        setattr(kind, name, _hooked(getattr(kind, name), name))


def _hooked_track(method: Any) -> Any:
    """
    `track` with the directives obeyed by the thread that iterates.

    rich advances the task on a thread of its own, where nothing may be raised, and for which the loop waits at its end.
    """
    signature = inspect.signature(method)

    @functools.wraps(method)
    def track(self: Any, *arguments: Any, **named: Any) -> Iterator[Any]:
        given = signature.bind(self, *arguments, **named)
        given.apply_defaults()
        values = given.arguments
        if values["task_id"] is None:
            total = values["total"] if values["total"] is not None else float(length_hint(values["sequence"])) or None
            more = {"completed": values["completed"]} if "completed" in values else {}
            values["task_id"] = self.add_task(values["description"], total=total, **more)
        theirs = method(*given.args, **given.kwargs)
        try:
            for value in theirs:
                _obey(self, values["task_id"])
                yield value
        finally:
            theirs.close()

    return track


def _obey(progress: Any, task_id: int) -> None:
    display = getattr(progress, "_progressd", None)
    if display is not None and display.is_at_work:
        display.obey(task_id)


def _display(progress: Any) -> Optional[Display]:
    """None where the tasks are not reported, or by tqdm's bar: `tqdm.rich` draws with rich."""
    display: Optional[Display] = getattr(progress, "_progressd", None)
    if display is None and not progress.disable and not _is_drawn_for_tqdm():
        display = progress._progressd = Display(progress)
    return display


def _is_drawn_for_tqdm() -> bool:
    tqdm = getattr(sys.modules.get("tqdm.std"), "tqdm", None)
    # The method of rich, which may be called by none in Python, as at exit.
    frame: Optional[FrameType] = sys._getframe(2) if hasattr(tqdm, "_progressd_in_place") else None
    # At most rich's `__enter__` is in between.
    for _ in range(3):
        if frame is not None and frame.f_globals.get("__name__") == "tqdm.rich":
            return True
        frame = frame.f_back if frame is not None else None
    return False


def _hooked(method: Any, name: str) -> Any:
    threads_of_track = importlib.import_module("rich.progress").__dict__.get("_TrackThread", ())

    @functools.wraps(method)
    def start(self: Any) -> Any:
        result = method(self)
        display = _display(self)
        if display is not None:
            display.start()
        return result

    @functools.wraps(method)
    def stop(self: Any) -> Any:
        before, drawing = sys.exc_info()[1], None
        try:
            return method(self)
        except BaseException as error:
            drawing = error
            raise
        finally:
            display = getattr(self, "_progressd", None)
            if display is not None:
                display.stop(before, drawing)

    @functools.wraps(method)
    def move(self: Any, task_id: int, *arguments: Any, **named: Any) -> Any:
        result = method(self, task_id, *arguments, **named)
        if not isinstance(threading.current_thread(), threads_of_track):
            _obey(self, task_id)
        return result

    @functools.wraps(method)
    def add_task(self: Any, *arguments: Any, **named: Any) -> Any:
        task_id = method(self, *arguments, **named)
        display, task = _display(self), self._tasks.get(task_id)
        if display is not None and task is not None:
            display.start()
            display.note(task)
        return task_id

    @functools.wraps(method)
    def remove_task(self: Any, task_id: int) -> Any:
        display, task = getattr(self, "_progressd", None), self._tasks.get(task_id)
        result = method(self, task_id)
        if display is not None and display.is_at_work and task is not None:
            display.remove(task)
        return result

    hooked = {"start": start, "stop": stop, "add_task": add_task, "remove_task": remove_task}
    return hooked.get(name, move)
