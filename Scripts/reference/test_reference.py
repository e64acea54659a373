import gzip
import json
import re
import unittest
from html.parser import HTMLParser
from pathlib import Path

from curl import commands
from document import Document
from generate import made, sections
from markup import blocks
from page import Page

ROOT = Path(__file__).resolve().parents[2]
VOID = {"meta", "link", "img", "br", "hr", "input"}

# Features that OpenAPI allows and our own document does not use.
STRANGE = """
openapi: 3.1.0
info: { title: A & B, version: 2024-01-01 }
paths:
  /a/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: q, in: query, required: true, schema: { type: string, default: "it's" } }
      responses:
        default: { description: "<b>" }
    put:
      tags: [odd]
      requestBody: { content: { text/plain: { example: "line\\nit's" } } }
      responses: { 2XX: { description: done, content: { application/json: { schema: true } } } }
  /form:
    post:
      tags: [odd]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded: { example: { name: a b, count: 3 } }
          application/json: { example: { name: a b } }
      responses: { "200": { description: ok } }
components:
  schemas:
    Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
    Never: false
    Answer: { enum: [no, off, 1, null, ""] }
    Both: { allOf: [{ $ref: "#/components/schemas/Tree" }, { properties: { on: { const: 2024-01-01 } } }] }
"""


class Outline(HTMLParser):
    def __init__(self, html: str):
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.flaws: list[str] = []
        self.feed(html)
        self.flaws += [f"<{tag}> is not closed" for tag in self.open if tag != "html"]

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                self.links.append(value)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.flaws.append(f"</{tag}> at {self.getpos()}")


class ReferenceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
        cls.document = Document(cls.text)
        cls.guide = sections((ROOT / "docs/reference.md").read_text(encoding="utf-8"))
        cls.page = Page(cls.document, cls.guide).render()
        cls.outline = Outline(cls.page)

    def test_every_element_is_closed_and_every_anchor_is_there_once(self):
        self.assertEqual(self.outline.flaws, [])
        self.assertEqual(sorted(self.outline.ids), sorted(set(self.outline.ids)))

    def test_every_link_within_the_page_leads_somewhere(self):
        missing = {link for link in self.outline.links if link.startswith("#") and link[1:] not in self.outline.ids}
        self.assertEqual(missing, set())

    def test_it_loads_nothing_from_elsewhere_and_runs_its_search_alone(self):
        self.assertEqual([link for link in self.outline.links if "//" in link], [])
        self.assertEqual(re.findall("<script[^>]*>", self.page), ['<script src="/docs.js" type="module">'])
        self.assertNotRegex(self.page, r"<style| style=| on[a-z]+=")

    def test_the_guide_is_in_it_with_its_headings_and_the_document_stays_short(self):
        for anchor in ("about-the-model", "about-limits"):
            self.assertIn(anchor, self.outline.ids)
            self.assertIn(f"#{anchor}", self.outline.links)
        self.assertNotIn("What all calls share</h", self.page)
        self.assertLess(len(self.document.root["info"]["description"]), 1000)

    def test_the_lines_of_a_batch_and_the_events_of_a_stream_lead_to_their_schemas(self):
        for name in ("BatchCall", "BatchReply", "ProgressEvent", "EmptyEvent"):
            self.assertIn(f"#schema-{name}", self.outline.links)

    def test_it_is_small(self):
        self.assertLess(len(self.page.encode()), 260_000)
        self.assertLess(len(gzip.compress(self.page.encode())), 40_000)

    def test_every_operation_and_every_schema_has_an_anchor(self):
        wanted = {operation.id for operation in self.document.operations()}
        wanted |= {f"schema-{name}" for name in self.document.component("schemas")}
        self.assertEqual(wanted - set(self.outline.ids), set())

    def test_every_command_can_be_pasted_into_an_old_shell(self):
        for operation in self.document.operations():
            for _, command in commands(operation, self.document):
                self.assertRegex(command, r"^curl .*http://127\.0\.0\.1:8080/", operation.id)
                self.assertNotIn("--json", command)
                self.assertNotIn("{id}", command)

    def test_the_json_is_the_document(self):
        self.assertEqual(json.loads(next(text for path, text in made(self.text).items() if path.suffix == ".json")),
                         self.document.root)


class StrangeTest(unittest.TestCase):
    def setUp(self):
        self.document = Document(STRANGE)
        self.operations = {operation.path + operation.method: operation for operation in self.document.operations()}

    def command(self, name: str) -> list[str]:
        return [command for _, command in commands(self.operations[name], self.document)]

    def test_any_valid_document_gives_a_page(self):
        outline = Outline(Page(self.document).render())

        self.assertEqual(outline.flaws, [])
        self.assertIn("get-a-id", outline.ids)
        self.assertIn("tag-odd", outline.ids)

    def test_dates_and_words_stay_what_they_are_in_yaml_1_2(self):
        self.assertEqual(self.document.root["info"]["version"], "2024-01-01")
        self.assertEqual(self.document.component("schemas")["Answer"]["enum"], ["no", "off", 1, None, ""])

    def test_what_the_document_says_is_escaped(self):
        page = Page(self.document).render()

        self.assertIn("A &amp; B", page)
        self.assertIn("&lt;b&gt;", page)

    def test_a_command_has_what_is_required_and_quotes_it(self):
        self.assertEqual(self.command("/a/{id}GET"), ["curl 'http://localhost/a/{id}?q=it%27s'"])
        self.assertIn("'line\nit'\\''s'", self.command("/a/{id}PUT")[1])
        self.assertEqual(self.command("/formPOST"), [
            "curl http://localhost/form -H 'Content-Type: application/json' -d '{\"name\": \"a b\"}'",
            "curl http://localhost/form -d name=a+b -d count=3",
        ])


class MarkupTest(unittest.TestCase):
    def test_blocks_of_every_kind(self):
        html = blocks(
            "A `<a>` and **b**.\n\n- one\n  more\n- two\n\n| x | y |\n|---|---|\n| 1 | `2` |\n\n```sh\na < b\n```"
        )

        self.assertIn("<p>A <code>&lt;a&gt;</code> and <strong>b</strong>.</p>", html)
        self.assertIn("<ul><li>one more</li><li>two</li></ul>", html)
        self.assertIn("<td><code>2</code></td>", html)
        self.assertIn('<pre tabindex="0">a &lt; b</pre>', html)

    def test_a_list_may_follow_a_line_of_text(self):
        self.assertEqual(re.sub(r"\s+", " ", blocks("These:\n- one")), "<p>These:</p> <ul><li>one</li></ul>")


if __name__ == "__main__":
    unittest.main()
