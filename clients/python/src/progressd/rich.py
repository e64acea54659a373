"""`from progressd.rich import Progress, track, SpinnerColumn`: rich's own, and reported."""

import functools
from types import FunctionType, ModuleType
from typing import Any

from rich import progress as _progress
from rich.progress import *  # noqa: F403

from . import _displays


class Progress(_progress.Progress):  # type: ignore[no-redef]
    """rich's `Progress`; every argument means what it means there."""


_own = ModuleType("progressd.rich")
_own.Progress = Progress  # type: ignore[attr-defined]
_displays.hook(_own)


def _reported(function: Any) -> Any:
    """A function of rich that makes our `Progress` in place of its own."""
    names = {**vars(_progress), "Progress": Progress}
    copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
    copy.__kwdefaults__ = function.__kwdefaults__
    return functools.update_wrapper(copy, function)


track = _reported(_progress.track)
open = _reported(_progress.open)
wrap_file = _reported(_progress.wrap_file)
