import json

from kit import BrowserTest, until
from support.client import NDJSON


def batch(service, lines):
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    reply = service.call("POST", "/v1/batch", body, NDJSON)
    assert reply.status == 200, reply


IS_IN_SIGHT = "(element) => element.getBoundingClientRect().top >= 0 && element.getBoundingClientRect().bottom <= innerHeight"


class TreeTest(BrowserTest):
    """The page of one tree."""

    def put_crowd(self, count, finished):
        self.service.put("crawl", totalUnitCount=count)
        batch(self.service, [
            {"method": "POST", "path": "/v1/progress/crawl/children",
             "body": {"name": f"page-{i}", "pendingUnitCount": 1, "totalUnitCount": 4, "completedUnitCount": 4 if i < finished else 1}}
            for i in range(count)
        ])

    def titles(self, page):
        return page.locator("#tree .title").evaluate_all("(titles) => titles.map((each) => each.title)")

    def test_a_button_leads_to_what_failed_deep_below(self):
        self.service.put("deploy", totalUnitCount=80, children=[
            {"name": f"region-{i}", "pendingUnitCount": 1, "totalUnitCount": 2,
             "children": [{"name": f"host-{i}", "pendingUnitCount": 1, "totalUnitCount": 4}]} for i in range(80)
        ])
        self.service.call("POST", "/v1/progress/host-70/fail", {"message": "disk full"})
        page = self.open("/progress/deploy")
        self.wait_for_row(page, "region-70")
        self.assertEqual(self.titles(page)[:2], ["deploy", "region-70"])
        self.assertEqual(self.row(page, "host-70").count(), 0)

        page.get_by_role("button", name="Failed: 1 — host-70: disk full").click()

        row = self.wait_for_row(page, "host-70")
        until(lambda: row.evaluate("(element) => element === document.activeElement"), "the focus on it")
        self.assertIn("disk full", row.inner_text())

    def test_the_label_of_a_child_filters_its_tree(self):
        self.service.put("deploy", totalUnitCount=3, children=[
            {"name": f"host-{i}", "pendingUnitCount": 1, "labels": {"zone": "north" if i else "south"}} for i in range(3)])
        page = self.open("/progress/deploy")

        self.wait_for_row(page, "host-1").locator(".tags a").click()

        until(lambda: self.titles(page) == ["deploy", "host-1", "host-2"], "those with the label")
        self.assertEqual(page.evaluate("location.search"), "?label=zone:north")
        page.locator("#chosen button").click()
        until(lambda: len(self.titles(page)) == 4, "all of them")

    def test_the_bar_of_many_is_red_where_one_failed_and_its_tiles_follow_the_search(self):
        self.put_crowd(200, 0)
        self.service.call("POST", "/v1/progress/page-77/fail", {"message": "no"})
        page = self.open("/progress/crawl")
        until(lambda: page.locator('.top .trouble[data-state="failed"]').count() == 1, "the failed part of the bar")

        page.fill("#search", "page-11")

        until(lambda: page.locator(".tile b").first.inner_text() == "11", "as many as match")
        self.assertEqual(page.locator(".culprit").inner_text(), "Failed: 1 — page-77: no")

    def test_the_address_of_a_tree_may_name_a_node_to_go_to(self):
        self.put_crowd(60, 0)
        node = self.service.call("GET", "/v1/progress/page-40").json["id"]

        page = self.open(f"/progress/crawl#{node}")

        row = self.wait_for_row(page, "page-40")
        until(lambda: row.evaluate("(element) => element === document.activeElement"), "the focus on it")

    def test_the_address_of_a_tree_may_be_escaped(self):
        self.service.put("deploy", totalUnitCount=2)

        page = self.open("/progress/%64eploy")

        self.wait_for_row(page, "deploy")
        self.assertEqual(page.evaluate("document.body.dataset.page"), "trees")

    def test_the_address_may_name_a_node_that_is_not_among_the_first_rows(self):
        for finished in (0, 125):
            with self.subTest(finished=finished):
                self.put_crowd(130, finished)
                node = self.service.call("GET", "/v1/progress/page-120").json["id"]

                page = self.open(f"/progress/crawl#{node}")

                row = self.wait_for_row(page, "page-120")
                until(lambda: row.evaluate("(element) => element === document.activeElement"), "the focus on it")
                until(lambda: row.evaluate(IS_IN_SIGHT), "the row in sight")
                self.service.call("DELETE", "/v1/progress/crawl")

    def test_many_children_hide_those_that_are_finished_until_asked(self):
        self.put_crowd(60, 55)
        page = self.open("/progress/crawl")
        self.wait_for_row(page, "page-59")
        self.assertEqual(self.titles(page), ["crawl"] + [f"page-{i}" for i in range(55, 60)])

        page.get_by_role("button", name="Show 55 finished").click()

        until(lambda: len(self.titles(page)) == 61, "all of them, in their order")
        self.assertEqual(self.titles(page)[1], "page-0")

    def test_a_tree_is_searched_and_filtered_by_state(self):
        self.service.put("import", totalUnitCount=2, children=[
            {"name": f"photo-{i}", "pendingUnitCount": 1, "totalUnitCount": 2, "isPausable": True,
             "children": [{"name": f"filter-{i}", "pendingUnitCount": 1, "totalUnitCount": 4} for i in [i]]} for i in range(40)
        ])
        self.service.call("POST", "/v1/progress/filter-7/pause")
        page = self.open("/progress/import")
        self.wait_for_row(page, "photo-7")

        page.fill("#search", "filter-33")
        until(lambda: self.titles(page) == ["import", "photo-33", "filter-33"], "what matches, and the way to it")
        page.fill("#search", "nowhere")
        until(lambda: page.locator("#nothing").is_visible(), "the page that says that nothing matches")
        page.click("#clear")
        page.locator(".tile", has_text="Paused").click()

        until(lambda: self.titles(page) == ["import", "photo-7", "filter-7"], "the paused one")

    def test_the_page_of_a_name_goes_on_with_its_next_run(self):
        first = self.service.put("backup", totalUnitCount=4, completedUnitCount=1)
        page = self.open("/progress/backup")
        self.wait_for_value(page, "backup", 25)
        self.service.call("POST", "/v1/progress/backup/fail", {"message": "disk full"})
        until(lambda: "disk full" in self.row(page, "backup").inner_text(), "the failure")

        self.service.put("backup", totalUnitCount=4, completedUnitCount=2)

        self.wait_for_value(page, "backup", 50)
        until(lambda: not self.row(page, "backup").locator(".note").is_visible(), "no failure of the new run")
        until(lambda: page.locator(".run").count() == 2, "both runs")
        self.assertIn("disk full", page.locator(".run").first.get_attribute("title"))
        old = self.open(f"/progress/{first['id']}")
        until(lambda: "disk full" in self.row(old, "backup").inner_text(), "the page of the first run")

    def test_a_progress_that_is_gone_leaves_its_runs_and_a_badge(self):
        self.forgiven = "status of 404"
        self.service.put("backup", totalUnitCount=4)
        self.service.call("POST", "/v1/progress/backup/fail", {"message": "disk full"})
        self.service.put("backup", totalUnitCount=1)
        self.service.complete("backup")
        for item in self.service.call("GET", "/v1/progress").json["items"]:
            self.assertEqual(self.service.call("DELETE", f"/v1/progress/{item['id']}").status, 204)
        reply = self.service.call("GET", "/progress/backup", headers={"Accept": "text/html"})
        self.assertEqual((reply.status, reply.headers["Content-Type"]), (404, "text/html; charset=utf-8"))

        page = self.open("/progress/backup")

        until(lambda: page.locator("#gone").is_visible(), "the words that it is gone")
        until(lambda: page.locator(".run").count() == 2, "its runs")
        oldest, newest = [bar.get_attribute("aria-label") for bar in page.locator(".run").all()]
        self.assertRegex(newest, "^Run 2: Finished · took ")
        self.assertRegex(oldest, "^Run 1: Failed .*disk full$")
        for path, words in [("/progress/backup.svg", "backup"), ("/progress/never.svg", "no data")]:
            badge = self.service.call("GET", path)
            self.assertEqual((badge.status, badge.headers["Content-Type"]), (200, "image/svg+xml"))
            self.assertIn(words, badge.body.decode())

    def test_five_thousand_children_are_light(self):
        self.put_crowd(5000, 3)
        page = self.open("/progress/crawl")
        self.wait_for_row(page, "page-3")
        self.assertEqual(page.locator(".top .figure").inner_text(), "25%")
        self.assertLessEqual(page.locator(".row").count(), 103)
        self.assertEqual(self.row(page, "page-3").locator(".worth, .share").locator("visible=true").count(), 0)

        page.fill("#search", "page-4999")
        until(lambda: self.titles(page) == ["crawl", "page-4999"], "the last one")
        self.service.complete("page-4999", 3)

        self.wait_for_value(page, "page-4999", 100)

    def test_one_decimal_where_there_are_many_units_and_little_is_done(self):
        self.service.put("crawl", totalUnitCount=5000, completedUnitCount=3)
        page = self.open("/progress/crawl")
        self.wait_for_row(page, "crawl")

        self.assertEqual(page.locator(".figure").inner_text(), "0%")
        self.service.complete("crawl", 9)

        until(lambda: page.locator(".figure").inner_text() == "0.2%", "tenths")

    def test_a_failed_grandchild_reddens_the_head_of_its_tree_until_it_is_gone(self):
        self.service.put("deploy", totalUnitCount=1, children=[
            {"name": "region", "pendingUnitCount": 1, "totalUnitCount": 1,
             "children": [{"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4}]}
        ])
        page = self.open("/progress/deploy")
        self.wait_for_row(page, "host")
        self.assertEqual(page.locator(".culprit").count(), 0)

        self.service.call("POST", "/v1/progress/host/fail", {"message": "disk full"})
        until(lambda: page.locator(".culprit").get_attribute("data-state") == "failed", "the way to it")
        self.service.call("DELETE", "/v1/progress/host")

        until(lambda: page.locator(".culprit").count() == 0, "nothing to go to")
