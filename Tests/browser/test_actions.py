"""Actions of the reader: on many at once, with a reason, copies, notices, and failures."""

from kit import BrowserTest, until

PATIENCE = 30
FOLLOWING = """window.told = []; window.fronted = 0; window.focus = () => fronted++;
window.Notification = class { constructor(title) { told.push(title); Notification.last = this; } close() {} static requestPermission = async () => 'granted'; }"""


class ActionsTest(BrowserTest):
    def fill(self, count, **members):
        for i in range(count):
            self.service.put(f"root-{i}", totalUnitCount=10, **members)

    def state(self, name):
        return self.service.call("GET", f"/v1/progress/{name}").json["state"]

    def select(self, page, *names):
        page.click("#select")
        for name in names:
            self.wait_for_row(page, name).locator(".pick").check()

    def button(self, page, word):
        return page.locator(".bulk button", has_text=word)

    # Many at once

    def test_only_what_is_ticked_is_touched(self):
        self.fill(3, isPausable=True)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page)
        until(lambda: page.locator(".bulk").is_visible(), "the bar", PATIENCE)
        until(lambda: page.locator(".bulk button:enabled").count() == 0, "no button without a tick", PATIENCE)

        self.row(page, "root-1").locator(".pick").check()
        until(lambda: self.button(page, "Pause (1)").count() == 1, "the number", PATIENCE)
        self.button(page, "Pause").click()

        until(lambda: self.state("root-1") == "paused", "the pause", PATIENCE)
        self.assertEqual((self.state("root-0"), self.state("root-2")), ("running", "running"))
        until(lambda: self.button(page, "Resume (1)").is_enabled(), "the way back", PATIENCE)
        self.button(page, "Resume").click()
        until(lambda: self.state("root-1") == "running", "the resumption", PATIENCE)

    def test_a_question_about_ticks_is_withdrawn_when_they_change(self):
        self.fill(3)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page, "root-0")
        cancel = page.locator(".bulk button").nth(2)
        until(lambda: cancel.inner_text() == "Cancel (1)", "the number", PATIENCE)
        cancel.click()
        until(lambda: cancel.inner_text() == "Cancel for good? (1)", "the question", PATIENCE)

        self.row(page, "root-1").locator(".pick").check()

        until(lambda: cancel.inner_text() == "Cancel (2)", "no question", PATIENCE)
        page.wait_for_timeout(450)  # not a double click
        cancel.click()
        until(lambda: cancel.inner_text() == "Cancel for good? (2)", "a question about both", PATIENCE)
        self.assertEqual(self.state("root-0"), "running")

    def test_shift_ticks_all_between_and_only_roots_have_boxes(self):
        self.fill(4)
        self.service.put("import", totalUnitCount=2, children=[{"name": "step", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open()
        self.wait_for_row(page, "import").click()
        self.wait_for_row(page, "step")
        self.select(page, "root-3")
        self.assertFalse(self.row(page, "step").locator(".pick").is_visible())

        self.row(page, "root-1").locator(".pick").click(modifiers=["Shift"])

        until(lambda: self.button(page, "Cancel (3)").count() == 1, "all three", PATIENCE)
        self.assertTrue(self.row(page, "root-2").locator(".pick").is_checked())

    def test_the_boxes_show_a_tick_together_with_the_number(self):
        self.fill(3)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page, "root-2")
        until(lambda: self.button(page, "Cancel (1)").count() == 1, "the first tick", PATIENCE)

        shown = page.evaluate("""() => {
          document.querySelectorAll(".rows .pick:not([hidden])")[2].dispatchEvent(new MouseEvent("click", { shiftKey: true, bubbles: true }));
          return [document.querySelectorAll(".rows .pick:checked").length, document.querySelectorAll(".bulk button")[2].textContent];
        }""")

        self.assertEqual(shown, [3, "Cancel (3)"])

    def test_what_the_filter_hides_is_not_ticked_any_more(self):
        self.fill(3)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page, "root-0", "root-1")

        page.fill("#search", "root-1")

        until(lambda: self.button(page, "Cancel (1)").count() == 1, "the one that is left", PATIENCE)

    # A reason

    def test_who_cancels_may_say_why(self):
        self.fill(2)
        page = self.open()
        row = self.wait_for_row(page, "root-0")
        row.locator('[data-call="cancel"]').click()
        until(lambda: row.locator(".reason").is_visible(), "the field", PATIENCE)
        self.assertEqual(row.locator(".reason").get_attribute("placeholder"), "Reason (optional)")

        row.locator(".reason").press_sequentially("wrong branch")
        page.wait_for_timeout(4500)  # longer than a question waits: somebody writes
        page.keyboard.press("Enter")

        until(lambda: self.state("root-0") == "cancelled", "the cancel", PATIENCE)
        self.assertEqual(self.service.call("GET", "/v1/progress/root-0").json["control"]["reason"], "wrong branch")
        until(lambda: "wrong branch" in self.row(page, "root-0").inner_text(), "the reason on the page", PATIENCE)
        self.assertEqual(page.locator(".reason").count(), 0)

    def test_a_reason_holds_for_many(self):
        self.fill(2)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page, "root-0", "root-1")
        self.button(page, "Cancel").click()
        page.locator(".bulk .reason").press_sequentially("night is over")
        page.wait_for_timeout(450)  # not a double click
        page.keyboard.press("Enter")

        for name in ("root-0", "root-1"):
            until(lambda: self.state(name) == "cancelled", "the cancel", PATIENCE)
            self.assertEqual(self.service.call("GET", f"/v1/progress/{name}").json["control"]["reason"], "night is over")

    # Copies and notices

    def test_a_copy_shows_that_it_was_made(self):
        self.fill(1)
        page = self.open(context=self.new_context(permissions=["clipboard-read", "clipboard-write"]))
        self.wait_for_row(page, "root-0").locator(".more-calls").click()

        page.get_by_role("menuitem", name="Copy: URL").click()

        until(lambda: page.get_by_role("menuitem", name="Copied").is_visible(), "the word", PATIENCE)
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), f"{self.service.url}/progress/root-0")
        until(lambda: page.get_by_role("menu").count() == 0, "the menu closed", PATIENCE)

    def test_the_page_of_a_tree_tells_of_its_end_and_a_click_brings_it_forward(self):
        self.fill(1)
        self.context.add_init_script(FOLLOWING)
        page = self.open("/progress/root-0")
        self.wait_for_row(page, "root-0").locator(".more-calls").click()
        page.get_by_role("menuitem", name="Notify me").click()
        until(lambda: "root-0" in page.evaluate("localStorage.progressd || ''"), "the choice remembered by name", PATIENCE)
        self.service.call("POST", "/v1/progress/root-0/fail", {"message": "no"})
        until(lambda: page.evaluate("told") == ["root-0: Failed"], "the notice", PATIENCE)
        page.evaluate("Notification.last.onclick()")
        self.assertEqual(page.evaluate("fronted"), 1)

        self.service.put("root-0", totalUnitCount=10)
        until(lambda: self.value(page, "root-0") == "0", "the next run", PATIENCE)
        self.service.complete("root-0", 10)

        until(lambda: page.evaluate("told").count("root-0: Finished") == 1, "the notice of the next run", PATIENCE)

    def test_a_notice_is_about_the_end_of_the_root_itself(self):
        for path in ("/", "/progress/deploy"):
            self.service.call("PUT", "/v1/progress/deploy?run=new", {"totalUnitCount": 4, "isPausable": True, "children": [{"name": "step", "pendingUnitCount": 1}]})
            context = self.new_context()
            context.add_init_script(FOLLOWING)
            page = self.open(path, context=context)
            page.evaluate("localStorage.progressd = JSON.stringify({ followed: ['deploy'] })")
            working = page.locator('.row[data-state="running"]').first
            until(lambda: working.count(), "the root", PATIENCE)
            self.service.call("POST", "/v1/progress/deploy/pause")
            until(lambda: page.locator('.row[data-state="paused"]').count(), "the pause", PATIENCE)
            self.service.call("POST", "/v1/progress/deploy/resume")
            self.service.call("POST", "/v1/progress/step/fail", {"message": "no"})
            until(lambda: "1 failed" in page.title(), "the failure below", PATIENCE)
            self.assertEqual(page.evaluate("told"), [])

            self.service.call("POST", "/v1/progress/deploy/fail", {"message": "given up"})
            until(lambda: page.evaluate("told") == ["deploy: Failed"], "the notice of its own failure", PATIENCE)
            self.service.put("deploy", totalUnitCount=1, completedUnitCount=1)
            until(lambda: page.evaluate("told")[1:] == ["deploy: Finished"], "the notice of a run that came finished", PATIENCE)
            self.service.put("deploy", totalUnitCount=4)
            until(lambda: working.count(), "the next run", PATIENCE)
            self.service.call("PUT", "/v1/progress/deploy?run=new", {"totalUnitCount": 4})
            until(lambda: page.evaluate("told")[2:] == ["deploy: Failed"], "the notice of the run that was replaced", PATIENCE)
            context.close()

    def test_a_tab_out_of_sight_tells_and_counts_what_failed(self):
        self.fill(1)
        for path in ("/", "/progress/root-0"):
            context = self.new_context()
            context.add_init_script(FOLLOWING)
            page = self.open(path, context=context)
            self.wait_for_row(page, "root-0")
            page.evaluate("localStorage.progressd = JSON.stringify({ followed: ['root-0'] })")
            page.evaluate("Object.defineProperty(document, 'hidden', { value: true }); window.requestAnimationFrame = () => 1")

            self.service.call("POST", "/v1/progress/root-0/fail", {"message": "no"})

            until(lambda: page.evaluate("told") == ["root-0: Failed"], "the notice", PATIENCE)
            until(lambda: "alarm" in page.locator("link[rel=icon]").get_attribute("href"), "the red icon", PATIENCE)
            self.fill(1)

    def test_notices_are_offered_only_where_the_browser_allows_them(self):
        self.fill(1)
        android = "Object.defineProperty(navigator, 'userAgentData', { value: { platform: 'Android' } })"
        for script, count in (("", 1), ("Notification.permission = 'denied'", 0), (android, 0)):
            context = self.new_context()
            context.add_init_script(f"{FOLLOWING}; {script}")
            page = self.open(context=context)
            self.wait_for_row(page, "root-0").locator(".more-calls").click()
            until(lambda: page.get_by_role("menu").is_visible(), "the menu", PATIENCE)

            self.assertEqual(page.get_by_role("menuitem", name="Notify me").count(), count)

    # The way

    def test_the_way_back_from_a_tree_leads_to_what_was_looked_for(self):
        self.fill(2, labels={"team": "data"})
        page = self.open("/?label=team:data&q=root")
        self.wait_for_row(page, "root-1").locator(".title").click()
        until(lambda: page.evaluate("location.pathname") == "/progress/root-1", "the tree", PATIENCE)
        self.wait_for_row(page, "root-1")

        page.locator("#trail a").click()

        until(lambda: page.evaluate("location.pathname") == "/", "the list", PATIENCE)
        self.wait_for_row(page, "root-0")
        self.assertEqual(page.input_value("#search"), "root")
        self.assertEqual(page.locator("#chosen button").count(), 1)

    def test_a_link_to_a_step_leads_there_on_an_open_page(self):
        self.service.put("crawl", totalUnitCount=130, children=[{"name": f"page-{i}", "pendingUnitCount": 1, "totalUnitCount": 4} for i in range(130)])
        page = self.open("/progress/crawl")
        self.wait_for_row(page, "page-1")
        node = self.service.call("GET", "/v1/progress/page-120").json["id"]

        page.evaluate(f"location.hash = '{node}'")

        row = self.wait_for_row(page, "page-120")
        until(lambda: row.evaluate("(element) => element === document.activeElement"), "the focus on it", PATIENCE)

    # Failures

    def test_a_button_that_nobody_answers_says_so_on_a_page_that_was_only_looked_at(self):
        self.forgiven = "net::ERR|Failed to fetch|Failed to load"
        self.fill(1, isPausable=True)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.assertEqual(page.locator("#news").get_attribute("class"), "unseen")
        self.service.stop()

        self.row(page, "root-0").locator('[data-call="pause"]').dispatch_event("click")

        says = lambda: page.locator("#news").is_visible() and "did not answer" in page.locator("#news").inner_text()
        until(lambda: says() or "did not answer" in self.row(page, "root-0").inner_text(), "the words that everybody sees", PATIENCE)
        box = page.locator("#news").bounding_box()
        self.assertGreater(box["width"], 100)

    def test_a_cancel_is_armed_while_the_service_is_away_once_the_pointer_moved(self):
        self.forgiven = "net::ERR|Failed to fetch|Failed to load"
        self.fill(1)
        page = self.open()
        row = self.wait_for_row(page, "root-0")
        page.mouse.move(5, 5)
        page.mouse.move(50, 50)
        loaded = lambda: page.evaluate("performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)")
        until(lambda: {"/control.js", "/menu.js", "/manage.css"} <= set(loaded()), "what an outage would keep away", PATIENCE)
        page.wait_for_timeout(500)
        self.service.stop()

        row.locator('[data-call="cancel"]').click()

        until(lambda: "Cancel for good?" in row.inner_text(), "the question", PATIENCE)
        row.locator(".more-calls").click()
        until(lambda: page.get_by_role("menu").is_visible(), "the menu", PATIENCE)

    # The keyboard

    def focused(self, page):
        return page.evaluate("document.activeElement.closest('.row')?.querySelector('.title')?.title ?? document.activeElement.textContent")

    def test_escape_withdraws_the_question_about_many_and_the_focus_stays_in_the_bar(self):
        self.fill(2)
        page = self.open()
        self.wait_for_row(page, "root-0")
        self.select(page, "root-0")
        cancel = page.locator(".bulk button").nth(2)
        reason = page.locator(".bulk .reason")
        cancel.click()
        reason.press_sequentially("no")

        page.keyboard.press("Escape")

        self.assertFalse(reason.is_visible())
        self.assertEqual((cancel.inner_text(), self.focused(page)), ("Cancel (1)", "Cancel (1)"))
        page.keyboard.press("Enter")
        reason.focus()
        page.wait_for_timeout(450)  # not a double click
        page.keyboard.press("Enter")
        until(lambda: self.state("root-0") == "cancelled", "the cancel", PATIENCE)
        until(lambda: page.evaluate("document.activeElement.className") == "pick every", "the focus on what can still be pressed", PATIENCE)

    def test_the_focus_goes_to_the_next_row_where_the_focused_one_goes(self):
        self.fill(4)
        page = self.open()
        self.wait_for_row(page, "root-2").focus()
        identity = self.service.call("GET", "/v1/progress/root-2").json["id"]
        self.service.call("DELETE", f"/v1/progress/{identity}")
        until(lambda: self.focused(page) == "root-1", "the row below it", PATIENCE)

        self.service.complete("root-1", 10)
        until(lambda: self.row(page, "root-1").get_attribute("data-state") == "finished", "the end", PATIENCE)
        self.row(page, "root-1").locator(".more-calls").focus()
        page.keyboard.press("Enter")
        until(lambda: page.get_by_role("menu").is_visible(), "the menu", PATIENCE)
        page.keyboard.press("End")
        page.keyboard.press("Enter")

        until(lambda: self.row(page, "root-1").count() == 0, "the removal", PATIENCE)
        until(lambda: self.focused(page) in ("root-0", "root-3"), "the focus on another row", PATIENCE)

    def test_the_focus_goes_to_what_a_button_has_shown(self):
        self.service.put("crawl", totalUnitCount=130, children=[{"name": f"page-{i}", "pendingUnitCount": 1, "totalUnitCount": 1} for i in range(130)])
        page = self.open("/progress/crawl")
        more = page.get_by_role("button", name="Show 30 more")
        until(lambda: more.count() == 1, "the button", PATIENCE)
        more.focus()

        page.keyboard.press("Enter")

        until(lambda: self.focused(page) == "page-100", "the first of them", PATIENCE)

    def test_the_focus_stays_where_a_choice_is_taken_back(self):
        self.fill(1, labels={"team": "data", "env": "prod"})
        page = self.open("/?label=team:data&label=env:prod&q=nowhere")
        chosen = page.locator("#chosen button")
        until(lambda: chosen.count() == 2 and page.locator("#nothing").is_visible(), "the choices", PATIENCE)
        chosen.first.focus()
        page.keyboard.press("Enter")
        until(lambda: chosen.count() == 1 and self.focused(page) == "env: prod ×", "the other one", PATIENCE)
        page.keyboard.press("Enter")
        until(lambda: page.evaluate("document.activeElement.id") == "search", "the field", PATIENCE)

        page.locator("#clear").focus()
        page.keyboard.press("Enter")

        until(lambda: self.focused(page) == "root-0", "what is there", PATIENCE)

    def test_what_came_meanwhile_has_the_focus_when_it_was_asked_for(self):
        self.fill(1)
        page = self.open()
        self.wait_for_row(page, "root-0").focus()
        page.keyboard.press("ArrowDown")
        self.service.put("later", totalUnitCount=2)
        until(lambda: page.locator("#fresh").is_visible(), "the button", PATIENCE)
        page.locator("#fresh").focus()

        page.keyboard.press("Enter")

        until(lambda: self.focused(page) == "later", "the newest", PATIENCE)
