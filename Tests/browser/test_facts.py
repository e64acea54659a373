"""Links and values that a reporter sends along, and exact times."""

import re

from kit import BrowserTest, until

PATIENCE = 30


class FactsTest(BrowserTest):
    def test_urls_are_links_that_say_where_they_lead(self):
        self.service.put("deploy", totalUnitCount=2, urls={"log": "https://ci.example.org/jobs/4711?x=%3Cb%3E", "ticket": "http://tickets.example.org:8080/OPS-12"})
        page = self.open("/progress/deploy")
        links = self.wait_for_row(page, "deploy").locator(".links a")
        until(lambda: links.count() == 2, "the links", PATIENCE)

        self.assertEqual(links.all_inner_texts(), ["log ci.example.org", "ticket tickets.example.org:8080"])
        self.assertEqual(links.first.get_attribute("href"), "https://ci.example.org/jobs/4711?x=%3Cb%3E")
        self.assertEqual((links.first.get_attribute("rel"), links.first.get_attribute("target")), ("noopener noreferrer", "_blank"))
        self.service.call("PATCH", "/v1/progress/deploy", {"urls": {"ticket": None}})
        until(lambda: links.count() == 1, "the other one gone", PATIENCE)

    def test_values_are_in_the_detail_and_addresses_among_them_are_links(self):
        self.service.put("deploy", totalUnitCount=2, userInfo={
            "commit": "4be91c", "n": 7, "nested": {"a": [1]}, "markup": "<img src=x onerror=alert(1)>", "board": "https://board.example.org/d/42",
            "said": "see https://board.example.org", "script": "javascript:alert(1)", "false": "https://bank.example@evil.example/"})
        page = self.open("/progress/deploy")
        values = self.wait_for_row(page, "deploy").locator(".values")
        until(lambda: values.count() == 1, "the values", PATIENCE)

        shown = dict(zip(values.locator("dt").all_inner_texts(), values.locator("dd").all_inner_texts()))
        self.assertEqual((shown["commit"], shown["n"], shown["nested"]), ("4be91c", "7", '{"a":[1]}'))
        self.assertEqual(shown["markup"], "<img src=x onerror=alert(1)>")
        self.assertEqual(shown["board"], "https://board.example.org/d/42 board.example.org")
        self.assertEqual(values.locator("a").evaluate_all("(all) => all.map((each) => each.href)"), ["https://board.example.org/d/42"])

    def test_times_say_their_exact_moment_under_the_pointer(self):
        self.service.put("some", totalUnitCount=2, completedUnitCount=1)
        self.service.complete("some")
        self.service.put("other", totalUnitCount=2, completedUnitCount=1)
        page = self.open()
        self.wait_for_row(page, "some")
        page.mouse.move(5, 5)
        page.mouse.move(9, 9)
        for title in ("some", "other"):
            times = self.row(page, title).locator(".times")

            def says():
                page.mouse.move(5, 5)
                times.hover()
                return re.search(r"\d{1,2}:\d\d:\d\d", times.get_attribute("title") or "")

            if title == "some" or times.inner_text():
                until(says, "the moment", PATIENCE)
