#!/usr/bin/env python3
"""Makes the CLDR tables and the fixtures of their tests for every language that has a catalog.

generate.py          writes them
generate.py --check  fails where what is committed is not what it would write
"""

from __future__ import annotations

import sys
from pathlib import Path

from fixture import fixture
from locale_facts import LocaleFacts
from swift_table import table

ROOT = Path(__file__).resolve().parents[2]
CATALOGS = ROOT / "Sources/ProgressLocalization/Catalogs"
TABLES = ROOT / "Sources/ProgressLocalization/CLDR"
FIXTURES = ROOT / "Tests/ProgressLocalizationTests/Fixtures/cldr"


def main() -> int:
    tags = sorted(path.stem.partition("+")[2] for path in CATALOGS.glob("Catalog+*.swift"))
    wanted = {}
    for tag in tags:
        facts = LocaleFacts(tag)
        wanted[TABLES / f"CLDR+{tag}.swift"] = table(facts)
        wanted[FIXTURES / f"{tag}.tsv"] = fixture(facts)
    present = {*TABLES.glob("CLDR+*.swift"), *FIXTURES.glob("*.tsv")}
    if "--check" in sys.argv[1:]:
        return check(wanted, present)
    for path in present - wanted.keys():
        path.unlink()
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return 0


def check(wanted: dict[Path, str], present: set[Path]) -> int:
    stale = {path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text}
    stale |= present - wanted.keys()
    for path in sorted(stale):
        print(f"{path.relative_to(ROOT)} is not what Scripts/cldr makes", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
