"""`from progressd.rich import Progress`: rich's own, and reported."""

from types import ModuleType
from typing import Any

from rich import progress as _progress

from . import _displays


class Progress(_progress.Progress):
    """rich's `Progress`; every argument means what it means there."""


_own = ModuleType("progressd.rich")
_own.Progress = Progress  # type: ignore[attr-defined]
_displays.hook(_own)


def track(sequence: Any, description: str = "Working...", total: Any = None, **named: Any) -> Any:
    """rich's `track`, reported."""
    with Progress(**named) as progress:
        yield from progress.track(sequence, total=total, description=description)


__all__ = ["Progress", "track"]
