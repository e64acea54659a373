import unittest

from kit import BrowserTest, Service, until
from test_language import TAGS

PAGE = ["/", "/dashboard.css", "/dashboard.js", "/row.js", "/forest.js", "/feed.js", "/filter.js", "/hub.js", "/strings.js", "/times.js", "/favicon.svg"]

LIST = ["/list.js"]  # loaded by the page of all roots
LATER = ["/poller.js", "/turns.js", "/control.js", "/menu.js", "/manage.js", "/access.js"]  # loaded on first use
TREE = ["/tree.js", "/detail.js", "/runs.js", "/plot.js"]  # loaded by the page of a tree, or when a row opens


class AssetsTest(unittest.TestCase):
    def setUp(self):
        self.service = Service("--cors-origin", "http://example.org")
        self.addCleanup(self.service.stop)

    def get(self, path, **headers):
        return self.service.call("GET", path, headers=headers)

    def test_the_page_in_any_language_is_under_75_kb_and_the_element_under_12(self):
        languages = [len(self.get(f"/lang/{tag}.js").body) for tag in TAGS]
        page = sum(len(self.get(path).body) for path in PAGE)

        for more in (LIST, TREE, LATER):
            self.assertLess(sum(len(self.get(path).body) for path in more), 15_000)
        self.assertLess(page + max(languages), 75_000)
        self.assertLess(max(languages), 4_000)
        self.assertLess(len(self.get("/progress-element.js").body), 12_000)

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

    def test_only_the_element_and_its_words_are_for_every_origin(self):
        for path, allowed in [("/progress-element.js", ["*"]), ("/lang/de.js", ["*"]), ("/dashboard.js", None), ("/", None)]:
            headers = self.get(path, Origin="http://elsewhere.example").headers
            self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), allowed, path)
        headers = self.get("/progress-element.js", Origin="http://example.org").headers
        self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), ["*"])


class VisitTest(BrowserTest):
    def test_a_visit_loads_what_the_budget_counts_and_nothing_else(self):
        self.service.put("some", totalUnitCount=1)
        page = self.open("/?locale=hi")
        self.wait_for_row(page, "some")

        loaded = until(lambda: page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"))

        self.assertEqual({path for path in loaded if not path.startswith("/v1/")} - {"/hub.js"}, set([*PAGE[1:], *LIST]) - {"/hub.js"} | {"/lang/hi.js"})
