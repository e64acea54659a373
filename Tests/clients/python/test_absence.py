"""A service that is down, slow, refusing or restarted: the work must not notice."""

import contextlib
import socket
import threading
import time

from kit import ClientTest, counts
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


class AbsenceTest(ClientTest):
    farewell = None

    def seconds(self, url):
        """What the loop took, and how many lines were written to standard error."""
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
            loop, whole, _ = self.seconds(url)
        self.assertLess(whole - loop, 10)

    def test_a_url_that_is_none(self):
        _, warnings = self.run_program(LOOP, url="localhost")
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

    def test_a_token_that_is_too_weak_is_one_warning(self):
        self.serve(token="secret")
        _, warnings = self.run_program(LOOP, PROGRESSD_TOKEN="wrong")
        self.assertEqual(len(warnings.splitlines()), 1, warnings)
