"""The programs that came with this install, if it was a wheel for this platform."""

import os
import sys
import sysconfig
import textwrap
from typing import List, Optional

#: Verbs that `python -m progressd` passes on to the service; `ctl` is `progressctl`.
SERVICE_VERBS = ("serve", "demo", "export", "import", "healthcheck", "members")
#: EX_UNAVAILABLE of sysexits.h.
UNAVAILABLE = 69
#: What to do where this install has no programs.
ELSEWHERE = (
    "Wheels with the programs are for Linux with glibc 2.34 or later on x86-64; elsewhere run the service from a package, "
    "the tar or the image."
)


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
        if os.path.isfile(path) and os.access(path, os.X_OK) and is_program(path):
            return path
    return None


def is_program(path: str) -> bool:
    """Whether it is an ELF file. One that may be executed and not read is taken for none."""
    try:
        with open(path, "rb") as file:
            return file.read(4) == b"\x7fELF"
    except OSError:
        return False


def described() -> str:
    """A line for each program: where it is and which verbs run it, or that this install has none; then what to do."""
    lines = []
    for name, verbs in (("progressd", SERVICE_VERBS), ("progressctl", ("ctl",))):
        path = find(name)
        if path is None:
            lines.append(f"{name}: not in this install, so not available: {', '.join(verbs)}")
        else:
            lines.append(f"{name}: {path}, run by: {', '.join(verbs)}")
    if not find("progressd"):
        lines += textwrap.wrap(ELSEWHERE, 100)
    return "\n".join(lines)


def become(name: str, arguments: List[str]) -> None:
    """Replaces this process by the program, or exits with 69 and one line where this install has none."""
    path = find(name)
    if path is None:
        print(
            f"This install of progressd is the Python client alone: it has no {name}. {ELSEWHERE}",
            file=sys.stderr,
        )
        raise SystemExit(UNAVAILABLE)
    os.execv(path, [path, *arguments])
