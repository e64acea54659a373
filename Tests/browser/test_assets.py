import unittest

from kit import BrowserTest, Service, until
from test_language import TAGS

#: What every page loads, besides its language.
PAGE = ["/", "/dashboard.css", "/dashboard.js", "/row.js", "/forest.js", "/feed.js", "/filter.js", "/hub.js", "/strings.js", "/times.js", "/favicon.svg"]
LIST = ["/list.js", "/list.css", "/tools.js"]
TREE = ["/tree.js", "/tree.css", "/branches.js", "/open.css", "/detail.js", "/plot.js"]
#: Loaded when it is needed.
LATER = [
    "/access.js", "/alarm.svg", "/alone.js", "/control.js", "/countdown.js", "/culprit.js", "/empty.js", "/glide.js", "/keys.js", "/labels.js", "/left.js", "/manage.css",
    "/manage.js", "/menu.js", "/poller.js", "/runs.css", "/runs.js", "/turns.js", "/usual.js",
]


class AssetsTest(unittest.TestCase):
    def setUp(self):
        self.service = Service("--cors-origin", "http://example.org")
        self.addCleanup(self.service.stop)

    def get(self, path, **headers):
        return self.service.call("GET", path, headers=headers)

    def test_the_largest_language_is_under_4_kb_and_the_element_under_12_and_what_counts_under_5(self):
        self.assertLess(max(len(self.get(f"/lang/{tag}.js").body) for tag in TAGS), 4_000)
        self.assertLess(len(self.get("/progress-element.js").body), 12_000)
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

    def test_only_the_element_and_what_it_loads_are_for_every_origin(self):
        for path, allowed in [("/progress-element.js", ["*"]), ("/left.js", ["*"]), ("/lang/de.js", ["*"]), ("/dashboard.js", None), ("/", None)]:
            headers = self.get(path, Origin="http://elsewhere.example").headers
            self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), allowed, path)
        headers = self.get("/progress-element.js", Origin="http://example.org").headers
        self.assertEqual(headers.get_all("Access-Control-Allow-Origin"), ["*"])


class VisitTest(BrowserTest):
    def fill(self, name):
        """A root with some children, each with a child, that nobody has seen before."""
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
