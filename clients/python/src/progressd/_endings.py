"""How work ends that was not ended explicitly: by an uncaught exception, a loop that is left, or the program's end."""

import atexit
import contextlib
import os
import sys
import threading
import time
import traceback
from typing import Any, Dict, List, Optional

from . import _futures, _left
from ._control import Cancelled
from ._current import at_end_of_worker, reporter
from ._node import Node

#: Seconds that a failure is held back whose exception is not known: an uncaught one comes to light.
HOLD = 0.25

_installed = False


def end(node: Node, step: str = "finish", **body: Any) -> None:
    node.end(step, body)
    if node.process == os.getpid():
        reporter().ended(node)


def fail(node: Node, error: BaseException) -> None:
    """An exception ended the work; a cancel that was obeyed needs no word, but that of a part ends what is around it."""
    if node.directive == "cancel":
        node.is_over = True
    elif isinstance(error, _left.Unknown):
        node.may_be_exit = error.may_be_exit
        node.end("fail", {"message": str(error)}, at=time.monotonic() + HOLD)
        reporter().wake()
    else:
        end(node, "fail", **failure(error))


def fail_held(node: Node, error: BaseException) -> None:
    if is_failure(error):
        fail(node, error)


def failure(error: BaseException) -> Dict[str, Any]:
    text = "".join(traceback.format_exception_only(type(error), error)).strip()
    return {"message": text[:1_000] or type(error).__name__, "code": type(error).__name__}


def is_failure(error: BaseException) -> bool:
    """`sys.exit()` and `sys.exit(0)` leave in good order."""
    return not (isinstance(error, SystemExit) and error.code in (None, 0))


def close(node: Node, error: Optional[BaseException] = None, drawing: Optional[BaseException] = None) -> None:
    """
    The work is left: by `error`, or in good order. Then what was done was all there was, and the text keeps it.

    `drawing` was raised when the work was drawn for the last time; it ends the work where it does not end in a generator
    or in `__del__`.
    """
    if 0 < node.done >= int(node.members["totalUnitCount"]) >= 0:
        end(node)
        return
    if isinstance(error, GeneratorExit):
        error = _left.in_flight(error)
    elif drawing is not None and (error is None or id(error) == node.handled) and not _left.is_dropped():
        error = drawing
    elif error is None:
        error = _left.dropped()
    if isinstance(error, _left.Unseen):
        _finish_unseen(node)
    elif error is None or id(error) == node.handled or isinstance(error, StopIteration) or not is_failure(error):
        finish_early(node)
    else:
        fail(node, error)


def finish_early(node: Node) -> None:
    """Rule 14 of docs/reporting.md."""
    end(node, "finish", **_early(node))


def _finish_unseen(node: Node) -> None:
    """Held back: uncaught exceptions come to light. In a pool everything is caught, and a worker may be ended meanwhile."""
    if reporter().may_end_without_a_word:
        finish_early(node)
    else:
        node.end("finish", _early(node), at=time.monotonic() + HOLD)
        reporter().wake()


def _early(node: Node) -> Dict[str, Any]:
    """Keeps how far it came: the service counts finished work as whole."""
    done, total = node.done, int(node.members["totalUnitCount"])
    return {"localizedAdditionalDescription": node.text or f"{done:,} of {total:,}"} if 0 < total > done else {}


def install() -> None:
    """Uncaught exceptions fail what is open. The hooks that were there are called as before."""
    global _installed
    if _installed:
        return
    _installed = True
    try:
        atexit.register(_end_what_is_open)
    except RuntimeError:
        # The interpreter ends already.
        pass
    at_end_of_worker.append(_end_what_is_open)
    _watch_cells()
    before, before_in_threads = sys.excepthook, threading.excepthook

    def note(kind: Any, error: BaseException, trace: Any) -> None:
        # At a prompt it ends what was entered, and not the program.
        is_at_prompt = hasattr(sys, "ps1")
        others = {
            thread.ident
            for thread in threading.enumerate()
            if thread is not threading.current_thread() and not thread.daemon
        }
        for node in _open_nodes():
            if _futures.is_held(node, error, first=True) if is_at_prompt else node.thread not in others:
                fail(node, error)
        before(kind, error, trace)
        if isinstance(error, Cancelled) and not is_at_prompt:
            raise SystemExit(130)

    def note_in_thread(arguments: Any) -> None:
        for node in _open_nodes():
            error = arguments.exc_value or arguments.exc_type()
            if node.thread == getattr(arguments.thread, "ident", None) and is_failure(error):
                fail(node, error)
        before_in_threads(arguments)

    sys.excepthook = note
    threading.excepthook = note_in_thread


def _open_nodes() -> List[Node]:
    """Those of this process, each with its newest count."""
    nodes = [node for node in reporter().open_nodes() if node.process == os.getpid()]
    for node in nodes:
        if node.look is not None and not node.has_ended:
            with contextlib.suppress(Exception):
                node.look()
    return nodes


def _watch_cells() -> None:
    """In IPython an exception ends a cell, and not the program: what the cell left open has failed with it."""
    module = sys.modules.get("IPython")
    shell = getattr(module, "get_ipython", lambda: None)()
    events = getattr(shell, "events", None)
    if events is None:
        return

    def note_end(result: Any = None) -> None:
        error = getattr(result, "error_in_exec", None)
        nodes = _open_nodes()
        for node in nodes:
            if error is not None and node.cell == Node.current_cell and is_failure(error):
                fail(node, error)
        Node.current_cell += 1
        if nodes:
            # Nothing waits any more for bars that the cell left open.
            reporter().wake()

    events.register("post_run_cell", note_end)


def _fail_what_exceptions_hold() -> None:
    """Fails open work in variables of frames that a kept exception left: only that keeps the work open."""
    nodes = [node for node in _open_nodes() if not node.has_ended and node.directive != "cancel"]
    with contextlib.suppress(Exception):
        for error in _futures.kept() if nodes else ():
            for node in nodes:
                if not node.has_ended and _futures.is_held(node, error):
                    fail_held(node, error)


def _end_what_is_open() -> None:
    """The program ends in good order. A bar left open has done what it did; other work was left undone."""
    _fail_what_exceptions_hold()
    for node in _open_nodes():
        if node.directive == "cancel":
            continue
        if node.ending is not None and node.ends_at > 0 and node.may_be_exit:
            # The exception it was held back for never showed.
            finish_early(node)
        elif node.has_ended:
            continue
        elif node.failure is not None:
            node.end("fail", node.failure)
        elif node.is_bar:
            finish_early(node)
        elif int(node.members["totalUnitCount"]) > int(node.members["completedUnitCount"]):
            node.end("fail", {"message": "The program ended before its work did.", "code": "exited"})
        else:
            node.end("finish")
