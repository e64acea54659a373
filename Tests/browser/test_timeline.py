"""The timeline of a tree: bars where the work was, what the end waited for, and a closer look."""

import test_access
from kit import BrowserTest, until

LANES = """() => [...document.querySelectorAll(".lane")].map((lane) => [lane.querySelector(".to").textContent, lane.dataset.state])"""
# The place of a part of a lane in its track, from 0 to 1; null where it is not drawn.
PLACE = """([title, part]) => {
    const lane = [...document.querySelectorAll(".lane")].find((each) => each.querySelector(".to").textContent === title);
    const bar = lane.querySelector(part), track = lane.querySelector(".track").getBoundingClientRect();
    if (bar.hidden) return null;
    const { left, right } = bar.getBoundingClientRect();
    const places = [left, right].map((x) => (x - track.left) / track.width);
    return document.documentElement.dir === "rtl" ? places.reverse().map((x) => 1 - x) : places;
}"""
CRITICAL = """async (nodes) => {
    const { criticalPath } = await import("/timeline.js");
    const all = nodes.map(([id, parentID, began, ended]) => ({ id, parentID, began, ended }));
    return [...criticalPath(all[0], ({ id }) => all.filter((node) => node.parentID === id), (node) => node)].sort().join(" ");
}"""


class TimelineTest(BrowserTest):
    def fill(self):
        children = [{"name": f"deploy-{name}", "pendingUnitCount": 1, "totalUnitCount": 4} for name in ("build", "test", "announce")]
        self.service.put("deploy", totalUnitCount=3, children=children)
        self.service.complete("deploy-build", 1)
        self.service.complete("deploy-build", 3)
        self.service.complete("deploy-test", 1)
        self.service.call("POST", "/v1/progress/deploy-test/fail", {"message": "no"})

    def lanes(self, page):
        return page.evaluate(LANES)

    def show(self, path="/progress/deploy", **options):
        page = self.open(path, context=self.new_context(**options))
        page.locator("#timed").click()
        until(lambda: self.lanes(page), "the lanes", 30)
        return page

    def place(self, page, title, part=".work"):
        return page.evaluate(PLACE, [title, part])

    def test_a_row_a_node_with_its_bar_and_names_without_their_parents(self):
        self.fill()

        page = self.show()

        self.assertEqual(self.lanes(page), [["deploy", "running"], ["build", "finished"], ["test", "failed"], ["announce", "waiting"]])
        build, test = self.place(page, "build"), self.place(page, "test")
        self.assertLess(build[0], build[1])
        self.assertLessEqual(build[0], test[0])
        self.assertEqual(self.place(page, "announce"), None)
        self.assertIsNotNone(self.place(page, "announce", ".tick"))
        colors = page.evaluate("""() => [...document.querySelectorAll(".lane .work")].map((bar) => getComputedStyle(bar).backgroundColor)""")
        self.assertEqual(colors[2], "rgb(194, 36, 28)")

    def test_a_button_stays_that_of_its_step_while_others_begin(self):
        children = [{"name": f"step-{i}", "pendingUnitCount": 1, "totalUnitCount": 4} for i in range(8)]
        self.service.put("deploy", totalUnitCount=8, children=children)
        page = self.show()
        focused = lambda: page.evaluate("document.activeElement.textContent")
        page.locator(".lane .to", has_text="step-2").focus()

        for name in ("step-7", "step-2", "step-0"):
            self.service.complete(name)
            until(lambda: [name, "running"] in self.lanes(page), "the start", 30)
            self.assertEqual(focused(), "step-2")

        self.assertEqual([title for title, _ in self.lanes(page)][1:5], ["step-7", "step-2", "step-0", "step-1"])
        page.keyboard.press("Enter")
        until(lambda: page.evaluate("document.activeElement.querySelector('.title')?.title") == "step-2", "its row", 30)

    def test_names_keep_their_end_and_lengths_say_when(self):
        children = [{"name": f"collect-the-originals-of-all-offices-in-europe-{i}", "pendingUnitCount": 1, "totalUnitCount": 4} for i in range(3)]
        self.service.put("deploy", totalUnitCount=3, children=children)
        self.service.complete(children[0]["name"], 4)
        for viewport in ({"width": 1280, "height": 900}, {"width": 320, "height": 800}):
            page = self.show(viewport=viewport)
            for i in range(3):
                end = page.locator(".lane .to", has_text=f"-{i}").locator("span").last
                self.assertEqual(end.inner_text(), f"europe-{i}")
                name = page.locator(".lane .name", has_text=f"-{i}").bounding_box()
                box = end.bounding_box()
                self.assertLessEqual(box["x"] + box["width"], name["x"] + name["width"] + 1)
                self.assertTrue(end.evaluate("(end) => end.scrollWidth <= end.clientWidth + 1"))
            self.assertRegex(page.locator(".lane .length").nth(1).get_attribute("title"), r"\d:\d\d:\d\d")

    def test_what_works_grows_and_what_starts_gets_a_bar(self):
        self.fill()
        page = self.show()
        page.locator(".critical").wait_for()

        self.service.complete("deploy-announce")

        until(lambda: self.place(page, "announce") is not None, "the bar", 30)
        until(lambda: self.place(page, "announce")[1] > 0.99, "that it reaches to now", 30)

    def test_the_critical_path_goes_from_the_end_back(self):
        self.service.put("any", totalUnitCount=1)
        page = self.open("/progress/any")
        tree = [["root", None, 0, 100], ["a", "root", 0, 30], ["b", "root", 0, 50], ["c", "root", 50, 90], ["d", "root", 60, 100], ["e", "root", None, None],
                ["b1", "b", 0, 20], ["b2", "b", 25, 50], ["d1", "d", 60, 70], ["d2", "d", 65, 99]]

        # d ended last; before it began, b had; in b, b2 and before that b1; in d, d2, and d1 overlaps with that.
        self.assertEqual(page.evaluate(CRITICAL, tree), "b b1 b2 d d2 root")
        self.assertEqual(page.evaluate(CRITICAL, [["root", None, 0, 100], ["x", "root", 10, 100], ["y", "root", 5, 100]]), "root y")

    def test_the_path_alone_can_be_shown(self):
        self.fill()
        page = self.show()

        page.locator(".critical").click()

        titles = lambda: [title for title, _ in self.lanes(page)]
        until(lambda: "announce" not in titles(), "the path alone", 30)
        self.assertEqual(titles()[0], "deploy")
        page.locator(".critical").click()
        until(lambda: "announce" in titles(), "all of them", 30)

    def test_dragging_and_keys_look_closer(self):
        self.fill()
        page = self.show()
        self.service.complete("deploy-announce")
        page.wait_for_timeout(1500)
        self.service.call("POST", "/v1/progress/deploy/finish")  # from here on, its time stands still
        for locale in ("en", "ar"):
            page = self.show(f"/progress/deploy?locale={locale}")
            until(lambda: self.place(page, "announce"), "its bar", 30)
            size = lambda: (lambda place: place and place[1] - place[0])(self.place(page, "deploy"))
            before = self.place(page, "announce")[0]
            end = before + (1 - before) / 2
            track = page.locator(".lane .track").first.bounding_box()
            start = track["x"] if locale == "en" else track["x"] + track["width"]
            page.mouse.move(start + (2 if locale == "en" else -2), track["y"] + 5)
            page.mouse.down()
            page.mouse.move(start + (1 if locale == "en" else -1) * track["width"] * end, track["y"] + 5, steps=5)
            self.assertTrue(page.locator(".glass").is_visible())
            page.mouse.up()
            self.assertGreater(self.place(page, "announce")[0], before)

            page.locator(".scroller").focus()
            page.keyboard.press("+")
            page.keyboard.press("ArrowLeft" if locale == "en" else "ArrowRight")
            page.keyboard.press("Escape")
            until(lambda: abs(size() - 1) < 0.02, "the whole", 30)

    def test_a_name_leads_to_its_row_and_the_address_remembers_the_view(self):
        self.fill()
        page = self.show()
        self.assertIn("view=timeline", page.url)

        page.reload()
        until(lambda: self.lanes(page), "the lanes again", 30)
        page.get_by_role("button", name="announce").click()

        until(lambda: self.row(page, "deploy-announce").is_visible(), "the row", 30)
        self.assertNotIn("view=", page.url)
        self.assertEqual(page.locator(".lane").count(), 0)

    def test_a_tree_without_children_has_no_timeline_until_it_has_some(self):
        self.fill()
        page = self.show()

        self.service.call("PUT", "/v1/progress/deploy?run=new", {"totalUnitCount": 3})

        until(lambda: not page.locator("body.timed").count() and self.value(page, "deploy") == "0", "the rows", 30)
        self.assertFalse(page.locator("#timed").is_visible())
        self.assertIn("view=timeline", page.url)
        self.service.call("POST", "/v1/progress/deploy/children", {"name": "deploy-pack", "totalUnitCount": 2, "pendingUnitCount": 1})
        until(lambda: self.lanes(page) == [["deploy", "running"], ["pack", "waiting"]], "the timeline again", 30)
        self.assertTrue(page.locator("#timed").is_visible())

    def test_what_is_gone_has_no_tools(self):
        self.service.put("big", totalUnitCount=14, children=[{"name": f"big-{i}", "pendingUnitCount": 1} for i in range(14)])
        page = self.show("/progress/big")
        until(lambda: page.locator("#find").is_visible() and page.locator("#overview").is_visible(), "the tools", 30)

        self.service.call("DELETE", "/v1/progress/big")

        until(lambda: page.locator("#gone").is_visible(), "the words that it is gone", 30)
        for each in ("#timed", "#timeline", "#find", "#overview"):
            until(lambda: not page.locator(each).is_visible(), f"no {each}", 30)

    def test_what_failed_before_it_began_has_a_red_tick(self):
        self.fill()
        self.service.call("POST", "/v1/progress/deploy-announce/fail", {"message": "no"})

        page = self.show()

        tick = page.locator(".lane", has_text="announce").locator(".tick")
        self.assertTrue(tick.is_visible())
        self.assertEqual(tick.evaluate("(tick) => getComputedStyle(tick).backgroundColor"), "rgb(194, 36, 28)")

    def test_of_5000_rows_some_are_drawn_and_all_are_printed(self):
        children = [{"name": f"big-{i}", "pendingUnitCount": 1, "totalUnitCount": 2} for i in range(5000)]
        self.service.put("big", totalUnitCount=5000, children=children)
        self.service.complete("big-4999")

        page = self.show("/progress/big")

        self.assertLessEqual(page.locator(".lane").count(), 70)
        self.assertEqual(self.lanes(page)[1], ["4999", "running"])  # what began stands first
        page.locator(".scroller").evaluate("(element) => element.scrollTo(0, element.scrollHeight)")
        until(lambda: self.lanes(page)[-1][0] == "4998", "the last", 30)
        self.assertLessEqual(page.locator(".lane").count(), 70)
        self.assertEqual(page.locator(".scroller").get_attribute("aria-rowcount"), "5002")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(page.locator(".lane").count(), 5001)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        self.assertLessEqual(page.locator(".lane").count(), 70)

    def test_it_is_a_table_for_screen_readers(self):
        self.fill()
        page = self.show()
        table = page.get_by_role("table", name="Timeline")
        self.assertEqual(table.get_by_role("columnheader").all_inner_texts(), ["Name", "Timeline", "Duration"])
        row = table.get_by_role("row", name="test")
        self.assertRegex(row.locator(".story").text_content(), r"^Failed, Started .*, took \d")
        self.assertEqual(row.get_attribute("aria-rowindex"), "4")
        self.assertRegex(table.get_by_role("row", name="deploy").first.locator(".story").text_content(), "^Running, ")
        page.locator("#timed").click()
        self.assertRegex(self.row(page, "deploy").get_by_role("progressbar").get_attribute("aria-valuetext"), "^Running, ")


class TimelineAccessTest(BrowserTest):
    """Axe on both views and the list, in both themes, in Arabic and on a phone."""

    def test_the_timeline_has_no_faults(self):
        TimelineTest.fill(self)
        phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
        for options in ({}, {"color_scheme": "dark"}, phone, {"locale": "ar"}):
            page = TimelineTest.show(self, "/progress/deploy", reduced_motion="reduce", **options)
            self.check(page)
            sizes = page.evaluate("() => [...document.querySelectorAll('#timeline button, #timed')].map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))")
            self.assertGreaterEqual(min(sizes), 24)
            self.check(self.open("/progress/deploy", context=page.context))
            self.check(self.open("/", context=page.context))

    lanes = TimelineTest.lanes
    check = test_access.AccessTest.check
