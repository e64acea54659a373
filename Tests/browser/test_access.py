import importlib.resources

from kit import BrowserTest, until
from test_dashboard import PHOTO

AXE = importlib.resources.files("axe_playwright_python").joinpath("axe.min.js").read_text()


class AccessTest(BrowserTest):
    def check(self, page):
        """Axe finds nothing, and (which axe does not ask for) every bar has a name."""
        session = page.context.new_cdp_session(page)  # not a script of the page: its policy would refuse it
        session.send("Runtime.evaluate", {"expression": AXE})
        found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
        self.assertEqual(
            [(each["id"], [node["html"] + " " + str(node["failureSummary"]) for node in each["nodes"]]) for each in found["violations"]], []
        )
        self.assertGreater(len(found["passes"]), 10)
        unlabelled = '[role="progressbar"]:not([aria-label]), [role="progressbar"][aria-label=""], progress'
        self.assertEqual(page.locator(unlabelled).count(), 0)

    def fill(self):
        self.service.put("import", **PHOTO)
        self.service.put("broken", totalUnitCount=3, completedUnitCount=1)
        self.service.call("POST", "/v1/progress/broken/fail", {"message": "disk full"})
        self.service.put("held", totalUnitCount=3, completedUnitCount=1, isPausable=True)
        self.service.call("POST", "/v1/progress/held/pause")
        self.service.put("dropped", totalUnitCount=3)
        self.service.call("POST", "/v1/progress/dropped/cancel", {"reason": "no need"})
        self.service.put("done", totalUnitCount=1, completedUnitCount=1)
        self.service.put("endless", totalUnitCount=-1)
        self.service.put("quiet", totalUnitCount=2, leaseSeconds=0.1)

    def test_list_tree_and_empty_page_in_both_colours(self):
        for scheme in ("light", "dark"):
            context = self.new_context(color_scheme=scheme, reduced_motion="reduce")
            if scheme == "light":
                self.check(self.open(context=context))
                self.fill()
            page = self.open(context=context)
            until(lambda: page.locator("#attention .row").count() == 2, "the list")
            self.check(page)
            self.row(page, "import").click()
            self.wait_for_row(page, "filter-1")
            self.check(page)
            page = self.open("/progress/import", context=context)
            self.wait_for_row(page, "filter-1")
            self.check(page)

    def test_an_indeterminate_bar_has_no_value(self):
        self.service.put("endless", totalUnitCount=-1)
        page = self.open()
        self.wait_for_row(page, "endless")

        self.assertIsNone(self.value(page, "endless"))

    def test_the_keyboard_alone_is_enough(self):
        self.service.put("other", totalUnitCount=3)
        self.service.put("import", **PHOTO)
        page = self.open()
        self.wait_for_row(page, "import")
        press = page.keyboard.press
        focused = lambda: page.evaluate("document.activeElement.querySelector?.('.title')?.textContent ?? document.activeElement.id")

        press("Tab")
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "Skip to the list")
        self.assertGreaterEqual(page.locator(".skip").bounding_box()["y"], 0)
        press("Enter")
        press("Tab")
        while focused() == "" or page.evaluate("document.activeElement.matches('.tile')"):
            press("Tab")
        self.assertEqual(focused(), "import")
        self.assertIn("solid", page.evaluate("getComputedStyle(document.activeElement).outlineStyle"))

        press("ArrowRight")
        self.wait_for_row(page, "photo-1")
        press("ArrowRight")
        self.assertEqual(focused(), "photo-1")
        press("ArrowDown")
        self.assertEqual(focused(), "download-1")
        press("ArrowLeft")
        self.assertEqual(focused(), "photo-1")
        while page.evaluate("document.activeElement.dataset.call") != "pause":
            press("Tab")
        press("Enter")
        until(lambda: self.service.complete("photo-1", 0) == "pause", "the pause")
        while not page.evaluate("document.activeElement.matches('.row')"):
            press("Shift+Tab")
        press("ArrowLeft")
        until(lambda: self.row(page, "download-1").count() == 0, "the child closed")
        press("End")
        self.assertEqual(focused(), "other")
        press("Home")
        press("Enter")
        until(lambda: page.locator(".row.active .title").inner_text() == "import", "import open")
        press("Enter")
        until(lambda: self.row(page, "photo-1").count() == 0, "the tree closed")

        press("/")
        self.assertEqual(focused(), "search")
        page.keyboard.type("oth/")
        press("Backspace")
        until(lambda: page.locator(".title").all_inner_texts() == ["other"], "the search")
        press("Escape")
        self.assertEqual(focused(), "other")

    def test_a_row_stays_and_keeps_the_focus_until_the_reader_goes(self):
        self.service.put("one", totalUnitCount=2)
        self.service.put("two", totalUnitCount=2)
        page = self.open()
        self.wait_for_row(page, "one").focus()

        self.service.call("POST", "/v1/progress/one/fail", {"message": "no"})
        until(lambda: self.row(page, "one").get_attribute("data-state") == "failed", "the failure")

        self.assertEqual(page.locator("#working .title").all_inner_texts(), ["two", "one"])
        self.assertEqual(page.evaluate("document.activeElement.querySelector('.title').textContent"), "one")
        page.keyboard.press("/")
        until(lambda: page.locator("#attention .title").all_inner_texts() == ["one"], "the move")

    def test_every_box_says_whose_it_is_and_the_head_has_no_dead_stop(self):
        for name in ("one", "two"):
            self.service.put(name, totalUnitCount=2)
        page = self.open()
        self.wait_for_row(page, "one")
        page.click("#select")
        until(lambda: page.locator(".bulk").is_visible(), "the boxes")
        self.assertEqual(page.get_by_role("checkbox", name="Select: one").count(), 1)

        page = self.open("/progress/two")
        title = self.wait_for_row(page, "two").locator(".title")

        for _ in range(2):  # also after the rows were arranged again
            until(lambda: self.row(page, "two").get_attribute("tabindex") == "0", "the row in reach")
            self.assertEqual(title.evaluate("(title) => title.tabIndex"), -1)
            self.service.call("POST", "/v1/progress/two/pause")
            until(lambda: self.row(page, "two").get_attribute("data-state") == "paused", "the pause")
