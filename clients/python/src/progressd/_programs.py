"""The programs that came with this install, if it was a wheel for this platform."""

import os
import sys
import sysconfig
from typing import List, Optional

#: Verbs that `python -m progressd` passes on to the service; `ctl` is `progressctl`.
SERVICE_VERBS = ("serve", "demo", "export", "import", "healthcheck", "members")
#: EX_UNAVAILABLE of sysexits.h.
UNAVAILABLE = 69


def folders() -> List[str]:
    """Where the scripts of this package can be: those of the environment, of --user, and of --target."""
    here = os.path.dirname(os.path.abspath(__file__))
    found = [sysconfig.get_path("scripts")]
    # Those of --user.
    if f"{os.name}_user" in sysconfig.get_scheme_names():
        found.append(sysconfig.get_path("scripts", f"{os.name}_user"))
    # Below --prefix the package is in lib/python3.11/site-packages/progressd, below --target in progressd.
    found += [os.path.join(here, *[os.pardir] * depth, "bin") for depth in (4, 1)]
    return [os.path.normpath(folder) for folder in found if folder]


def find(name: str) -> Optional[str]:
    """A program that is no script: `progressd` of another package may be one."""
    for folder in folders():
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            with open(path, "rb") as file:
                if file.read(4) == b"\x7fELF":
                    return path
    return None


def become(name: str, arguments: List[str]) -> None:
    """Replaces this process by the program, or exits with 69 and one line where this install has none."""
    path = find(name)
    if path is None:
        print(
            f"This install of progressd is the Python client alone: it has no {name}. Wheels with the programs are for "
            "Linux with glibc 2.34 or later on x86-64; elsewhere run the service from a package, the tar or the image.",
            file=sys.stderr,
        )
        raise SystemExit(UNAVAILABLE)
    os.execv(path, [path, *arguments])
