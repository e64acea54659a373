import functools
import http.server
import threading

from kit import BrowserTest, Service, until

PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>A page of somebody else</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src {service}; connect-src {service}; img-src data:">
<link rel="icon" href="data:,"><script type="module" src="{service}/progress-element.js"></script>
<main><h1>Release</h1>{body}</main></html>"""


class Site:
    """Another origin: one page."""

    def __init__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(site.html.encode())

            def log_message(self, *_):
                pass

        self.html = ""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=functools.partial(self.server.serve_forever, 0.05), daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class ElementTest(BrowserTest):
    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.arguments = ("--cors-origin", self.site.url)
        super().setUp()

    def show(self, name, attributes="", lang="en", body=""):
        body = f'<progress-view src="{self.service.url}/v1/progress/{name}" {attributes}>{body}</progress-view>'
        self.site.html = PAGE.format(service=self.service.url, body=body, lang=lang)
        page = self.context.new_page()
        page.goto(self.site.url)
        return page

    def bar(self, page, attribute):
        return page.locator('progress-view [role="progressbar"]').get_attribute(attribute)

    def wait_for(self, page, value):
        until(lambda: page.locator("progress-view [role=progressbar]").count() and self.bar(page, "aria-valuenow") == value, value)

    def test_it_is_live_on_a_page_of_another_origin(self):
        self.service.put("release", totalUnitCount=8, completedUnitCount=2)
        page = self.show("release", 'label="Release"')
        self.wait_for(page, "25")
        self.assertEqual(self.bar(page, "aria-label"), "Release")
        until(lambda: self.bar(page, "aria-valuetext") == "Running, 25% completed, 2 of 8", "the words")
        self.assertEqual((self.bar(page, "aria-valuemin"), self.bar(page, "aria-valuemax")), ("0", "100"))
        self.assertEqual(page.locator("progress-view button:visible").count(), 0)

        self.service.complete("release", 2)
        self.wait_for(page, "50")
        self.service.call("PATCH", "/v1/progress/release", {"totalUnitCount": None})
        until(lambda: self.bar(page, "aria-valuenow") is None, "no value where nobody knows")

    def test_its_buttons_reach_the_worker(self):
        self.service.put("release", totalUnitCount=8, isPausable=True)
        page = self.show("release", "controls", lang="de")
        button = lambda name: page.get_by_role("button", name=name)
        until(lambda: button("Anhalten").count() == 1, "the buttons in German")

        button("Anhalten").click()
        until(lambda: self.service.complete("release", 0) == "pause", "the pause")
        button("Fortsetzen").click()
        until(lambda: self.service.complete("release", 0) == "run", "the run")
        button("Abbrechen").click()
        until(lambda: button("Endgültig abbrechen?").count() == 1, "the question")
        self.assertEqual(self.service.complete("release", 0), "run")

        def cancel():
            page.evaluate("document.querySelector('progress-view').shadowRoot.querySelector('.cancel').click()")
            return self.service.complete("release", 0) == "cancel"

        until(cancel, "the cancel")
        until(lambda: page.locator("progress-view button:visible").count() == 0, "no buttons")

    def test_a_page_that_asks_itself_turns_the_question_off(self):
        self.service.put("release", totalUnitCount=8)
        page = self.show("release", 'controls confirm="off"')
        button = page.get_by_role("button", name="Cancel")
        until(lambda: button.count() == 1, "the button")
        page.evaluate("document.querySelector('progress-view').addEventListener('progress-control', (e) => e.preventDefault(), { once: true })")

        button.click()
        self.assertEqual(self.service.complete("release", 0), "run")
        button.click()

        until(lambda: self.service.complete("release", 0) == "cancel", "the cancel")

    def test_it_says_its_label_and_state(self):
        self.service.put("release", totalUnitCount=8, completedUnitCount=2)
        page = self.show("release", 'label="The release"')
        self.wait_for(page, "25")
        shown = lambda name: page.locator(f"progress-view .{name}").inner_text()
        color = lambda: page.locator("progress-view .fill").evaluate("(element) => getComputedStyle(element).backgroundColor")
        until(lambda: shown("state") == "Running", "the words")
        self.assertEqual((shown("label"), color()), ("The release", "rgb(36, 86, 214)"))

        for call, word, shade in [("pause", "Paused", "rgb(107, 79, 179)"), ("cancel", "Cancelled", "rgb(106, 112, 122)")]:
            self.service.call("POST", f"/v1/progress/release/{call}")
            until(lambda: shown("state") == word, word)
            self.assertEqual(color(), shade)

    def test_a_stripe_moves_while_nobody_knows_how_far_unless_less_motion_is_wanted(self):
        self.service.put("crawl", totalUnitCount=-1)
        animations = "document.querySelector('progress-view').shadowRoot.getAnimations().length"
        page = self.show("crawl")
        until(lambda: page.evaluate(animations) == 1, "a stripe that moves")

        self.context = self.new_context(reduced_motion="reduce")
        page = self.show("crawl")

        until(lambda: page.locator("progress-view .unknown").count() == 1, "a bar without a value")
        self.assertEqual(page.evaluate(animations), 0)

    def test_it_shows_what_is_inside_it_while_there_is_nothing(self):
        self.forgiven = "Failed to load resource"
        page = self.show("nothing", body="<b>Not yet</b>")
        until(lambda: page.get_by_text("Not yet").is_visible(), "the fallback")

        self.service.put("nothing", totalUnitCount=2, completedUnitCount=1)

        self.wait_for(page, "50")
        self.assertFalse(page.get_by_text("Not yet").is_visible())

    def test_it_speaks_at_quarters_and_changes_of_state_only(self):
        self.service.put("release", totalUnitCount=100)
        page = self.show("release")
        self.wait_for(page, "0")
        page.evaluate("""() => {
            window.said = [];
            const news = document.querySelector("progress-view").shadowRoot.querySelector("[role=status]");
            new MutationObserver(() => said.push(news.textContent)).observe(news, { childList: true });
        }""")

        for percent in range(1, 60):
            self.service.complete("release")
        self.wait_for(page, "59")
        said = page.evaluate("said")
        self.assertLessEqual(len(said), 2)
        self.assertTrue(said)
        self.service.call("POST", "/v1/progress/release/fail", {"message": "disk full"})
        until(lambda: page.evaluate("said.at(-1)").startswith("Failed, disk full"), "the failure said")

    def test_it_follows_its_attributes_and_lets_go(self):
        self.service.put("one", totalUnitCount=2, completedUnitCount=1)
        self.service.put("two", totalUnitCount=4, completedUnitCount=1)
        page = self.show("one")
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        self.wait_for(page, "50")

        page.evaluate("(src) => document.querySelector('progress-view').setAttribute('src', src)", f"{self.service.url}/v1/progress/two")
        self.wait_for(page, "25")
        page.evaluate("document.querySelector('progress-view').lang = 'pl'")
        until(lambda: page.title() and [url for url in asked if "/v1/events?" in url and "locale=pl" in url and url.endswith("id=two")], "the Polish stream")
        until(lambda: self.service.streams() == 1, "one stream")

        page.evaluate("(window.kept = document.querySelector('progress-view')).remove()")
        until(lambda: self.service.streams() == 0, "no stream")
        page.evaluate("document.querySelector('main').append(kept)")
        self.wait_for(page, "25")

    def test_it_waits_for_what_comes_later(self):
        page = self.show("later")
        until(lambda: page.title() and self.service.streams() == 1, "a stream that waits")

        self.service.put("later", totalUnitCount=2, completedUnitCount=1)

        self.wait_for(page, "50")

    def test_it_comes_back_after_a_restart(self):
        self.forgiven = "Failed to load resource"
        self.service.put("release", totalUnitCount=2, completedUnitCount=1)
        page = self.show("release")
        self.wait_for(page, "50")

        self.service.stop()
        self.service = Service(*self.arguments, port=self.service.port)
        until(lambda: not page.locator("progress-view .base").is_visible(), "nothing, as nothing is there")
        self.service.put("release", totalUnitCount=4, completedUnitCount=1)

        self.wait_for(page, "25")

    def test_hostile_texts_are_text(self):
        evil = "<img src=x onerror=window.pwned=1>\"'\n\u202e"
        self.service.put("evil", totalUnitCount=2, localizedDescription=evil)
        page = self.show("evil", "controls")
        self.wait_for(page, "0")

        self.assertEqual(page.locator("progress-view .description").evaluate("(element) => element.textContent"), evil)
        self.assertIsNone(page.evaluate("window.pwned ?? null"))

    def test_another_origin_may_load_it_but_reads_nothing_unless_listed(self):
        self.forgiven = "CORS|Failed to load resource|ERR_FAILED"
        self.service.put("secret", totalUnitCount=2)
        page = self.show("secret", 'label="Secret"')
        warnings = []
        page.on("console", lambda message: message.type == "warning" and warnings.append(message.text))
        elsewhere = self.site.url.replace("127.0.0.1", "localhost")
        page.goto(elsewhere)
        until(lambda: page.title() and warnings, "the warning")
        self.assertIn(f"--cors-origin {elsewhere}", warnings[0])
        until(lambda: page.locator("progress-view .none").inner_text() == "Secret · No data", "no data")

        self.assertTrue(page.evaluate("customElements.get('progress-view') !== undefined"))
        self.assertFalse(page.locator("progress-view .base").is_visible())

    def test_it_says_that_a_step_failed_below(self):
        self.service.put("release", totalUnitCount=8, completedUnitCount=2, children=[{"name": "host", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.show("release")
        self.wait_for(page, "25")
        self.assertEqual(page.locator("progress-view .failures").inner_text(), "")

        self.service.call("POST", "/v1/progress/host/fail", {"message": "no"})

        until(lambda: page.locator("progress-view .failures").inner_text() == "1 failed", "the count", seconds=30)

    def test_a_button_that_is_refused_says_so(self):
        self.forgiven = "status of|net::ERR|Failed to load"
        self.service.put("release", totalUnitCount=8, isPausable=True)
        page = self.show("release", "controls")
        until(lambda: page.get_by_role("button", name="Pause").count() == 1, "the button")
        page.route("**/pause?*", lambda route: route.fulfill(
            status=403, content_type="application/problem+json", headers={"Access-Control-Allow-Origin": "*"}, body='{"detail": "You may only read."}'))

        page.get_by_role("button", name="Pause").click()

        until(lambda: page.locator("progress-view .note").inner_text() == "You may only read.", "the words", seconds=30)

    def test_a_stripe_that_nobody_feeds_stops(self):
        self.service.put("crawl", totalUnitCount=-1)
        self.context.add_init_script("const later = setTimeout; window.setTimeout = (act, time) => later(act, time > 15000 && time <= 30000 ? 1500 : time);")
        animations = "document.querySelector('progress-view').shadowRoot.getAnimations().length"
        page = self.show("crawl")
        until(lambda: page.evaluate(animations) == 1, "a stripe that moves", seconds=30)

        until(lambda: page.evaluate(animations) == 0, "a stripe that stands still", seconds=30)

        self.service.complete("crawl")
        until(lambda: page.evaluate(animations) == 1, "a stripe that moves again", seconds=30)

    def test_a_stripe_that_nobody_has_fed_for_long_does_not_start(self):
        self.service.put("crawl", totalUnitCount=-1, completedUnitCount=3)
        self.context.add_init_script("const now = Date.now; Date.now = () => now() + 60000;")
        view = "document.querySelector('progress-view').shadowRoot"
        page = self.show("crawl")
        until(lambda: page.evaluate(f"{view}.querySelector('.base.quiet') !== null"), "the stripe", seconds=30)

        wanders = lambda: page.evaluate(f"{view}.getAnimations().filter((each) => each.animationName === 'wander').length")
        self.assertEqual(wanders(), 0)
        left = page.evaluate(f"[{view}.querySelector('.additional'), {view}.querySelector('.texts')].map((each) => each.getBoundingClientRect().left)")
        self.assertEqual(*left)  # no gap where the description would be
        self.service.complete("crawl")

        until(lambda: wanders() == 1, "a stripe that moves", seconds=30)

    def test_a_traceback_is_its_last_line(self):
        self.service.put("release", totalUnitCount=8, completedUnitCount=2)
        self.service.call("POST", "/v1/progress/release/fail", {"message": "Traceback (most recent call last):\n  File \"a.py\"\nValueError: bad row"})
        page = self.show("release")

        until(lambda: page.locator("progress-view .description").inner_text() == "ValueError: bad row", "the line", seconds=30)

    def test_what_it_says_begins_with_the_state_and_its_buttons_have_its_name(self):
        self.service.put("release", totalUnitCount=10, completedUnitCount=3, isPausable=True)
        page = self.show("release", 'controls confirm="off" label="The release"')
        until(lambda: self.bar(page, "aria-valuetext") == "Running, 30% completed, 3 of 10", "the words", seconds=30)
        self.assertEqual(page.get_by_role("group", name="The release").get_by_role("button").count(), 2)
        news = page.locator("progress-view [role=status]")

        self.service.call("POST", "/v1/progress/release/pause")
        until(lambda: news.inner_text() == "Paused, 30% completed, 3 of 10", "the pause", seconds=30)
        page.get_by_role("button", name="Cancel").focus()
        page.keyboard.press("Enter")

        until(lambda: news.inner_text().startswith("Cancelled, "), "the cancel", seconds=30)
        role = "document.activeElement.shadowRoot?.activeElement?.getAttribute('role')"
        until(lambda: page.evaluate(role) == "progressbar", "the focus on the bar, as the buttons are gone", seconds=30)

    def test_colors_of_the_reader_leave_a_bar_without_a_length_to_tell(self):
        self.service.put("crawl", totalUnitCount=-1)
        self.context = self.new_context(forced_colors="active", reduced_motion="reduce")
        page = self.show("crawl")
        until(lambda: page.locator("progress-view .unknown").count() == 1, "the bar", seconds=30)

        self.assertIn("gradient", page.locator("progress-view .fill").evaluate("(fill) => getComputedStyle(fill).backgroundImage"))
