"""
Report progress to progressd, and watch it.

    for row in progressd.track(rows, "Importing"):
        ...

Reporting never breaks, delays or outlives the work. `PROGRESSD_URL` names the service.
"""

# Everything is imported when it is first used: with PROGRESSD_AUTO this is part of every start of Python.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import huggingface as huggingface
    from . import lightning as lightning
    from ._auto import auto
    from ._control import Cancelled
    from ._current import flush
    from ._progress import Progress, track
    from ._snapshot import Snapshot
    from ._watch import NotFound, Refused, watch

__all__ = [
    "Cancelled", "NotFound", "Progress", "Refused", "Snapshot", "auto", "flush", "track", "watch",
]

_HOMES = {
    "auto": "_auto",
    "Cancelled": "_control",
    "Progress": "_progress",
    "track": "_progress",
    "flush": "_current",
    "Snapshot": "_snapshot",
    "NotFound": "_watch",
    "Refused": "_watch",
    "watch": "_watch",
}
_MODULES = ("huggingface", "lightning", "rich", "tqdm")


def __getattr__(name: str) -> object:
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = __import__(f"{__name__}.{_HOMES[name]}", fromlist=(name,))
    value = globals()[name] = getattr(home, name)
    return value


def __dir__() -> "list[str]":
    return sorted({*globals(), *__all__})
