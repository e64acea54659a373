"""The search of the reference at /docs."""

from kit import BrowserTest, until


class ReferenceTest(BrowserTest):
    def open_reference(self, path="/docs"):
        page = self.context.new_page()
        page.goto(self.service.url + path)
        until(lambda: page.locator("#contents input").count() == 1, "the field")
        return page

    def shown(self, page):
        return page.locator("article:visible").evaluate_all("(articles) => articles.map((each) => each.id)")

    def test_what_has_all_of_the_words_stays_with_its_contents(self):
        page = self.open_reference()
        self.assertGreater(len(self.shown(page)), 40)
        page.keyboard.press("/")

        page.keyboard.type("kind revoke-a-word-that-nobody-wrote")
        until(lambda: page.locator("#contents [role=status]").inner_text() == "0 found", "the count")
        self.assertEqual(page.locator("main > section:visible").count(), 0)
        page.fill("#contents input", "revoke grant")

        until(lambda: "revokeGrant" in self.shown(page), "the call")
        self.assertNotIn("sendBatch", self.shown(page))
        self.assertEqual(page.locator('#contents a[href="#sendBatch"]:visible').count(), 0)
        self.assertEqual(page.locator('#contents a[href="#revokeGrant"]:visible').count(), 1)
        gaps = page.locator("#contents ul:visible").evaluate_all("(lists) => lists.filter((list) => !list.innerText.trim()).length")
        self.assertEqual(gaps, 0)

    def test_a_link_leads_to_what_the_search_hides(self):
        page = self.open_reference()
        page.fill("#contents input", "revokeGrant")
        until(lambda: self.shown(page) == ["revokeGrant"], "one call")

        page.evaluate("document.querySelector('article:not([hidden])').insertAdjacentHTML('beforeend', '<a id=there href=#sendBatch>there</a>')")
        page.click("#there")

        until(lambda: page.locator("#sendBatch").is_visible(), "the other one")
        self.assertEqual((page.input_value("#contents input"), page.evaluate("location.hash")), ("", "#sendBatch"))

    def test_with_a_slash_too(self):
        self.assertEqual(self.service.call("GET", "/docs/").status, 200)

    def test_the_way_back_leads_to_what_the_search_hides(self):
        page = self.open_reference("/docs#sendBatch")
        page.evaluate("location.hash = 'revokeGrant'")
        page.fill("#contents input", "revokeGrant")
        until(lambda: self.shown(page) == ["revokeGrant"], "one call")

        page.go_back()

        until(lambda: page.locator("#sendBatch").is_visible(), "the one before")
        self.assertEqual(page.input_value("#contents input"), "")
