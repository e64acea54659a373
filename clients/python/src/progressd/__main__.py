"""`python -m progressd run script.py ...`: the script with its bars reported; no line of it changes."""

import argparse
import runpy
import sys

from ._auto import auto


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m progressd", description="Report the progress of Python programs.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    run = verbs.add_parser("run", help="run a script, and report its tqdm and rich bars")
    run.add_argument("-m", action="store_true", dest="is_module", help="what follows is a module, as with python -m")
    run.add_argument("script")
    run.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    auto()
    sys.argv = [options.script, *options.arguments]
    if options.is_module:
        runpy.run_module(options.script, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(options.script, run_name="__main__")


main()
