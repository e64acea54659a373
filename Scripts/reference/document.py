"""An OpenAPI 3.1 document, with the parts that a reader needs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

METHODS = ("get", "put", "post", "patch", "delete", "head", "options", "trace")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class CoreLoader(LOADER):
    """YAML 1.2 as OpenAPI requires it: dates are strings, and so are `no` and `off`."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), first)
# 0700 is 700 in YAML 1.2; PyYAML itself reads it as octal.
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node)))


@dataclass
class Example:
    """A value that the document shows. `name` is its key below `components/examples`, if it is there."""

    summary: str
    value: Any
    name: str | None = None


@dataclass
class Reply:
    status: str
    description: str
    headers: list[str]
    content: dict[str, dict]
    is_shared: bool

    @property
    def is_problem(self) -> bool:
        return self.status[0] in "45"


@dataclass
class Operation:
    id: str
    method: str
    path: str
    tags: list[str]
    summary: str
    description: str
    is_open: bool
    parameters: list[dict]
    body: dict
    replies: list[Reply]
    problems: list[tuple[str, list[str]]] = field(default_factory=list)


class Document:
    def __init__(self, text: str):
        self.root: dict = yaml.load(text, CoreLoader)

    def resolve(self, value: Any) -> dict:
        """The value with its `$ref` followed; members beside a `$ref` win."""
        seen = set()
        value = value if isinstance(value, dict) else {}
        while "$ref" in value and value["$ref"] not in seen:
            reference = value["$ref"]
            seen.add(reference)
            beside = {key: member for key, member in value.items() if key != "$ref"}
            value = {**self._target(reference), **beside}
        return value

    def _target(self, reference: str) -> dict:
        place: Any = self.root
        for part in reference.removeprefix("#/").split("/"):
            part = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(place, dict) or part not in place:
                raise KeyError(f"{reference} is not in the document")
            place = place[part]
        return place if isinstance(place, dict) else {}

    def component(self, kind: str) -> dict:
        return self.root.get("components", {}).get(kind) or {}

    @property
    def base(self) -> str:
        """The first server address that can be pasted."""
        servers = [server.get("url", "") for server in self.root.get("servers") or []]
        return next((url for url in servers if "://" in url), "http://localhost").rstrip("/")

    def operations(self) -> list[Operation]:
        return [
            self._operation(path, method, item)
            for path, item in ((path, self.resolve(item)) for path, item in (self.root.get("paths") or {}).items())
            for method in METHODS
            if method in item
        ]

    def _operation(self, path: str, method: str, item: dict) -> Operation:
        raw = item[method]
        parameters = {}
        for reference in [*item.get("parameters", []), *raw.get("parameters", [])]:
            parameter = self.resolve(reference)
            parameters[parameter.get("in"), parameter.get("name")] = parameter
        operation = Operation(
            id=raw.get("operationId") or re.sub(r"\W+", "-", f"{method}{path}").strip("-"),
            method=method.upper(),
            path=path,
            tags=raw.get("tags") or ["other"],
            summary=raw.get("summary") or f"{method.upper()} {path}",
            description=raw.get("description") or "",
            is_open=raw.get("security") == [],
            parameters=list(parameters.values()),
            body=self.resolve(raw.get("requestBody")),
            replies=[self._reply(str(status), reply) for status, reply in (raw.get("responses") or {}).items()],
        )
        for reply in operation.replies:
            if reply.is_problem:
                operation.problems.append((reply.status, self._slugs(reply)))
        return operation

    def _reply(self, status: str, reference: dict) -> Reply:
        reply = self.resolve(reference)
        return Reply(
            status=status,
            description=reply.get("description") or "",
            headers=list(reply.get("headers") or {}),
            content=reply.get("content") or {},
            is_shared="$ref" in reference,
        )

    def _slugs(self, reply: Reply) -> list[str]:
        slugs = []
        for media in reply.content.values():
            for example in self.examples(media):
                kind = example.value.get("type", "") if isinstance(example.value, dict) else ""
                if kind.startswith("/problems/") and kind not in slugs:
                    slugs.append(kind)
        return [slug.removeprefix("/problems/") for slug in slugs]

    def examples(self, holder: dict) -> list[Example]:
        """The examples of a parameter or of a media type."""
        found = []
        if "example" in holder:
            found.append(Example("", holder["example"]))
        for reference in (holder.get("examples") or {}).values():
            example = self.resolve(reference)
            name = None
            if str(reference.get("$ref", "")).startswith("#/components/examples/"):
                name = reference["$ref"].rpartition("/")[2]
            if "value" in example:
                found.append(Example(example.get("summary") or "", example["value"], name))
        if not found:
            schema = self.resolve(holder.get("schema"))
            values = schema.get("examples") or [schema[key] for key in ("example", "default") if key in schema]
            found = [Example("", value) for value in values[:1]]
        return found
