"""Changes to the classes of tqdm and rich, so that every bar is reported."""

import functools
from types import ModuleType
from typing import Any

from . import _bars


def hook_tqdm(module: ModuleType) -> None:
    kind: Any = module.tqdm
    if hasattr(kind, "_progressd_in_place"):
        return
    kind._progressd_in_place = True
    init, refresh, close = kind.__init__, kind.refresh, kind.close

    @functools.wraps(init)
    def __init__(self: Any, *arguments: Any, **named: Any) -> None:
        init(self, *arguments, **_bars.drawn_or_not(named))
        if not hasattr(self, "_progressd"):
            _bars.begin(self)

    @functools.wraps(refresh)
    def hooked_refresh(self: Any, nolock: bool = False, lock_args: Any = None) -> Any:
        return _bars.refresh(self, nolock, functools.partial(refresh, self, nolock=nolock, lock_args=lock_args))

    @functools.wraps(close)
    def hooked_close(self: Any) -> None:
        _bars.close(self, functools.partial(close, self))

    kind.__init__, kind.refresh, kind.close = __init__, hooked_refresh, hooked_close


def hook_asyncio(module: ModuleType) -> None:
    kind: Any = module.tqdm_asyncio
    if "_progressd_in_place" in vars(kind):
        return
    kind._progressd_in_place = True
    next_of_theirs = kind.__anext__

    @functools.wraps(next_of_theirs)
    async def __anext__(self: Any) -> Any:
        await _bars.resumed(self)
        return await next_of_theirs(self)

    kind.__anext__ = __anext__


def hook_rich(module: ModuleType) -> None:
    from . import _displays

    _displays.hook(module)
