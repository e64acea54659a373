"""Threads that cannot be had, processes of pools, and what a start costs."""

import re
import subprocess
import tempfile
import textwrap

from kit import PYTHON, ClientTest, counts

POOLS = {
    "fork": "multiprocessing.get_context('fork').Pool(2)",
    "spawn": "multiprocessing.get_context('spawn').Pool(2)",
    "forkserver": "multiprocessing.get_context('forkserver').Pool(2)",
    "loky": "loky.get_reusable_executor(2)",
}


class ThreadTest(ClientTest):
    def work(self, code, **options):
        """A program whose work goes on; returns what it warned of."""
        out, err = self.run_program(code, **options)
        self.assertEqual(out, "3\n", err)
        # tqdm itself warns of its own thread.
        return [line for line in err.splitlines() if line.startswith("progressd: ")]

    def test_where_no_thread_can_be_had_there_is_one_warning_and_the_work_goes_on(self):
        for loop in "progressd.track(range(3))", "progressd.tqdm.tqdm(range(3), file=io.StringIO())":
            with self.subTest(loop):
                warnings = self.work(f"""
                    import io, threading
                    threading.stack_size(1 << 46)
                    import progressd
                    print(len(list({loop})))
                """)
                self.assertEqual(len(warnings), 1, warnings)
                self.assertIn("no thread to report from", warnings[0])

    def test_a_loop_at_exit_is_worked_off(self):
        self.work("""
            import atexit
            import progressd
            @atexit.register
            def last():
                print(len(list(progressd.track(range(3)))))
        """)

    def test_a_loop_in_a_subinterpreter_is_worked_off(self):
        warnings = self.work("""
            try:
                import _interpreters as interpreters
            except ImportError:
                import _xxsubinterpreters as interpreters
            one = interpreters.create()
            code = "import progressd; print(len(list(progressd.track(range(3)))), flush=True)"
            interpreters.run_string(one, code)
            interpreters.destroy(one)
        """)
        self.assertEqual(len(warnings), 1, warnings)

    def test_a_cancel_in_a_pool_reaches_the_one_who_waits_for_the_result(self):
        for pool in (POOLS["fork"], POOLS["spawn"], "multiprocessing.pool.ThreadPool(2)"):
            with self.subTest(pool):
                self.serve()
                with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
                    script.write(textwrap.dedent(f"""
                        import multiprocessing, multiprocessing.pool, time
                        from progressd.tqdm import tqdm
                        def work(number):
                            for _ in tqdm(range(100_000 if number else 3), desc=f"Worker {{number}}"): time.sleep(0.01)
                        if __name__ == "__main__":
                            with {pool} as pool: pool.map(work, range(2), chunksize=1)
                    """))
                    script.flush()
                    program = self.start("", script.name)
                    self.control(self.root(localizedDescription="Worker 1"), "cancel")
                    _, err = program.communicate(timeout=60)
                self.assertEqual(program.returncode, 130, err)
                self.assertEqual(counts(self.root(localizedDescription="Worker 0")), (3, 3, "finished"))

    def test_what_was_forked_may_end_by_exit_at_once(self):
        self.run_program("""
            import os, progressd
            child = os.fork()
            if child == 0:
                for _ in progressd.track(range(3), "Forked"): pass
                os._exit(0)
            os.waitpid(child, 0)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Forked")), (3, 3, "finished"))

    def test_a_loop_that_is_forked_goes_on_in_the_child(self):
        self.run_program("""
            import os, progressd
            for row in progressd.track(range(3), "Parent"):
                if row == 1:
                    child = os.fork()
                    if child == 0:
                        for _ in progressd.track(range(4), "Child"): pass
                        progressd.flush(15)
                        os._exit(0)
                    os.waitpid(child, 0)
        """)
        seen = {root["localizedDescription"]: counts(root) for root in self.roots()}
        self.assertEqual(seen, {"Parent": (3, 3, "finished"), "Child": (4, 4, "finished")})


class PoolTest(ClientTest):
    def test_closed_bars_of_workers_arrive_though_the_pool_is_terminated_at_once(self):
        for kind, pool in POOLS.items():
            with self.subTest(kind):
                self.serve()
                self.run_program("", "-c", PROGRAM.replace("POOL", pool))
                seen = sorted(counts(root) for root in self.roots())
                self.assertEqual(seen, [(8, 8, "finished")] * 4)


#: Functions of `-c` are unknown to processes that are spawned, so the work is a module's.
PROGRAM = """
import multiprocessing, pathlib, sys, tempfile
if __name__ == "__main__":
    import loky
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "the_work.py").write_text('''
import time
from progressd.tqdm import tqdm
def work(number):
    for _ in tqdm(range(8), desc=f"w{number}", mininterval=0): time.sleep(0.02)
    return number
''')
        sys.path.insert(0, folder)
        import os
        os.environ["PYTHONPATH"] = folder + os.pathsep + os.environ.get("PYTHONPATH", "")
        import the_work
        pool = POOL
        each = pool.map if hasattr(pool, "shutdown") else pool.imap_unordered
        for _ in each(the_work.work, range(4)): pass
        pool.shutdown(kill_workers=True) if hasattr(pool, "shutdown") else pool.terminate()
"""


class CostTest(ClientTest):
    def test_a_start_with_the_variable_imports_three_modules_at_most(self):
        def imported(value):
            done = subprocess.run([PYTHON, "-X", "importtime", "-c", ""], text=True, capture_output=True, check=True,
                                  env={"PATH": "/usr/bin", "PROGRESSD_AUTO": value})
            return set(re.findall(r"\| +(\S+)$", done.stderr, re.MULTILINE))
        more = imported("tqdm,rich") - imported("")
        self.assertLessEqual(len(more), 3, more)

    def test_an_item_costs_at_most_half_a_microsecond_and_three_times_tqdm(self):
        out, _ = self.run_program("""
            import io, time, progressd, tqdm
            count, sink = 300_000, io.StringIO()
            def seconds(items):
                began = time.thread_time()
                for _ in items: pass
                return time.thread_time() - began
            bare, ours, theirs = (min(each) for each in zip(*(
                (seconds(range(count)), seconds(progressd.track(range(count))), seconds(tqdm.tqdm(range(count), file=sink)))
                for _ in range(7))))
            print((ours - bare) / count * 1e6, (ours - bare) / (theirs - bare))
        """)
        microseconds, ratio = map(float, out.split())
        self.assertLess(microseconds, 0.5)
        self.assertLess(ratio, 3)
