#!/usr/bin/env python3
"""Makes from openapi.yaml and docs/reference.md what the service serves beside the first: the reference for people, and
the same document as JSON.

generate.py          writes them
generate.py --check  fails where what is committed is not what it would write
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from document import Document
from page import MANY, Page, answers

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "Sources/CAssets/web"


def made(text: str, guide: str = "") -> dict[Path, str]:
    """The files to write for a document, and for a guide that its reader needs, too.

    The guide is kept apart because generators copy the document's description into every file that they write.
    """
    document = Document(text)
    return {
        ASSETS / "docs.html": Page(document, guide).render(),
        ASSETS / "openapi.json": as_json(document.root),
        ASSETS / "problem-calls.txt": problem_calls(document),
    }


def as_json(root: dict) -> str:
    """JSON with a line for each path and each component, so that a change to one of them changes one line."""

    def lines(value: object, depth: int) -> str:
        if depth == 0 or not isinstance(value, dict) or not value:
            return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        members = (f"{json.dumps(key)}:{lines(member, depth - 1)}" for key, member in value.items())
        return "{\n" + ",\n".join(members) + "\n}"

    return "{\n" + ",\n".join(
        f"{json.dumps(key)}:{lines(value, {'paths': 2, 'components': 2}.get(key, 0))}" for key, value in root.items()
    ) + "\n}\n"


def problem_calls(document: Document) -> str:
    """A line for each problem and operation that may answer it, for the problem pages; none if most operations may."""
    return "".join(
        f"{slug} {operation.id} {operation.method} {operation.path}\n"
        for slug, (_, operations) in sorted(answers(document.operations()).items())
        for operation in operations
        if len(operations) <= MANY
    )


def sections(markdown: str) -> str:
    """The text from the first section on, without the title and the words below it."""
    return markdown[markdown.index("\n## ") + 1 :]


def main() -> int:
    guide = sections((ROOT / "docs/reference.md").read_text(encoding="utf-8"))
    wanted = made((ROOT / "openapi.yaml").read_text(encoding="utf-8"), guide)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not what Scripts/reference makes: make reference", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
