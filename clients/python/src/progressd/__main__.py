"""`python -m progressd run script.py ...`: the script with its bars reported; no line of it changes.

`python -m progressd serve` and its like are the service of this install, and `ctl` is its `progressctl`.
"""

import argparse
import os
import runpy
import sys

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
    run.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.verb is None:
        parser.print_help()
        return
    # For processes that it starts, as those of multiprocessing.
    os.environ.setdefault("PROGRESSD_AUTO", "all")
    auto()
    sys.argv = [options.script, *options.arguments]
    if options.is_module:
        runpy.run_module(options.script, run_name="__main__", alter_sys=True)
    else:
        if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
            sys.path[0] = os.path.dirname(os.path.realpath(options.script))
        runpy.run_path(options.script, run_name="__main__")


main()
