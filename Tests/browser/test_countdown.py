import email.utils
import time

from kit import BrowserTest, until
from test_element import PAGE, Site
from test_language import TAGS

#: Seconds: 2 hours, 30 minutes and a half.
LEFT = 9_030
#: A time in each unit, alone and with the next one, in numbers that languages write differently.
TIMES = [0, 1, 2, 5, 59, 60, 120, 180, 660, 3_600, 7_200, 7_380, 18_060, 86_400, 172_800, 435_600]


class CountdownTest(BrowserTest):
    def work(self, name="import", **members):
        """Something at work, of which its reporter says how long it takes; the rate, so that it is not silent."""
        return self.service.put(
            name, totalUnitCount=10, completedUnitCount=2, **{"throughput": 0.01, "estimatedTimeRemaining": LEFT, **members})

    def watch(self, path="/", clock=None, now=None):
        """`clock`: what time it is for the browser; `now`: what the service says."""
        page = self.context.new_page()
        page.clock.install(time=clock or time.time())
        if now:
            headers = {"Date": email.utils.formatdate(now, usegmt=True), "Content-Type": "application/json"}
            page.route("**/v1/session?*", lambda route: route.fulfill(headers=headers, body='{"role": "operator"}'))
        page.goto(self.service.url + path)
        return page

    def wait_for_left(self, page, text, title="import"):
        left = self.wait_for_row(page, title).locator(".texts .left")
        until(lambda: left.inner_text() == text, text)

    def test_a_time_counts_down_in_the_place_of_the_sentences_own_to_zero(self):
        self.work()
        for path in ("/", "/progress/import"):
            page = self.watch(path)
            self.wait_for_left(page, "2 hr 30 min left")
            row = self.row(page, "import")
            self.assertEqual(row.locator(".additional").inner_text(), "2 of 10")

            page.clock.fast_forward("40:00")
            self.wait_for_left(page, "1 hr 50 min left")
            self.assertNotIn("remaining", row.inner_text())
            page.clock.fast_forward("03:00:00")
            self.wait_for_left(page, "0 sec left")

    def test_it_names_no_smaller_units_than_the_service_did(self):
        self.work(estimatedTimeRemaining=300)
        self.work("export")
        page = self.watch()
        self.wait_for_left(page, "4 min left")

        page.clock.fast_forward("01:00")
        self.wait_for_left(page, "3 min left")
        page.clock.fast_forward("01:30:00")

        self.wait_for_left(page, "59 min left", "export")

    def test_each_word_of_the_worker_is_the_new_time(self):
        self.work()
        page = self.watch()
        self.wait_for_left(page, "2 hr 30 min left")

        self.service.call("PATCH", "/v1/progress/import", {"estimatedTimeRemaining": 7_230})

        self.wait_for_left(page, "2 hr left")

    def test_nothing_counts_down_while_paused_or_silent(self):
        self.work("paused", isPausable=True)
        self.work("silent", throughput=None)
        page = self.watch()
        for name in ("paused", "silent"):
            self.wait_for_left(page, "2 hr 30 min left", name)

        self.service.call("POST", "/v1/progress/paused/pause")
        page.clock.fast_forward("00:40")

        for name in ("paused", "silent"):
            self.wait_for_left(page, "", name)
            self.assertEqual(self.row(page, name).locator(".additional").inner_text(), "2 of 10")
        self.assertIn("No update for 4", self.row(page, "silent").inner_text())

    def test_a_snapshot_that_is_old_when_it_comes_has_less_time_left(self):
        self.work()
        later = time.time() + 1_200
        page = self.watch(clock=later, now=later)
        self.wait_for_left(page, "2 hr 10 min left")

    def test_a_wrong_clock_takes_no_time_away(self):
        self.work()
        page = self.watch(clock=time.time() + 1_200)
        until(lambda: page.evaluate("document.body.dataset.role") == "operator", "the answer that says the time")
        page.clock.run_for(2_000)
        self.wait_for_left(page, "2 hr 30 min left")

    def test_a_row_of_one_line_says_the_time_once(self):
        for i in range(25):
            self.work(f"root-{i}")
        page = self.watch()
        row = self.wait_for_row(page, "root-7")
        until(lambda: row.locator(".when").inner_text() == "2 hr left", "the time in its column")
        until(lambda: not row.locator(".texts .left").is_visible(), "no time in the description")
        until(lambda: row.locator(".additional").inner_text() == "2 of 10", "no time in the sentence")

        page.clock.fast_forward("01:00:00")
        until(lambda: row.locator(".when").inner_text() == "1 hr left", "an hour less")

    def test_words_of_the_reporters_own_stay_whole_and_the_open_row_says_the_time(self):
        self.work(localizedAdditionalDescription="Phase 2 — nearly done")
        page = self.watch("/progress/import")
        row = self.wait_for_row(page, "import")
        until(lambda: row.locator("dl .left dd").inner_text() == "2 hr", "the fact")

        page.clock.fast_forward("01:00:00")
        until(lambda: row.locator("dl .left dd").inner_text() == "1 hr", "an hour less")
        self.assertEqual(row.locator(".additional").inner_text(), "Phase 2 — nearly done")
        self.assertEqual(row.locator(".texts .left").inner_text(), "")

    def test_an_open_row_says_the_time_once(self):
        self.work()
        page = self.watch("/progress/import")
        self.wait_for_left(page, "2 hr 30 min left")
        until(lambda: page.locator("dl .started").count() == 1, "the facts")
        self.assertFalse(page.locator("dl .left").is_visible())

    def test_the_order_by_time_left_is_that_of_now(self):
        self.work("first", estimatedTimeRemaining=LEFT)
        told = time.monotonic()
        until(lambda: time.monotonic() - told > 3, "three seconds")
        self.work("second", estimatedTimeRemaining=LEFT - 2)
        page = self.watch("/?sort=left")
        until(lambda: page.locator("#working .title").all_inner_texts() == ["first", "second"], "what is done first")

    def test_every_language_finds_the_time_in_its_sentences(self):
        for seconds in TIMES:
            self.work(f"t{seconds}", estimatedTimeRemaining=seconds)
            self.work(f"f{seconds}", estimatedTimeRemaining=seconds, kind="file")
        context = self.new_context(viewport={"width": 1280, "height": 3_000})
        for tag in TAGS:
            page = self.open(f"/?locale={tag}", context=context)
            until(lambda: page.locator(".texts .left").count() == 2 * len(TIMES), "the rows")
            missing = "[...document.querySelectorAll('.row')].filter((row) => !row.querySelector('.left').textContent).map((row) => row.innerText)"
            until(lambda: page.evaluate(missing) == [], f"the times in {tag}")
            self.assertFalse(page.evaluate("[...document.querySelectorAll('.additional')].some((each) => /—/.test(each.textContent))"), tag)
            page.close()


