"""Failures, in proportion, and bars without updates."""

import json

from kit import BrowserTest, until
from support.client import NDJSON

PATIENCE = 30
TRACEBACK = 'Traceback (most recent call last):\n  File "/srv/job.py", line 41, in <module>\n    main()\nValueError: bad row 17'
#: From, width and color of each mark of a bar, in parts of it.
MARKS = """(bar) => [...bar.querySelectorAll(".trouble")].map((mark) => {
    const { left, width } = bar.getBoundingClientRect(), box = mark.getBoundingClientRect();
    return [(box.left - left) / width, box.width / width, box.width, getComputedStyle(mark).backgroundColor];
}).sort((x, y) => x[0] - y[0])"""
RED = "rgb(194, 36, 28)"


class TroubleTest(BrowserTest):
    def fail(self, *names):
        lines = [{"method": "POST", "path": f"/v1/progress/{name}/fail", "body": {"message": "no"}} for name in names]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.assertEqual(self.service.call("POST", "/v1/batch", body, NDJSON).status, 200)

    def put_many(self, count, **members):
        self.service.put("crawl", totalUnitCount=count)
        lines = [{"method": "POST", "path": "/v1/progress/crawl/children", "body": {"name": f"page-{i}", "pendingUnitCount": 1, **members}} for i in range(count)]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.assertEqual(self.service.call("POST", "/v1/batch", body, NDJSON).status, 200)

    def marks(self, page, title, count):
        bar = self.wait_for_row(page, title).locator(".bar")
        until(lambda: len(bar.evaluate(MARKS)) == count, f"{count} marks", PATIENCE)
        return bar.evaluate(MARKS)

    def test_red_is_the_share_of_what_failed_itself_at_every_level(self):
        self.service.put("deploy", totalUnitCount=10, children=[
            {"name": "build", "pendingUnitCount": 4, "totalUnitCount": 1, "completedUnitCount": 1},
            {"name": "rollout", "pendingUnitCount": 6, "totalUnitCount": 3, "children": [
                {"name": f"web-{i}", "pendingUnitCount": 1, "totalUnitCount": 10} for i in range(3)]}])
        self.fail("web-1")
        page = self.open("/progress/deploy")

        for title, start, size in [("deploy", 0.6, 0.2), ("rollout", 1 / 3, 1 / 3)]:
            [(left, width, _, color)] = self.marks(page, title, 1)
            self.assertAlmostEqual(left, start, delta=0.01)
            self.assertAlmostEqual(width, size, delta=0.01)
            self.assertEqual(color, RED)
            self.assertTrue(self.row(page, title).locator(".bar").evaluate(
                "(bar) => bar.querySelector('.trouble').getBoundingClientRect().height < bar.getBoundingClientRect().height"), "the fill stays visible")

    def test_three_of_five_thousand_are_seen_and_not_more_than_that(self):
        self.put_many(5000)
        self.fail("page-7", "page-2500", "page-4999")
        page = self.open("/progress/crawl")

        marks = self.marks(page, "crawl", 3)

        for _, _, pixels, color in marks:
            self.assertEqual((round(pixels), color), (4, RED))
        hit = page.locator(".top .bar").evaluate("""(bar) => [...bar.querySelectorAll('.trouble')].every((mark) => {
            const { left, width, bottom } = mark.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, bottom - 2) === mark;
        })""")
        self.assertTrue(hit, "nothing covers them")

    def test_many_scattered_failures_are_red_in_proportion(self):
        self.put_many(400)
        page = self.open("/progress/crawl")
        self.fail(*(f"page-{i}" for i in range(0, 400, 8)))
        marks = self.marks(page, "crawl", 40)
        self.assertAlmostEqual(sum(width for _, width, _, _ in marks), 0.125, delta=0.03)

        self.fail(*(f"page-{i}" for i in range(0, 400, 2) if i % 8))

        until(lambda: abs(sum(mark[1] for mark in page.locator(".top .bar").evaluate(MARKS)) - 0.5) < 0.03, "half of it red", PATIENCE)

    def test_children_worth_more_than_the_total_have_their_share_of_the_bar(self):
        self.service.put("over", totalUnitCount=10, children=[
            {"name": f"part-{i}", "pendingUnitCount": 10, "totalUnitCount": 1} for i in range(2)])
        self.fail("part-1")
        page = self.open("/progress/over")

        [(left, width, _, _)] = self.marks(page, "over", 1)

        self.assertAlmostEqual(left, 0.5, delta=0.01)
        self.assertAlmostEqual(width, 0.5, delta=0.01)

    def test_a_stripe_that_nobody_feeds_stops(self):
        self.service.put("crawl", totalUnitCount=-1)
        page = self.context.new_page()
        page.clock.install()
        page.goto(self.service.url)
        row = self.wait_for_row(page, "crawl")
        animations = "(row) => row.getAnimations({ subtree: true }).filter((each) => each.animationName === 'wander').length"
        until(lambda: row.evaluate(animations) == 1, "the stripe that moves", PATIENCE)

        page.clock.fast_forward("26:00")

        until(lambda: row.evaluate(animations) == 0, "the stripe that stands still", PATIENCE)

    def test_a_traceback_is_its_last_line_with_the_rest_to_open(self):
        self.service.put("import", totalUnitCount=2, children=[{"name": "step", "pendingUnitCount": 1, "totalUnitCount": 4}])
        self.service.call("POST", "/v1/progress/step/fail", {"message": TRACEBACK})
        page = self.open("/progress/import")
        row = self.wait_for_row(page, "step")
        until(lambda: row.locator("summary").count() == 1, "the line", PATIENCE)

        self.assertEqual(row.locator("summary").inner_text(), "ValueError: bad row 17")
        self.assertFalse(row.locator(".note pre").is_visible())
        self.assertEqual(page.locator(".culprit").inner_text(), "Failed: 1 — step: ValueError: bad row 17")
        row.locator("summary").click()
        until(lambda: row.locator(".note pre").is_visible(), "all of it", PATIENCE)
        self.assertIn("line 41", row.locator(".note pre").inner_text())
        self.assertEqual(row.locator(".detail").count(), 0)

    def test_the_tab_of_a_tree_counts_what_failed(self):
        self.service.put("deploy", totalUnitCount=2, children=[{"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open("/progress/deploy")
        until(lambda: page.title() == "0% deploy · progressd", "the title", PATIENCE)

        self.fail("host")

        until(lambda: page.title() == "(1 failed) 0% deploy · progressd", "the count", PATIENCE)
        self.assertIn("alarm", page.locator("link[rel=icon]").get_attribute("href"))

    def test_colors_of_the_reader_leave_what_failed_to_see(self):
        self.service.put("deploy", totalUnitCount=2, children=[{"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4}])
        self.fail("host")
        page = self.open("/progress/deploy", context=self.new_context(forced_colors="active"))

        [(_, _, _, color)] = self.marks(page, "deploy", 1)

        self.assertEqual(color, RED)
        dot = page.locator("#link").evaluate("(link) => getComputedStyle(link, '::before').backgroundColor")
        self.assertNotEqual(dot, "rgb(255, 255, 255)")

    def test_colors_of_the_reader_leave_what_is_pressed_to_see(self):
        self.service.put("deploy", totalUnitCount=2)
        page = self.open("/?state=running", context=self.new_context(forced_colors="active"))
        self.wait_for_row(page, "deploy")

        styles = page.locator(".tile:visible").evaluate_all(
            "(tiles) => tiles.map((tile) => [tile.getAttribute('aria-pressed'), getComputedStyle(tile).outlineStyle])")

        self.assertEqual(styles, [["false", "none"], ["true", "solid"]])

    def test_borders_of_fields_have_three_to_one(self):
        def luminance(color):
            parts = [int(part) / 255 for part in color[color.index("(") + 1:-1].split(",")[:3]]
            return sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for w, c in zip((0.2126, 0.7152, 0.0722), parts))

        self.service.put("some", totalUnitCount=2)
        for scheme in ("light", "dark"):
            page = self.open(context=self.new_context(color_scheme=scheme))
            self.wait_for_row(page, "some")
            for selector in ("#search", "#sort", "#dense", "#language"):
                border, inside = page.locator(selector).evaluate("(field) => [getComputedStyle(field).borderTopColor, getComputedStyle(field).backgroundColor]")
                paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
                for ground in ([inside] if "rgba" not in inside else []) + [paper]:
                    lights = sorted((luminance(border), luminance(ground)))
                    self.assertGreaterEqual((lights[1] + 0.05) / (lights[0] + 0.05), 3, (scheme, selector, border, ground))

    def test_colors_of_the_reader_leave_borders_shares_and_the_mark_of_a_root(self):
        self.service.put("deploy", totalUnitCount=10, children=[
            {"name": f"host-{i}", "pendingUnitCount": 5, "totalUnitCount": 4, "completedUnitCount": i} for i in range(2)])
        self.fail("host-1")
        page = self.open(context=self.new_context(forced_colors="active"))
        row = self.wait_for_row(page, "deploy")
        style = lambda selector, name, pseudo="": page.locator(selector).first.evaluate(f"(part) => getComputedStyle(part, '{pseudo}').{name}")
        until(lambda: row.get_attribute("data-trouble") == "failed", "the trouble", PATIENCE)
        self.assertEqual(style(".bar", "backgroundColor", "::after"), RED)

        page = self.open("/progress/deploy", context=self.new_context(forced_colors="active"))
        self.wait_for_row(page, "host-1")
        until(lambda: page.locator(".segment").count() == 2, "the borders", PATIENCE)

        self.assertNotEqual(style(".segment + .segment", "boxShadow"), "none")
        self.assertNotEqual(style(".share:not([hidden])", "backgroundColor"), style("body", "backgroundColor"))

    def test_the_tab_says_that_the_root_itself_failed(self):
        self.service.put("deploy", totalUnitCount=5, completedUnitCount=2)
        page = self.open("/progress/deploy")
        until(lambda: page.title() == "40% deploy · progressd", "the title", PATIENCE)

        self.fail("deploy")

        until(lambda: page.title() == "(Failed) 40% deploy · progressd", "the state", PATIENCE)

    def test_the_tab_counts_what_has_no_known_end_among_what_runs(self):
        self.service.put("crawl", totalUnitCount=-1, completedUnitCount=3)
        page = self.open()

        until(lambda: page.title() == "1 running · progressd", "the count", PATIENCE)
