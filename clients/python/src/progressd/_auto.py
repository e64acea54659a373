"""
In place: every bar of tqdm or rich is reported, also those of libraries that were imported before.

With PROGRESSD_AUTO this is part of every start of Python: it imports nothing that is not there already.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType
    from typing import Any, Dict, Optional, Sequence

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
            _Finder.hooks[module] = hook
            if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
                sys.meta_path.insert(0, _Finder())


def _run(hook: str, module: "ModuleType") -> None:
    """What a module lacks that is not the library's, or is of another version, costs the reports alone."""
    from . import _hooks

    try:
        getattr(_hooks, hook)(module)
    except Exception as error:
        from ._saying import say

        say(f"progressd: bars of {module.__name__} cannot be reported: {error}")


class _Finder:
    """Finds a module as the others do, and has a hook run right after its own code."""

    hooks: "Dict[str, str]" = {}

    def find_spec(
        self, name: str, path: "Optional[Sequence[str]]" = None, target: "Optional[ModuleType]" = None
    ) -> "Optional[ModuleSpec]":
        hook = self.hooks.get(name)
        if hook is None:
            return None
        for finder in sys.meta_path:
            find = None if isinstance(finder, _Finder) else getattr(finder, "find_spec", None)
            spec: "Optional[ModuleSpec]" = None if find is None else find(name, path, target)
            if spec is not None:
                if spec.loader is not None:
                    spec.loader = _Loader(spec.loader, hook)  # type: ignore[assignment]
                return spec
        return None

    def invalidate_caches(self) -> None:
        """Nothing is kept here."""


class _Loader:
    """
    The loader of one module, which gets its own one back before its code runs.

    That one stays as it is: in a zip, all modules have the same.
    """

    def __init__(self, theirs: "Any", hook: str) -> None:
        self._theirs, self._hook = theirs, hook

    def __getattr__(self, name: str) -> "Any":
        return getattr(self._theirs, name)

    def create_module(self, spec: "ModuleSpec") -> "Optional[ModuleType]":
        create = getattr(self._theirs, "create_module", None)
        return None if create is None else create(spec)

    def exec_module(self, module: "ModuleType") -> None:
        theirs = module.__loader__ = self._theirs
        if module.__spec__ is not None:
            module.__spec__.loader = theirs
        if hasattr(theirs, "exec_module"):
            theirs.exec_module(module)
        else:
            # That of a zip before Python 3.10: it takes the module that is there.
            theirs.load_module(module.__name__)
        _run(self._hook, module)
