"""Many elements on one page, and lines that die without a word."""

import os
import signal
import tempfile

from kit import BrowserTest, until
from test_element import PAGE, Site
from test_tabs import NO_WORKER
from test_tokens import OPERATOR

VALUES = """() => [...document.querySelectorAll("progress-view")].map((each) =>
    each.shadowRoot.querySelector(".base").hidden ? null : each.shadowRoot.querySelector("[role=progressbar]").ariaValueNow)"""
PLACEHOLDERS = """() => [...document.querySelectorAll("progress-view")].map((each) => !each.shadowRoot.querySelector("slot").hidden)"""


class EmbedsTest(BrowserTest):
    options = ()

    def setUp(self):
        self.site = Site()
        self.addCleanup(self.site.stop)
        self.arguments = ("--cors-origin", self.site.url, *self.options)
        super().setUp()

    def show(self, names, attributes="", query=""):
        element = '<progress-view src="{}/v1/progress/{}{}" {}></progress-view>'
        body = "".join(element.format(self.service.url, name, query, attributes) for name in names)
        self.site.html = PAGE.format(service=self.service.url, body=body, lang="en")
        page = self.context.new_page()
        page.goto(self.site.url)
        return page

    def wait_for_values(self, page, values):
        until(lambda: page.evaluate(VALUES) == values, f"the values {values[:3]}…", 40)


class ManyTest(EmbedsTest):
    def test_twenty_elements_share_a_stream_and_their_buttons_work(self):
        names = [f"step-{i}" for i in range(20)]
        for name in names:
            self.service.put(name, totalUnitCount=4)
        page = self.show(names, "controls confirm=off")

        self.wait_for_values(page, ["0"] * 20)
        self.assertEqual(self.service.streams(), 1)
        for name in names:
            self.service.complete(name)

        self.wait_for_values(page, ["25"] * 20)
        page.locator("progress-view").nth(19).locator(".cancel").click()
        until(lambda: self.service.complete("step-19", 0) == "cancel", "the cancel", 30)

    def test_names_that_do_not_exist_yet_starve_nobody(self):
        self.service.put("here", totalUnitCount=2, completedUnitCount=1)
        page = self.show([f"later-{i}" for i in range(9)] + ["here"])

        self.wait_for_values(page, [None] * 9 + ["50"])
        until(lambda: page.evaluate(PLACEHOLDERS) == [True] * 9 + [False], "the placeholders", 30)
        self.service.put("later-4", totalUnitCount=4, completedUnitCount=1)

        self.wait_for_values(page, [None] * 4 + ["25"] + [None] * 4 + ["50"])
        self.assertEqual(self.service.streams(), 1)

    def test_a_name_goes_from_run_to_run_beside_an_element_of_its_old_run(self):
        old = self.service.put("nightly", totalUnitCount=1, completedUnitCount=1)["id"]
        page = self.show([old, "nightly"])
        self.wait_for_values(page, ["100", "100"])

        self.service.put("nightly", totalUnitCount=4, completedUnitCount=1)

        self.wait_for_values(page, ["100", "25"])

    def test_an_element_more_opens_the_stream_anew_and_one_less_lets_go(self):
        self.service.put("one", totalUnitCount=2, completedUnitCount=1)
        self.service.put("two", totalUnitCount=4, completedUnitCount=1)
        page = self.show(["one"])
        self.wait_for_values(page, ["50"])

        page.evaluate("""() => {
            const more = document.createElement("progress-view"), one = document.querySelector("progress-view");
            more.setAttribute("src", one.getAttribute("src").replace("one", "two"));
            one.after(more);
        }""")
        self.wait_for_values(page, ["50", "25"])
        self.assertEqual(self.service.streams(), 1)
        page.evaluate("document.querySelector('progress-view').remove()")
        self.service.complete("two")

        self.wait_for_values(page, ["50"])
        until(lambda: self.service.streams() == 1, "one stream", 30)

    def test_beyond_three_streams_of_fifty_the_page_reads_again_and_again(self):
        names = [f"many-{i}" for i in range(160)]
        for name in names:
            self.service.put(name, totalUnitCount=4)
        page = self.show(names)
        self.wait_for_values(page, ["0"] * 160)

        for name in ("many-0", "many-159"):
            self.service.complete(name)

        self.wait_for_values(page, ["25"] + ["0"] * 158 + ["25"])
        self.assertLessEqual(self.service.streams(), 4)  # three, and what waits

    def test_what_is_no_name_and_what_is_gone_is_said_to_that_element_alone(self):
        self.service.put("here", totalUnitCount=2, completedUnitCount=1)
        gone = "00000000-0000-4000-8000-000000000000"
        page = self.show(["here", "no%20name", gone])
        page.evaluate("window.said = []")
        page.evaluate("""() => document.querySelectorAll("progress-view").forEach((each, i) => {
            each.addEventListener("progress-error", (event) => said.push([i, event.detail.status]));
            each.setAttribute("src", each.getAttribute("src"));
        })""")

        self.wait_for_values(page, ["50", None, None])
        until(lambda: sorted(page.evaluate("said.map(String)")) == ["1,0", "2,404"], "what went wrong", 30)

    def test_pages_of_the_services_own_origin_share_a_stream(self):
        self.service.put("shared", totalUnitCount=4)
        pages = [self.open(), self.open()]
        self.assertEqual(self.service.streams(), 1)

        for page in pages:
            page.evaluate("""async () => {
                document.querySelector("#main").insertAdjacentHTML("beforeend", `<progress-view src="/v1/progress/shared"></progress-view>`);
                await import("/progress-element.js");
            }""")
            self.wait_for_values(page, ["0"])
        self.assertEqual(self.service.streams(), 2)  # the roots, and what the elements show
        self.service.complete("shared")

        for page in pages:
            self.wait_for_values(page, ["25"])


