"""Around tqdm's bar: pools, event loops, libraries with classes of their own, notebooks, the environment."""


from kit import ClientTest, counts
from support.waiting import until


class PoolTest(ClientTest):
    def test_each_worker_of_process_map_reports_its_bars_to_the_last_one(self):
        self.run_program("""
            import progressd, time
            progressd.auto("tqdm")
            from tqdm import tqdm
            from tqdm.contrib.concurrent import process_map
            def work(number):
                for _ in tqdm(range(10), desc=f"Worker {number}"): time.sleep(0.01)
            if __name__ == "__main__":
                process_map(work, range(8), max_workers=4, chunksize=1, desc="All")
        """)
        seen = {root["localizedDescription"]: counts(root) for root in self.roots()}
        self.assertEqual(seen, {"All": (8, 8, "finished"), **{f"Worker {n}": (10, 10, "finished") for n in range(8)}})

    def test_a_child_process_leaves_the_bars_of_its_parent_alone(self):
        self.run_program("""
            import os, time
            import progressd
            from progressd.tqdm import tqdm
            plain = progressd.Progress(4, "Plain")
            with tqdm(total=4, desc="Bar") as bar:
                if os.fork() == 0:
                    bar.update(3); bar.close(); plain.complete(3); plain.finish()
                    raise SystemExit
                os.wait()
                bar.update(4)
            plain.complete(4)
        """)
        self.assertEqual([counts(root) for root in self.roots()], [(4, 4, "finished")] * 2)

    def test_a_cancel_is_raised_on_the_thread_that_moves_the_bar(self):
        program = self.start("""
            import threading, time
            import progressd
            from progressd.tqdm import tqdm
            bar = tqdm(total=100_000, desc="Shared")
            def work():
                try:
                    while True: bar.update(1); time.sleep(0.01)
                except progressd.Cancelled:
                    print("cancelled\\n", end="", flush=True)
            threads = [threading.Thread(target=work) for _ in range(2)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
        """)
        self.control(self.root(localizedDescription="Shared"), "cancel")
        self.assertEqual(program.communicate(timeout=60)[0], "cancelled\ncancelled\n")


class EventLoopTest(ClientTest):
    PROGRAM = """
        import asyncio, time
        {imports}
        async def count():
            for number in range(100_000):
                await asyncio.sleep(0.01)
                yield number
        async def main():
            turns, seen, last = 0, 0, 0
            async def turn():
                nonlocal turns
                while True: turns += 1; await asyncio.sleep(0.01)
            other = asyncio.create_task(turn())
            bar = tqdm(count(), desc="Numbers")
            async for number in bar:
                if bar.n % 10 == 0: print(turns, bar.n, flush=True)
        asyncio.run(main())
    """

    def check(self, imports):
        program = self.start(self.PROGRAM.replace("{imports}", imports))
        root = self.root(localizedDescription="Numbers")
        self.control(root, "pause")
        stopped = self.stopped_count(root)
        self.control(root, "resume")
        until(lambda: self.get(root)["completedUnitCount"] > stopped + 20, "counts after the pause")
        self.control(root, "cancel")
        out, err = program.communicate(timeout=60)

        self.assertEqual(program.returncode, 130, err)
        lines = [list(map(int, line.split())) for line in out.splitlines()]
        jumps = [after[0] - before[0] for before, after in zip(lines, lines[1:])]
        # Ten numbers take about ten turns of the other task; while the bar waited, the other went on.
        self.assertGreater(max(jumps), 50, "the event loop stood still with the bar")

    def test_pause_waits_in_anext_and_the_loop_goes_on(self):
        self.check("from progressd.tqdm import tqdm")

    def test_the_same_in_place(self):
        self.check("import progressd; progressd.auto('tqdm'); from tqdm.asyncio import tqdm")


class LibraryTest(ClientTest):
    def test_the_bars_of_huggingface_hub_are_taken_though_it_was_imported_first(self):
        self.run_program("""
            from huggingface_hub.utils import tqdm
            import progressd
            progressd.auto("tqdm")
            for _ in tqdm(range(30), desc="Fetching 30 files"): pass
        """)
        self.assertEqual(counts(self.root(localizedDescription="Fetching 30 files")), (30, 30, "finished"))

    def test_pandas(self):
        self.run_program("""
            import pandas
            from progressd.tqdm import tqdm
            tqdm.pandas(desc="Rows")
            pandas.Series(range(500)).progress_apply(lambda row: row)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Rows")), (500, 500, "finished"))

    def test_a_notebook_is_told_the_address_once(self):
        _, err = self.run_program("""
            import sys, types
            sys.modules["ipykernel"] = types.ModuleType("ipykernel")
            from progressd.tqdm import tqdm
            for _ in range(2):
                for _ in tqdm(range(3), disable=None): pass
        """)
        self.assertEqual(err, f"Reported to {self.service.url}/\n")


class EnvironmentTest(ClientTest):
    PROGRAM = """
        from progressd.tqdm import tqdm
        for _ in tqdm(range(5)): pass
    """

    def test_what_tqdm_takes_from_the_environment_applies(self):
        self.run_program(self.PROGRAM, TQDM_DESC="From outside", TQDM_UNIT="B")
        root = self.root(localizedDescription="From outside")
        self.assertEqual((counts(root), root["kind"]), ((5, 5, "finished"), "file"))

    def test_a_disabled_bar_is_not_reported(self):
        self.run_program(self.PROGRAM, TQDM_DISABLE="1")
        self.assertEqual(self.roots(), [])
