"""`from progressd.tqdm import tqdm, trange`: as tqdm's own, and reported."""

import functools
from typing import Any

import tqdm as _package
from tqdm.auto import tqdm as _tqdm

from . import _bars
from ._control import OnCancel


class tqdm(_tqdm):  # type: ignore[misc]
    """tqdm's bar; every argument means what it means there. `on_cancel` is "raise", "ignore" or a function."""

    @functools.wraps(_tqdm.__init__)  # type: ignore[misc]
    def __init__(self, *arguments: Any, on_cancel: OnCancel = "raise", **named: Any) -> None:
        super().__init__(*arguments, **_bars.drawn_or_not(named))
        _bars.begin(self, on_cancel)

    def refresh(self, nolock: bool = False, *arguments: Any, **named: Any) -> Any:
        return _bars.refresh(self, nolock, functools.partial(super().refresh, nolock, *arguments, **named))

    async def __anext__(self) -> Any:
        await _bars.resumed(self)
        return await super().__anext__()

    def close(self) -> None:
        _bars.close(self, super().close)


def trange(*arguments: Any, **named: Any) -> tqdm:
    """`tqdm(range(...))`."""
    bar: tqdm = tqdm(range(*arguments), **named)
    return bar


def __getattr__(name: str) -> Any:
    return getattr(_package, name)


__all__ = ["tqdm", "trange", *(name for name in _package.__all__ if name not in ("tqdm", "trange"))]
