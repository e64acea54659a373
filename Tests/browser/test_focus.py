"""Where the focus of the keyboard is after what it was on has changed or gone."""

from kit import BrowserTest, until

PATIENCE = 30
FOCUSED = "((element) => element.matches('.row') ? element.querySelector('.title').title : element.tagName)(document.activeElement)"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


class FocusTest(BrowserTest):
    def focused(self, page):
        """The title of the row that has the focus, else the name of the element."""
        return page.evaluate(FOCUSED)

    def ask(self, page, title):
        """Presses cancel in a row; gives the field for the reason, which has the focus."""
        row = self.wait_for_row(page, title)
        row.focus()
        row.locator('[data-call="cancel"]').press("Enter")
        reason = row.locator(".reason")
        until(lambda: reason.count() == 1, "the field", PATIENCE)
        page.wait_for_timeout(450)  # not a double click
        reason.focus()
        page.keyboard.type("wrong month")
        return reason

    def test_a_cancel_that_is_sent_from_the_field_for_its_reason_leaves_the_focus_on_the_row(self):
        for path in ("/", "/progress/import"):
            self.service.put("import", totalUnitCount=10, completedUnitCount=1)
            page = self.open(path)
            self.ask(page, "import")

            page.keyboard.press("Enter")

            until(lambda: self.row(page, "import").first.get_attribute("data-state") == "cancelled", "the end", PATIENCE)
            until(lambda: self.focused(page) == "import", "the focus on the row", PATIENCE)
            self.assertEqual(self.service.call("GET", "/v1/progress/import").json["control"]["reason"], "wrong month")
            page.close()
            self.service.call("DELETE", "/v1/progress/import")

    def test_escape_in_the_field_for_the_reason_goes_back_to_the_button(self):
        self.service.put("import", totalUnitCount=10)
        page = self.open()
        reason = self.ask(page, "import")

        page.keyboard.press("Escape")

        until(lambda: reason.count() == 0, "no question", PATIENCE)
        self.assertEqual(page.evaluate("document.activeElement.dataset.call"), "cancel")

    def test_the_question_is_withdrawn_when_the_work_ends_by_itself(self):
        self.service.put("import", totalUnitCount=10)
        page = self.open()
        reason = self.ask(page, "import")

        self.service.complete("import", 10)

        until(lambda: reason.count() == 0, "no question", PATIENCE)
        self.assertEqual(self.focused(page), "import")

    def test_a_link_keeps_the_focus_while_what_is_beside_it_changes(self):
        self.service.put("deploy", totalUnitCount=10, urls={"log": "https://ci.example.org/1"}, labels={"team": "data"},
                         userInfo={"board": "https://board.example.org/d/42", "loss": 0.5})
        page = self.open("/progress/deploy")
        for links, change, shown in (
            (".links a", {"urls": {"artifact": "https://ci.example.org/2"}}, lambda: page.locator(".links a").count() == 2),
            (".values a", {"userInfo": {"loss": 0.4}}, lambda: "0.4" in page.locator(".values").inner_text()),
            (".tags a", {"labels": {"env": "prod"}}, lambda: page.locator(".tags a").count() == 2),
        ):
            link = page.locator(links).first
            link.focus()
            href = link.get_attribute("href")

            self.service.call("PATCH", "/v1/progress/deploy", change)

            until(shown, f"the change of {links}", PATIENCE)
            self.assertEqual(page.evaluate("document.activeElement.getAttribute('href')"), href)

    def test_where_a_focused_link_goes_the_row_has_the_focus(self):
        self.service.put("deploy", totalUnitCount=10, urls={"log": "https://ci.example.org/1"})
        page = self.open("/progress/deploy")
        link = page.locator(".links a")
        link.focus()

        self.service.call("PATCH", "/v1/progress/deploy", {"urls": {"log": None}})

        until(lambda: link.count() == 0, "no link", PATIENCE)
        self.assertEqual(self.focused(page), "deploy")

    def test_a_copy_without_a_clipboard_gives_the_focus_back(self):
        self.context.add_init_script(NO_CLIPBOARD)
        self.service.put("backup", totalUnitCount=4)
        page = self.open()
        button = self.wait_for_row(page, "backup").locator(".more-calls")
        button.press("Enter")
        until(lambda: page.evaluate("document.activeElement.textContent") == "Copy: URL", "the first entry", PATIENCE)

        page.keyboard.press("Enter")

        until(lambda: page.get_by_role("menu").count() == 0, "no menu", PATIENCE)
        self.assertTrue(button.evaluate("(button) => button === document.activeElement"))

    def test_where_the_way_to_the_trouble_goes_the_head_has_the_focus(self):
        children = [{"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4, "completedUnitCount": 1, "leaseSeconds": 0.1}]
        self.service.put("deploy", totalUnitCount=2, children=children)
        page = self.open("/progress/deploy")
        way = page.locator(".culprit")
        until(lambda: way.count() == 1, "the way", PATIENCE)
        way.focus()

        self.service.call("PATCH", "/v1/progress/host", {"leaseSeconds": None, "completedUnitCount": 2})

        until(lambda: way.count() == 0, "no trouble", PATIENCE)
        self.assertEqual(self.focused(page), "deploy")
