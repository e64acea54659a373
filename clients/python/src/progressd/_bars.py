"""
A tqdm bar is reported by three of its methods: `__init__`, `refresh` and `close`.

`display` is no place for it: `refresh` holds tqdm's lock around it, and does not let go when something is raised.
"""

import os
import sys
from typing import Any, Callable, Dict, Optional

from . import _endings
from ._bar import Bar
from ._control import OnCancel
from ._current import reporter


class _Nowhere:
    """A file that takes everything: the bar is reported, and not drawn."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


def drawn_or_not(arguments: Dict[str, Any]) -> Dict[str, Any]:
    """`disable=None` is tqdm's "not on a non-terminal", where a report is wanted most: report, and draw nothing."""
    if "disable" in arguments and arguments["disable"] is None:
        file = arguments.get("file") or sys.stderr
        is_terminal = getattr(file, "isatty", lambda: False)()
        return {**arguments, "disable": False} if is_terminal else {**arguments, "disable": False, "file": _Nowhere()}
    return arguments


def begin(bar: Any, on_cancel: OnCancel = "raise") -> None:
    if getattr(bar, "disable", True):
        return
    begun: Optional[Bar] = getattr(bar, "_progressd", None)
    if begun is not None:
        # In place, by the class around which ours is.
        begun.on_cancel = on_cancel
        return
    _endings.install()
    bar._progressd = Bar(bar, on_cancel)


def refresh(bar: Any, nolock: bool, theirs: Callable[[], Any]) -> Any:
    """`theirs` draws the bar. A cancel raises only where tqdm holds no lock."""
    reported: Optional[Bar] = getattr(bar, "_progressd", None)
    if reported is None or reported.node.process != os.getpid():
        return theirs()
    try:
        result = theirs()
    except BaseException as error:
        # The work may catch it, and leave the bar open.
        reported.note(bar)
        reported.node.failure = _endings.failure(error)
        raise
    reported.note(bar)
    if not nolock:
        reported.obey(bar)
    return result


def close(bar: Any, theirs: Callable[[], None]) -> None:
    """`theirs` draws the bar for the last time, which raises where nothing reads that any more."""
    before = sys.exc_info()[1]
    try:
        theirs()
    except BaseException as error:
        _closed(bar, before, error)
        raise
    _closed(bar, before, None)


def _closed(bar: Any, before: Optional[BaseException], drawing: Optional[BaseException]) -> None:
    reported: Optional[Bar] = getattr(bar, "_progressd", None)
    if reported is not None and reported.node.process == os.getpid():
        reported.close(bar, before, drawing)


async def resumed(bar: Any) -> None:
    """In an event loop only the one who iterates waits."""
    reported: Optional[Bar] = getattr(bar, "_progressd", None)
    if reported is None or reported.node.directive != "pause" or reported.node.process != os.getpid():
        return
    reported.node.waiters += 1
    # Who is here has imported it.
    asyncio = sys.modules["asyncio"]
    try:
        while reported.node.directive == "pause" and not reported.node.is_silent:
            reporter().wake()
            await asyncio.sleep(0.1)
    finally:
        reported.node.waiters -= 1
    bar.unpause()
