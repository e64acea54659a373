"""Schemas as tables of their members."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from document import Document
from markup import escaped, sentence

PREFIX = "#/components/schemas/"
# The number of members that may be repeated.
ALIKE = 6
SIZES = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {}",
    "maxItems": "at most {}",
    "maxProperties": "at most {} keys",
}


class Schemas:
    def __init__(self, document: Document):
        self.document = document
        self.known = document.component("schemas")
        # The members explained in sections above, by schema.
        self.explained: dict[str, dict] = {}

    def section(self, name: str) -> str:
        """The section of a schema, with its anchor."""
        schema = self.known[name]
        parts = [f'<section class="schema" id="{anchor(name)}"><h3>{escaped(name)}</h3>']
        description = schema.get("description") if isinstance(schema, dict) else ""
        if description:
            parts.append(f"<div>{sentence(description)}</div>")
        schema = schema if isinstance(schema, dict) else {}
        like, shared = self._likeness(schema.get("properties") or {})
        parts.append(self._content(schema, shared))
        if shared:
            names = ", ".join(f"<code>{escaped(member)}</code>" for member in shared)
            link = f'<a href="#{anchor(like)}">{escaped(like)}</a>'
            parts.append(f'<p class="such">As in {link}: {names}.</p>')
        self.explained[name] = schema.get("properties") or {}
        return "\n".join(part for part in parts if part) + "</section>"

    def _likeness(self, members: dict) -> tuple[str, list[str]]:
        """The schema above that explains most of these members, and their names: no long list has to be read twice."""
        best: tuple[str, list[str]] = ("", [])
        for name, known in self.explained.items():
            shared = [member for member, value in members.items() if known.get(member) == value]
            if len(shared) > max(ALIKE, len(best[1])):
                best = (name, shared)
        return best

    def _content(self, schema: dict, left_out: Collection[str] = ()) -> str:
        """A table if there are members, else a line with the type."""
        parts = []
        for part in schema.get("allOf") or []:
            if "$ref" in part:
                parts.append(f"<p>The members of {self.type(part)}, and:</p>")
            else:
                parts.append(self._content(part))
        members = schema.get("properties") or {}
        if members:
            required = schema.get("required") or []
            rows = "".join(
                self._row(name, member, name in required) for name, member in members.items() if name not in left_out
            )
            parts.append(f'<div class="wide"><table class="members">{rows}</table></div>')
        elif not parts:
            parts.append(f'<p class="type">{self.type(schema)}</p>')
        return "\n".join(parts)

    def _row(self, name: str, member: Any, is_required: bool) -> str:
        member = member if isinstance(member, dict) else {}
        nested = "" if "$ref" in member else self._nested(member)
        # Repeat the description of a named scalar, so that readers need not look it up.
        description = self.document.resolve(member).get("description")
        if "$ref" in member and "description" not in member and self._is_object(member):
            description = ""
        mark = '<sup>*</sup>' if is_required else ""
        text = sentence(description) if description else ""
        return (
            f"<tr><th><code>{escaped(name)}</code>{mark}</th>"
            f"<td><small>{self.type(member)}</small> {text}{nested}</td></tr>\n"
        )

    def _nested(self, member: dict) -> str:
        item = member.get("items") if member.get("type") == "array" else member
        if isinstance(item, dict) and "$ref" not in item and item.get("properties"):
            return self._content(item)
        return ""

    def _is_object(self, member: dict) -> bool:
        schema = self.document.resolve(member)
        return bool(schema.get("properties") or schema.get("allOf"))

    def type(self, schema: Any) -> str:
        """The type in a few words, with links to other schemas."""
        if not isinstance(schema, dict) or not schema:
            return "nothing" if schema is False else "any JSON"
        if "$ref" in schema:
            name = str(schema["$ref"]).removeprefix(PREFIX)
            return f'<a href="#{anchor(name)}">{escaped(name)}</a>' if name in self.known else escaped(name)
        for key, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
            if schema.get(key):
                return word.join(dict.fromkeys(self.type(part) for part in schema[key]))
        if "const" in schema:
            return f"<code>{escaped(literal(schema['const']))}</code>"
        if "enum" in schema:
            return " ".join(f"<code>{escaped(literal(value))}</code>" for value in schema["enum"])
        if "contentSchema" in schema:
            return f"a text with {self.type(schema['contentSchema']).replace('array of', 'a sequence of', 1)}"
        kinds = schema.get("type") or ("object" if "properties" in schema else "any JSON")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return " or ".join(self._named(kind, schema) for kind in kinds) + self._limits(schema)

    def _named(self, kind: str, schema: dict) -> str:
        if kind == "array":
            return f"array of {self.type(schema.get('items', {}))}"
        if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
            return f"object of {self.type(schema['additionalProperties'])}"
        if kind in ("string", "integer") and schema.get("format"):
            return escaped(schema["format"])
        return escaped(kind)

    def _limits(self, schema: dict) -> str:
        limits = []
        whole = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}.get(str(schema.get("format")), ())
        for key, sign in (("minimum", "≥"), ("exclusiveMinimum", ">"), ("maximum", "≤"), ("exclusiveMaximum", "<")):
            if key in schema and schema[key] not in whole:
                limits.append(f"{sign} {literal(schema[key])}")
        for key, text in SIZES.items():
            if key in schema:
                limits.append(text.format(schema[key]))
        if "default" in schema:
            limits.append(f"default {literal(schema['default'])}")
        return "".join(f", {escaped(limit)}" for limit in limits)


def anchor(name: str) -> str:
    return f"schema-{name}"


def literal(value: Any) -> str:
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
