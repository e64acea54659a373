"""The last runs of a name: bars as high as they were long, and the record of each."""

import re

import test_access
from kit import BrowserTest, until
from test_language import TAGS

PATIENCE = 30
TRACE = "Traceback (most recent call last):\n  File \"upload.py\", line 3\nOSError: disk full"
# Height of each bar, and how far above their foot the median is; both in pixels.
HEIGHTS = """() => {
    const boxes = [...document.querySelectorAll(".run i")].map((bar) => bar.getBoundingClientRect());
    const median = document.querySelector(".median");
    return [boxes.map(({ height }) => height), median.hidden ? null : boxes[0].bottom - median.getBoundingClientRect().bottom];
}"""
FOCUSED = "[...document.querySelectorAll('.run')].indexOf(document.activeElement)"
STOPS = """[...document.querySelectorAll(".run")].map((bar) => bar.tabIndex).join(" ")"""


class Runs(BrowserTest):
    def put(self, *steps, **members):
        children = [{"name": f"backup.{name}", "pendingUnitCount": 1, "totalUnitCount": 2} for name in steps]
        return self.service.put("backup", totalUnitCount=len(steps) or 1, children=children, **members)["id"]

    def fill(self, finished=3):
        """Some runs that finished, one that failed, and one at work; gives their ids."""
        ids = []
        for _ in range(finished):
            ids.append(self.put("dump", "upload"))
            for name in ("dump", "upload"):
                self.service.complete(f"backup.{name}", 1)
                self.service.complete(f"backup.{name}", 1)
        ids.append(self.put("dump", "upload", urls={"log": "https://ci.example.org/jobs/4711"}, labels={"team": "data"}, userInfo={"commit": "4be91c"}))
        self.service.complete("backup.dump", 2)
        self.service.complete("backup.upload", 1)
        for name in ("backup.upload", "backup"):
            self.service.call("POST", f"/v1/progress/{name}/fail", {"message": TRACE})
        ids.append(self.put("dump"))
        return ids

    def show(self, path="/progress/backup", count=5, at=None, **options):
        page = self.open(path, context=self.new_context(**options), at=at)
        until(lambda: page.locator(".run").count() == count, "the bars", PATIENCE)
        return page

    def press(self, page, index):
        page.locator(".run").nth(index).click()
        return self.wait_for_record(page)

    def wait_for_record(self, page):
        record = page.locator(".record")
        until(lambda: record.count() == 1 and record.locator(".state").inner_text(), "the record", PATIENCE)
        return record

    def lose(self, page, pattern):
        """Answers requests of these addresses with nothing from here on; gives what brings them back."""
        self.forgiven = "net::ERR_"
        page.route(re.compile(pattern), lambda route: route.abort())
        return lambda: page.unroute(re.compile(pattern))


