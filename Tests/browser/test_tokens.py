import tempfile

from kit import BrowserTest, Service, until

OPERATOR = {"Authorization": "Bearer an-operator-of-the-tests"}


class TokensTest(BrowserTest):
    def setUp(self):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".tokens")
        self.addCleanup(self.file.close)
        self.file.write("operator:an-operator-of-the-tests\nviewer:a-viewer-of-the-tests\n")
        self.file.flush()
        self.arguments = ("--token-file", self.file.name)
        super().setUp()
        self.forgiven = "status of 40[13]"
        for name in ("mine", "other"):
            body = {"totalUnitCount": 4, "completedUnitCount": 1, "labels": {"team": "data"}, "children": [{"name": name + "-leaf", "pendingUnitCount": 1}]}
            self.assertEqual(self.service.call("PUT", "/v1/progress/" + name, body, OPERATOR).status, 201)

    def asked(self):
        """A page that asks for a token."""
        page = self.context.new_page()
        page.goto(self.service.url)
        until(lambda: page.locator("#sign").is_visible(), "the question")
        return page

    def sign_in(self):
        page = self.asked()
        page.fill("#token", "an-operator-of-the-tests")
        page.keyboard.press("Enter")
        self.wait_for_value(page, "mine", 25)
        return page

    def test_the_page_asks_for_a_token_once(self):
        page = self.asked()

        page.fill("#token", "a wrong one")
        page.keyboard.press("Enter")
        selected = lambda: page.evaluate("[document.activeElement.selectionStart, document.activeElement.selectionEnd]")
        until(lambda: selected() == [0, 11], "the wrong token, ready to be replaced")
        self.assertEqual([page.get_attribute("#token", "aria-" + name) for name in ("invalid", "describedby")], ["true", "wrong"])
        page.fill("#token", "an-operator-of-the-tests")
        page.keyboard.press("Enter")

        self.wait_for_value(page, "mine", 25)
        self.assertFalse(page.locator("#sign").is_visible())
        self.wait_for_value(self.open(), "other", 25)
        row = self.row(page, "mine")
        row.locator('button[data-call="cancel"]').click()
        until(lambda: "Cancel for good?" in row.inner_text(), "the question before it cancels")

        def cancel():
            button = row.locator('button[data-call="cancel"]')
            if button.is_visible():
                button.evaluate("(button) => button.click()")
            return self.row(page, "mine").get_attribute("data-state") == "cancelled"

        until(cancel, "a control call by cookie")

    def test_the_page_that_asks_for_a_token_has_the_words_of_the_operator(self):
        note = 'Ask "ops" <ops@example.org> & wait.'
        other = Service(*self.arguments, "--sign-in-note", note)
        self.addCleanup(other.stop)
        page = self.context.new_page()

        page.goto(other.url)

        until(lambda: note in page.locator("#sign").inner_text(), "the words of the operator")
        self.assertNotIn("ops", self.asked().locator("#sign").inner_text())

    def test_a_viewer_gets_no_buttons_and_can_sign_out(self):
        page = self.asked()
        page.fill("#token", "a wrong one")
        page.keyboard.press("Enter")
        until(lambda: page.locator("#wrong").inner_text() == "This token is not valid", "the answer")

        page.fill("#token", "a-viewer-of-the-tests")
        page.keyboard.press("Enter")

        self.wait_for_value(page, "mine", 25)
        until(lambda: page.evaluate("document.body.dataset.role") == "viewer", "the right")
        self.assertEqual(page.locator("[data-call]:visible, #select:visible").count(), 0)
        page.locator("#out").click()
        until(lambda: page.locator("#sign").is_visible(), "the question again")

    def test_a_page_with_a_grant_shows_its_tree(self):
        reply = self.service.call("POST", "/v1/progress/mine/grants", {"role": "viewer"}, OPERATOR)
        self.assertEqual(reply.status, 201)

        page = self.open(f"/progress/mine?grant={reply.json['token']}")

        self.wait_for_row(page, "mine-leaf")
        self.assertIsNone(page.locator(".brand").get_attribute("href"))
        self.assertIn("grant=", page.locator("#data").get_attribute("href"))
        tag = self.row(page, "mine").locator(".tags a")
        self.assertEqual((tag.inner_text(), tag.get_attribute("href")), ("team: data", None))  # a grant opens no list
        page.goto(f"{self.service.url}/progress/other?grant={reply.json['token']}")
        until(lambda: page.locator("#sign").is_visible(), "the question for a token that covers it")
        until(lambda: page.evaluate("document.body.dataset.link") == "lost", "the link")
        self.assertEqual(page.locator(".row").count(), 0)
        self.assertFalse(page.locator("#gone").is_visible())  # refused is not gone

    def test_a_page_that_its_grant_does_not_cover_takes_nothing_from_the_one_beside_it(self):
        grant = self.service.call("POST", "/v1/progress/mine/grants", {"role": "viewer"}, OPERATOR).json["token"]
        mine = self.open(f"/progress/mine?grant={grant}")
        self.wait_for_row(mine, "mine-leaf")

        # Not by `open`, which waits until a page is live: this one never has to be.
        other = self.context.new_page()
        other.goto(f"{self.service.url}/progress/other?grant={grant}")

        until(lambda: other.locator("#sign").is_visible(), "the question for a token that covers it")
        until(lambda: other.evaluate("document.body.dataset.link") == "lost", "that it is refused")
        self.assertFalse(other.locator("#gone").is_visible())
        self.service.call("POST", "/v1/progress/mine/completed-units", {"count": 1}, OPERATOR)
        self.wait_for_value(mine, "mine", 50)
        self.assertEqual(mine.evaluate("document.body.dataset.link"), "live")
        self.assertFalse(mine.locator("#sign").is_visible())
        self.assertEqual(other.evaluate("document.body.dataset.link"), "lost")

    def test_a_reader_with_a_token_opens_runs_and_one_with_a_grant_asks_for_those_of_its_tree(self):
        self.assertEqual(self.service.call("POST", "/v1/progress/mine/fail", {"message": "no"}, OPERATOR).status, 200)
        self.assertEqual(self.service.call("PUT", "/v1/progress/mine", {"totalUnitCount": 4, "completedUnitCount": 1}, OPERATOR).status, 201)
        self.sign_in()
        page = self.open("/progress/mine")
        until(lambda: page.locator(".run").count() == 2, "the bars")
        page.locator(".run").first.click()
        until(lambda: page.locator(".record").count() and page.locator(".record .why").first.inner_text() == "no", "the record")
        grant = self.service.call("POST", "/v1/progress/mine/grants", {"role": "viewer"}, OPERATOR).json["token"]
        context = self.new_context()
        asked = []
        context.on("response", lambda response: asked.append((response.status, response.url)) if "/runs?" in response.url else None)

        page = self.open(f"/progress/mine?grant={grant}", context=context)

        until(lambda: page.title() and asked, "the question")
        self.assertEqual((asked[0][0], f"grant={grant}" in asked[0][1]), (200, True))
        self.assertEqual(page.locator(".run").count(), 0)  # the run before is not in this tree

    def test_an_operator_copies_a_link_for_viewers(self):
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = self.sign_in()

        self.row(page, "mine").locator(".more-calls").click()
        page.get_by_role("menuitem", name="Copy: shared link").click()
        link = until(lambda: (page.evaluate("navigator.clipboard.readText()").startswith(self.service.url)
                              and page.evaluate("navigator.clipboard.readText()")), "the link")

        made = self.service.call("GET", "/v1/grants", headers=OPERATOR).json["items"]
        self.assertEqual([(each["role"], each["nodeName"]) for each in made], [("viewer", "mine")])
        reader = self.new_context()
        shown = reader.new_page()
        shown.goto(link)
        self.wait_for_row(shown, "mine-leaf")
        self.assertEqual(shown.locator('[data-call="cancel"]:visible').count(), 0)
        self.assertEqual(self.service.call("DELETE", f"/v1/grants/{made[0]['grantID']}", headers=OPERATOR).status, 204)

    def test_a_viewer_gets_no_entry_for_links(self):
        page = self.asked()
        page.fill("#token", "a-viewer-of-the-tests")
        page.keyboard.press("Enter")
        self.wait_for_value(page, "mine", 25)

        self.row(page, "mine").locator(".more-calls").click()
        until(lambda: page.get_by_role("menuitem", name="Copy: curl").is_visible(), "the menu")

        self.assertEqual(page.get_by_role("menuitem", name="Copy: shared link").count(), 0)

    def test_an_open_page_asks_again_where_the_service_has_forgotten_its_sessions(self):
        self.forgiven = "status of 40[134]|net::ERR"
        page = self.sign_in()
        self.service.stop()
        self.service = Service(*self.arguments, port=self.service.port)

        until(lambda: page.locator("#sign").is_visible(), "the question", 30)
        self.assertTrue(page.locator("#link").inner_text().startswith("Stale since"))

    def test_a_token_opens_the_page_of_a_link_that_has_ended(self):
        grant = self.service.call("POST", "/v1/progress/mine/grants", {"role": "viewer"}, OPERATOR).json
        self.service.call("DELETE", "/v1/grants/" + grant["grantID"], headers=OPERATOR)
        page = self.context.new_page()
        page.goto(f"{self.service.url}/progress/mine?locale=de&grant={grant['token']}")
        until(lambda: page.locator("#sign").is_visible(), "the question")

        page.fill("#token", "an-operator-of-the-tests")
        page.keyboard.press("Enter")

        self.wait_for_value(page, "mine", 25)
        self.assertEqual(page.url, self.service.url + "/progress/mine?locale=de")

    def test_who_has_signed_in_reads_the_page_of_a_link_that_has_ended_or_is_for_another_tree(self):
        self.sign_in()
        grant = self.service.call("POST", "/v1/progress/other/grants", {"role": "viewer"}, OPERATOR).json
        for _ in range(2):
            page = self.context.new_page()
            page.goto(f"{self.service.url}/progress/mine?grant={grant['token']}")

            self.wait_for_value(page, "mine", 25)
            until(lambda: page.evaluate("document.body.dataset.role") == "operator", "the right")
            self.assertFalse(page.locator("#sign").is_visible())
            self.service.call("DELETE", "/v1/grants/" + grant["grantID"], headers=OPERATOR)

    def test_a_tab_has_its_buttons_again_after_a_sign_in_in_another_one(self):
        first = self.sign_in()
        second = self.open("/progress/mine")
        button = self.wait_for_row(second, "mine").locator('[data-call="cancel"]')
        until(lambda: button.is_visible(), "the button")
        first.locator("#out").click()
        until(lambda: first.locator("#sign").is_visible() and second.locator("#sign").is_visible(), "the question in both", 30)

        first.fill("#token", "an-operator-of-the-tests")
        first.keyboard.press("Enter")

        until(lambda: second.evaluate("document.body.dataset.link") == "live", "the stream", 30)
        until(lambda: button.is_visible(), "the button again", 10)
        self.assertFalse(second.locator("#sign").is_visible())

    def test_what_the_reader_may_do_is_asked_again_where_no_answer_came(self):
        self.forgiven = "status of 401|net::ERR"
        self.sign_in()
        page = self.context.new_page()
        page.route("**/v1/session?*", lambda route: route.abort(), times=1)
        page.goto(self.service.url)
        row = self.wait_for_row(page, "mine")

        until(lambda: row.locator('[data-call="cancel"]').is_visible(), "the button", 30)

    def test_a_session_that_ends_in_another_tab_is_asked_for_above_the_rows(self):
        page = self.sign_in()

        page.evaluate("fetch('/v1/session', { method: 'DELETE' })")

        until(lambda: page.locator("#sign").is_visible(), "the question", 30)
        form, row = (page.locator(each).first.bounding_box()["y"] for each in ("#sign", ".row"))
        self.assertLess(form, row)
        self.assertTrue(page.locator("#link").inner_text().startswith("Stale since"))
