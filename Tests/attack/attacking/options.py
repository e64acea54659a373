"""The command line of an attack."""

import argparse
import pathlib

from support.service import PROGRAM


def arguments(text: str, **counts: tuple[int, str]) -> argparse.Namespace:
    """--program, and an option for each count: its default and its meaning."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM, help="what to attack (default: %(default)s)")
    for name, (default, meaning) in counts.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{meaning} (default %(default)s)")
    return parser.parse_args()