class RunsTest(Runs):
    def test_bars_are_as_high_as_the_runs_were_long_with_the_median_across(self):
        self.fill()
        self.service.call("POST", "/v1/progress/backup/cancel")
        found = self.service.call("GET", "/v1/progress/backup/runs").json
        lengths = [run["durationSeconds"] for run in reversed(found["items"])]
        typical = found["typicalDurationSeconds"]
        self.assertIsNotNone(typical)

        page = self.show()

        heights, median = page.evaluate(HEIGHTS)
        self.assertAlmostEqual(max(heights), 64, delta=0.5)
        for height, length in zip(heights, lengths):
            self.assertAlmostEqual(height, max(3, 64 * length / max(lengths)), delta=0.5)
        self.assertAlmostEqual(median, 64 * typical / max(lengths), delta=1.5)
        self.assertRegex(page.locator(".usually").inner_text(), r"^usually \d")
        self.assertEqual([each.get_attribute("data-state") for each in page.locator(".run").all()], ["finished"] * 3 + ["failed", "cancelled"])

    def test_the_value_of_the_median_stands_beside_its_line(self):
        self.fill()
        self.service.call("POST", "/v1/progress/backup/cancel")
        page = self.show()

        line, value, last = (page.locator(each).last.bounding_box() for each in (".median", ".usually", ".run"))

        middle = value["y"] + value["height"] / 2
        self.assertLess(abs(middle - line["y"]), 14)
        self.assertGreaterEqual(value["x"], last["x"] + last["width"])

    def test_two_runs_have_no_median(self):
        self.put()
        self.service.complete("backup")
        self.put()

        page = self.show(count=2)

        self.assertIsNone(page.evaluate(HEIGHTS)[1])
        self.assertFalse(page.locator(".usually").is_visible())

    def test_what_works_grows(self):
        self.fill()
        page = self.show()
        _, before = page.evaluate(HEIGHTS)

        until(lambda: page.evaluate(HEIGHTS)[1] < 0.7 * before, "the median, lower as the last bar grows", PATIENCE)

        self.assertAlmostEqual(page.evaluate(HEIGHTS)[0][4], 64, delta=0.5)

    def test_a_bar_opens_the_record_of_its_run_and_closes_it(self):
        self.fill()
        page = self.show()

        record = self.press(page, 3)

        self.assertEqual(record.get_attribute("aria-label"), "Run 4: Failed")
        self.assertEqual([record.locator(each).inner_text() for each in (".called", ".state", ".counts")], ["Run 4", "Failed", "75% · 1/2"])
        facts = dict(zip(record.locator("dt").all_inner_texts(), record.locator("dd").all()))
        self.assertEqual(list(facts), ["Started", "Ended", "Duration", "team", "commit"])
        for name in ("Started", "Ended", "Duration"):
            self.assertRegex(facts[name].get_attribute("title"), r"\d{1,2}:\d\d:\d\d")
        self.assertRegex(facts["Duration"].inner_text(), r"^\d")
        self.assertEqual([facts[name].inner_text() for name in ("team", "commit")], ["data", "4be91c"])
        bar = page.locator(".run").nth(3)
        self.assertEqual((bar.get_attribute("aria-expanded"), bar.get_attribute("aria-controls")), ("true", record.get_attribute("id")))
        bar.click()
        self.assertEqual(record.count(), 0)
        self.assertEqual(bar.get_attribute("aria-expanded"), "false")

    def test_a_failure_is_its_last_line_and_urls_are_links(self):
        self.fill()
        page = self.show()

        record = self.press(page, 3)

        why = record.locator(".why").first
        self.assertEqual(why.locator("summary").inner_text(), "OSError: disk full")
        self.assertFalse(why.locator("pre").is_visible())
        why.locator("summary").click()
        self.assertIn("upload.py", why.locator("pre").inner_text())
        link = record.locator(".links a")
        self.assertEqual((link.inner_text(), link.get_attribute("href")), ("log ci.example.org", "https://ci.example.org/jobs/4711"))
        self.assertEqual((link.get_attribute("rel"), link.get_attribute("target")), ("noopener noreferrer", "_blank"))

    def test_steps_are_a_table_in_their_order(self):
        self.fill()
        page = self.show()

        record = self.press(page, 3)

        table = record.get_by_role("table", name="Steps · Failed: 1 · Finished: 1")
        self.assertEqual(table.get_by_role("columnheader").all_inner_texts(), ["Name", "Duration"])
        self.assertEqual(table.locator(".step").all_inner_texts(), ["dump", "upload"])
        self.assertEqual(table.get_by_role("rowheader").all_text_contents(), ["dump Finished", "upload FailedOSError: disk full"])

    def test_steps_that_are_not_kept_any_more_are_counted(self):
        self.fill(finished=4)
        for item in self.service.call("GET", "/v1/progress").json["items"]:
            self.service.call("DELETE", f"/v1/progress/{item['id']}")
        self.forgiven = "status of 404"
        page = self.show(count=6)

        page.locator(".run").first.click()

        until(lambda: page.locator(".record").get_attribute("aria-label") == "Run 1: Finished", "the first", PATIENCE)
        self.assertEqual(page.locator("caption").inner_text(), "Steps · Finished: 2")
        self.assertEqual(page.locator(".omitted").inner_text(), "Not shown: 2")

    def test_a_step_that_takes_much_longer_is_slower_than_usual(self):
        ids = self.fill()
        page = self.show()

        def answer(route):
            run = route.fetch().json()
            lengths = [(3.1, 2), (2.9, 2)]  # with what is usual
            for step, (seconds, typical) in zip(run["steps"], lengths):
                step.update(durationSeconds=seconds, typicalDurationSeconds=typical)
            route.fulfill(json=run)

        page.route(re.compile(f"/runs/{ids[2]}"), answer)
        record = self.press(page, 2)

        took = record.locator("td").all_inner_texts()
        self.assertEqual([re.sub(r"\s+", " ", text).strip() for text in took], ["3.1 sec usually 2 sec slower than usual", "2.9 sec usually 2 sec"])

    def test_milliseconds_are_not_called_slow(self):
        ids = self.fill()
        page = self.show()

        def answer(route):
            run = route.fetch().json()
            run["steps"][0].update(durationSeconds=0.09, typicalDurationSeconds=0.01)
            route.fulfill(json=run)

        page.route(re.compile(f"/runs/{ids[2]}"), answer)
        self.press(page, 2)

        self.assertEqual(page.locator(".slow:visible").count(), 0)

    def test_keys_go_from_bar_to_bar_open_and_close(self):
        self.fill()
        for locale, [back, on] in {"en": ("ArrowLeft", "ArrowRight"), "ar": ("ArrowRight", "ArrowLeft")}.items():
            page = self.show(f"/progress/backup?locale={locale}")
            press = page.keyboard.press
            focused = lambda: page.evaluate(FOCUSED)
            self.row(page, "backup").focus()
            while focused() < 0:
                press("Tab")
            self.assertEqual(focused(), 4)
            self.assertEqual(page.evaluate(STOPS), "-1 -1 -1 -1 0")
            press(on)
            self.assertEqual(focused(), 4)
            press("Home")
            press(on)
            self.assertEqual(focused(), 1)
            press("End")
            press(back)
            self.assertEqual(focused(), 3)
            self.assertEqual(page.evaluate(STOPS), "-1 -1 -1 0 -1")

            press("Enter")
            record = self.wait_for_record(page)
            self.assertEqual(focused(), 3)
            press("Tab")
            self.assertTrue(page.evaluate("document.activeElement.matches('.shut')"))
            press("Tab")
            press("Escape")

            self.assertEqual(record.count(), 0)
            self.assertEqual(focused(), 3)

    def test_its_button_closes_a_record_and_gives_the_focus_back(self):
        self.fill()
        page = self.show()
        record = self.press(page, 1)

        record.get_by_role("button", name="Close").click()

        self.assertEqual(record.count(), 0)
        self.assertEqual(page.evaluate(FOCUSED), 1)

    def test_a_bar_says_what_a_screen_reader_needs(self):
        self.fill()
        page = self.show()
        bars = page.get_by_role("toolbar", name="Last runs").get_by_role("button")

        labels = [bar.get_attribute("aria-label") for bar in bars.all()]

        self.assertRegex(labels[0], r"^Run 1: Finished · took \d.* ago$")
        self.assertRegex(labels[3], r"^Run 4: Failed · 75% · took \d.* ago · OSError: disk full$")
        self.assertRegex(labels[4], r"^Run 5: Running · 0% · for \d.*$")
        self.assertRegex(bars.first.get_attribute("title"), r"\d{1,2}:\d\d:\d\d")

    def test_the_marks_below_tell_the_states_apart_without_color(self):
        self.fill()
        page = self.show()

        marks = page.locator(".run .mark").evaluate_all("(marks) => marks.map((mark) => mark.checkVisibility() && mark.firstElementChild.getAttribute('href'))")

        self.assertEqual(marks, [False, False, False, "#i-failed", "#i-working"])

    def test_an_end_changes_its_bar_and_the_open_record_stays(self):
        self.fill()
        page = self.show()
        record = self.press(page, 4)
        self.assertEqual(record.get_attribute("aria-label"), "Run 5: Running")
        record.locator(".shut").focus()

        self.service.call("POST", "/v1/progress/backup/fail", {"message": "no\nspace"})

        until(lambda: record.count() and record.get_attribute("aria-label") == "Run 5: Failed", "the end", PATIENCE)
        self.assertEqual(page.locator(".run").last.get_attribute("data-state"), "failed")
        self.assertTrue(page.evaluate("document.activeElement.matches('.shut')"))
        self.assertEqual(record.locator(".why summary").first.inner_text(), "space")

    def test_the_open_record_follows_the_run_at_work_and_keeps_the_focus(self):
        self.service.put("backup", totalUnitCount=10)
        self.service.call("POST", "/v1/progress/backup/fail", {"message": "no"})
        self.service.put("backup", totalUnitCount=10, completedUnitCount=2, urls={"log": "https://ci.example.org/jobs/4711"})
        page = self.show(count=2)
        record = self.press(page, 1)
        link = record.locator(".links a")
        link.focus()

        self.service.call("PATCH", "/v1/progress/backup", {"completedUnitCount": 8, "userInfo": {"loss": 0.4}})

        until(lambda: record.locator(".counts").inner_text() == "80% · 8/10", "the counts", PATIENCE)
        self.assertIn("0.4", record.locator(".facts").inner_text())
        self.assertTrue(link.evaluate("(link) => link === document.activeElement"))

    def test_the_row_of_a_list_shows_them_too_and_the_first_run_those_after_it(self):
        first = self.fill()[0]
        page = self.open()
        page.locator("#working .row").click()
        until(lambda: page.locator(".run").count() == 5, "the bars", PATIENCE)
        self.press(page, 0)
        self.assertEqual(page.locator("#working .row").first.get_attribute("aria-expanded"), "true")

        page = self.show(f"/progress/{first}")

        self.assertEqual(page.locator(".run").count(), 5)

    def test_a_name_that_is_gone_has_its_bars_with_the_newest_open(self):
        self.fill()
        for item in self.service.call("GET", "/v1/progress").json["items"]:
            self.assertEqual(self.service.call("DELETE", f"/v1/progress/{item['id']}").status, 204)
        self.forgiven = "status of 404"

        page = self.show()

        self.assertTrue(page.locator("#gone").is_visible())
        self.assertEqual(self.wait_for_record(page).get_attribute("aria-label"), "Run 5: Cancelled")
        page.locator(".run").last.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Enter")
        until(lambda: page.locator(".record").get_attribute("aria-label") == "Run 4: Failed", "the one before", PATIENCE)
        self.assertEqual(page.evaluate(STOPS), "-1 -1 -1 0 -1")
        page.keyboard.press("Escape")
        self.assertEqual(page.locator(".record").count(), 0)

    def remove(self):
        present = self.service.call("GET", "/v1/progress/backup").json["id"]
        self.assertEqual(self.service.call("DELETE", f"/v1/progress/{present}").status, 204)

    def test_the_runs_of_a_name_are_read_whenever_it_goes(self):
        self.put(completedUnitCount=1)
        page = self.open("/progress/backup")
        self.wait_for_row(page, "backup")
        for count in (1, 2, 3):
            if count > 1:
                self.put(completedUnitCount=1)

            self.remove()

            until(lambda: page.locator("#gone .run").count() == count, "a bar for each run", PATIENCE)
            until(lambda: page.locator("#gone .record").get_attribute("aria-label") == f"Run {count}: Finished", "the newest record", PATIENCE)

    def wait_until_asked_again(self, page, bring, place, count):
        """The page says that the runs are missing, and half a minute after `bring` it has so many."""
        said, runs = page.locator(f"{place} .said"), page.locator(f"{place} .run")
        until(lambda: said.count() and said.inner_text() == "The service did not answer", "the word", PATIENCE)
        bring()

        def are_there():
            page.clock.fast_forward(31_000)
            return runs.count() == count

        until(are_there, "the bars", PATIENCE)

    def test_the_runs_of_what_is_gone_are_asked_for_again(self):
        self.put(completedUnitCount=1)
        self.remove()
        page = self.context.new_page()
        page.clock.install()
        bring = self.lose(page, r"/runs\?")
        self.forgiven += "|status of 404"
        page.goto(self.service.url + "/progress/backup")

        self.wait_until_asked_again(page, bring, "#gone", 1)
        self.assertFalse(page.locator("#gone .said").is_visible())

    def test_a_record_that_nobody_answers_for_says_so_and_can_be_asked_for_again(self):
        self.fill()
        page = self.show()
        bring = self.lose(page, "/runs/")

        page.locator(".run").nth(3).click()

        until(lambda: page.locator(".record").inner_text().startswith("The service did not answer"), "the word", PATIENCE)
        bring()
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        self.wait_for_record(page)

    def test_runs_that_nobody_answers_for_say_so_and_are_asked_for_again(self):
        self.fill()
        page = self.context.new_page()
        page.clock.install()
        bring = self.lose(page, r"/runs\?")

        page.goto(self.service.url + "/progress/backup")

        self.wait_until_asked_again(page, bring, "body", 5)
        self.assertNotEqual(page.locator(".said").inner_text(), "The service did not answer")

    def test_what_draws_a_record_loads_with_the_first(self):
        self.fill()
        asked = []
        self.context.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
        page = self.open("/progress/backup")
        until(lambda: page.locator(".run").count() == 5, "the bars", PATIENCE)
        self.assertNotIn("record.js", asked)

        self.press(page, 0)

        self.assertIn("record.js", asked)

    def test_it_fits_a_small_phone_in_every_language(self):
        self.fill(finished=16)
        page = self.new_context(viewport={"width": 320, "height": 740}).new_page()
        for tag in TAGS:
            page.goto(f"{self.service.url}/progress/backup?locale={tag}")
            until(lambda: page.locator(".run").count() == 18, "the bars", PATIENCE)
            self.press(page, 16)
            inside = page.evaluate("""() => [...document.querySelectorAll(".record *, .usually")].filter((each) => each.checkVisibility() && !each.closest(".unseen"))
                .map((each) => each.getBoundingClientRect()).every(({ left, right }) => left >= 0 && right <= innerWidth)""")
            newest = page.locator(".run").last.bounding_box()
            self.assertEqual((tag, page.evaluate("document.documentElement.scrollWidth - innerWidth"), inside), (tag, 0, True))
            self.assertTrue(newest["x"] >= 0 and newest["x"] + newest["width"] <= 320, (tag, newest))
            self.assertGreaterEqual(min(newest["width"], newest["height"]), 24)

    def test_forced_colors_keep_the_bars(self):
        self.fill()
        page = self.show(forced_colors="active")

        colors = page.locator(".run i").evaluate_all("(bars) => bars.map((bar) => getComputedStyle(bar).backgroundColor)")

        self.assertEqual(colors, ["rgb(27, 122, 75)"] * 3 + ["rgb(194, 36, 28)", "rgb(36, 86, 214)"])


