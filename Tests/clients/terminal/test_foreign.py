"""progressctl where something other than the service answers, and where the service has no room for waiting."""

import contextlib
import http.server
import json
import threading

from kit import TerminalTest, end, read_until
from support.waiting import until

PAGE = b"<!doctype html><title>Sign in</title>"


class Foreign(http.server.BaseHTTPRequestHandler):
    """A proxy in front of nothing: a page, with the status that the test wants."""

    status, kind = 200, "text/html"

    def do_GET(self):
        self.server.count += 1
        self.send_response(self.status)
        self.send_header("Content-Type", self.kind)
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    do_POST = do_PATCH = do_PUT = do_GET

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def foreign(status=200, kind="text/html"):
    handler = type("Handler", (Foreign,), {"status": status, "kind": kind})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.count = 0
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server, f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class ForeignTest(TerminalTest):
    def test_an_answer_that_is_not_ours_ends_each_command_with_69_and_one_line(self):
        commands = (("ls",), ("get", "a"), ("get", "a", "--json"), ("wait", "a"), ("watch", "a"), ("watch",), ("tree",),
                    ("tree", "a", "--json"), ("wait", "a", "--create-timeout", "1h"))
        for status, kind in ((200, "text/html"), (200, "application/json"), (404, "text/html"), (302, "text/html")):
            with foreign(status, kind) as (_, url):
                for command in commands:
                    with self.subTest(command, status=status, kind=kind):
                        ended = self.run_program(*command, status=69, PROGRESSD_URL=url)
                        self.assertEqual(ended.output, "")
                        self.assertEqual(len(ended.error.splitlines()), 1, ended.error)
                        self.assertIn("the answer is not from progressd", ended.error)
                        self.assertNotRegex(ended.error, "Error|Corrupted|Swift|codingPath|Optional")

    def test_a_proxy_that_says_that_the_service_is_away_is_waited_out(self):
        for status in (502, 503, 504):
            with self.subTest(status), foreign(status) as (server, url):
                waiting = self.start("wait", "a", "--create-timeout", "1m", PROGRESSD_URL=url)
                until(lambda server=server: server.count >= 2, "the second attempt")
                self.assertIsNone(waiting.poll())
                waiting.kill()
                waiting.communicate()

    def test_an_address_with_a_password_is_refused_without_being_shown(self):
        for address in ("http://user:secret@host", "host?token=secret", "http://host/#secret"):
            ended = self.run_program("ls", status=64, PROGRESSD_URL=address)
            self.assertIn("invalid address", ended.error)
            self.assertNotRegex(ended.error, "secret|user:")

    def test_a_scheme_is_not_needed_and_white_space_does_no_harm(self):
        self.create("a")
        address = self.service.url.removeprefix("http://")
        self.assertIn("\ta\t", self.run_program("ls", PROGRESSD_URL=f" {address}/ \n").output)


class NoRoomTest(TerminalTest):
    """No request may wait, and there are no streams."""

    def setUp(self):
        self.serve("--max-streams", "0")

    def test_wait_looks_again_and_again(self):
        self.create("a")
        waiting = self.start("wait", "a")
        on_terminal = self.start_on_terminal("wait", "a", TERM_PROGRAM="ghostty")
        read_until(on_terminal, "9;4;1;0")
        self.complete("a", 10)
        for program in (waiting, on_terminal):
            ended = end(program)
            self.assertEqual((ended.status, ended.error), (0, ""), ended.output)

    def test_report_sees_that_a_pause_is_over(self):
        self.create("a")
        self.write("a/pause")
        worker = self.start("report", "a", "--by", 1, "--obey")
        until(lambda: self.get("a")["completedUnitCount"] == 1, "the report")
        self.write("a/resume")
        ended = end(worker)
        self.assertEqual((ended.status, ended.output, ended.error), (0, "run\n", ""))

    def test_tree_draws_what_there_is(self):
        parent = self.create("parent")
        self.write(f"{parent}/children", name="child", totalUnitCount=3, pendingUnitCount=1)
        for command in (("tree",), ("tree", "parent")):
            lines = self.run_program(*command).lines
            self.assertEqual([line.split("  ")[0] for line in lines], ["parent", "└─ child"])

    def test_watch_tells_what_changes(self):
        self.create("a")
        child = self.write("a/children", name="child", totalUnitCount=3, pendingUnitCount=10)["id"]
        watching = self.start("watch", "a", "--json", "--exit-status")
        events = []

        def next_event():
            events.append(json.loads(watching.stdout.readline()))
            return events[-1]

        while next_event()["event"] != "synced":
            pass
        self.complete(child, 3)
        while next_event()["progress"]["state"] != "finished":
            pass
        ended = end(watching)
        self.assertEqual((ended.status, ended.error), (0, ""))
        self.assertEqual([event["progress"]["name"] for event in events[:2]], ["a", "child"])

    def test_the_functions_for_shells_see_that_a_pause_is_over(self):
        self.create("nightly")
        self.write("nightly/pause")
        worker = self.start_shell("progress_report nightly 1 3; progress_obey nightly && echo resumed")
        until(lambda: self.get("nightly")["completedUnitCount"] == 1, "the report")
        self.write("nightly/resume")
        self.assertIn("resumed", end(worker).output)
