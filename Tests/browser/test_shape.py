"""Where texts are cut, measured on pages that were not used before, in every language and on small screens."""

import json
import re

from kit import BrowserTest, until
from support.client import NDJSON
from test_language import TAGS

PATIENCE = 30
#: In minutes, after 26 of the clock of a page: the pages before it took their time, too.
AGE = r"2[6-9]|3\d|4\d"
#: Whether an element shows all of its text.
IS_WHOLE = "(element) => element.scrollWidth <= element.clientWidth + 1 && element.getClientRects().length > 0"
#: Whether the last part of a name is inside its row, and how many letters it has.
END = """(title) => {
    const end = title.lastElementChild ?? title, row = title.closest(".row").getBoundingClientRect();
    const { left, right, width } = end.getBoundingClientRect();
    return [end.textContent, width > 0 && left >= row.left && right <= row.right && end.scrollWidth <= end.clientWidth + 1];
}"""


class ShapeTest(BrowserTest):
    def batch(self, lines):
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.assertEqual(self.service.call("POST", "/v1/batch", body, NDJSON).status, 200)

    def test_the_menu_of_a_fresh_page_is_as_wide_as_its_words(self):
        self.service.put("backup", totalUnitCount=4)
        for options in ({}, {"viewport": {"width": 390, "height": 844}, "has_touch": True}):
            page = self.open(context=self.new_context(**options))
            row = self.wait_for_row(page, "backup")
            if options:
                row.click()
            row.locator(".more-calls").click()
            until(lambda: page.get_by_role("menu").is_visible(), "the menu", PATIENCE)

            box = page.get_by_role("menu").bounding_box()
            self.assertGreater(box["width"], 120)
            for entry in page.get_by_role("menuitem").all():
                self.assertLess(entry.bounding_box()["height"], 50)
                self.assertTrue(entry.evaluate(IS_WHOLE))

    def test_the_menu_is_walked_with_the_arrow_keys_and_gives_the_focus_back(self):
        # The headless shell of Chromium denies them.
        self.context.add_init_script("window.Notification = class {}")
        self.service.put("backup", totalUnitCount=4)
        page = self.open()
        button = self.wait_for_row(page, "backup").locator(".more-calls")
        self.assertEqual(button.get_attribute("aria-label"), "More: backup")
        button.focus()
        page.keyboard.press("Enter")
        focused = lambda: page.evaluate("document.activeElement.textContent")
        until(lambda: focused() == "Copy: URL", "the first entry", PATIENCE)

        page.keyboard.press("ArrowUp")
        self.assertEqual(focused(), "Notify me")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        self.assertEqual(focused(), "Copy: curl")
        page.keyboard.press("Escape")

        until(lambda: page.get_by_role("menu").count() == 0, "no menu", PATIENCE)
        self.assertTrue(button.evaluate("(button) => button === document.activeElement"))

    def test_a_second_press_of_its_button_closes_the_menu(self):
        self.service.put("backup", totalUnitCount=4)
        page = self.open()
        button = self.wait_for_row(page, "backup").locator(".more-calls")
        menu = page.get_by_role("menu")
        for _ in range(2):
            button.click()
            until(lambda: menu.is_visible(), "the menu", PATIENCE)

            button.click()
            until(lambda: menu.count() == 0, "no menu", PATIENCE)
            page.wait_for_timeout(300)

            self.assertEqual((menu.count(), button.get_attribute("aria-expanded")), (0, "false"))

    def test_no_age_is_cut_in_any_language(self):
        self.batch([{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 10, "completedUnitCount": 2}} for i in range(23)])
        self.service.call("POST", "/v1/progress/root-5/fail", {"message": "no"})
        for width in (1280, 320):
            context = self.new_context(viewport={"width": width, "height": 700})
            for tag in TAGS:
                page = context.new_page()
                page.clock.install()
                page.goto(f"{self.service.url}/?locale={tag}")
                self.wait_for_row(page, "root-21")
                page.clock.fast_forward("26:00")
                quiet = self.row(page, "root-21")
                until(lambda: quiet.get_attribute("data-quiet") is not None and re.search(AGE, quiet.locator(".when").inner_text()), f"the age in {tag}", PATIENCE)

                for name in ("root-21", "root-5"):
                    self.assertTrue(self.row(page, name).locator(".when").evaluate(IS_WHOLE), (tag, width, name))
                    self.assertTrue(self.row(page, name).locator(".title").evaluate(IS_WHOLE), (tag, width, name))
                page.close()

    def test_an_age_is_amber_in_one_line_too(self):
        self.batch([{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 10, "completedUnitCount": 2}} for i in range(23)])
        page = self.context.new_page()
        page.clock.install()
        page.goto(self.service.url)
        when = self.wait_for_row(page, "root-3").locator(".when")
        page.clock.fast_forward("26:00")

        until(lambda: re.fullmatch(f"({AGE}) min quiet", when.inner_text()), "the age", PATIENCE)

        self.assertEqual(when.evaluate("(element) => getComputedStyle(element).color"), "rgb(154, 86, 0)")

    def test_names_keep_their_end_in_every_language(self):
        children = [{"name": f"nightly-photo-import.download-of-originals-{i}", "pendingUnitCount": 1, "totalUnitCount": 4} for i in range(3)]
        self.service.put("nightly-photo-import", totalUnitCount=3, children=children)
        for width in (390, 320):
            context = self.new_context(viewport={"width": width, "height": 844})
            for tag in TAGS:
                page = context.new_page()
                page.goto(f"{self.service.url}/progress/nightly-photo-import?locale={tag}")
                for i in range(3):
                    title = self.wait_for_row(page, children[i]["name"]).locator(".title")
                    text, is_shown = title.evaluate(END)
                    self.assertTrue(text.endswith(f"-{i}") and is_shown, (tag, width, text))
                self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, tag)
                page.close()

    def test_the_prefix_of_the_parent_gives_way_first(self):
        self.service.put("nightly", totalUnitCount=2, children=[
            {"name": "nightly.collect-the-files-of-all-offices-in-europe", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open("/progress/nightly", context=self.new_context(viewport={"width": 320, "height": 700}))
        title = self.wait_for_row(page, "nightly.collect-the-files-of-all-offices-in-europe").locator(".title")

        prefix, middle, end = title.locator("span").evaluate_all("(parts) => parts.map((part) => [part.textContent, part.clientWidth])")

        self.assertEqual((prefix[0], end[0]), ("nightly.", "n-europe"))
        self.assertLess(prefix[1], 12)
        self.assertGreater(middle[1], 40)

    def test_levels_can_be_told_apart_however_deep(self):
        tree = {"name": "level-14", "pendingUnitCount": 1, "totalUnitCount": 1}
        for level in range(13, 0, -1):
            tree = {"name": f"level-{level}", "pendingUnitCount": 1, "totalUnitCount": 1, "children": [tree]}
        tree.pop("pendingUnitCount")
        self.service.put("level-1", **{key: value for key, value in tree.items() if key != "name"})
        for width in (1280, 320):
            page = self.open("/progress/level-1", context=self.new_context(viewport={"width": width, "height": 900}))
            self.wait_for_row(page, "level-14")

            lefts = [self.row(page, f"level-{level}").locator(".mark").bounding_box()["x"] for level in range(2, 15)]

            self.assertTrue(all(later - earlier >= 3 for earlier, later in zip(lefts, lefts[1:])), lefts)

    def test_large_numbers_stay_in_one_line(self):
        self.service.put("big", totalUnitCount=-1, completedUnitCount=123456789012345)
        for tag in ("ar", "ru", "uk", "hi", "en"):
            page = self.open(f"/?locale={tag}")
            figure = self.wait_for_row(page, "big").locator(".figure")

            self.assertLess(figure.bounding_box()["height"], 36, tag)
            self.assertTrue(figure.evaluate(IS_WHOLE), tag)

    def test_what_has_ended_is_as_high_as_the_rest_in_one_line_and_has_its_label(self):
        self.batch([{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 1, "labels": {"job": str(i), "team": "data"}}} for i in range(23)])
        self.service.complete("root-1")
        page = self.open()
        until(lambda: page.locator("#ended .row").count() == 1, "the ended one", PATIENCE)

        heights = [self.row(page, name).bounding_box()["height"] for name in ("root-1", "root-2")]

        self.assertAlmostEqual(*heights, delta=2)
        self.assertEqual(self.row(page, "root-2").locator(".tags a:visible").all_inner_texts(), ["job: 2"])

    def test_targets_of_a_finger_have_24_pixels(self):
        self.service.put("deploy", totalUnitCount=2, labels={"team": "data", "env": "prod"}, urls={"log": "https://logs.example.org/1"}, children=[
            {"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4}])
        self.service.call("POST", "/v1/progress/host/fail", {"message": "no"})
        self.service.put("done", totalUnitCount=1, completedUnitCount=1)
        page = self.open(context=self.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True))
        row = self.wait_for_row(page, "deploy")
        until(lambda: row.locator(".below").is_visible() and row.locator(".links a").count(), "all of the row", PATIENCE)

        small = lambda: page.locator("a:visible, button:visible, input:visible, select:visible").evaluate_all(
            "(all) => all.filter((each) => Math.min(...['width', 'height'].map((side) => each.getBoundingClientRect()[side])) < 24).map((each) => each.outerHTML)")
        self.assertEqual(small(), [])
        gap = row.locator(".links a").evaluate("""(link) => {
            const range = document.createRange();
            range.selectNodeContents(link.firstChild);
            return link.querySelector("small").getBoundingClientRect().left - range.getBoundingClientRect().right;
        }""")
        self.assertGreaterEqual(gap, 2)
        page.click("#select")
        until(lambda: page.locator(".pick:visible").count() >= 2, "the boxes", PATIENCE)

        self.assertEqual(small(), [])
        self.assertGreaterEqual(page.locator("#search").bounding_box()["height"], 44)

    def test_a_long_description_leaves_the_time_left_and_the_counts_their_place(self):
        words = "Copying the quarterly archive of the northern office, with attachments, receipts and letters, " * 3
        self.service.put("archive", totalUnitCount=200, completedUnitCount=20, localizedDescription=words[:260], estimatedTimeRemaining=740)
        for width in (1280, 320):
            context = self.new_context(viewport={"width": width, "height": 700})
            for path in ("/", "/progress/archive"):
                page = self.open(path, context=context)
                row = self.wait_for_row(page, "archive")
                until(lambda: row.locator(".texts .left").inner_text(), "the time left", PATIENCE)

                for part in (".texts .additional", ".texts .left"):
                    self.assertTrue(row.locator(part).evaluate("""(part) => {
                        const { left, top, height } = part.getBoundingClientRect();
                        return part.scrollHeight <= part.clientHeight + 1 && document.elementFromPoint(left + 2, top + height / 2) === part;
                    }"""), (width, path, part))
                if path == "/":
                    self.assertTrue(row.locator(".description").evaluate("(text) => text.scrollHeight > text.clientHeight"), width)
                page.close()

    def test_a_long_figure_in_the_head_leaves_the_name_its_place(self):
        self.service.put("huge", totalUnitCount=1, completedUnitCount=9_000_000_000_000)
        page = self.open("/progress/huge", context=self.new_context(viewport={"width": 320, "height": 700}))
        row = self.wait_for_row(page, "huge")
        until(lambda: row.locator(".figure").inner_text() == "999,999%", "the figure", PATIENCE)

        self.assertLess(row.locator(".title").bounding_box()["height"], 40)  # one line

    def test_the_menu_stays_within_a_low_window(self):
        self.service.put("backup", totalUnitCount=1, completedUnitCount=1)
        for width, height in ((320, 256), (667, 331)):
            page = self.open(context=self.new_context(viewport={"width": width, "height": height}))
            row = self.wait_for_row(page, "backup")
            row.locator(".mark").click()  # on a phone its buttons come with that
            row.locator(".more-calls").click()
            until(lambda: page.get_by_role("menu").is_visible(), "the menu", PATIENCE)
            page.keyboard.press("End")

            for part in (page.get_by_role("menu"), page.get_by_role("menuitem").last):
                box = part.bounding_box()
                self.assertGreaterEqual(box["y"], 0)
                self.assertLessEqual(box["y"] + box["height"], height)
            self.assertEqual(page.evaluate("document.activeElement.textContent"), "Remove")

    def test_the_bar_for_many_fits_a_small_window_and_covers_no_box(self):
        self.batch([{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 10}} for i in range(12)])
        page = self.open(context=self.new_context(viewport={"width": 320, "height": 700}))
        self.wait_for_row(page, "root-1")
        page.click("#select")
        page.locator(".every").check()
        page.locator(".bulk button").nth(2).click()
        until(lambda: page.locator(".bulk .reason").is_visible(), "the question", PATIENCE)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)

        page.set_viewport_size({"width": 320, "height": 256})

        self.assertEqual(page.locator(".bulk").evaluate("(bar) => getComputedStyle(bar).position"), "static")
