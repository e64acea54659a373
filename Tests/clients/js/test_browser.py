"""The JavaScript client in a browser, on a page of another origin than the service's."""

import http.server
import pathlib
import threading
import unittest

from browser.kit import BrowserTest, until

CLIENT = pathlib.Path(__file__).resolve().parents[3] / "clients/js"


class Files(http.server.SimpleHTTPRequestHandler):
    """The client's files, and an empty page."""

    def __init__(self, *arguments):
        super().__init__(*arguments, directory=CLIENT)

    def do_GET(self):
        if self.path != "/":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Work</title><link rel=icon href=data:,>")

    def log_message(self, *arguments):
        pass


class AnotherOriginTest(BrowserTest):

    def setUp(self):
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        self.addCleanup(site.server_close)
        self.addCleanup(site.shutdown)
        self.origin = f"http://127.0.0.1:{site.server_port}"
        self.arguments = ("--cors-origin", self.origin)
        super().setUp()

    def start(self, code):
        page = self.context.new_page()
        page.goto(self.origin)
        page.evaluate("""async ([url, code]) => {
            const progressd = await import("/progressd.js");
            progressd.configure({ url, labels: { page: "work" } });
            const work = new Function("progressd", "url", `return (async () => { ${code} })()`);
            window.work = work(progressd, url).catch((error) => (window.failed = error.name));
        }""", [self.service.url, code])
        return page

    def get(self, name):
        return self.service.call("GET", f"/v1/progress/{name}").json

    def wait_for(self, name, **members):
        until(lambda: members.items() <= (self.get(name) or {}).items(), f"{name} with {members}")

    def test_a_page_reports_obeys_and_watches(self):
        page = self.start("""
            window.seen = [];
            const progress = new progressd.Progress(1_000_000, { name: "work", title: "Working" });
            (async () => {
                await progressd.flush(15_000);
                for await (const shown of progressd.watch("work", { url })) window.seen.push(shown);
                window.ended = true;
            })();
            for await (const _ of progress.track(Array(1_000_000))) await new Promise((resolve) => setTimeout(resolve, 5));
        """)
        self.wait_for("work", state="running", localizedDescription="Working", labels={"page": "work"})
        until(lambda: self.get("work")["completedUnitCount"] > 0, "the first units")
        until(lambda: page.evaluate("window.seen.length > 2"), "what the page watches")

        self.service.call("POST", "/v1/progress/work/cancel")

        until(lambda: page.evaluate("window.failed") == "AbortError", "the cancel in the loop")
        until(lambda: page.evaluate("window.ended"), "the end of the watching")
        self.assertEqual(page.evaluate("window.seen.at(-1).state"), "cancelled")

    def test_a_page_that_closes_has_its_last_word(self):
        page = self.start("""
            window.progress = new progressd.Progress(10, { name: "closing" });
            await progressd.flush(15_000);
        """)
        # Until the page has its reply: while a request is unanswered the last report may be lost.
        page.evaluate("work")
        self.assertEqual(self.get("closing")["completedUnitCount"], 0)

        page.evaluate("progress.complete(7); location.href = 'about:blank'")

        self.wait_for("closing", completedUnitCount=7)

    def test_a_page_without_its_service_works_on_and_warns_once(self):
        self.forgiven = "ERR_CONNECTION|Failed to load|ERR_"
        warnings = []
        self.context.on("console", lambda message: message.type == "warning" and warnings.append(message.text))
        self.service.stop()
        page = self.start("""
            const progress = new progressd.Progress(100);
            for (let step = 0; step < 100; step += 1) {
                progress.complete();
                await progress.checkpoint();
                await new Promise((resolve) => setTimeout(resolve, 10));
            }
            window.done = true;
        """)

        until(lambda: page.evaluate("window.done"), "the end of the work")

        until(lambda: warnings, "the warning")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("does not answer", warnings[0])


del BrowserTest  # so that unittest finds no tests in it
if __name__ == "__main__":
    unittest.main()
