"""Pages of what has ended, which may be removed or work again."""

from kit import BrowserTest, until

PATIENCE = 30


class EndedTest(BrowserTest):
    def open_ended(self):
        """The page of something that has finished, by its id, as the list links it."""
        self.id = self.service.put("over", totalUnitCount=10, completedUnitCount=10)["id"]
        page = self.open("/progress/" + self.id)
        self.wait_for_value(page, "over", 100)
        until(lambda: page.evaluate("document.body.dataset.link") == "ended", "the end of the stream", PATIENCE)
        return page

    def test_what_works_again_is_followed_again(self):
        page = self.open_ended()

        for count in (5, 7):
            self.service.call("PATCH", "/v1/progress/" + self.id, {"completedUnitCount": count})
            self.wait_for_value(page, "over", 10 * count)

        self.assertEqual(page.locator("#link").inner_text(), "Live")
        self.service.complete(self.id, 3)
        until(lambda: page.evaluate("document.body.dataset.link") == "ended", "the second end", PATIENCE)

    def test_what_is_removed_elsewhere_is_gone(self):
        page = self.open_ended()

        self.service.call("DELETE", "/v1/progress/" + self.id)

        until(lambda: page.locator("#gone").is_visible(), "that it is gone", PATIENCE)

    def test_what_the_page_removes_is_gone_at_once(self):
        page = self.open_ended()
        page.locator(".more-calls").click()

        page.get_by_role("menuitem", name="Remove").click()

        until(lambda: page.locator("#gone").is_visible(), "that it is gone", 3)

    def test_an_element_follows_it_too(self):
        page = self.open_ended()
        page.evaluate("""async (id) => {
            await import("/progress-element.js");
            document.body.append(document.createElement("progress-view"));
            document.body.lastChild.setAttribute("src", "/v1/progress/" + id);
        }""", self.id)
        value = lambda: page.locator("progress-view [role=progressbar]").get_attribute("aria-valuenow")
        until(lambda: value() == "100", "the element", PATIENCE)

        self.service.call("PATCH", "/v1/progress/" + self.id, {"completedUnitCount": 5})

        until(lambda: value() == "50", "the work", PATIENCE)
