"""The reference: one page of HTML that needs a style sheet, and a script for its search alone."""

from __future__ import annotations

import json
from http import HTTPStatus

from curl import commands
from document import Document, Example, Operation, Reply
from markup import blocks, escaped, headings, inline, sentence, slug
from schemas import Schemas

# The prefix of the anchors of the description's headings.
ABOUT = "about-"
# A parameter of more operations than this is explained once.
OFTEN = 3
OPEN = ' <small>needs no token</small>'
# A longer list of the calls that may answer a problem is replaced by words.
MANY = 15

HEAD = """<!doctype html>
<html lang="en">
<!-- Made from openapi.yaml by Scripts/reference: make reference -->
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}: the API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css">
<script src="/docs.js" type="module"></script>
<a class="skip" href="#main">Skip to the text</a>
<header><a class="brand" href="/"><img src="/favicon.svg" alt="" width="20" height="20">{title}</a>\
<span>API {version}</span><nav><a class="jump" href="#contents">Contents</a>\
<a href="/openapi.yaml" type="application/yaml">openapi.yaml</a><a href="/openapi.json">openapi.json</a></nav></header>
"""


class Page:
    """The page. `guide` is Markdown that follows the document's description, with its headings among the contents."""

    def __init__(self, document: Document, guide: str = ""):
        self.document = document
        info = document.root.get("info") or {}
        self.about = f"{info.get('description') or ''}\n\n{guide}"
        self.schemas = Schemas(document)
        self.operations = document.operations()
        self.often = self._often()
        self.usual = self._usual(self.operations)
        self.usual_with_body = self._usual([operation for operation in self.operations if operation.body])
        self.shown: dict[str, Example] = {}

    def render(self) -> str:
        info = self.document.root.get("info") or {}
        sections = [self._tag(name, text) for name, text in self._tags()]
        main = [
            f"<h1>{inline(info.get('summary') or info.get('title') or 'API')}</h1>",
            f'<section class="prose">{blocks(self.about, ABOUT)}\n{self._common()}</section>',
            *sections,
            self._schema_sections(),
            self._examples(),
            self._problems(),
        ]
        head = HEAD.format(title=escaped(info.get("title", "API")), version=escaped(info.get("version", "")))
        body = "\n".join(part for part in main if part)
        return f'{head}<div class="page">\n{self._contents()}\n<main id="main">\n{body}\n</main>\n</div>\n'

    def _takers(self, parameter: dict) -> int:
        return sum(parameter in operation.parameters for operation in self.operations)

    def _often(self) -> list[dict]:
        """The parameters of many operations, which are explained once. Those of every operation come first."""
        found: list[dict] = []
        for operation in self.operations:
            found += [
                parameter
                for parameter in operation.parameters
                if parameter not in found and self._takers(parameter) > OFTEN
            ]
        return sorted(found, key=lambda parameter: -self._takers(parameter))

    def _tags(self) -> list[tuple[str, str]]:
        tags = {tag["name"]: tag.get("description", "") for tag in self.document.root.get("tags") or []}
        for operation in self.operations:
            tags.setdefault(operation.tags[0], "")
        return [(name, text) for name, text in tags.items() if self._of(name)]

    def _of(self, tag: str) -> list[Operation]:
        return [operation for operation in self.operations if operation.tags[0] == tag]

    # Contents

    def _contents(self) -> str:
        titles = headings(self.about)
        links = "".join(f'<li><a href="#{ABOUT}{slug(title)}">{inline(title)}</a></li>' for title in titles)
        parts = [f"<ul>{links}</ul>"]
        for tag, _ in self._tags():
            entries = "\n".join(
                f'<li><a href="#{escaped(operation.id)}">{_method(operation)} {escaped(operation.summary)}</a></li>'
                for operation in self._of(tag)
            )
            parts.append(f'<p><a href="#tag-{slug(tag)}">{escaped(tag)}</a></p>\n<ul>{entries}</ul>')
        rest = [("schemas", "Schemas"), ("examples", "Examples"), ("problems", "Problems")]
        parts.append("".join(f'<p><a href="#{anchor}">{title}</a></p>' for anchor, title in rest))
        return f'<nav id="contents" aria-label="Contents">\n{chr(10).join(parts)}\n</nav>'

    # Operations

    def _usual(self, operations: list[Operation]) -> list[str]:
        """The problems that at least three quarters of some operations may answer."""
        if len(operations) <= OFTEN:
            return []
        return sorted(name for name, (_, those) in answers(operations).items() if len(those) * 4 >= len(operations) * 3)

    def _is_usual(self, name: str, operation: Operation) -> bool:
        return name in self.usual or (bool(operation.body) and name in self.usual_with_body)

    def _common(self) -> str:
        """The section of things explained once: parameters of many calls, and problems of most."""
        parts = []
        if self.often:
            rows = self._parameter_rows(self.often, "parameter-")
            parts.append(f'<h2 id="parameters">Parameters of many calls</h2>\n{_table(rows)}')
        with_body = [name for name in self.usual_with_body if name not in self.usual]
        for calls, names in (("Most calls", self.usual), ("Calls with a body", with_body)):
            if names:
                links = ", ".join(self._problem_link(name) for name in names)
                parts.append(f"<p>{calls} may answer {links}: that is not repeated below.</p>")
        return "\n".join(parts)

    def _problem_link(self, name: str) -> str:
        return f'<a href="#problem-{escaped(name)}">{escaped(name)}</a>'

    def _tag(self, name: str, text: str) -> str:
        articles = "\n".join(self._operation(operation) for operation in self._of(name))
        return f'<section><h2 id="tag-{slug(name)}">{escaped(name)}</h2>\n{blocks(text)}\n{articles}\n</section>'

    def _operation(self, operation: Operation) -> str:
        anchor = escaped(operation.id)
        path = escaped(operation.path).replace("{", "<i>{").replace("}", "}</i>")
        parts = [
            f'<article id="{anchor}">',
            f'<h3><a href="#{anchor}">{escaped(operation.summary)}</a></h3>',
            f'<p class="call">{_method(operation)} <code>{path}</code>{OPEN if operation.is_open else ""}</p>',
            blocks(operation.description),
            self._commands(operation),
            self._parameters(operation),
            self._body(operation),
            self._replies(operation),
            "</article>",
        ]
        return "\n".join(part for part in parts if part)

    def _commands(self, operation: Operation) -> str:
        lines = []
        for summary, command in commands(operation, self.document):
            comment = f"<i># {escaped(summary)}</i>\n" if summary else ""
            lines.append(comment + _code(command))
        return f'<pre tabindex="0">{(chr(10) * 2).join(lines)}</pre>'

    def _parameters(self, operation: Operation) -> str:
        own = [parameter for parameter in operation.parameters if parameter not in self.often]
        also = [
            f'<a href="#parameter-{self._anchor(parameter)}">{escaped(parameter.get("name"))}</a>'
            for parameter in operation.parameters
            if parameter in self.often and self._takers(parameter) < len(self.operations)
        ]
        parts = ["<h4>Parameters</h4>"] if own or also else []
        if own:
            parts.append(_table(self._parameter_rows(own)))
        if also:
            parts.append(f'<p class="such">{"Also" if own else "Those of many calls:"} {", ".join(also)}</p>')
        return "\n".join(parts)

    def _anchor(self, parameter: dict) -> str:
        """The anchor of a parameter; two may share a name: `Prefer` has another meaning on a read."""
        same = [other for other in self.often if other.get("name") == parameter.get("name")]
        number = same.index(parameter)
        return slug(parameter.get("name", "")) + (f"-{number + 1}" if number else "")

    def _parameter_rows(self, parameters: list[dict], prefix: str = "") -> str:
        rows = []
        for parameter in parameters:
            mark = '<sup>*</sup>' if parameter.get("required") else ""
            kind = self.schemas.type(parameter.get("schema", {}))
            samples = [
                f"<code>{_code(example.value if isinstance(example.value, str) else _json(example.value))}</code>"
                for example in self.document.examples(parameter)
            ]
            such = f' <small>such as {", ".join(samples)}</small>' if samples else ""
            anchor = f' id="{prefix}{self._anchor(parameter)}"' if prefix else ""
            rows.append(
                f"<tr{anchor}><th><code>{escaped(parameter.get('name', ''))}</code>{mark}</th>"
                f"<td><small>{escaped(parameter.get('in', ''))}, {kind}</small> "
                f"{sentence(parameter.get('description', ''))}{such}</td></tr>\n"
            )
        return "".join(rows)

    def _body(self, operation: Operation) -> str:
        content = operation.body.get("content") or {}
        if not content:
            return ""
        need = "" if operation.body.get("required") else "optional, "
        types = "; ".join(
            f"{self.schemas.type(media.get('schema', {}))} as <code>{escaped(kind)}</code>"
            for kind, media in content.items()
        )
        text = sentence(operation.body.get("description", ""))
        return f"<h4>Body</h4>\n<p><small>{need}{types}</small> {text}</p>"

    def _replies(self, operation: Operation) -> str:
        rows = "\n".join(self._reply(reply) for reply in operation.replies if not reply.is_problem)
        refusals = [self._problem_reply(reply, operation) for reply in operation.replies if reply.is_problem]
        problems = "\n".join(filter(None, refusals))
        if problems:
            problems = f'<dl class="problems">{problems}</dl>'
        return f"<h4>Replies</h4>\n<dl>{rows}</dl>\n{problems}"

    def _reply(self, reply: Reply) -> str:
        types, samples = [], []
        for kind, media in reply.content.items():
            schema = media.get("schema", {})
            is_named = isinstance(schema, dict) and ("$ref" in schema or "contentSchema" in schema)
            named = f"{self.schemas.type(schema)} as " if is_named else ""
            types.append(f"{named}<code>{escaped(kind)}</code>")
            samples += [self._sample(example) for example in self.document.examples(media)]
        parts = [sentence(reply.description)]
        if types:
            parts.append(f"<small>{'; '.join(types)}</small>")
        if reply.headers:
            names = ", ".join(f"<code>{escaped(name)}</code>" for name in reply.headers)
            parts.append(f"<small>with {names}</small>")
        parts += samples
        return f"<dt>{_status(reply.status)}</dt><dd>{' '.join(parts)}</dd>"

    def _sample(self, example: Example) -> str:
        if example.name:
            self.shown[example.name] = example
            title = example.summary or example.name
            return f'<a class="such" href="#example-{escaped(example.name)}">{escaped(title)}</a>'
        return f'<pre tabindex="0">{_code(_text(example.value))}</pre>'

    def _problem_reply(self, reply: Reply, operation: Operation) -> str:
        slugs = next((slugs for status, slugs in operation.problems if status == reply.status), [])
        links = " ".join(self._problem_link(name) for name in slugs if not self._is_usual(name, operation))
        if slugs and not links:
            return ""
        text = "" if reply.is_shared and links else " " + sentence(reply.description)
        return f"<dt>{escaped(reply.status)}</dt><dd>{links}{text}</dd>"

    # Schemas, examples and problems

    def _schema_sections(self) -> str:
        sections = "\n".join(self.schemas.section(name) for name in self.schemas.known)
        return f'<section><h2 id="schemas">Schemas</h2>\n<p><sup>*</sup> is required.</p>\n{sections}\n</section>'

    def _examples(self) -> str:
        sections = "\n".join(
            f'<section id="example-{escaped(name)}"><h3>{escaped(example.summary or name)}</h3>\n'
            f'<pre tabindex="0">{_code(_text(example.value))}</pre></section>'
            for name, example in self.shown.items()
        )
        return f'<section><h2 id="examples">Examples</h2>\n{sections}\n</section>'

    def _problems(self) -> str:
        titles = {}
        for example in map(self.document.resolve, self.document.component("examples").values()):
            value = example.get("value")
            if isinstance(value, dict) and str(value.get("type", "")).startswith("/problems/"):
                titles.setdefault(value["type"].removeprefix("/problems/"), value.get("title", ""))
        rows = []
        for name, (status, operations) in sorted(answers(self.operations).items()):
            anchors = [escaped(operation.id) for operation in operations]
            links = " ".join(f'<a href="#{anchor}">{anchor}</a>' for anchor in anchors)
            if len(operations) > MANY:
                links = "most calls" if name in self.usual else "many calls"
            page = f'<a href="/problems/{escaped(name)}"><code>{escaped(name)}</code></a>'
            rows.append(
                f'<tr id="problem-{escaped(name)}"><th>{page}</th>'
                f"<td>{escaped(status)} {inline(titles.get(name, ''))} <small>{links}</small></td></tr>\n"
            )
        text = "<p>Each has a page that explains it.</p>"
        return f'<section><h2 id="problems">Problems</h2>\n{text}\n{_table("".join(rows))}\n</section>'


def answers(operations: list[Operation]) -> dict[str, tuple[str, list[Operation]]]:
    """For each problem, the first status that it comes with, and the operations that may answer it."""
    found: dict[str, tuple[str, list[Operation]]] = {}
    for operation in operations:
        for status, slugs in operation.problems:
            for name in slugs:
                known = found.setdefault(name, (status, []))[1]
                if operation not in known:
                    known.append(operation)
    return found


def _table(rows: str) -> str:
    return f'<div class="wide"><table class="members">{rows}</table></div>'


def _method(operation: Operation) -> str:
    return f'<b class="{operation.method.lower()}">{operation.method}</b>'


def _status(status: str) -> str:
    try:
        return f"{status} <small>{HTTPStatus(int(status)).phrase}</small>"
    except ValueError:
        return escaped(status)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: object) -> str:
    return value.rstrip("\n") if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _code(text: object) -> str:
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