class GrantedTest(EmbedsTest):
    def setUp(self):
        file = tempfile.NamedTemporaryFile("w", suffix=".tokens")
        self.addCleanup(file.close)
        file.write(OPERATOR["Authorization"].replace("Bearer ", "operator:"))
        file.flush()
        self.options = ("--token-file", file.name)
        super().setUp()

    def call(self, method, path, body):
        return self.service.call(method, "/v1/progress/" + path, body, OPERATOR).json

    def test_a_grant_that_does_not_reach_one_element_reaches_the_others(self):
        self.forgiven = "status of 403"
        for name in ("mine", "other"):
            self.call("PUT", name, {"totalUnitCount": 4, "completedUnitCount": 2})
        grant = self.call("POST", "mine/grants", {"role": "viewer"})["token"]
        page = self.show(["other", "mine"], query="?grant=" + grant)

        self.wait_for_values(page, [None, "50"])
        self.call("POST", "mine/completed-units", {"count": 1})

        self.wait_for_values(page, [None, "75"])


class DeadLineTest(EmbedsTest):
    options = ("--heartbeat-seconds", "1")

    def setUp(self):
        super().setUp()
        self.forgiven = "net::ERR_"
        self.service.put("some", totalUnitCount=4)

    def freeze(self):
        os.kill(self.service.process.pid, signal.SIGSTOP)
        self.addCleanup(os.kill, self.service.process.pid, signal.SIGCONT)

    def test_a_page_says_since_when_it_heard_nothing_and_comes_back(self):
        page = self.open()
        self.wait_for_row(page, "some")
        page.wait_for_timeout(4000)  # a quiet line that lives
        self.assertEqual(page.evaluate("document.body.dataset.link"), "live")

        self.freeze()
        until(lambda: page.locator("#link").inner_text().startswith("Stale since"), "that it is stale", 30)
        os.kill(self.service.process.pid, signal.SIGCONT)

        until(lambda: page.locator("#link").inner_text() == "Live", "that it is live", 30)
        self.service.complete("some")
        self.wait_for_value(page, "some", 25)

    def test_an_element_looks_lost_and_comes_back(self):
        page = self.show(["some"])
        self.wait_for_values(page, ["0"])
        is_lost = lambda: page.locator("progress-view .base.lost").count() == 1

        self.freeze()
        until(is_lost, "that it is lost", 30)
        additional = page.locator("progress-view .additional")
        until(lambda: additional.inner_text().startswith("Stale since "), "since when", 30)
        self.assertEqual(page.evaluate(VALUES), ["0"])
        os.kill(self.service.process.pid, signal.SIGCONT)

        until(lambda: not is_lost(), "that it is live", 30)
        until(lambda: additional.inner_text() == "0 of 4", "its own words", 30)
        self.service.complete("some")
        self.wait_for_values(page, ["25"])


class FewStreamsTest(EmbedsTest):
    """A page without a stream reads, and what refuses its waits is no outage."""

    options = ("--max-streams", "1")
    RECORD = """() => {
        window.links = [];
        const note = () => links.push(document.body.dataset.link);
        new MutationObserver(note).observe(document.body, { attributeFilter: ["data-link"] });
        note();
    }"""

    def setUp(self):
        super().setUp()
        self.forgiven = "status of (429|503)"
        self.service.put("some", totalUnitCount=4)

    def test_a_page_without_a_stream_is_live_all_the_time(self):
        first = self.open()
        self.wait_for_row(first, "some")
        context = self.new_context()
        context.add_init_script(NO_WORKER)  # its requests cannot be seen
        refused = []
        context.on("response", lambda reply: reply.status in (429, 503) and refused.append(reply.request.headers.get("prefer")))
        second = self.open(context=context)
        second.evaluate(self.RECORD)

        until(lambda: second.title() and refused.count("wait=1") >= 2, "refused waits", 40)
        self.service.complete("some")

        self.wait_for_value(second, "some", 25)
        self.assertEqual(set(second.evaluate("links")), {"live"})

    def test_an_element_without_a_stream_is_live(self):
        self.open()
        page = self.show(["some"])
        self.wait_for_values(page, ["0"])

        self.service.complete("some")

        self.wait_for_values(page, ["25"])
        self.assertEqual(page.locator("progress-view .base.lost").count(), 0)


class FewStreamsOfClientTest(FewStreamsTest):
    options = ("--max-streams-per-client", "1")
