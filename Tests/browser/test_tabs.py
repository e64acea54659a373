import socket

from kit import BrowserTest, until

NO_WORKER = "delete window.SharedWorker;"
NO_LOCKS = NO_WORKER + "delete Navigator.prototype.locks;"
# Notes whether the words that a progress is gone are hidden, whenever that changes.
GONE = """window.hidden = []; addEventListener("DOMContentLoaded", () => {
    const gone = document.getElementById("gone");
    new MutationObserver(() => hidden.push(gone.hidden)).observe(gone, { attributes: true });
})"""


def outer_address():
    """An address of this machine that is not loopback; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return probe.getsockname()[0]


class TabsTest(BrowserTest):
    arguments = ("--host", "0.0.0.0", "--allow-anonymous")

    def open_seven(self, at=None, context=None):
        self.service.put("shared", totalUnitCount=1000)
        pages = [self.open(at=at, context=context) for _ in range(6)]
        pages.append(self.open("/progress/shared", at=at, context=context))
        for page in pages:
            self.wait_for_row(page, "shared")
        return pages

    def assert_live(self, pages):
        for percent in (10, 20):
            self.service.complete("shared", 100)
            for page in pages:
                self.wait_for_value(page, "shared", percent)

    def test_seven_tabs_share_two_streams_in_a_worker(self):
        pages = self.open_seven()

        self.assert_live(pages)

        self.assertEqual(self.service.streams(), 2)  # the roots, and the tree of the seventh
        for page in pages:
            page.close()
        fresh = self.open()
        self.wait_for_value(fresh, "shared", 20)

    def test_seven_tabs_are_live_on_plain_http_at_an_outer_address(self):
        address = outer_address()
        if address is None:
            self.skipTest("this machine has no address but loopback")
        pages = self.open_seven(at=f"http://{address}:{self.service.port}")
        self.assertFalse(pages[0].evaluate("isSecureContext"))
        self.assertTrue(pages[0].evaluate("!!window.SharedWorker && !navigator.locks"))

        self.assert_live(pages)

        self.assertEqual(self.service.streams(), 2)

    def test_a_tab_that_found_no_stream_takes_over_that_of_a_closed_one(self):
        for name in ("a-1", "b-1", "c-1", "d-1"):
            self.service.put(name, totalUnitCount=4)
        pages = [self.open(f"/?name={name}*") for name in "abcd"]
        self.wait_for_row(pages[3], "d-1")
        until(lambda: self.service.streams() == 3, "as many streams as a browser has", 30)

        pages[0].close()
        pages[1].close()

        until(lambda: self.service.streams() == 2, "the streams of those that are left", 30)
        self.service.complete("d-1")
        self.wait_for_value(pages[3], "d-1", 25)

    def test_an_opened_tree_comes_and_goes_with_its_reader(self):
        self.service.put("tree", totalUnitCount=2, children=[{"name": "leaf", "pendingUnitCount": 1, "totalUnitCount": 4}])
        first, second = self.open(), self.open()
        self.assertEqual(self.service.streams(), 1)

        self.wait_for_row(first, "tree").click()
        self.wait_for_row(second, "tree").click()
        self.wait_for_row(first, "leaf")
        self.wait_for_row(second, "leaf")
        self.assertEqual(self.service.streams(), 2)
        first.close()
        self.service.complete("leaf")
        self.wait_for_value(second, "leaf", 25)

        self.wait_for_row(second, "tree").locator(".mark").click()
        until(lambda: self.service.streams() == 1, "one stream")

    def test_without_shared_workers_one_tab_holds_the_streams_for_all(self):
        context = self.new_context()
        context.add_init_script(NO_WORKER)
        pages = self.open_seven(context=context)

        self.assert_live(pages)
        self.assertEqual(self.service.streams(), 2)
        pages.pop(0).close()  # it came first, so it held them

        self.service.complete("shared", 100)
        for page in pages:
            self.wait_for_value(page, "shared", 30)
        until(lambda: self.service.streams() == 2, "the streams in another tab")

    def test_without_locks_too_every_tab_polls(self):
        self.forgiven = "status of 404"  # a browser logs it where something that was waited for is removed
        context = self.new_context()
        context.add_init_script(NO_LOCKS)
        waits = []
        context.on("request", lambda request: waits.append(request.headers.get("prefer")))
        pages = self.open_seven(context=context)

        self.assert_live(pages)

        self.assertIn("wait=1", waits)
        self.service.call("DELETE", "/v1/progress/shared")
        until(lambda: self.row(pages[0], "shared").count() == 0, "the row gone")
        until(lambda: pages[6].locator("#gone").is_visible(), "the page that says it is gone")

    def test_polling_shows_a_tree_too(self):
        context = self.new_context()
        context.add_init_script(NO_LOCKS)
        self.service.put("tree", totalUnitCount=2, children=[
            {"name": "leaf", "pendingUnitCount": 1, "totalUnitCount": 4},
            {"name": "twig", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open(context=context)
        self.wait_for_row(page, "tree").click()
        self.wait_for_row(page, "twig")

        self.service.complete("leaf")
        self.service.call("DELETE", "/v1/progress/twig?pending=release")

        self.wait_for_value(page, "leaf", 25)
        until(lambda: self.row(page, "twig").count() == 0, "the child gone")


    def test_a_tree_says_nothing_of_trees_in_other_tabs(self):
        self.service.put("small", totalUnitCount=14, children=[{"name": f"leaf-{i}", "pendingUnitCount": 1} for i in range(14)])
        self.service.put("big", totalUnitCount=20, children=[{"name": f"part-{i}", "pendingUnitCount": 1} for i in range(20)])
        self.service.call("POST", "/v1/progress/part-7/fail", {"message": "checksum"})
        small, big = self.open("/progress/small"), self.open("/progress/big")
        self.wait_for_row(big, "part-7")
        until(lambda: small.evaluate("document.body.dataset.link") == "live", "the stream of both")

        self.service.call("POST", "/v1/progress/part-8/fail", {"message": "checksum"})
        until(lambda: big.locator("#news").inner_text() == "part-8: Failed", "the news of the other one")
        self.assertEqual(small.locator("#news").inner_text(), "")
        small.fill("#search", "part")

        until(lambda: small.locator("#nothing").is_visible(), "that nothing matches")
        small.fill("#search", "")
        self.wait_for_row(small, "leaf-13")
        self.assertEqual(small.locator(".tile b").first.inner_text(), "14")
        self.assertEqual(small.locator(".culprit").count(), 0)

    def test_a_tree_that_opens_beside_others_is_at_no_moment_gone(self):
        for script in ("", NO_WORKER, NO_LOCKS):
            context = self.new_context()
            context.add_init_script(script + GONE)
            for name in ("one", "two"):
                self.service.put(name, totalUnitCount=4)
            pages = [self.open(f"/progress/{name}", context=context) for name in ("one", "two")]

            for page, name in zip(pages, ("one", "two")):
                self.wait_for_row(page, name)
                self.assertNotIn(False, page.evaluate("hidden"))

    def test_polling_shows_what_fails_below_and_what_comes_later(self):
        self.forgiven = "status of 404"
        context = self.new_context()
        context.add_init_script(NO_LOCKS)
        self.service.put("tree", totalUnitCount=2, children=[{"name": "leaf", "pendingUnitCount": 1, "totalUnitCount": 4}])
        page = self.open(context=context)
        self.wait_for_row(page, "tree")
        later = self.open("/progress/later", context=context)

        self.service.call("POST", "/v1/progress/leaf/fail", {"message": "no"})
        self.service.put("later", totalUnitCount=4, completedUnitCount=1)

        self.wait_for_value(later, "later", 25)
        until(lambda: page.locator("#attention .title").all_inner_texts() == ["tree"], "the failure", 30)

    def test_the_page_of_what_has_ended_is_not_connecting(self):
        self.service.put("over", totalUnitCount=4)
        ended = self.service.call("POST", "/v1/progress/over/finish").json["id"]

        page = self.open("/progress/" + ended)

        self.wait_for_value(page, "over", 100)
        self.assertEqual(page.locator("#link").inner_text(), "")


class FewStreamsTest(BrowserTest):
    arguments = ("--max-streams", "1")

    def test_without_a_stream_the_page_reads_again_and_again(self):
        self.forgiven = "status of 429"
        self.service.put("some", totalUnitCount=4)
        first = self.open()
        self.wait_for_row(first, "some")

        second = self.open(context=self.new_context())
        self.service.complete("some")

        self.wait_for_value(second, "some", 25)


class GuardedHostTest(BrowserTest):
    arguments = ("--allowed-host", "progress.localhost")

    def test_an_allowed_name_is_live(self):
        self.service.put("named", totalUnitCount=4)
        page = self.open(at=f"http://progress.localhost:{self.service.port}")

        self.service.complete("named")

        self.wait_for_value(page, "named", 25)
