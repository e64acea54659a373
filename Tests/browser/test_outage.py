"""A page that has lost its service."""

from kit import BrowserTest, until

LOADED = "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"


class OutageTest(BrowserTest):
    def setUp(self):
        super().setUp()
        self.forgiven = "net::ERR_"

    def open_and_lose(self, path, *parts):
        """A fresh page over which somebody moved the pointer, and whose service is gone since then."""
        page = self.open(path)
        self.wait_for_row(page, "some")
        page.mouse.move(200, 200)
        page.mouse.move(210, 210)
        until(lambda: not {f"/{part}" for part in parts} - set(page.evaluate(LOADED)), "the parts", 30)
        page.wait_for_timeout(200)
        self.service.stop()
        until(lambda: page.locator("#link").inner_text().startswith("Stale since"), "that it is stale", 30)
        return page

    def test_a_button_that_was_never_used_asks_and_says_that_nobody_answers(self):
        self.service.put("some", totalUnitCount=4)
        page = self.open_and_lose("/", "control.js", "manage.css")
        cancel = self.row(page, "some").locator('[data-call="cancel"]')

        cancel.click()
        until(lambda: "armed" in cancel.get_attribute("class").split(), "the question", 30)
        page.wait_for_timeout(500)  # longer than a double click
        cancel.click()

        until(lambda: self.row(page, "some").locator(".note").inner_text() == "The service did not answer", "the answer", 30)

    def test_the_timeline_of_what_was_there_can_be_looked_at(self):
        self.service.put("some", totalUnitCount=4, children=[{"name": "some-leaf", "pendingUnitCount": 1, "totalUnitCount": 2}])
        page = self.open_and_lose("/progress/some", "timeline.js", "timeline.css")

        page.locator("#timed").click()

        until(lambda: page.locator(".lane").count() == 2, "the lanes", 30)
