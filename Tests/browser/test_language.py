import re

from kit import BrowserTest, until
from test_dashboard import PHOTO

TAGS = "en de fr es it pt-BR nl pl cs ru uk tr ar he hi ja ko zh-Hans zh-Hant".split()
NO_WORKER = "delete window.SharedWorker;"  # its requests are its own; those of a page can be seen


# Arms the first cancel button; gives its lines, whether its text fits, and whether it is inside its row.
ARMED = """async () => {
    const row = document.querySelector(".row"), button = row.querySelector('[data-call="cancel"]');
    if (!button.offsetParent) row.click();  // a phone shows the buttons of the open row only
    while (!button.offsetParent) await new Promise(requestAnimationFrame);
    if (!button.classList.contains("armed")) button.click();
    while (!button.classList.contains("armed")) await new Promise(requestAnimationFrame);  // the first click loads what asks
    const text = document.createRange();
    text.selectNodeContents(button.querySelector("span"));
    const [inner, outer] = [button, row].map((element) => element.getBoundingClientRect());
    return [text.getClientRects().length, button.scrollWidth <= button.clientWidth, outer.left <= inner.left && inner.right <= outer.right];
}"""


class LanguageTest(BrowserTest):
    def language(self, page):
        return page.evaluate("[document.documentElement.lang, document.documentElement.dir]")

    def test_the_browser_decides_and_the_address_decides_over_it(self):
        context = self.new_context(locale="de-AT")
        context.add_init_script(NO_WORKER)
        asked = []
        context.on("request", lambda request: asked.append(request.url))
        self.service.put("import", totalUnitCount=8, completedUnitCount=2)

        page = self.open(context=context)
        self.wait_for_row(page, "import")
        self.assertEqual(self.language(page), ["de", "ltr"])
        self.assertEqual(page.locator("#search").get_attribute("placeholder"), "Suchen")
        self.assertEqual(self.row(page, "import").locator(".figure").inner_text(), "25\u00a0%")
        self.assertTrue([url for url in asked if re.search(r"/v1/events\?locale=de&", url)], asked)

        page = self.open("/?locale=fr", context=context)
        self.assertEqual(self.language(page), ["fr", "ltr"])
        until(lambda: page.title() and [url for url in asked if re.search(r"/v1/events\?locale=fr&", url)], "the French stream")

    def test_others_find_the_language_nearest_to_them(self):
        for asked, found in [("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans"), ("pt-PT", "pt-BR"), ("iw", "he"), ("sv", "en"), ("?", "en")]:
            self.assertEqual(self.language(self.open(f"/?locale={asked}"))[0], found, asked)

    def test_the_reader_can_switch(self):
        page = self.open()

        with page.expect_navigation():
            page.select_option("#language", label="polski")

        until(lambda: self.language(page) == ["pl", "ltr"], "Polish")
        until(lambda: "Nic nie jest w toku" in page.locator("#empty").inner_text(), "the words of the empty page")

    def test_every_language_has_every_word(self):
        page = self.open()
        table = page.evaluate(
            "async (tags) => Object.fromEntries(await Promise.all(tags.map(async (tag) => [tag, (await import(`/lang/${tag}.js`)).default])))",
            TAGS,
        )

        count = re.search(r"wordCount=(\d+)", page.evaluate("fetch('/strings.js').then((reply) => reply.text())"))
        self.assertEqual(count and int(count[1]), len(table["en"]), "wordCount in strings.js")
        places = lambda words: {key: sorted(re.findall(r"\{\w\}", text)) for key, text in words.items()}
        for tag in TAGS:
            self.assertEqual(places(table[tag]), places(table["en"]), tag)
            tiles = [table[tag][key] for key in ("all", "failed", "stalled", "hushed", "running", "indeterminate", "waiting", "paused", "cancelled", "finished")]
            self.assertEqual(len(set(tiles)), len(tiles), (tag, tiles))
            self.assertTrue(all(text.strip() == text and text for text in table[tag].values()), tag)
        options = page.locator("#language option").evaluate_all("(options) => options.map((option) => option.value)")
        self.assertEqual(options, TAGS)

    def test_a_missing_word_is_english(self):
        context = self.new_context()
        words = "export default { live: 'Aktiv', running: 'Läuft' };"
        context.route("**/lang/de.js", lambda route: route.fulfill(content_type="text/javascript", body=words))

        page = self.open("/?locale=de", context=context)

        self.assertEqual(page.locator("#link").inner_text(), "Aktiv")
        until(lambda: "Nothing is under way" in page.locator("#empty").inner_text(), "the English words")

    def test_a_state_has_one_word_in_pages_text_views_and_badges(self):
        self.service.put("running", totalUnitCount=2)
        self.service.put("indeterminate", totalUnitCount=-1)
        self.service.put("finished", totalUnitCount=1, completedUnitCount=1)
        self.service.put("stalled", totalUnitCount=2, leaseSeconds=0.1)
        for state, call, body in [("paused", "pause", {}), ("cancelled", "cancel", {}), ("failed", "fail", {"message": "no"})]:
            self.service.put(state, totalUnitCount=2, isPausable=True)
            self.service.call("POST", f"/v1/progress/{state}/{call}", body)
        until(lambda: self.service.call("GET", "/v1/progress/stalled").json["state"] == "stalled", "the stall", seconds=30)
        page = self.open()

        for tag in TAGS:
            words = page.evaluate("async (tag) => (await import(`/lang/${tag}.js`)).default", tag)
            lines = self.service.call("GET", "/progress.txt?width=200", headers={"Accept-Language": tag}).body.decode().splitlines()
            for line in lines:
                state = line.split()[0]
                self.assertIn(words[state].lower(), line.lower().replace(state, "", 1), tag)
        self.assertEqual(len(lines), 7)
        for state in ("failed", "cancelled", "paused", "stalled", "indeterminate"):
            badge = self.service.call("GET", f"/progress/{state}.svg?label=x").body.decode()
            english = page.evaluate("async () => (await import('/lang/en.js')).default")
            self.assertIn(english[state].lower(), badge)

    def test_every_language_shows_a_tree_without_complaint(self):
        self.service.put("import", **PHOTO)
        page = self.context.new_page()
        for tag in TAGS:
            page.set_viewport_size({"width": 1280, "height": 900})
            page.goto(f"{self.service.url}/progress/import?locale={tag}")
            self.wait_for_row(page, "filter-1")
            self.assertEqual(self.language(page), [tag, "rtl" if tag in ("ar", "he") else "ltr"])
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            page.set_viewport_size({"width": 360, "height": 740})
            narrow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            self.assertEqual((tag, max(wide, 0), max(narrow, 0)), (tag, 0, 0), "the page scrolls sideways")

    def test_the_question_before_a_cancel_is_one_readable_line_in_every_language_at_every_width(self):
        self.service.put("import", **PHOTO)
        page = self.context.new_page()
        for tag in TAGS:
            for path in ("/", "/progress/import"):
                page.goto(f"{self.service.url}{path}?locale={tag}")
                self.wait_for_row(page, "import")
                for width in (1600, 1280, 900, 360):
                    page.set_viewport_size({"width": width, "height": 900})
                    self.assertEqual(page.evaluate(ARMED), [1, True, True], (tag, path, width))

    def test_right_to_left(self):
        self.service.put("import", **{**PHOTO, "completedUnitCount": 1})
        page = self.open("/progress/import?locale=ar")
        self.wait_for_row(page, "filter-1")
        box = lambda name, row: self.row(page, row).locator(name).first.bounding_box()

        title, bar, figure = box(".title", "filter-1"), box(".bar", "filter-1"), box(".figure", "filter-1")
        self.assertGreater(title["x"], bar["x"])
        self.assertGreater(bar["x"], figure["x"])
        share = box(".share", "filter-1")  # the last tenth, which is on the left
        self.assertAlmostEqual(share["x"], bar["x"], delta=2)
        self.service.complete("filter-1", 2)
        self.wait_for_value(page, "filter-1", 50)
        half = lambda: box(".fill", "filter-1")["x"] - bar["x"] - bar["width"] / 2
        until(lambda: abs(half()) < 3, "a bar that fills from the right")

        page.keyboard.press("Tab")
        self.row(page, "photo-1").focus()
        page.keyboard.press("ArrowRight")  # outwards, here
        until(lambda: self.row(page, "filter-1").count() == 0, "the child closed")
        page.keyboard.press("ArrowLeft")
        self.wait_for_row(page, "filter-1")
