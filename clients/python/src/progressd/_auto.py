"""In place: every bar of tqdm or rich is reported, also those of libraries that were imported before."""

import functools
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from types import ModuleType
from typing import Any, Callable, Dict, Optional, Sequence

from . import _bars


def auto(*libraries: str) -> None:
    """`progressd.auto()` for all of `tqdm` and `rich`. What is not imported yet is taken when it is."""
    for library in libraries or tuple(_HOOKS):
        if library not in _HOOKS:
            raise ValueError(f"{library!r} is not among {', '.join(_HOOKS)}")
        for module, hook in _HOOKS[library].items():
            if module in sys.modules:
                hook(sys.modules[module])
                continue
            _Finder.wanted[module] = hook
            if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
                sys.meta_path.insert(0, _Finder())


class _Finder(importlib.abc.MetaPathFinder):
    """Runs a hook right after a module's own code."""

    wanted: Dict[str, Callable[[ModuleType], None]] = {}

    def find_spec(
        self, name: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[importlib.machinery.ModuleSpec]:
        hook = self.wanted.pop(name, None)
        if hook is None:
            return None
        spec = importlib.util.find_spec(name) if path is None else importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            load(module)
            assert hook is not None
            hook(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def _hook_tqdm(module: ModuleType) -> None:
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
        result = refresh(self, nolock=nolock, lock_args=lock_args)
        _bars.refreshed(self, nolock)
        return result

    @functools.wraps(close)
    def hooked_close(self: Any) -> None:
        close(self)
        _bars.closed(self)

    kind.__init__, kind.refresh, kind.close = __init__, hooked_refresh, hooked_close


def _hook_asyncio(module: ModuleType) -> None:
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


def _hook_rich(module: ModuleType) -> None:
    from . import _displays

    _displays.hook(module)


_HOOKS: Dict[str, Dict[str, Any]] = {
    "tqdm": {"tqdm.std": _hook_tqdm, "tqdm.asyncio": _hook_asyncio},
    "rich": {"rich.progress": _hook_rich},
}
