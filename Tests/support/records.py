"""Results of runs: one file for each kind of run in .build/records, which `make records` puts into
docs/verification.md.

A run that was interrupted, or that tested only a part, keeps no record, so the one before it stays.
"""

import datetime
import json
import pathlib
import subprocess
import sys

from .service import ROOT

FOLDER = ROOT / ".build/records"
#: Options that say which program is tested, which is that of the commit.
PROGRAMS = {"--program", "--service", "--core"}


def keep(name: str, passed: bool, counts: dict[str, int], *, seed: int | str | None = None,
         options: list[str] | None = None) -> None:
    """Replaces the record of this name; the options are those of the command line."""
    record = {
        "name": name,
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "options": given(sys.argv[1:]) if options is None else options,
        "seed": seed,
        "counts": counts,
        "verdict": "passed" if passed else "failed",
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    # Whole at once, for a reader meanwhile.
    file = FOLDER / f"{name}.json"
    new = file.with_suffix(".new")
    new.write_text(json.dumps(record, indent=2) + "\n")
    new.replace(file)


def commit() -> str:
    """Of the sources, with -dirty if files differ from it; empty outside of git."""
    return subprocess.run([ROOT / "Scripts/version", "--commit"], capture_output=True, text=True).stdout.strip()


def given(words: list[str]) -> list[str]:
    """Without the program, whose path says nothing elsewhere, and the seed, which has a place of its own."""
    kept, skips = [], False
    for word in words:
        if word in PROGRAMS or word == "--seed":
            skips = True
        elif skips:
            skips = False
        elif word.partition("=")[0] not in {*PROGRAMS, "--seed"} and not pathlib.Path(word).is_file():
            kept.append(word)
    return kept
