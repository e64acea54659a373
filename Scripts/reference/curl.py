"""Turns an operation into commands that can be pasted. curl 7.68 is enough for them: they do not use --json."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, urlencode

from document import Document, Example, Operation

# The columns that a block of the page shows without scrolling.
WIDTH = 90
FORM = "application/x-www-form-urlencoded"


def commands(operation: Operation, document: Document) -> list[tuple[str, str]]:
    """Pairs of a summary, which may be empty, and a command: one for each example of the body."""
    content = operation.body.get("content") or {}
    found, seen = [], set()
    if not (content and operation.body.get("required")):
        found.append(("", _command(operation, document)))
    for media_type, media in sorted(content.items(), key=_order):
        for example in document.examples(media):
            # A merge patch may be sent with two media types: one is enough.
            key = media_type == FORM, json.dumps(example.value)
            if key not in seen:
                found.append((example.summary, _command(operation, document, media_type, example)))
            seen.add(key)
    return found or [("", _command(operation, document))]


def _order(entry: tuple[str, dict]) -> tuple[bool, bool]:
    """A sort key: JSON first, forms last."""
    return entry[0] == FORM, entry[0] != "application/json"


def _command(operation: Operation, document: Document, media_type: str = "", example: Example | None = None) -> str:
    words = ["curl"]
    if any("text/event-stream" in reply.content for reply in operation.replies):
        words.append("-N")
    method = "POST" if example else "GET"
    if operation.method != method:
        words += ["-I"] if operation.method == "HEAD" else ["-X", operation.method]
    words.append(_quoted(_address(operation, document)))
    options = [
        f"-H {_quoted(parameter['name'] + ': ' + str(_value(parameter, document)))}"
        for parameter in operation.parameters
        if parameter.get("in") == "header" and parameter.get("required")
    ]
    if example:
        options += _body(media_type, example.value)
    lines = [" ".join(words)]
    for option in options:
        if len(lines[-1]) + len(option.partition("\n")[0]) < WIDTH:
            lines[-1] += " " + option
        else:
            lines.append(option)
    return " \\\n    ".join(lines)


def _body(media_type: str, value: Any) -> list[str]:
    if media_type == FORM:
        pairs = value.split("&") if isinstance(value, str) else [urlencode([pair]) for pair in value.items()]
        return [f"-d {_quoted(pair)}" for pair in pairs]
    header = f"-H {_quoted('Content-Type: ' + media_type)}"
    if isinstance(value, str) and media_type != "application/json":
        return [header, f"--data-binary {_quoted(value)}"]
    text = json.dumps(value, ensure_ascii=False)
    if len(text) > WIDTH:
        text = json.dumps(value, ensure_ascii=False, indent=2)
    return [header, f"-d {_quoted(text)}"]


def _address(operation: Operation, document: Document) -> str:
    path, query = operation.path, []
    for parameter in operation.parameters:
        value = _value(parameter, document)
        if parameter.get("in") == "path":
            path = path.replace("{" + parameter["name"] + "}", quote(str(value), safe="{}:"))
        elif parameter.get("in") == "query" and parameter.get("required"):
            query.append((parameter["name"], value))
    return document.base + path + ("?" + urlencode(query, doseq=True) if query else "")


def _value(parameter: dict, document: Document) -> Any:
    examples = document.examples(parameter)
    return examples[0].value if examples else "{" + parameter["name"] + "}"


def _quoted(text: str) -> str:
    if re.fullmatch(r"[\w@%+=:,./-]+", text, re.A):
        return text
    return "'" + text.replace("'", "'\\''") + "'"
