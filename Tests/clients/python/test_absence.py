"""A service that is down, slow, refusing or restarted: the work must not notice."""

import contextlib
import http.client
import http.server
import socket
import tempfile
import threading
import time

from kit import ClientTest, counts, serving
from support.process import free_port

LOOP = """
    import time, progressd
    began = time.monotonic()
    for row in progressd.track(range(2000), "Loop"): time.sleep(0.0005)
    print(time.monotonic() - began)
"""


@contextlib.contextmanager
def silent_server():
    """Accepts, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        kept = []

        def accept():
            with contextlib.suppress(OSError):
                while True:
                    kept.append(listener.accept()[0])
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def is_new(body, kept):
    """The first two requests that create."""
    return b'"PUT"' in body and not kept or b"/children" in body and len(kept) < 2


@contextlib.contextmanager
def forgetful_relay(port):
    """Passes everything on, and keeps the replies to some requests to itself."""
    kept = []

    class Relay(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            connection = http.client.HTTPConnection("127.0.0.1", port)
            connection.request(self.command, self.path, body, {"Content-Type": self.headers["Content-Type"]})
            reply = connection.getresponse()
            answer = reply.read()
            if is_new(body, kept):
                kept.append(body)
                self.close_connection = True
                return
            self.send_response(reply.status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *arguments):
            pass

    with serving(Relay) as url:
        yield url


class AbsenceTest(ClientTest):
    farewell = None

    def seconds(self, url):
        """Seconds of the loop and of the program, and lines on standard error."""
        began = time.monotonic()
        out, err = self.run_program(LOOP, url=url)
        return float(out), time.monotonic() - began, err.splitlines()

    def test_nobody_listens_one_warning_and_the_same_time(self):
        there, _, _ = self.seconds(self.service.url)
        away, _, warnings = self.seconds(f"http://127.0.0.1:{free_port()}")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("does not answer", warnings[0])
        self.assertLess(away, 3 * there + 5)

    def test_a_service_that_never_answers_does_not_delay_the_end(self):
        with silent_server() as url:
            loop, whole, warnings = self.seconds(url)
        self.assertLess(whole - loop, 10)
        self.assertEqual(len(warnings), 1, warnings)

    def test_a_url_that_is_none(self):
        _, warnings = self.run_program(LOOP, url="foo;bar")
        self.assertEqual(len(warnings.splitlines()), 1)

    def test_a_service_that_was_restarted_gets_everything_again(self):
        port = self.service.port
        program = self.start("""
            import progressd, time
            with progressd.Progress(120, "Survivor", name="survivor") as progress:
                for _ in range(120): progress.complete(); time.sleep(0.1)
        """)
        self.root(name="survivor")
        self.service.stop()
        self.serve(port=port)
        out, err = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 0, err)
        self.assertEqual(counts(self.root(name="survivor")), (120, 120, "finished"))

    def test_children_that_are_made_after_a_restart_stay_children(self):
        port = self.service.port
        program = self.start("""
            import progressd, progressd._pace, progressd._reporter, sys
            progressd._pace.QUIET, progressd._reporter.FAREWELL = 0.1, 30
            with progressd.Progress(3, "Steps") as steps:
                for number in range(3):
                    with steps.child(1, total=5, title=f"Step {number}") as step: step.complete(5)
                    progressd.flush(15)
                    print(number, flush=True)
                    if number == 0: sys.stdin.readline()
        """)
        self.assertEqual(program.stdout.readline(), "0\n")
        self.service.stop()
        self.serve(port=port)

        _, err = program.communicate("\n", timeout=60)

        self.assertEqual(program.returncode, 0, err)
        root, = self.roots()
        self.assertEqual(counts(root), (3, 3, "finished"))
        self.assertEqual({child["localizedDescription"] for child in self.children(root)}, {"Step 1", "Step 2"})

    def test_a_service_that_is_back_hears_the_last_word_though_it_failed_a_moment_ago(self):
        port = self.service.port
        self.service.stop()
        program = self.start("""
            import progressd, progressd._pace, progressd._reporter, sys
            progressd._pace.QUIET, progressd._reporter.FAREWELL = 3600, 30
            with progressd.Progress(10, "Late") as progress:
                sys.stdin.readline()
                progress.complete(10)
        """, url=f"http://127.0.0.1:{port}")
        self.assertIn("does not answer", program.stderr.readline())
        self.serve(port=port)

        _, err = program.communicate("\n", timeout=60)

        self.assertEqual(program.returncode, 0, err)
        self.assertEqual(counts(self.root(localizedDescription="Late")), (10, 10, "finished"))

    def test_counts_that_wait_for_an_answer_are_not_told_after_the_end(self):
        with tempfile.TemporaryDirectory() as data:
            options = ("--data-directory", data, "--durability", "commit")
            port = free_port()
            self.serve(*options, port=port)
            program = self.start("""
                import progressd
                with progressd.Progress(100, "Heard late", name="late") as progress:
                    for count in 50, 20, 30:
                        progress.complete(count)
                        print(flush=True)
                        input()
            """)
            self.root(name="late", completedUnitCount=50)
            self.service.kill()
            # These wait for an answer to the ones before them.
            for _ in range(2):
                program.stdin.write("\n")
                program.stdin.flush()
                program.stdout.readline()
                time.sleep(0.5)
            self.serve(*options, port=port)
            _, err = program.communicate("\n", timeout=60)
            self.assertEqual(program.returncode, 0, err)
            self.assertEqual(counts(self.root(name="late")), (100, 100, "finished"))

    def test_a_token_that_is_too_weak_is_one_warning(self):
        self.serve(token="secret")
        _, warnings = self.run_program(LOOP, PROGRESSD_TOKEN="wrong")
        self.assertEqual(len(warnings.splitlines()), 1, warnings)

    def test_a_create_whose_reply_was_lost_is_one_run_and_its_part_is_found_again(self):
        with forgetful_relay(self.service.port) as url:
            self.run_program("""
                import progressd, progressd._pace, progressd._reporter
                progressd._pace.QUIET, progressd._reporter.FAREWELL = 0.1, 30
                with progressd.Progress(10, name="nightly") as night:
                    night.complete(2)
                    with night.child(7, total=3, name="part") as part: part.complete(3); progressd.flush(15)
                    night.complete(1)
            """, url=url)
        runs = self.service.call("GET", "/v1/progress/nightly/runs").json["items"]
        self.assertEqual([(run["run"], run["state"]) for run in runs], [(1, "finished")])
        root = self.root(name="nightly")
        self.assertEqual(counts(root), (10, 10, "finished"))
        self.assertEqual([(child["name"], *counts(child)) for child in self.children(root)], [("part", 3, 3, "finished")])


class AddressTest(ClientTest):
    def test_no_message_has_the_password_or_the_query_of_the_address(self):
        addresses = ["ftp://user:secret@host", "http://user:secret@127.0.0.1:1/?token=secret", "http://user:secret@[",
                     "http://user:se/cret@host", "user:secret@host:80", "http://user:secret@host:none",
                     f"{self.service.url}?token=secret"]
        for address in addresses:
            with self.subTest(address):
                _, warnings = self.run_program("""
                    import progressd
                    progressd.Progress(3, name="x").complete()
                    progressd.flush(5)
                """, url=address)
                self.assertNotRegex(warnings, "secret|se/cret")

    def test_no_message_has_a_token_that_no_header_can_carry(self):
        for token in "sec\nret", "secrét", "sec ret":
            with self.subTest(token):
                out, warnings = self.run_program("""
                    import progressd
                    print(len(list(progressd.track(range(3)))))
                    progressd.flush(5)
                """, PROGRESSD_TOKEN=token)
                self.assertEqual((out, len(warnings.splitlines())), ("3\n", 1))
                self.assertNotRegex(warnings, "sec|rét|ret")

    def test_a_token_loses_its_line_end(self):
        self.serve(token="secret")
        _, warnings = self.run_program("""
            import progressd
            with progressd.Progress(3, "Token") as progress: progress.complete(3)
        """, PROGRESSD_TOKEN="secret\r\n")
        self.assertEqual(warnings, "")
        self.assertEqual(counts(self.root(localizedDescription="Token")), (3, 3, "finished"))


@contextlib.contextmanager
def babbling_server(*pieces):
    """Answers with the pieces, and with the last of them over and over."""
    def answer(connection):
        with contextlib.suppress(OSError):
            connection.recv(65_536)
            for piece in pieces:
                connection.sendall(piece)
            while True:
                connection.sendall(pieces[-1])
                time.sleep(0.01 if len(pieces[-1]) < 100 else 0)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        def accept():
            with contextlib.suppress(OSError):
                while True:
                    threading.Thread(target=answer, args=listener.accept()[:1], daemon=True).start()
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


class ForeignTest(ClientTest):
    HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    PROGRAM = """
        import resource, time
        import progressd
        with progressd.Progress(3): time.sleep(3)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    """
    farewell = None

    def test_a_reply_without_end_does_not_fill_the_memory(self):
        with babbling_server(self.HEAD, b"100000\r\n" + bytes(2**20) + b"\r\n") as url:
            megabytes, warnings = self.run_program(self.PROGRAM, url=url)
        self.assertLess(int(megabytes), 150)
        self.assertIn("a reply of more than 8,388,608 bytes", warnings)

    def test_a_reply_that_trickles_is_none_after_two_seconds(self):
        with babbling_server(self.HEAD, b"1\r\n{\r\n") as url:
            _, warnings = self.run_program(self.PROGRAM, url=url)
        self.assertIn("does not answer (timed out)", warnings)

    def test_what_answers_cannot_write_to_the_terminal(self):
        with babbling_server(b"\x1b]0;title\x07\x1b[2J\r\n") as url:
            _, warnings = self.run_program(self.PROGRAM, url=url)
        self.assertEqual(len(warnings.splitlines()), 1, warnings)
        self.assertTrue(warnings.rstrip("\n").isprintable(), warnings)

    def warnings_about(self, status, kind, body):
        """What one progress warns of where each POST is answered so."""
        class Server(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        with serving(Server) as url:
            return self.run_program("""
                import progressd
                with progressd.Progress(3) as progress: progress.complete(3); progressd.flush(1)
            """, url=url)[1]

    def test_a_problem_that_says_nothing_is_its_status(self):
        warnings = self.warnings_about(429, "application/problem+json", b'{"status": 429}')
        self.assertEqual(len(warnings.splitlines()), 1, warnings)
        self.assertRegex(warnings, r"answers 429\b(?!,)")
        self.assertNotIn("None", warnings)

    def test_a_page_is_no_success(self):
        warnings = self.warnings_about(200, "text/html", b"<title>Sign in</title>")
        self.assertEqual(len(warnings.splitlines()), 1, warnings)
        self.assertIn("answers 200 with something that is no reply of progressd", warnings)
