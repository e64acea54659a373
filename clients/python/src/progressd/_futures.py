"""
Work in a future of `concurrent.futures` or a task of `asyncio`, which keep the exception that ends it.

With the exception they keep the frames that it left, and with these the bars in their variables: nothing drops those, and
nothing is raised any more. So a future says itself how it ended.
"""

import gc
import os
import sys
import threading
import weakref
from types import CodeType, FrameType, TracebackType
from typing import Any, Callable, List, MutableMapping, Optional, Set

from ._node import Node

_lock = threading.RLock()
#: The open work in each future.
_nodes: "MutableMapping[Any, weakref.WeakSet[Node]]" = weakref.WeakKeyDictionary()

Fail = Callable[[Node, BaseException], None]


def note(node: Node, fail: Fail) -> None:
    """The work was made here. If its future ends by an exception that left the variable it is in, it has failed."""
    future = current()
    if future is None:
        return
    node.future = weakref.ref(future)
    with _lock:
        nodes = _nodes.get(future)
        is_new = nodes is None
        if nodes is None:
            nodes = _nodes[future] = weakref.WeakSet()
        nodes.add(node)
    if is_new:
        future.add_done_callback(lambda done: _note_end(done, fail))


def current() -> Any:
    """The task or the future that runs on this thread, or None."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is not None and asyncio._get_running_loop() is not None:
        return asyncio.current_task()
    pools = sys.modules.get("concurrent.futures.thread")
    if pools is None or threading.current_thread() is threading.main_thread():
        return None
    run: Optional[CodeType] = getattr(getattr(getattr(pools, "_WorkItem", None), "run", None), "__code__", None)
    frame: Optional[FrameType] = sys._getframe(1)
    while frame is not None and frame.f_code is not run:
        frame = frame.f_back
    return None if frame is None else getattr(frame.f_locals.get("self"), "future", None)


def is_done(node: Node) -> bool:
    """Whether it was made in a future that has ended."""
    future = node.future() if node.future is not None else None
    return future is not None and bool(future.done())


def _note_end(future: Any, fail: Fail) -> None:
    with _lock:
        nodes = list(_nodes.pop(future, ()))
    error = _error(future)
    for node in nodes:
        if error is not None and node.process == os.getpid() and not node.has_ended and is_held(node, error, first=True):
            if node.look is not None:
                node.look()
            fail(node, error)


def _error(future: Any) -> Optional[BaseException]:
    if future.cancelled():
        return None
    # Not by asking a task: it would no longer warn that its exception was never retrieved.
    return getattr(future, "_exception", None)


def kept() -> List[BaseException]:
    """All exceptions that something keeps. Takes time: a look at each object."""
    return [one for one in gc.get_objects() if issubclass(type(one), BaseException) and one.__traceback__ is not None]


def is_held(node: Node, error: BaseException, first: bool = False) -> bool:
    """
    Whether only frames that the exception left have the work, in a variable.

    `first`: the exception left the first frame of its traceback, too, and was not caught there.
    """
    left = _left_frames(error, first)
    works = [one for frame in left for one in list(frame.f_locals.values()) if node.is_holder and node.is_holder(one)]
    if not works:
        return False
    holders = {id(works), id(sys._getframe())}
    for frame in left:
        # Before Python 3.13 a frame keeps the dictionary that it has shown.
        holders.update((id(frame), id(frame.f_locals)))
    for holder in gc.get_referrers(works[0]):
        if id(holder) not in holders:
            return False
    return True


def _left_frames(error: BaseException, first: bool) -> List[FrameType]:
    running, left = _running(), []
    trace: Optional[TracebackType] = error.__traceback__
    if trace is not None and not first:
        trace = trace.tb_next
    while trace is not None:
        if id(trace.tb_frame) not in running:
            left.append(trace.tb_frame)
        trace = trace.tb_next
    return left


def _running() -> Set[int]:
    """The frames of all threads, each by its `id`."""
    found = set()
    for top in sys._current_frames().values():
        frame: Optional[FrameType] = top
        while frame is not None:
            found.add(id(frame))
            frame = frame.f_back
    return found


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
