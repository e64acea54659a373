"""How work ends that nobody ended: an exception that nobody caught, or the end of the program."""

import atexit
import os
import sys
import threading
import time
import traceback
from typing import Any

from ._control import Cancelled
from ._node import Node
from ._reporter import at_end_of_worker, reporter

#: Seconds that an early close is held back: `break` and an exception in the body of a loop look alike at first.
HOLD = 0.25

_installed = False


def fail(node: Node, error: BaseException) -> None:
    """An exception ended the work; a cancel that was obeyed needs no word."""
    if isinstance(error, Cancelled) or node.directive == "cancel":
        node.is_over = True
        return
    text = "".join(traceback.format_exception_only(type(error), error)).strip()
    node.end("fail", {"message": text[:1_000] or type(error).__name__, "code": type(error).__name__})


def is_failure(error: BaseException) -> bool:
    """`sys.exit()` and `sys.exit(0)` leave in good order."""
    return not (isinstance(error, SystemExit) and error.code in (None, 0))


def close_early(node: Node) -> None:
    """
    The loop was left before its total, by `break` or by an exception: nobody can tell yet.

    An exception that nobody catches fails it within a moment; else what was done was all there was.
    """
    node.is_left_early = True
    node.end("finish", at=time.monotonic() + HOLD)


def install() -> None:
    """Uncaught exceptions fail what is open. The hooks that were there are called as before."""
    global _installed
    if _installed:
        return
    _installed = True
    atexit.register(_end_what_is_open)
    at_end_of_worker.append(_end_what_is_open)
    before, before_in_threads = sys.excepthook, threading.excepthook

    def note(kind: Any, error: BaseException, trace: Any) -> None:
        for node in reporter().open_nodes():
            if node.process == os.getpid():
                fail(node, error)
        before(kind, error, trace)
        if isinstance(error, Cancelled):
            raise SystemExit(130)

    def note_in_thread(arguments: Any) -> None:
        for node in reporter().open_nodes():
            error = arguments.exc_value or arguments.exc_type()
            if node.thread == getattr(arguments.thread, "ident", None) and is_failure(error):
                fail(node, error)
        before_in_threads(arguments)

    sys.excepthook = note
    threading.excepthook = note_in_thread


def _end_what_is_open() -> None:
    """The program ends in good order. A bar that nobody closed has done what it did; other work was left undone."""
    for node in reporter().open_nodes():
        if node.process != os.getpid() or node.has_ended or node.directive == "cancel":
            continue
        if node.is_bar:
            close_early(node)
        elif int(node.members["totalUnitCount"]) > int(node.members["completedUnitCount"]):
            node.end("fail", {"message": "The program ended before its work did.", "code": "exited"})
        else:
            node.end("finish")
