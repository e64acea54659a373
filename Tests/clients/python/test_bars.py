"""tqdm and rich, as drop-ins and in place."""

import pathlib
import signal
import tempfile
import textwrap
import time

from kit import ClientTest, counts
from support.waiting import until


class TqdmTest(ClientTest):
    def test_the_drop_in_is_reported(self):
        self.run_program("""
            from progressd.tqdm import trange
            for i in trange(50, desc="Rows"): pass
        """)
        self.assertEqual(counts(self.root(localizedDescription="Rows")), (50, 50, "finished"))

    def test_in_place_takes_bars_of_libraries_that_were_imported_before(self):
        self.run_program("""
            import tqdm.auto
            class Theirs(tqdm.auto.tqdm): pass
            import progressd
            progressd.auto("tqdm")
            for i in Theirs(range(50), desc="Theirs"): pass
        """)
        self.assertEqual(counts(self.root(localizedDescription="Theirs")), (50, 50, "finished"))

    def test_the_environment_is_enough(self):
        self.run_program("""
            from tqdm import tqdm
            for i in tqdm(range(50), desc="Unchanged"): pass
        """, PROGRESSD_AUTO="tqdm")
        self.assertEqual(counts(self.root(localizedDescription="Unchanged")), (50, 50, "finished"))

    def test_a_script_is_run_unchanged(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
            script.write("import sys\nfrom tqdm import tqdm\nfor i in tqdm(range(5), desc=sys.argv[1]): pass\n")
            script.flush()
            self.run_program("", script.name, "Ran", command=("-m", "progressd", "run"))
        self.assertEqual(counts(self.root(localizedDescription="Ran")), (5, 5, "finished"))

    def test_a_script_is_run_beside_its_modules(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "beside.py").write_text("title = 'Beside'")
            script = pathlib.Path(folder, "script.py")
            script.write_text("import beside\nfrom tqdm import tqdm\nfor i in tqdm(range(5), desc=beside.title): pass\n")
            self.run_program("", str(script), command=("-m", "progressd", "run"))
        self.assertEqual(counts(self.root(localizedDescription="Beside")), (5, 5, "finished"))

    def test_the_workers_of_a_script_are_reported_however_they_are_started(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
            script.write(textwrap.dedent("""
                import multiprocessing
                from tqdm import tqdm
                def work(number):
                    for _ in tqdm(range(number), desc=f"Worker {number}"): pass
                if __name__ == "__main__":
                    with multiprocessing.get_context("spawn").Pool(1) as pool:
                        pool.map(work, [5])
                        pool.close()
                        pool.join()
            """))
            script.flush()
            self.run_program("", script.name, command=("-m", "progressd", "run"))
        self.assertEqual(counts(self.root(localizedDescription="Worker 5")), (5, 5, "finished"))

    def test_a_bar_in_a_bar_is_its_child(self):
        self.run_program("""
            from progressd.tqdm import trange
            import time
            for i in trange(3, desc="Epochs"):
                for j in trange(4, desc="Train", leave=True): time.sleep(0.05)
                for j in trange(4, desc="Validate", leave=True): time.sleep(0.05)
        """)
        root = self.root(localizedDescription="Epochs")
        self.assertEqual(counts(root), (3, 3, "finished"))
        self.assertEqual({counts(child) for child in self.children(root)}, {(4, 4, "finished")})
        self.assertEqual(len(self.children(root)), 6)

    def test_a_bar_left_early_is_what_it_did_or_failed(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            for i in tqdm(range(100), desc="Break", mininterval=0):
                if i == 40: break
        """)
        self.assertEqual(self.root(localizedDescription="Break")["state"], "finished")
        self.run_program("""
            from progressd.tqdm import tqdm
            for i in tqdm(range(100), desc="Raise", mininterval=0):
                if i == 40: raise ValueError("row 40")
        """, status=1)
        root = self.root(localizedDescription="Raise")
        self.assertEqual((root["state"], root["failure"]["message"]), ("failed", "ValueError: row 40"))

    def test_cancel_ends_the_loop_and_leaves_the_lock_free(self):
        program = self.start("""
            import time, progressd
            from progressd.tqdm import tqdm
            try:
                for i in tqdm(range(100000), desc="Long"): time.sleep(0.01)
            except progressd.Cancelled:
                for i in tqdm(range(3), desc="After"): pass
                print("free")
        """)
        began = time.monotonic()
        self.control(self.root(localizedDescription="Long"), "cancel")
        self.assertEqual(program.communicate(timeout=30)[0], "free\n")
        self.assertLess(time.monotonic() - began, 15)
        self.assertEqual(counts(self.root(localizedDescription="After")), (3, 3, "finished"))

    def test_the_rich_bar_of_tqdm_is_one_progress_and_its_cancel_leaves_the_lock_free(self):
        program = self.start("""
            import threading, time, warnings
            warnings.simplefilter("ignore")
            import progressd
            from tqdm import tqdm
            from tqdm.rich import tqdm as rich_bar
            def beside():
                for _ in tqdm(range(40), desc="Beside"): time.sleep(0.05)
            thread = threading.Thread(target=beside)
            thread.start()
            try:
                for _ in rich_bar(range(100_000), desc="Rich"): time.sleep(0.01)
            except progressd.Cancelled:
                thread.join()
        """, PROGRESSD_AUTO="all")
        self.control(self.root(localizedDescription="Rich"), "cancel")
        self.assertEqual(program.wait(timeout=60), 0)
        self.assertEqual(sorted(root["localizedDescription"] for root in self.roots()), ["Beside", "Rich"])
        self.assertEqual(counts(self.root(localizedDescription="Beside")), (40, 40, "finished"))

    def test_what_a_drop_in_does_with_a_cancel_holds_also_in_place(self):
        program = self.start("""
            import time
            from progressd.tqdm import tqdm
            for _ in tqdm(range(300), desc="Ignores", on_cancel="ignore"): time.sleep(0.01)
        """, PROGRESSD_AUTO="all")
        self.control(self.root(localizedDescription="Ignores"), "cancel")
        self.assertEqual(program.wait(timeout=60), 0)

    def test_workers_report_their_own_bars(self):
        self.run_program("""
            import multiprocessing, time
            from progressd.tqdm import tqdm
            import progressd
            def work(number):
                for i in tqdm(range(10), desc=f"Worker {number}"): time.sleep(0.02)
                progressd.flush()
            if __name__ == "__main__":
                with multiprocessing.get_context("fork").Pool(4) as pool:
                    for _ in tqdm(pool.imap(work, range(8)), total=8, desc="All"): pass
        """)
        seen = {root["localizedDescription"]: counts(root) for root in self.roots()}
        self.assertEqual(seen, {"All": (8, 8, "finished"), **{f"Worker {n}": (10, 10, "finished") for n in range(8)}})

    def test_bytes_are_a_file(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            with tqdm(total=3_000_000, unit="B", desc="Disk") as bar: bar.update(3_000_000)
        """)
        self.assertEqual(self.root(localizedDescription="Disk")["kind"], "file")

    def test_disable_none_reports_and_draws_nothing(self):
        written = self.run_program("""
            from progressd.tqdm import tqdm
            for i in tqdm(range(7), desc="Quiet", disable=None): pass
        """)
        self.assertEqual(written, ("", ""))
        self.assertEqual(counts(self.root(localizedDescription="Quiet")), (7, 7, "finished"))


class RichTest(ClientTest):
    def test_tasks_are_reported(self):
        self.run_program("""
            from progressd.rich import Progress
            with Progress() as progress:
                one, two = progress.add_task("One", total=10), progress.add_task("Two", total=None)
                for _ in range(10): progress.advance(one)
        """)
        self.assertEqual(counts(self.root(localizedDescription="One")), (10, 10, "finished"))
        self.root(localizedDescription="Two")

    def test_in_place_by_the_environment(self):
        self.run_program("""
            from rich.progress import track
            for _ in track(range(10), description="Tracked"): pass
        """, PROGRESSD_AUTO="rich")
        self.assertEqual(counts(self.root(localizedDescription="Tracked")), (10, 10, "finished"))

    def test_tasks_that_are_removed_end_at_once_as_they_were(self):
        program = self.start("""
            import sys
            from progressd.rich import Progress
            import progressd
            with Progress() as progress:
                whole, half, untouched = (progress.add_task(title, total=10) for title in ("Whole", "Half", "Untouched"))
                progress.advance(whole, 10)
                progress.advance(half, 4)
                for task in whole, half, untouched: progress.remove_task(task)
                for number in range(3):
                    short = progress.add_task(f"Short {number}", total=5)
                    progress.advance(short, 5)
                    progress.remove_task(short)
                sys.stdin.readline()
        """)

        def seen():
            ended = {root["localizedDescription"]: counts(root) for root in self.roots()}
            return ended if all(state == "finished" for _, _, state in ended.values()) and "Half" in ended else None
        ended = until(seen, "the ends of all tasks")
        program.communicate("\n", timeout=60)

        shorts = {f"Short {number}": (5, 5, "finished") for number in range(3)}
        self.assertEqual(ended, {"Whole": (10, 10, "finished"), "Half": (10, 10, "finished"), **shorts})

    def test_counts_that_are_no_numbers_are_unknown(self):
        self.run_program("""
            from progressd.rich import Progress
            with Progress() as progress:
                odd = progress.add_task("Odd", total=float("inf"))
                progress.update(odd, completed=float("nan"))
                even = progress.add_task("Even", total=3)
                progress.advance(even, 3)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Even")), (3, 3, "finished"))

    def test_titles_are_shown_without_markup(self):
        self.run_program("""
            from progressd.rich import Progress
            from rich.progress import BarColumn
            with Progress(BarColumn()) as progress:
                progress.advance(progress.add_task("[red]Work[/red] [1/2]", total=1))
                progress.add_task("[/red] stays")
        """)
        titles = {root["localizedDescription"] for root in self.roots()}
        self.assertEqual(titles, {"Work [1/2]", "[/red] stays"})

    def test_a_task_that_was_full_comes_back_when_it_is_reset(self):
        program = self.start("""
            import sys, progressd
            from progressd.rich import Progress
            with Progress() as progress:
                task = progress.add_task("Kernels", total=4)
                for _ in range(3):
                    progress.reset(task)
                    for _ in range(4): progress.advance(task)
                    progressd.flush(5)
                progress.update(task, completed=2)
                print(flush=True)
                sys.stdin.readline()
                progress.advance(task, 2)
        """)
        self.root(localizedDescription="Kernels", completedUnitCount=2, state="running")
        _, err = program.communicate("\n", timeout=60)
        self.assertEqual(program.returncode, 0, err)
        self.assertEqual(counts(self.root(localizedDescription="Kernels")), (4, 4, "finished"))

    def test_a_task_that_was_full_comes_back_when_its_total_grows(self):
        self.run_program("""
            import time
            from progressd.rich import Progress
            with Progress() as progress:
                task = progress.add_task("Grows", total=3)
                progress.advance(task, 3)
                time.sleep(1)
                progress.update(task, total=9)
                progress.advance(task, 6)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Grows")), (9, 9, "finished"))

    def test_an_exception_fails_the_tasks_that_were_open(self):
        self.run_program("""
            from progressd.rich import Progress
            try:
                with Progress() as progress:
                    progress.advance(progress.add_task("Open", total=10), 4)
                    progress.advance(progress.add_task("Full", total=3), 3)
                    raise ValueError("row 4")
            except ValueError: pass
        """)
        self.assertEqual(counts(self.root(localizedDescription="Open", state="failed")), (4, 10, "failed"))
        self.assertEqual(counts(self.root(localizedDescription="Full")), (3, 3, "finished"))

    def test_tasks_in_a_live_are_reported(self):
        for imports in "from progressd.rich import Progress", "from rich.progress import Progress":
            title = imports.split()[1]
            self.run_program(f"""
                from rich.live import Live
                from rich.table import Table
                {imports}
                one, other = Progress(), Progress()
                table = Table.grid()
                table.add_row(one)
                table.add_row(other)
                tasks = [(one, one.add_task("{title} one", total=3)), (other, other.add_task("{title} other", total=5))]
                with Live(table):
                    for progress, task in tasks:
                        for _ in range(3): progress.advance(task)
            """, PROGRESSD_AUTO="rich")
            self.assertEqual(counts(self.root(localizedDescription=f"{title} one")), (3, 3, "finished"))
            root = self.root(localizedDescription=f"{title} other")
            self.assertEqual((root["state"], root["localizedAdditionalDescription"]), ("finished", "3 of 5"))

    def test_tasks_that_are_collected_without_a_stop_end(self):
        program = self.start("""
            import gc, sys
            from progressd.rich import Progress
            def work():
                progress = Progress()
                progress.advance(progress.add_task("Dropped", total=5), 2)
            work()
            gc.collect()
            sys.stdin.readline()
        """)
        self.root(localizedDescription="Dropped", state="finished", localizedAdditionalDescription="2 of 5")
        program.communicate("\n", timeout=60)

    def test_what_was_finished_before_a_stop_is_not_there_again_after_another_start(self):
        self.run_program("""
            from progressd.rich import Progress
            progress = Progress()
            progress.start()
            full, half = progress.add_task("Full", total=3), progress.add_task("Half", total=4)
            progress.advance(full, 3)
            progress.advance(half, 2)
            progress.stop()
            progress.start()
            progress.advance(half, 2)
            progress.stop()
        """)
        ends = sorted((root["localizedDescription"], root["localizedAdditionalDescription"]) for root in self.roots())
        self.assertEqual(ends, [("Full", "3 of 3"), ("Half", "2 of 4"), ("Half", "4 of 4")])

    def test_an_exception_that_is_being_handled_did_not_end_the_tasks(self):
        self.run_program("""
            from progressd.rich import Progress, track
            try:
                raise ConnectionError("the first mirror is down")
            except ConnectionError:
                with Progress() as progress:
                    progress.advance(progress.add_task("Open", total=None), 5)
                    removed = progress.add_task("Removed", total=10)
                    progress.advance(removed, 5)
                    progress.remove_task(removed)
                for number in track(range(5), "Left"):
                    if number == 3: break
        """)
        for title in "Open", "Removed", "Left":
            self.assertEqual(self.root(localizedDescription=title)["state"], "finished", title)

    def test_the_drop_ins_have_what_their_originals_have_with_their_signatures(self):
        self.run_program("""
            import inspect
            import progressd.rich, progressd.tqdm, rich.progress, tqdm
            public = [name for name in vars(rich.progress) if not name.startswith("_")]
            missing = [name for name in public if not hasattr(progressd.rich, name)]
            missing += [name for name in tqdm.__all__ if not hasattr(progressd.tqdm, name)]
            assert not missing, missing
            for name in "track", "open", "wrap_file", "Progress":
                ours, theirs = (inspect.signature(getattr(module, name)) for module in (progressd.rich, rich.progress))
                assert ours == theirs, (name, ours, theirs)
            assert inspect.signature(progressd.tqdm.tqdm) == inspect.signature(tqdm.auto.tqdm)
            from progressd.rich import SpinnerColumn, track
            for _ in track(range(3), "Signed", show_speed=False, update_period=0.05): pass
        """)
        self.assertEqual(counts(self.root(localizedDescription="Signed")), (3, 3, "finished"))

    def test_a_cancel_is_raised_in_the_loop_over_track(self):
        for imports in "from progressd.rich import track", "from rich.progress import track":
            program = self.start(f"""
                import time
                {imports}
                for _ in track(range(100_000), description="Long"): time.sleep(0.01)
            """, PROGRESSD_AUTO="rich")
            self.control(self.root(localizedDescription="Long", state="running"), "cancel")
            _, err = program.communicate(timeout=60)
            self.assertEqual(program.returncode, 130, err)
            self.assertNotIn("Exception in thread", err)

    def test_a_pause_waits_in_the_loop_over_track(self):
        program = self.start("""
            import sys, time
            from rich.progress import track
            times = []
            for _ in track(range(300), description="Steps"): times.append(time.monotonic()); time.sleep(0.01)
            print(max(after - before for before, after in zip(times, times[1:])), file=sys.stderr)
        """, PROGRESSD_AUTO="rich")
        root = self.root(localizedDescription="Steps")
        self.control(root, "pause")
        self.assertLess(self.stopped_count(root), 300)
        self.assertIsNone(program.poll())
        self.control(root, "resume")
        _, err = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 0, err)
        self.assertGreater(float(err), 0.9, "the loop went on while the progress was paused")
        self.assertEqual(counts(self.get(root)), (300, 300, "finished"))

    def test_a_loop_over_track_that_is_left_leaves_no_thread_of_rich(self):
        out, _ = self.run_program("""
            import threading
            from progressd.rich import Progress
            with Progress(disable=False) as progress:
                for number in progress.track(iter(range(10)), total=10, description="Left"):
                    if number == 3: break
                del number
                print([thread.name for thread in threading.enumerate() if "Track" in type(thread).__name__])
        """)
        self.assertIn("[]", out)


class EndTest(ClientTest):
    def test_a_killed_program_has_a_lease(self):
        program = self.start("""
            import time
            from progressd.tqdm import tqdm
            for i in tqdm(range(100000), desc="Killed"): time.sleep(0.01)
        """)
        root = self.root(localizedDescription="Killed")
        program.send_signal(signal.SIGKILL)
        program.communicate()
        self.assertEqual(root["leaseSeconds"], 60)