class RunsAccessTest(Runs):
    """Axe on the bars and a record, in both themes, in Arabic, on a phone, and of a name that is gone."""

    check = test_access.AccessTest.check

    def test_the_runs_have_no_faults(self):
        self.fill()
        phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
        for options in ({}, {"color_scheme": "dark"}, phone, {"locale": "ar"}):
            page = self.show(reduced_motion="reduce", **options)
            self.press(page, 3)
            self.check(page)
        for item in self.service.call("GET", "/v1/progress").json["items"]:
            self.service.call("DELETE", f"/v1/progress/{item['id']}")
        self.forgiven = "status of 404"
        page = self.show(reduced_motion="reduce")
        self.wait_for_record(page)
        self.check(page)


class PrefixedRunsTest(Runs):
    arguments = ("--path-prefix", "/team-a")

    def test_they_open_below_a_path_of_the_service(self):
        for count in (1, 4):
            reply = self.service.call("PUT", "/team-a/v1/progress/backup", {"totalUnitCount": count})
            self.assertEqual(reply.status, 201)
            self.service.call("POST", "/team-a/v1/progress/backup/completed-units", {"count": 1})

        page = self.show("/team-a/progress/backup", count=2)

        self.assertEqual(self.press(page, 0).get_attribute("aria-label"), "Run 1: Finished")
