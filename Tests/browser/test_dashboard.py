import re
import subprocess

from kit import BrowserTest, Service, until
from support.client import NDJSON

PHOTO = {
    "totalUnitCount": 2, "isPausable": True, "labels": {"album": "bay"},
    "children": [
        {"name": "photo-1", "pendingUnitCount": 1, "totalUnitCount": 10, "isPausable": True,
         "children": [{"name": "download-1", "pendingUnitCount": 9, "totalUnitCount": 100},
                      {"name": "filter-1", "pendingUnitCount": 1, "totalUnitCount": 4}]},
        {"name": "photo-2", "pendingUnitCount": 1, "totalUnitCount": 10},
    ],
}


class DashboardTest(BrowserTest):
    def test_bars_move(self):
        self.service.put("import", totalUnitCount=8, completedUnitCount=2)
        page = self.open()
        self.wait_for_value(page, "import", 25)
        fill = page.locator(".row .fill").first
        before = fill.evaluate("(element) => getComputedStyle(element).getPropertyValue('--fraction')")

        self.service.complete("import", 2)

        self.wait_for_value(page, "import", 50)
        self.assertEqual(self.row(page, "import").locator(".figure").inner_text(), "50%")
        self.assertIn("4 of 8", self.row(page, "import").inner_text())
        self.assertEqual((before, fill.evaluate("(e) => e.style.getPropertyValue('--fraction')")), ("0.25", "0.5"))

    def test_new_roots_come_first_and_removed_ones_go(self):
        self.service.put("older", totalUnitCount=1)
        page = self.open()
        self.wait_for_row(page, "older")

        self.service.put("newer", totalUnitCount=1)
        self.wait_for_row(page, "newer")
        titles = page.locator("#working .title").all_inner_texts()
        self.service.call("DELETE", "/v1/progress/older")

        self.assertEqual(titles, ["newer", "older"])
        until(lambda: self.row(page, "older").count() == 0, "the row gone")

    def test_finished_ones_settle_below_and_failed_ones_stand_on_top(self):
        self.service.put("good", totalUnitCount=2)
        self.service.put("bad", totalUnitCount=2)
        page = self.open()
        self.wait_for_row(page, "good")

        self.service.complete("good", 2)
        self.service.call("POST", "/v1/progress/bad/fail", {"message": "disk full", "code": "E_DISK"})

        until(lambda: page.locator("#ended .title").all_inner_texts() == ["good"], "good among the ended")
        self.assertEqual(page.locator("#attention .title").all_inner_texts(), ["bad"])
        self.assertIn("disk full (E_DISK)", self.row(page, "bad").inner_text())
        self.assertEqual(page.locator("#news").inner_text(), "bad: Failed")

    def test_a_stalled_one_says_so(self):
        self.service.put("quiet", totalUnitCount=2, leaseSeconds=0.2)
        page = self.open()

        until(lambda: page.locator("#attention .title").all_inner_texts() == ["quiet"], "quiet in need of attention")

        self.assertIn("Stalled", self.row(page, "quiet").inner_text())

    def test_buttons_reach_the_worker_with_its_next_reply(self):
        self.service.put("backup", totalUnitCount=100, isPausable=True)
        page = self.open()
        row = self.wait_for_row(page, "backup")
        self.assertEqual(self.service.complete("backup"), "run")

        row.get_by_role("button", name="Pause").click()
        until(lambda: self.service.complete("backup") == "pause", "the directive to pause")
        row.get_by_role("button", name="Resume").click()
        until(lambda: self.service.complete("backup") == "run", "the directive to run")

        row.get_by_role("button", name="Cancel").click()
        until(lambda: "Cancel for good?" in row.inner_text(), "the question")
        self.assertEqual(self.service.complete("backup"), "run")

        def cancel():
            button = row.locator('button[data-call="cancel"]')
            if button.is_visible():
                button.evaluate("(button) => button.click()")
            return self.service.complete("backup") == "cancel"

        until(cancel, "the directive to cancel")
        until(lambda: self.row(page, "backup").get_attribute("data-state") == "cancelled", "the state on the page")
        self.assertEqual(row.locator("button[data-call]:visible").count(), 0)

    def test_a_tree_opens_in_place_and_shows_the_shares(self):
        self.service.put("import", **PHOTO)
        page = self.open()
        self.wait_for_row(page, "import").click()

        self.wait_for_row(page, "download-1")
        self.service.complete("download-1", 50)

        self.wait_for_value(page, "download-1", 50)
        self.wait_for_value(page, "photo-1", 45)
        self.wait_for_value(page, "import", 22)
        self.assertIn("90% of its parent", self.row(page, "download-1").inner_text())
        segments = self.row(page, "photo-1").locator(".segment")
        widths = [segments.nth(i).bounding_box()["width"] for i in range(segments.count())]
        self.assertEqual(len(widths), 2)
        self.assertAlmostEqual(widths[0] / sum(widths), 0.9, delta=0.02)
        bar = self.row(page, "photo-1").locator(".bar").bounding_box()
        share = self.row(page, "filter-1").locator(".share").bounding_box()
        self.assertAlmostEqual((share["x"] - bar["x"]) / bar["width"], 0.9, delta=0.02)
        self.assertAlmostEqual(share["width"] / bar["width"], 0.1, delta=0.02)

        self.wait_for_row(page, "import").locator(".mark").click()
        until(lambda: self.row(page, "photo-1").count() == 0, "the tree closed")

    def test_the_page_of_one_tree(self):
        self.service.put("import", **PHOTO)
        page = self.open("/progress/import")
        self.wait_for_row(page, "filter-1")

        self.service.complete("photo-2", 10)

        self.wait_for_value(page, "import", 50)
        until(lambda: page.title() == "50% import · progressd", "the title")
        self.assertEqual(page.locator("h1").inner_text(), "import")
        self.service.call("DELETE", "/v1/progress/import")
        until(lambda: page.locator("#gone").is_visible(), "the page that says it is gone")

    def test_the_rate_of_the_open_one_is_drawn(self):
        self.service.put("import", totalUnitCount=1_000_000)
        page = self.open()
        self.wait_for_row(page, "import").click()

        def moves():
            self.service.complete("import", 1000)
            return page.evaluate("new Set(document.querySelector('.line')?.getAttribute('d').match(/,[\\d.]+/g)).size > 1")

        until(moves, "a line that is not flat")
        until(lambda: "/s" in page.locator(".rate dd").inner_text(), "the rate in words")

    def test_search_and_filters(self):
        self.service.put("alpha", totalUnitCount=1, labels={"job": "1"})
        self.service.put("beta", totalUnitCount=1, labels={"job": "2"}, isPausable=True)
        self.service.call("POST", "/v1/progress/beta/pause")
        page = self.open()
        self.wait_for_row(page, "alpha")
        shown = lambda: page.locator(".title").all_inner_texts()

        page.fill("#search", "ALPH")
        until(lambda: shown() == ["alpha"], "the search")
        page.fill("#search", "nowhere")
        until(lambda: page.locator("#nothing").is_visible(), "the page that says that nothing matches")
        page.click("#clear")
        until(lambda: len(shown()) == 2, "everything")
        page.locator(".tile", has_text="Paused").click()
        until(lambda: shown() == ["beta"], "the filter by state")
        page.locator(".tile", has_text="Paused").click()
        page.select_option("#label", "job: 1")
        until(lambda: shown() == ["alpha"], "the filter by label")

    def test_the_empty_page_shows_a_line_that_works(self):
        context = self.new_context(permissions=["clipboard-read", "clipboard-write"])
        page = self.open(context=context)
        until(lambda: page.locator("#empty").is_visible(), "the empty page")

        page.click("#copy")
        until(lambda: page.locator("#copy").inner_text() == "Copied", "the copy")
        line = page.evaluate("navigator.clipboard.readText()")
        subprocess.run(["bash", "-c", line], check=True, capture_output=True)

        self.wait_for_value(page, "hello", 25)
        self.assertFalse(page.locator("#empty").is_visible())

    def test_hostile_texts_are_text(self):
        evil = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'\n\u202e\u2066gnp.exe"
        self.service.put("evil", totalUnitCount=2, localizedDescription=evil, localizedAdditionalDescription=evil,
                         labels={"x": evil}, children=[{"name": "inner", "pendingUnitCount": 1, "localizedDescription": evil}])
        self.service.call("POST", "/v1/progress", {"localizedDescription": evil, "totalUnitCount": 3})
        page = self.open()
        self.wait_for_row(page, "evil").click()
        self.wait_for_row(page, "inner")
        self.service.call("POST", "/v1/progress/evil/fail", {"message": evil, "code": evil})

        until(lambda: self.row(page, "evil").locator(".note").is_visible(), "the failure")
        page.select_option("#label", index=1)

        text = lambda name: self.row(page, "evil").locator(name).evaluate("(element) => element.textContent")
        self.assertEqual((text(".description"), text(".tags")), (evil, "x: " + evil))
        self.assertIn(evil, text(".note"))
        self.assertIsNone(page.evaluate("window.pwned ?? null"))
        self.assertEqual(page.locator(".rows script, .rows img").count(), 0)

    def test_thousands_of_roots_stay_smooth(self):
        lines = b"".join(
            b'{"method":"PUT","path":"/v1/progress/root-%d","body":{"totalUnitCount":1000}}\n' % i for i in range(3000)
        )
        self.service.call("POST", "/v1/batch", lines, NDJSON)
        page = self.open()
        until(lambda: page.locator(".tile b").first.inner_text() == "3,000", "all roots")
        self.assertEqual(page.locator("#working .row").count(), 101)
        page.evaluate("""() => {
            window.worst = 0;
            let last = performance.now();
            const look = (now) => { worst = Math.max(worst, now - last); last = now; requestAnimationFrame(look); };
            requestAnimationFrame(look);
        }""")

        for turn in range(5):
            lines = b"".join(
                b'{"method":"POST","path":"/v1/progress/root-%d/completed-units","body":{"count":100}}\n' % i for i in range(3000)
            )
            self.service.call("POST", "/v1/batch", lines, NDJSON)
            self.wait_for_value(page, "root-2999", 10 * (turn + 1))

        self.assertLess(page.evaluate("window.worst"), 1000)
        page.get_by_role("button", name="Show 200 more").click()
        until(lambda: page.locator("#working .row").count() == 301, "more rows")

    def test_nothing_moves_by_itself_where_less_motion_is_wanted(self):
        self.service.put("endless", totalUnitCount=-1)
        self.service.put("short", totalUnitCount=1)
        page = self.open(context=self.new_context(reduced_motion="reduce"))
        self.wait_for_row(page, "endless")
        page.evaluate("""() => {
            window.animations = 0;
            const look = () => { animations += document.getAnimations().length; requestAnimationFrame(look); };
            look();
        }""")

        self.service.complete("short")

        until(lambda: page.locator("#ended .title").count() == 1, "the short one among the ended")
        self.assertEqual(page.evaluate("window.animations"), 0)
        self.assertNotEqual(page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches"), False)


class OutageTest(BrowserTest):
    """The parts of the page that load when they are needed."""

    def open_two(self):
        self.forgiven = "Failed to load resource|ERR_"
        self.service.put("import", **PHOTO)
        self.service.put("backup", totalUnitCount=4)
        page = self.open()
        self.wait_for_row(page, "import")
        self.wait_for_row(page, "backup")
        return page

    def has_focus(self, page, title):
        return self.row(page, title).evaluate("(element) => element === document.activeElement")

    def is_open(self, page, title):
        return self.row(page, title).get_attribute("aria-expanded") == "true"

    def test_a_key_or_a_click_without_an_answer_says_so_and_works_at_the_next_try(self):
        page = self.open_two()
        said = lambda: page.locator("#news").evaluate("(news) => news.textContent")
        page.route(re.compile(r"/(keys|branches|detail|plot)\.js|/open\.css"), lambda route: route.abort())

        self.row(page, "backup").focus()
        page.keyboard.press("ArrowDown")
        until(lambda: said() == "The service did not answer", "words about the key")
        self.assertTrue(self.has_focus(page, "backup"))
        page.evaluate("document.getElementById('news').textContent = ''")
        self.row(page, "import").locator(".mark").click()
        until(lambda: said() == "The service did not answer", "words about the click")
        self.assertFalse(self.is_open(page, "import"))
        page.unroute_all()

        self.row(page, "backup").focus()
        page.keyboard.press("ArrowDown")
        until(lambda: self.has_focus(page, "import"), "the focus on the next row")
        self.row(page, "import").locator(".mark").click()
        self.wait_for_row(page, "photo-1")
        until(lambda: self.row(page, "import").locator(".detail").count() == 1, "the detail")
        self.assertEqual(page.locator("link[href='/open.css']").count(), 1)

    def test_a_page_that_was_touched_has_what_an_outage_would_withhold(self):
        page = self.open_two()
        self.row(page, "backup").hover()
        wanted = {"/keys.js", "/branches.js", "/open.css", "/detail.js", "/plot.js"}
        loaded = lambda: page.evaluate("performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)")
        until(lambda: wanted <= set(loaded()), "the parts")

        self.context.set_offline(True)

        self.row(page, "backup").focus()
        page.keyboard.press("ArrowDown")
        until(lambda: self.has_focus(page, "import"), "the focus on the next row")
        page.keyboard.press("Enter")
        until(lambda: self.is_open(page, "import"), "the row open")
        until(lambda: self.row(page, "import").locator(".detail").count() == 1, "the detail")


class RestartTest(BrowserTest):
    def test_a_restart_replaces_what_the_page_shows(self):
        self.forgiven = "Failed to load resource|ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY"
        self.service.put("before", totalUnitCount=4)
        page = self.open()
        self.wait_for_row(page, "before")

        self.service.stop()
        until(lambda: page.evaluate("document.body.dataset.link") == "lost", "the lost connection")
        self.assertRegex(page.locator("#link").inner_text(), r"^Stale since \d+:\d\d")
        self.assertEqual(self.row(page, "before").count(), 1)
        self.service = Service(port=self.service.port)
        self.service.put("after", totalUnitCount=4, completedUnitCount=1)

        self.wait_for_value(page, "after", 25)
        self.assertEqual(self.row(page, "before").count(), 0)
        self.assertEqual(page.locator("#link").inner_text(), "Live")
        self.service.complete("after")
        self.wait_for_value(page, "after", 50)
