"""Recorded work of this project: small files of times and counts, made by `record`. Those whose names differ only in
a number are of one kind."""

import json
import pathlib

from .traces import GRID, Trace

FOLDER = pathlib.Path(__file__).parent / "recordings"
#: The kinds that count bytes.
BYTES = {"rsync", "restic", "download"}


def recorded() -> list[Trace]:
    return [read(file) for file in sorted(FOLDER.glob("*.json"))]


def read(file: pathlib.Path) -> Trace:
    content = json.loads(file.read_text())
    done = [0, *content["done"]]
    writes = [(tenths * GRID, 0, now - before) for tenths, before, now in zip(content["tenths"], done, done[1:])]
    kind, _, number = file.stem.partition("-")
    return Trace(f"recorded {kind}", number, writes, [], is_bytes=kind in BYTES)
