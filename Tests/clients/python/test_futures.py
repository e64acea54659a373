"""
Work whose exception is kept, in a future, a task or a list, and with it the variables of the frames that it left.

Each form makes its work in a function, and is tried in each place.
"""

import textwrap
import unittest

from kit import ClientTest, counts

#: By the name of the work, which the service shows.
FORMS = {
    "loop of track": "for row in progressd.track(range(10), title): check(row)",
    "loop of tqdm": "for row in tqdm(range(10), desc=title, mininterval=0): check(row)",
    "variable of track": "rows = progressd.track(range(10), title)\nfor row in rows: check(row)",
    "variable of tqdm": "rows = tqdm(range(10), desc=title, mininterval=0)\nfor row in rows: check(row)",
    "bar": "bar = tqdm(total=10, desc=title, mininterval=0)\nfor row in range(10): check(row); bar.update()",
    "progress": "work = progressd.Progress(10, title)\nfor row in range(10): check(row); work.complete()",
    "with": "with tqdm(total=10, desc=title) as bar:\n    for row in range(10): check(row); bar.update()",
}
PLACES = {
    "pool": """
        import concurrent.futures
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            kept = [pool.submit(form, title) for title, form in FORMS.items()]
    """,
    "tasks": """
        import asyncio
        async def task(title, form):
            await asyncio.sleep(0)
            form(title)
        async def main():
            global kept
            kept = [asyncio.create_task(task(title, form)) for title, form in FORMS.items()]
            await asyncio.wait(kept)
            for one in kept: one.exception()
        asyncio.run(main())
    """,
    "list": """
        kept = []
        for title, form in FORMS.items():
            try: form(title)
            except ValueError as error: kept.append(error)
    """,
}
LIVE = ("pool", "tasks")


class FutureTest(ClientTest):
    def program(self, place, titles=FORMS, after=""):
        forms = "".join(
            f"def form_{number}(title):\n{textwrap.indent(FORMS[title], '    ')}\nFORMS[{title!r}] = form_{number}\n"
            for number, title in enumerate(titles))
        return (f"import sys\nimport progressd\nfrom progressd.tqdm import tqdm\nFORMS = {{}}\n"
                f"def check(row):\n    if row == 4: raise ValueError('row 4')\n{forms}"
                f"{textwrap.dedent(PLACES[place])}\n{after}\n")

    def expect_failures(self, titles=FORMS):
        roots = {root["localizedDescription"]: root for root in self.roots()}
        self.assertEqual(sorted(roots), sorted(titles))
        for title, root in roots.items():
            with self.subTest(title):
                self.assertEqual(counts(root), (4, 10, "failed"))
                self.assertEqual(root["failure"]["message"], "ValueError: row 4")

    def test_work_that_a_kept_exception_left_has_failed(self):
        for place in PLACES:
            # One bar in a list: the next one would be its child while it is kept open.
            titles = [title for title in FORMS if place in LIVE or title != "with"]
            with self.subTest(place):
                self.serve()
                self.run_program(self.program(place, titles))
                self.expect_failures(titles)

    def test_in_a_future_it_has_failed_at_once(self):
        for place in LIVE:
            with self.subTest(place):
                self.serve()
                program = self.start(self.program(place, after="progressd.flush(30); print('ready', flush=True)\n"
                                                  "sys.stdin.readline()"))
                with program:
                    self.assertEqual(program.stdout.readline(), "ready\n")
                    self.expect_failures()
                    program.communicate("\n", timeout=60)

    def test_in_a_future_it_has_failed_also_where_the_future_is_dropped_before_the_end(self):
        for place in LIVE:
            with self.subTest(place):
                self.serve()
                self.run_program(self.program(place, after="kept.clear()"))
                self.expect_failures()

    def test_elsewhere_it_is_not_seen_where_the_exception_is_dropped_before_the_end(self):
        # Nothing is raised then, and the frame that had the bar is gone before the bar is.
        self.run_program(self.program("list", ["bar"], after="kept.clear()"))
        root, = self.roots()
        self.assertEqual((root["state"], root["localizedAdditionalDescription"]), ("finished", "4 of 10"))

    def test_a_task_still_warns_that_its_exception_was_never_retrieved(self):
        _, err = self.run_program("""
            import asyncio, progressd
            async def work():
                rows = progressd.Progress(10, "Rows")
                raise ValueError("row 4")
            async def main():
                asyncio.create_task(work())
                await asyncio.sleep(0.1)
            asyncio.run(main())
        """)
        self.assertIn("Task exception was never retrieved", err)

    def test_work_that_something_else_has_goes_on(self):
        self.run_program("""
            import concurrent.futures, progressd
            from progressd.tqdm import tqdm
            kept, bars = [], []
            def step(bar):
                bar.update(4)
                raise ValueError("step")
            def task():
                bar = tqdm(total=10, desc="In a list", mininterval=0)
                bars.append(bar)
                step(bar)
            mine = tqdm(total=10, desc="Mine", mininterval=0)
            try: step(mine)
            except ValueError as error: kept.append(error)
            mine.update()
            with concurrent.futures.ThreadPoolExecutor(1) as pool: kept.append(pool.submit(task))
            bars[0].update()
        """)
        found = {root["localizedDescription"]: (root["state"], root["localizedAdditionalDescription"])
                 for root in self.roots()}
        self.assertEqual(found, {"Mine": ("finished", "5 of 10"), "In a list": ("finished", "5 of 10")})

    def test_a_future_that_ends_well_and_sys_exit_are_no_failures(self):
        self.run_program("""
            import concurrent.futures, sys
            from progressd.tqdm import tqdm
            def well():
                bar = tqdm(total=10, desc="Well", mininterval=0)
                bar.update(4)
                return bar
            def leaves():
                bar = tqdm(total=10, desc="Exit", mininterval=0)
                bar.update(4)
                sys.exit(0)
            with concurrent.futures.ThreadPoolExecutor(1) as pool: kept = [pool.submit(well), pool.submit(leaves)]
        """)
        self.assertEqual({one["state"] for one in [*self.roots(), *self.children(self.roots()[0])]}, {"finished"})


if __name__ == "__main__":
    unittest.main()
