"""
rich's `Progress` as seen by the thread that sends: it looks at the tasks before each round.

The work pays nothing for it; only a cancel or a pause is met on its own thread, when it advances a task.
"""

import functools
import threading
from types import ModuleType
from typing import Any, Dict

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
    """Replaces `start`, `stop`, `advance` and `update` of rich's class in place."""
    kind: Any = module.Progress
    if hasattr(kind, "_progressd_in_place"):
        return
    kind._progressd_in_place = True
    for name in ("start", "stop", "advance", "update"):
        setattr(kind, name, _hooked(getattr(kind, name), name))


def _hooked(method: Any, name: str) -> Any:
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
        display = getattr(self, "_progressd", None)
        if display is not None:
            display.obey(task_id)
        return result

    return {"start": start, "stop": stop}.get(name, move)