class ElementCountdownTest(BrowserTest):
    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)
        # The line lives, however far the browser's clock is moved.
        self.arguments = ("--cors-origin", self.site.url, "--heartbeat-seconds", "3600")
        super().setUp()

    def show(self, *names, lang="en", clock=None):
        body = "".join(f'<progress-view src="{self.service.url}/v1/progress/{name}"></progress-view>' for name in names)
        self.site.html = PAGE.format(service=self.service.url, body=body, lang=lang)
        page = self.context.new_page()
        page.clock.install(time=clock or time.time())
        page.add_init_script("""
            window.timers = new Set();
            const set = setInterval, clear = clearInterval;
            window.setInterval = (...arguments) => { const id = set(...arguments); timers.add(id); return id; };
            window.clearInterval = (id) => { timers.delete(id); clear(id); };
            Object.defineProperty(document, "hidden", { get: () => !!window.isHidden });
        """)
        page.goto(self.site.url)
        return page

    def put(self, name="release", **members):
        self.service.put(name, totalUnitCount=10, completedUnitCount=2, estimatedTimeRemaining=LEFT, **members)

    def wait_for(self, page, text, i=0):
        additional = page.locator("progress-view .additional").nth(i)
        until(lambda: additional.inner_text() == text, text)

    def test_it_counts_down_in_its_sentence_and_says_so_to_nobody(self):
        self.put()
        page = self.show("release")
        self.wait_for(page, "2 of 10 — 2 hr 30 min left")

        page.clock.fast_forward("40:00")

        self.wait_for(page, "2 of 10 — 1 hr 50 min left")
        bar = page.locator("progress-view [role=progressbar]")
        self.assertEqual(bar.get_attribute("aria-valuetext"), "Running, 20% completed, 2 of 10 — 2 hours, 30 minutes remaining")
        self.assertEqual(page.locator("progress-view [role=status]").inner_text(), "")

    def test_it_takes_the_time_from_the_service_where_the_clock_is_wrong(self):
        self.put()
        page = self.show("release", clock=time.time() + 1_200)
        self.wait_for(page, "2 of 10 — 2 hr 30 min left")

    def test_a_clock_that_is_set_right_takes_no_time_away(self):
        self.put()
        page = self.show("release", clock=time.time() - 86_400)
        self.wait_for(page, "2 of 10 — 2 hr 30 min left")

        page.clock.set_system_time(time.time())
        self.service.call("PATCH", "/v1/progress/release", {"estimatedTimeRemaining": 7_230})

        self.wait_for(page, "2 of 10 — 2 hr left")

    def test_all_of_a_page_share_one_timer_which_rests_while_nothing_counts_or_nobody_looks(self):
        self.put("one", isPausable=True)
        self.put("two", isPausable=True)
        self.service.put("three", totalUnitCount=3)
        page = self.show("one", "two", "three")
        for i in range(2):
            self.wait_for(page, "2 of 10 — 2 hr 30 min left", i)
        self.assertEqual(page.evaluate("timers.size"), 1)

        turn = "isHidden = {}; document.dispatchEvent(new Event('visibilitychange'))"
        page.evaluate(turn.format("true"))
        self.assertEqual(page.evaluate("timers.size"), 0)
        page.clock.fast_forward("40:00")
        self.wait_for(page, "2 of 10 — 2 hr 30 min left")
        page.evaluate(turn.format("false"))
        self.wait_for(page, "2 of 10 — 1 hr 50 min left")
        self.assertEqual(page.evaluate("timers.size"), 1)

        self.service.call("POST", "/v1/progress/one/pause")
        self.wait_for(page, "2 of 10")
        page.evaluate("document.querySelectorAll('progress-view')[1].remove()")
        page.clock.fast_forward(2_000)
        until(lambda: page.evaluate("timers.size") == 0, "no timer")

    def test_a_page_without_a_time_loads_nothing_to_count_it(self):
        self.service.put("three", totalUnitCount=3)
        page = self.show("three")
        self.wait_for(page, "0 of 3")
        loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertFalse([name for name in loaded if "left.js" in name])
