import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from kit import BrowserTest, Service, until
from test_language import TAGS

#: Loaded by every page, besides its language.
PAGE = ["/", "/dashboard.css", "/dashboard.js", "/row.js", "/feed.js", "/filter.js", "/hub.js", "/strings.js", "/times.js", "/favicon.svg"]
LIST = ["/list.js", "/list.css", "/tools.js"]
TREE = ["/tree.js", "/tree.css", "/branches.js", "/open.css", "/detail.js", "/plot.js"]
#: Loaded when it is needed.
LATER = [
    "/access.js", "/alarm.svg", "/alone.js", "/control.js", "/countdown.js", "/culprit.js", "/docs.js", "/empty.js", "/exact.js", "/facts.js", "/glide.js", "/keys.js", "/labels.js", "/left.js",
    "/manage.css", "/manage.js", "/marks.js", "/menu.js", "/poller.js", "/record.js", "/runs.css", "/runs.js", "/timeline.css", "/timeline.js", "/trace.js", "/turns.js", "/usual.js", "/watch.js",
]

WEB = pathlib.Path(__file__).resolve().parents[2] / "Sources/CAssets/web"
TOKENS = pathlib.Path(__file__).with_name("tokens.cjs")


class AssetsTest(unittest.TestCase):
    def setUp(self):
        self.service = Service("--cors-origin", "http://example.org")
        self.addCleanup(self.service.stop)

    def get(self, path, **headers):
        return self.service.call("GET", path, headers=headers)

    def test_the_largest_language_is_under_4_kb_and_the_element_under_23_and_what_counts_under_5(self):
        self.assertLess(max(len(self.get(f"/lang/{tag}.js").body) for tag in TAGS), 4_000)
        self.assertLess(sum(len(self.get(each).body) for each in ("/progress-element.js", "/watch.js", "/hub.js")), 23_000)
        self.assertLess(sum(len(self.get(each).body) for each in ("/left.js", "/countdown.js")), 5_000)

    def test_no_page_allows_anything_inline_or_from_elsewhere(self):
        self.service.put("some", totalUnitCount=1)
        for path in ["/", "/progress/some", "/problems/cycle", "/hub.js"]:
            policy = self.get(path).headers["Content-Security-Policy"]
            self.assertTrue(policy.startswith("default-src 'none'; "), policy)
            self.assertNotIn("unsafe", policy)
            self.assertNotIn("http", policy)

    def test_a_browser_that_has_a_file_gets_304(self):
        for path in [*PAGE, *LIST, *TREE, *LATER, "/lang/pl.js", "/progress-element.js", "/favicon.ico"]:
            status, headers, body = self.get(path)
            self.assertEqual((status, headers["Cache-Control"]), (200, "no-cache"), path)
            status, _, body = self.get(path, **{"If-None-Match": headers["ETag"]})
            self.assertEqual((status, body), (304, b""), path)

    def test_scripts_are_served_without_comments_and_say_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            pairs, sizes = [], [0, 0]
            for source in sorted(WEB.glob("**/*.js")):
                path = source.relative_to(WEB)
                served = pathlib.Path(folder, str(path).replace("/", "-"))
                served.write_bytes(self.get(f"/{path}").body)
                pairs.append((str(source), str(served)))
                sizes = [sizes[0] + source.stat().st_size, sizes[1] + served.stat().st_size]
                self.assertNotRegex(served.read_text(), r"(?m)^\s*(//|/\*)")

            compared = subprocess.run(["node", TOKENS], input=json.dumps(pairs), capture_output=True, text=True, check=True,
                                      env={"PATH": "/usr/bin:/bin", "NODE_PATH": "/usr/share/nodejs:/usr/lib/nodejs"})

        self.assertGreater(len(pairs), 40)
        self.assertEqual(json.loads(compared.stdout), [])
        self.assertLess(sizes[1], 0.85 * sizes[0])

    def test_only_the_element_and_what_it_loads_are_for_every_origin(self):
        for path, allowed in [("/progress-element.js", ["*"]), ("/watch.js", ["*"]), ("/hub.js", ["*"]), ("/poller.js", ["*"]), ("/left.js", ["*"]), ("/lang/de.js", ["*"]), ("/dashboard.js", None), ("/", None)]:
            headers = self.get(path, Origin="http://elsewhere.example").headers
            self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), allowed, path)
        headers = self.get("/progress-element.js", Origin="http://example.org").headers
        self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), ["*"])


class StyleTest(BrowserTest):
    RULES = """(texts) => texts.map((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s*/g, ", "));  // in var() as it was written
    })"""

    def test_styles_are_served_without_comments_and_say_the_same(self):
        page = self.open()
        for source in sorted(WEB.glob("*.css")):
            served = self.service.call("GET", "/" + source.name).body.decode()
            self.assertNotIn("/*", served)

            before, after = page.evaluate(self.RULES, [source.read_text(), served])

            self.assertEqual(after, before, source.name)
            self.assertTrue(before)


class VisitTest(BrowserTest):
    def fill(self, name):
        """A new root with some children, each with a child."""
        children = [{"pendingUnitCount": 1, "totalUnitCount": 4, "children": [{"pendingUnitCount": 1}]} for _ in range(15)]
        self.service.put(name, totalUnitCount=15, isPausable=True, labels={"team": "data"}, children=children)

    def first_visit(self, path, shown):
        """The paths that a first visit loads, in the language with the longest words, and their bytes in all."""
        page = self.open(path + "?locale=hi", context=self.new_context())
        until(lambda: page.locator(".row").count() >= shown, "the rows")
        until(lambda: page.locator("#overview .tile").count() > 0, "what there is to filter by")
        page.wait_for_timeout(1500)  # a whole turn of the page's clock
        entries = page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
        # The worker loads for itself what is not listed here.
        loaded = {"/", "/hub.js", *(path for path in entries if not path.startswith("/v1/"))}
        # The page itself names all that it needs before the first stream, but for the words, which come while the
        # worker loads its script; that loads nothing else.
        hints = set(re.findall(r'(?:href|src)="(/[^"]*)"', self.service.call("GET", path).body.decode()))
        self.assertLessEqual(loaded - {"/", "/labels.js", "/lang/hi.js", "/tools.js"}, hints)
        self.assertNotRegex(self.service.call("GET", "/hub.js").body.decode(), r'\bimport\b(?!\(|\.meta)')
        return loaded, sum(len(self.service.call("GET", each).body) for each in loaded)

    def test_a_first_visit_of_the_list_is_under_80_kb(self):
        for i in range(30):
            self.fill(f"root-{i}")

        loaded, size = self.first_visit("/", 30)

        self.assertEqual(loaded, {*PAGE, *LIST, "/labels.js", "/lang/hi.js"})
        self.assertLess(size, 80_000)

    def test_a_first_visit_of_a_tree_is_under_80_kb(self):
        self.fill("some")

        loaded, size = self.first_visit("/progress/some", 31)

        self.assertEqual(loaded, {*PAGE, *TREE, "/tools.js", "/lang/hi.js"})
        self.assertLess(size, 80_000)
