"""
rich's `Progress` as seen by the thread that sends: it looks at the tasks before each round.

The work pays nothing for it; only a cancel or a pause is met on its own thread, when it advances a task, or when `track`
brings it the next value.
"""

import functools
import importlib
import inspect
import threading
from operator import length_hint
from types import ModuleType
from typing import Any, Dict, Iterator

from . import _endings
from ._bars import SCALE
from ._control import obey
from ._node import Node
from ._reporter import reporter
from ._settings import LEASE_SECONDS


class Display:
    """The tasks of one `rich.progress.Progress`, each a root."""

    def __init__(self, progress: Any) -> None:
        self.progress = progress
        self.nodes: Dict[int, Node] = {}
        self.lock = threading.Lock()

    def start(self) -> None:
        _endings.install()
        reporter().sample(self.look)

    def look(self) -> None:
        with self.lock:
            for task in self.progress.tasks:
                self._note(task)

    def _note(self, task: Any) -> None:
        floats = isinstance(task.total, float) and task.total % 1 or isinstance(task.completed, float) and task.completed % 1
        node = self.nodes.get(task.id)
        scale = getattr(node, "scale", SCALE if floats else 1)
        members: Dict[str, Any] = {
            "totalUnitCount": -1 if task.total is None else int(task.total * scale),
            "completedUnitCount": int(task.completed * scale),
        }
        if task.description:
            members["localizedDescription"] = str(task.description)[:1_000]
        if node is None:
            start = {"leaseSeconds": LEASE_SECONDS, "isPausable": True}
            node = self.nodes[task.id] = Node({**start, **members}, is_bar=True)
            node.scale = scale  # type: ignore[attr-defined]
            reporter().add(node)
        elif not node.has_ended:
            node.set(**members)
        if task.finished and not node.has_ended:
            node.end("finish")

    def obey(self, task_id: int) -> None:
        node = self.nodes.get(task_id)
        if node is not None and node.directive != "run":
            obey(node)

    def stop(self) -> None:
        self.look()
        reporter().drop(self.look)
        for node in self.nodes.values():
            if not node.has_ended:
                _endings.close_early(node)
        reporter().wake()


def hook(module: ModuleType) -> None:
    """Replaces `start`, `stop`, `advance`, `update` and `track` of rich's class in place."""
    kind: Any = module.Progress
    if hasattr(kind, "_progressd_in_place"):
        return
    kind._progressd_in_place = True
    kind.track = _hooked_track(kind.track)
    for name in ("start", "stop", "advance", "update"):
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
    if display is not None:
        display.obey(task_id)


def _hooked(method: Any, name: str) -> Any:
    threads_of_track = importlib.import_module("rich.progress").__dict__.get("_TrackThread", ())

    @functools.wraps(method)
    def start(self: Any) -> Any:
        result = method(self)
        if not self.disable and getattr(self, "_progressd", None) is None:
            self._progressd = Display(self)
            self._progressd.start()
        return result

    @functools.wraps(method)
    def stop(self: Any) -> Any:
        result = method(self)
        if getattr(self, "_progressd", None) is not None:
            self._progressd.stop()
            self._progressd = None
        return result

    @functools.wraps(method)
    def move(self: Any, task_id: int, *arguments: Any, **named: Any) -> Any:
        result = method(self, task_id, *arguments, **named)
        if not isinstance(threading.current_thread(), threads_of_track):
            _obey(self, task_id)
        return result

    return {"start": start, "stop": stop}.get(name, move)
