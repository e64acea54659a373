"""
In place: every bar of tqdm or rich is reported, also those of libraries that were imported before.

With PROGRESSD_AUTO this is part of every start of Python: it imports nothing that is not there already.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Dict, Optional, Sequence

#: Modules that are changed on import, by library, and the function of `_hooks` that does it.
_HOOKS = {
    "tqdm": {"tqdm.std": "hook_tqdm", "tqdm.asyncio": "hook_asyncio"},
    "rich": {"rich.progress": "hook_rich"},
}


def auto(*libraries: str) -> None:
    """`progressd.auto()` for all of `tqdm` and `rich`. What is not imported yet is taken when it is."""
    for library in libraries or tuple(_HOOKS):
        if library not in _HOOKS:
            raise ValueError(f"{library!r} is not among {', '.join(_HOOKS)}")
        for module, hook in _HOOKS[library].items():
            if module in sys.modules:
                _run(hook, sys.modules[module])
                continue
            _Finder.wanted[module] = hook
            if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
                sys.meta_path.insert(0, _Finder())


def _run(hook: str, module: "ModuleType") -> None:
    from . import _hooks

    getattr(_hooks, hook)(module)


class _Finder:
    """Runs a hook right after a module's own code."""

    wanted: "Dict[str, str]" = {}

    def find_spec(
        self, name: str, path: "Optional[Sequence[str]]" = None, target: "Optional[ModuleType]" = None
    ) -> "Optional[ModuleSpec]":
        hook = self.wanted.pop(name, None)
        if hook is None:
            return None
        from importlib.machinery import PathFinder
        from importlib.util import find_spec

        spec = find_spec(name) if path is None else PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module: "ModuleType") -> None:
            load(module)
            assert hook is not None
            _run(hook, module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec

    def invalidate_caches(self) -> None:
        """Nothing is kept here."""
