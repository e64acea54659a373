"""Programs whose output has lost its reader, as in `| head -1`: that is a matter between the program and its reader."""

import os
import subprocess
import textwrap
import time
import unittest

from kit import PYTHON, ClientTest, counts
from support.process import free_port

#: As the documentation of Python ends a program whose reader has gone.
LEAVE = """
except BrokenPipeError:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1), os.dup2(nowhere, 2)
"""
LOOPS = {
    "plain": "for row in range(10):",
    "track": "for row in progressd.track(range(10), 'Rows'):",
    "drop-in": "for row in progressd.tqdm.tqdm(range(10), desc='Rows', disable=None):",
    "in place": "for row in tqdm.tqdm(range(10), desc='Rows', mininterval=0):",
}


class PipeTest(ClientTest):
    farewell = None

    def run_broken(self, code, *streams, url=None, **environment):
        """Runs it with these streams closed at the other end; the status, and what came out of the others."""
        reader, writer = os.pipe()
        os.close(reader)
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        try:
            program = subprocess.Popen(
                [PYTHON, "-c", textwrap.dedent(code)], text=True,
                stdout=writer if "stdout" in streams else subprocess.PIPE,
                stderr=writer if "stderr" in streams else subprocess.PIPE,
                env={**kept, "PROGRESSD_URL": url or self.service.url, **environment})
        finally:
            os.close(writer)
        out, err = program.communicate(timeout=60)
        return program.returncode, out, err

    def run_loop(self, name, handler):
        loop = f"""
import os, sys, tqdm
import progressd
try:
    {LOOPS[name]}
        if row == 4: print("row 4", flush=True)
{handler}
"""
        auto = {"PROGRESSD_AUTO": "tqdm"} if name == "in place" else {}
        status, _, err = self.run_broken(loop, "stdout", **auto)
        return status, err.count("Traceback"), "progressd/" in err

    def test_a_loop_whose_output_is_not_read_any_more_has_failed(self):
        for leaves, handler in ("quietly", LEAVE), ("loudly", "finally:\n    pass"):
            plain = self.run_loop("plain", handler)
            for name in list(LOOPS)[1:]:
                with self.subTest(name, leaves=leaves):
                    self.serve()
                    self.assertEqual(self.run_loop(name, handler), plain)
                    self.assertEqual([counts(root) for root in self.roots()], [(4, 10, "failed")])

    def test_a_bar_that_cannot_be_drawn_any_more_has_failed(self):
        for form in "for row in bar: pass", "for _ in range(5): bar.update(5 * bar.n + 1)", "bar.update(); bar.close()":
            with self.subTest(form):
                self.serve()
                status, _, _ = self.run_broken(f"""
import io, os, sys
from progressd.tqdm import tqdm
class Stream(io.StringIO):
    def write(self, text): return super().write(text) if " 0%" in text else os.write(2, text.encode())
try:
    bar = tqdm(range(1000), desc="Bar", mininterval=0, miniters=1, file=Stream())
    {form}
{LEAVE}
""", "stderr")
                self.assertEqual(status, 0)
                root, = self.roots()
                self.assertEqual((root["totalUnitCount"], root["state"]), (1000, "failed"))
                self.assertEqual(root["failure"]["code"], "BrokenPipeError")

    def test_a_bar_that_was_left_in_good_order_has_finished_though_it_cannot_be_drawn(self):
        code = """
import io, os
from progressd.tqdm import tqdm
class Stream(io.StringIO):
    def write(self, text): return super().write(text) if " 0%" in text else os.write(2, text.encode())
for row in tqdm(range(10), desc="Left", mininterval=60, file=Stream()):
    if row == 4: break
"""
        self.run_broken(code, "stderr")
        root, = self.roots()
        self.assertEqual((root["state"], root["localizedAdditionalDescription"]), ("finished", "4 of 10"))

    def test_a_display_of_rich_that_cannot_be_drawn_any_more_has_failed(self):
        for environment in {}, {"PROGRESSD_AUTO": "rich"}:
            with self.subTest(environment):
                self.serve()
                status, _, err = self.run_broken(f"""
                    from {"rich.progress" if environment else "progressd.rich"} import Progress
                    with Progress() as shown:
                        for row in shown.track(range(10), description="Rich"):
                            if row == 4: print("row 4", flush=True)
                """, "stdout", **environment)
                self.assertEqual((status, "progressd/" in err), (1, False), err)
                self.assertEqual([(root["totalUnitCount"], root["state"]) for root in self.roots()], [(10, "failed")])

    def test_a_warning_that_is_not_read_changes_no_status(self):
        away = f"http://127.0.0.1:{free_port()}"
        code = "import progressd\nfor row in progressd.track(range(10)): pass"
        buffered = f"import sys\nsys.stderr = open(2, 'w', closefd=False)\n{code}"
        for program in code, buffered:
            for streams in ("stderr",), ("stdout", "stderr"):
                with self.subTest(streams=streams, program=program):
                    self.assertEqual(self.run_broken(program, *streams, url=away)[0], 0)
        self.assertEqual(self.run_broken("pass", "stderr", PROGRESSD_AUTO="tqmd")[0], 0)
        # And is read where somebody does.
        self.assertIn("does not answer", self.run_broken(code, "stdout", url=away)[2])
        self.assertIn("tqmd", self.run_broken("pass", "stdout", PROGRESSD_AUTO="tqmd")[2])

    def test_a_program_that_would_die_of_sigpipe_does_not_die_of_a_report(self):
        program = self.start("""
            import signal, sys, time
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            import progressd
            for row in progressd.track(iter(sys.stdin.readline, ""), "Rows"): print("row", flush=True)
        """)
        with program:
            program.stdin.write("1\n")
            program.stdin.flush()
            program.stdout.readline()
            self.root(localizedDescription="Rows")
            self.service.kill()
            for _ in range(12):
                # Each a report, until one has found the connection closed.
                program.stdin.write("2\n")
                program.stdin.flush()
                self.assertEqual(program.stdout.readline(), "row\n")
                time.sleep(0.1)
            program.stdin.close()
            err = program.stderr.read()
            self.assertEqual(program.wait(timeout=60), 0)
            self.assertEqual(err.count("progressd:"), 1, err)


if __name__ == "__main__":
    unittest.main()
