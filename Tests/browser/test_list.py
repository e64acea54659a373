"""The page of all roots: what needs attention, what the address says, what stays where it is, and many at once."""

import email.utils
import json
import re
import time

from kit import BrowserTest, until
from support.client import NDJSON


class ListTest(BrowserTest):
    def titles(self, page, section="working"):
        return page.locator(f"#{section} .title").all_inner_texts()

    def fill(self, count, **members):
        lines = [{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 10, **members}} for i in range(count)]
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.assertEqual(self.service.call("POST", "/v1/batch", body, NDJSON).status, 200)

    def test_a_failed_grandchild_brings_its_root_up_and_is_one_click_away(self):
        self.service.put("release", totalUnitCount=2, children=[
            {"name": "build", "pendingUnitCount": 1, "totalUnitCount": 2,
             "children": [{"name": "linker", "pendingUnitCount": 1, "totalUnitCount": 4}]},
            {"name": "upload", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open()
        self.wait_for_row(page, "release")
        self.assertEqual(self.titles(page), ["release"])

        self.service.call("POST", "/v1/progress/linker/fail", {"message": "out of memory"})

        until(lambda: self.titles(page, "attention") == ["release"], "the root in need of attention")
        self.assertEqual(self.row(page, "release").get_attribute("data-state"), "running")
        self.assertEqual(self.row(page, "release").locator(".below").inner_text(), "1 failed")
        until(lambda: page.title().startswith("(1 failed)"), "the failure in the title")
        page.locator("#attention .mark").click()
        until(lambda: page.locator('#attention .trouble[data-state="failed"]').count(), "the failed part of the bar")
        page.locator("#attention .below").first.click()
        self.wait_for_row(page, "linker")
        self.assertIn("/progress/", page.url)

    def test_a_worker_that_died_is_shown_by_the_age_of_its_last_word(self):
        self.service.put("quiet", totalUnitCount=10, completedUnitCount=2)
        page = self.context.new_page()
        page.clock.install()
        page.goto(self.service.url)
        self.wait_for_row(page, "quiet")

        page.clock.fast_forward("12:05")

        until(lambda: "No update for 12 min" in self.row(page, "quiet").inner_text(), "the age of the last word")
        self.assertNotIn("left", self.row(page, "quiet").inner_text())

    def test_words_of_something_below_are_no_figures_of_the_root(self):
        self.service.put("job", totalUnitCount=10, completedUnitCount=2, children=[
            {"name": "step", "pendingUnitCount": 8, "totalUnitCount": 1000}])
        self.service.complete("step", 138)
        page = self.open()
        row = self.wait_for_row(page, "job")
        until(lambda: row.locator(".additional").inner_text() == "2 of 10", "the root's own count")
        self.assertFalse(row.locator(".description").is_visible())

        self.service.call("PATCH", "/v1/progress/step", {"localizedDescription": "Copying photos"})

        until(lambda: row.locator(".description").inner_text() == "Copying photos", "what is being done")

    def test_a_root_is_not_silent_while_something_below_moves(self):
        self.service.put("open", totalUnitCount=-1, children=[{"name": "part", "pendingUnitCount": 1, "totalUnitCount": 1000}])
        page = self.context.new_page()
        page.clock.install()
        page.goto(self.service.url)
        row = self.wait_for_row(page, "open")
        page.clock.fast_forward("01:30")
        until(lambda: "No update for" in row.inner_text(), "the silence")

        self.service.complete("part", 3)

        until(lambda: "No update for" not in row.inner_text(), "the word from below")

    def test_a_browser_whose_clock_is_wrong_takes_the_time_from_the_service(self):
        self.service.put("some", totalUnitCount=10, completedUnitCount=2)
        page = self.context.new_page()
        page.clock.install(time=time.time() + 600)
        page.goto(self.service.url)
        row = self.wait_for_row(page, "some")
        until(lambda: page.evaluate("document.body.dataset.role") == "operator", "the answer that says the time")
        page.clock.run_for(2000)

        self.assertNotIn("min", row.inner_text())

    def test_a_clock_that_is_set_right_meanwhile_makes_no_silence(self):
        self.service.put("some", totalUnitCount=10, completedUnitCount=2, estimatedTimeRemaining=7230, throughput=0.01)
        self.service.put("other", totalUnitCount=10, completedUnitCount=1)
        page = self.context.new_page()
        page.clock.install(time=time.time() - 86400)
        page.goto(self.service.url)
        row = self.wait_for_row(page, "some")
        until(lambda: page.evaluate("document.body.dataset.role") == "operator", "the answer that says the time")

        page.clock.set_system_time(time.time())
        self.service.complete("other", 1)

        self.wait_for_value(page, "other", 20)
        page.wait_for_timeout(1500)  # a whole turn of the page's clock
        for name in ("some", "other"):
            self.assertEqual(self.row(page, name).get_attribute("data-quiet"), None)
            self.assertNotRegex(self.row(page, name).locator(".times").inner_text(), "day|hr|min")
        self.assertEqual(row.locator(".left").inner_text(), "2 hr left")

    def test_the_hours_that_the_machine_slept_are_counted(self):
        self.service.put("some", totalUnitCount=10, completedUnitCount=2)
        page = self.context.new_page()
        page.clock.install(time=time.time())
        page.goto(self.service.url)
        row = self.wait_for_row(page, "some")
        until(lambda: page.evaluate("document.body.dataset.role") == "operator", "the answer that says the time")
        later = time.time() + 7_260
        headers = {"Date": email.utils.formatdate(later, usegmt=True), "Content-Type": "application/json"}
        page.route("**/v1/session?*", lambda route: route.fulfill(headers=headers, body='{"role": "operator"}'))

        page.clock.set_system_time(later)

        until(lambda: "No update for 2 hr" in row.inner_text(), "the silence", 30)

    def test_the_root_that_was_opened_first_closes_for_the_fifty_first(self):
        for i in range(51):
            self.service.put(f"root-{i}", totalUnitCount=2, children=[{"name": f"leaf-{i}", "pendingUnitCount": 1}])
        page = self.open("/?sort=oldest")
        self.wait_for_row(page, "root-50")
        expanded = page.locator('.row[aria-level="1"][aria-expanded="true"]')
        for i in range(51):
            self.row(page, f"root-{i}").locator(".figure").click()

        self.wait_for_row(page, "leaf-50")
        until(lambda: expanded.count() == 50, "that one closes")

        until(lambda: page.locator('.row[aria-level="2"]').count() == 50, "a child below each of the others")
        self.assertEqual(self.row(page, "root-0").get_attribute("aria-expanded"), "false")

    def test_the_search_finds_a_root_by_what_its_row_says_of_a_step(self):
        self.service.put("tree", totalUnitCount=2, children=[{"name": "step", "pendingUnitCount": 1, "localizedDescription": "Copying photos"}])
        self.service.put("other", totalUnitCount=2)
        page = self.open()
        until(lambda: self.wait_for_row(page, "tree").locator(".description").inner_text() == "Copying photos", "what is being done")

        page.fill("#search", "photos")

        until(lambda: page.locator(".row .title").all_inner_texts() == ["tree"], "the row")

    def test_a_state_may_be_named_as_the_service_does_and_a_wrong_one_is_none(self):
        self.service.put("some", totalUnitCount=10)
        for state in ("running", "bogus"):
            page = self.open(f"/?state={state}")
            self.wait_for_row(page, "some")

    def test_names_that_end_like_a_badge_or_a_text_view_lead_to_their_page(self):
        for name in ("readme.txt", "logo.svg"):
            node = self.service.put(name, totalUnitCount=10)
            page = self.open()
            title = self.wait_for_row(page, name).locator(".title")
            until(lambda: title.get_attribute("href") == "/progress/" + node["id"], "the link")

    def test_what_ran_again_raises_no_alarm(self):
        self.service.put("nightly", totalUnitCount=10)
        self.service.call("POST", "/v1/progress/nightly/fail", {"message": "no"})
        page = self.open()
        until(lambda: page.title().startswith("(1 failed)"), "the alarm")

        self.service.put("nightly", totalUnitCount=10)

        until(lambda: page.title() == "1 running · progressd", "no alarm")
        self.assertIn("favicon", page.locator("link[rel=icon]").get_attribute("href"))

    def test_many_at_once_spare_what_nobody_may_cancel_and_what_something_works_below(self):
        self.service.put("guarded", totalUnitCount=10, isCancellable=False)
        self.service.put("plain", totalUnitCount=10)
        self.service.put("half", totalUnitCount=1, children=[{"name": "busy", "pendingUnitCount": 0, "totalUnitCount": 4}])
        self.service.complete("half")
        self.service.put("whole", totalUnitCount=1, completedUnitCount=1)
        page = self.open()
        self.wait_for_row(page, "whole")

        page.click("#select")
        until(lambda: page.locator(".bulk").is_visible(), "what may be done")

        page.locator(".bulk .every").check()
        until(lambda: page.locator(".bulk button:enabled").all_inner_texts() == ["Cancel (1)", "Remove (1)"], "those that it concerns")
        page.click("#wipe")
        until(lambda: page.locator("#wipe").inner_text() == "Remove (1)?", "how many would go")

    def test_one_row_is_in_the_tab_order(self):
        self.fill(30)
        page = self.open()
        until(lambda: page.locator(".row").count() == 30, "the rows")

        reachable = page.locator(".row").evaluate_all(
            "(rows) => rows.filter((row) => [row, ...row.querySelectorAll('a, button, input')].some((each) => each.tabIndex >= 0)).length")
        self.assertEqual(reachable, 1)

    def test_the_address_says_what_is_looked_for(self):
        self.service.put("alpha", totalUnitCount=1, labels={"team": "data"})
        self.service.put("beta", totalUnitCount=1, labels={"team": "data"}, isPausable=True)
        self.service.put("gamma", totalUnitCount=1)
        self.service.call("POST", "/v1/progress/beta/pause")
        page = self.open()
        self.wait_for_row(page, "alpha").locator(".tags a").click()
        until(lambda: self.titles(page) == ["beta", "alpha"], "the label")
        self.assertEqual(page.locator(".tile b").first.inner_text(), "2")
        page.locator(".tile", has_text="Paused").click()
        page.fill("#search", "bet")
        page.select_option("#sort", "name")
        until(lambda: self.titles(page) == ["beta"], "all of it")
        self.assertEqual(page.evaluate("location.search"), "?q=bet&state=paused&sort=name&label=team:data")
        self.assertEqual(page.locator("#working .count").inner_text(), "1")

        again = self.open("/" + page.evaluate("location.search"))
        until(lambda: self.titles(again) == ["beta"], "the same page")
        self.assertEqual(again.input_value("#search"), "bet")

    def test_many_roots_stand_in_one_line_each_and_attention_is_short(self):
        self.fill(60)
        for i in range(9):
            self.service.call("POST", f"/v1/progress/root-{i}/fail", {"message": "no"})
        page = self.open()
        until(lambda: len(self.titles(page, "attention")) == 5, "five that need attention")

        rows = page.locator(".row:not(.more)")
        boxes = rows.evaluate_all("(rows) => rows.map((row) => row.getBoundingClientRect().bottom)")
        self.assertGreaterEqual(len([bottom for bottom in boxes if bottom <= 900]), 20)
        page.get_by_role("button", name="Show 4 more").click()
        until(lambda: len(self.titles(page, "attention")) == 9, "the rest")
        page.click("#dense")
        until(lambda: not page.evaluate("document.body.classList.contains('compact')"), "wide rows")

    def test_a_section_stays_folded(self):
        self.fill(3)
        page = self.open()
        until(lambda: len(self.titles(page)) == 3, "the rows")

        page.locator("#working .fold").click()

        until(lambda: self.titles(page) == [], "no rows")
        self.assertEqual(page.locator("#working .count").inner_text(), "3")
        again = self.open()
        until(lambda: again.locator("#working .fold").get_attribute("aria-expanded") == "false", "the fold remembered")

    def test_the_order_holds_still_under_the_pointer(self):
        self.fill(3)
        page = self.open()
        until(lambda: len(self.titles(page)) == 3, "the rows")
        self.row(page, "root-1").hover()

        self.service.put("later", totalUnitCount=1)

        until(lambda: page.locator("#fresh").is_visible(), "the button that says that one came")
        self.assertEqual((page.locator("#fresh").inner_text(), self.titles(page)), ("1 new", ["root-2", "root-1", "root-0"]))
        page.locator("#fresh").click()
        until(lambda: self.titles(page)[0] == "later", "the new one on top")

    def test_what_the_filter_shows_is_cancelled_at_once_and_ended_ones_removed(self):
        self.fill(4, labels={"job": "1"})
        self.service.put("other", totalUnitCount=1)
        page = self.open("/?label=job:1")
        until(lambda: len(self.titles(page)) == 4, "four")
        page.click("#select")
        cancel = page.locator(".bulk button").nth(2)
        until(lambda: cancel.inner_text() == "Cancel", "the bar")
        self.row(page, "root-0").locator(".pick").check()
        until(lambda: cancel.inner_text() == "Cancel (1)", "the one that is picked")
        page.locator(".bulk .every").check()
        until(lambda: cancel.inner_text() == "Cancel (4)", "the number")

        cancel.click()
        until(lambda: cancel.inner_text() == "Cancel for good? (4)", "the question")
        self.assertEqual(self.service.call("GET", "/v1/progress/root-0").json["state"], "running")
        page.wait_for_timeout(450)  # a double click is no answer
        cancel.click()

        until(lambda: self.service.call("GET", "/v1/progress/root-0").json["state"] == "cancelled", "the cancel")
        self.assertEqual(self.service.call("GET", "/v1/progress/other").json["state"], "running")
        page.click("#search")
        remove = page.locator(".bulk button").last
        page.locator(".bulk .every").check()
        until(lambda: remove.inner_text() == "Remove (4)", "the number of ended ones")
        remove.click()
        page.wait_for_timeout(450)
        remove.click()
        until(lambda: self.service.call("GET", "/v1/progress").json["items"][1:] == [], "only the other")

    def test_two_runs_of_one_name(self):
        self.service.put("backup", totalUnitCount=4)
        self.service.call("POST", "/v1/progress/backup/fail", {"message": "disk full"})
        page = self.open()
        until(lambda: self.titles(page, "attention") == ["backup"], "the failure")

        self.service.put("backup", totalUnitCount=4)

        until(lambda: self.titles(page) == ["backup"], "the new run")
        until(lambda: self.titles(page, "ended") == ["backup"], "the old one at rest")

    def run_again(self, name, times):
        """Three runs tell how long one usually takes."""
        for _ in range(times):
            self.service.put(name, totalUnitCount=1)
            time.sleep(0.02)
            self.service.complete(name)

    def test_a_run_that_takes_longer_than_usual_is_marked_in_its_closed_row(self):
        self.fill(30)
        self.run_again("backup", 3)
        self.run_again("import", 2)
        for name in ("backup", "import"):
            self.service.put(name, totalUnitCount=4)
        page = self.context.new_page()
        asked = []
        page.on("request", lambda request: asked.extend(re.findall("/v1/progress/(.+)/runs", request.url)))
        page.goto(self.service.url)
        working = page.locator("#working .row", has=page.locator('.title[title="backup"]'))
        until(lambda: working.locator(".late").count() and working.locator(".late").is_visible(), "the mark")

        self.assertEqual(working.locator(".late").inner_text(), "longer than usual")
        self.assertTrue(working.locator(".late").get_attribute("title").startswith("usually "))
        self.assertEqual(page.locator(".late:visible").count(), 1)
        page.click("#dense")
        until(lambda: "usually " in working.locator(".texts").inner_text(), "how long it usually takes, where there is room")
        page.wait_for_timeout(1500)  # a whole turn of the page's clock
        self.assertEqual(asked, ["backup"])

    def test_a_late_run_is_marked_also_after_look_ups_that_failed(self):
        self.run_again("backup", 3)
        self.service.put("backup", totalUnitCount=4)
        page = self.context.new_page()
        page.clock.install()
        self.forgiven = "Failed to load resource"
        answers = [lambda route: route.abort(), lambda route: route.fulfill(body="half an ans"), lambda route: route.fulfill(status=503)]
        page.route(re.compile("/v1/progress/backup/runs"), lambda route: answers.pop(0)(route) if answers else route.continue_())
        page.goto(self.service.url)
        until(lambda: self.titles(page) == ["backup"], "the new run")

        def is_marked():
            page.clock.fast_forward(31_000)
            return page.locator("#working .late:visible").count() == 1

        until(is_marked, "the mark")
        self.assertEqual(answers, [])

    def test_a_worker_that_dies_needs_attention_and_its_age_ticks(self):
        self.service.put("crawl", totalUnitCount=100_000, leaseSeconds=2)
        page = self.open()
        row = self.wait_for_row(page, "crawl")
        left = row.locator(".texts .left")

        def works():
            self.service.complete("crawl")
            return left.inner_text().endswith(" left")

        until(works, "the time left", seconds=30)

        until(lambda: self.titles(page, "attention") == ["crawl"], "the row in need of attention", seconds=30)
        self.assertEqual(left.inner_text(), "")
        self.assertNotIn("remaining", row.inner_text())
        ages = []

        def ticks():
            found = re.search(r"No update for (\d+) sec", row.inner_text())
            if found and found[1] not in ages:
                ages.append(found[1])
            return len(ages) >= 3

        until(ticks, "an age that grows", seconds=30)
        self.assertEqual(ages, sorted(ages, key=int))

    def test_a_row_has_a_menu(self):
        context = self.new_context(permissions=["clipboard-read", "clipboard-write"])
        self.service.put("backup", totalUnitCount=4)
        page = self.open(context=context)

        self.wait_for_row(page, "backup").locator(".more-calls").click()
        entry = page.get_by_role("menuitem", name="Copy: curl")
        self.assertLess(entry.bounding_box()["height"], 50)  # one line: the style of the menu is there
        entry.click()

        until(lambda: page.evaluate("navigator.clipboard.readText()") == f"curl {self.service.url}/v1/progress/backup", "the copy")

    def test_a_root_that_is_followed_is_told_of_when_it_ends(self):
        self.service.put("backup", totalUnitCount=4)
        self.context.add_init_script(
            "window.told = []; window.Notification = class { constructor(title) { told.push(title); } static requestPermission = async () => 'granted'; }"
        )
        page = self.open()
        self.wait_for_row(page, "backup").locator(".more-calls").click()
        page.get_by_role("menuitem", name="Notify me").click()
        until(lambda: "followed" in page.evaluate("localStorage.progressd || ''"), "the choice remembered")

        self.service.complete("backup", 4)

        until(lambda: page.evaluate("told") == ["backup: Finished"], "the notice")
