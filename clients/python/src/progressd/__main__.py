"""`python -m progressd run script.py ...`: the script with its bars reported; no line of it changes.

`python -m progressd serve` and its like are the service of this install, and `ctl` is its `progressctl`.
"""

import argparse
import builtins
import io
import os
import pkgutil
import runpy
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType

from . import _programs
from ._auto import auto


def main() -> None:
    verb, arguments = (sys.argv[1:2] or [""])[0], sys.argv[2:]
    if verb in _programs.SERVICE_VERBS:
        _programs.become("progressd", [verb, *arguments])
    if verb == "ctl":
        _programs.become("progressctl", arguments)
    parser = argparse.ArgumentParser(
        prog="python -m progressd",
        description="Report the progress of Python programs.",
        epilog=_programs.described(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb")
    run = verbs.add_parser("run", help="run a script, and report its tqdm and rich bars")
    run.add_argument("-m", action="store_true", dest="is_module", help="what follows is a module, as with python -m")
    run.add_argument("script")
    run.add_argument("arguments", nargs="...")
    # The arguments of the script are its own, `--` among them.
    own = 2 if verb == "run" and arguments[:1] != ["-m"] else 3
    options = parser.parse_args(sys.argv[1:own + 1])
    if options.verb is None:
        parser.print_help()
        return
    # For processes that it starts, as those of multiprocessing.
    os.environ.setdefault("PROGRESSD_AUTO", "all")
    auto()
    sys.argv = [options.script, *sys.argv[own + 1:]]
    if options.is_module:
        runpy.run_module(options.script, run_name="__main__", alter_sys=True)
        return
    if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
        sys.path[0] = os.path.dirname(os.path.realpath(options.script))
    _run(os.path.abspath(options.script))


def _run(path: str) -> None:
    """As Python runs a script: its module stays as long as the program, for threads that go on after its last line."""
    if path.endswith(".pyc") or pkgutil.get_importer(path) is not None:
        runpy.run_path(path, run_name="__main__")
        return
    with io.open_code(path) as file:
        source = file.read()
    module = sys.modules["__main__"] = ModuleType("__main__")
    loader = SourceFileLoader("__main__", path)
    vars(module).update(__builtins__=builtins, __file__=path, __cached__=None, __loader__=loader)
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))


main()
