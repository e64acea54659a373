"""Bars and values that are not as they should be."""

import time

from kit import ClientTest, counts
from support.process import free_port


class NestingTest(ClientTest):
    def test_a_bar_that_another_thread_closed_is_no_parent(self):
        self.run_program("""
            import threading
            from progressd.tqdm import tqdm
            first = tqdm(total=10, desc="First")
            closing = threading.Thread(target=first.close)
            closing.start(); closing.join()
            for _ in tqdm(range(3), desc="Second"): pass
        """)
        self.assertIsNone(self.root(localizedDescription="Second")["parentID"])

    def test_a_bar_that_is_through_and_was_never_closed_is_no_parent(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            first = tqdm(total=2, desc="First")
            first.update(2)
            for _ in tqdm(range(3), desc="Second"): pass
        """)
        self.assertIsNone(self.root(localizedDescription="Second")["parentID"])

    def test_bars_side_by_side_that_close_in_any_order_keep_their_counts(self):
        self.run_program("""
            import time
            from progressd.tqdm import tqdm
            left, right = tqdm(total=10, desc="Left"), tqdm(total=20, desc="Right")
            for _ in range(10): left.update(); right.update(); time.sleep(0.05)
            left.close()
            time.sleep(1)
            right.update(10)
            right.close()
        """)
        left = self.root(localizedDescription="Left")
        self.assertEqual(counts(left), (10, 10, "finished"))
        self.assertEqual([counts(child) for child in self.children(left)], [(20, 20, "finished")])

    def test_bars_of_tasks_side_by_side_are_roots(self):
        self.run_program("""
            import asyncio
            from progressd.tqdm import tqdm
            async def job(title, steps):
                for _ in tqdm(range(steps), desc=title): await asyncio.sleep(0.01)
            async def main(): await asyncio.gather(job("One", 10), job("Two", 20), job("Three", 5))
            asyncio.run(main())
        """)
        shown = {root["localizedDescription"]: counts(root) for root in self.roots()}
        self.assertEqual(shown, {title: (n, n, "finished") for title, n in (("One", 10), ("Two", 20), ("Three", 5))})

    def test_bars_of_tasks_are_children_of_what_was_open_when_these_were_made(self):
        self.run_program("""
            import asyncio
            from progressd.tqdm import tqdm
            async def job(title):
                for _ in tqdm(range(5), desc=title): await asyncio.sleep(0.01)
            async def main():
                for _ in tqdm(range(2), desc="Outer"): await asyncio.gather(job("One"), job("Two"))
            asyncio.run(main())
        """)
        outer = self.root(localizedDescription="Outer")
        self.assertEqual(counts(outer), (2, 2, "finished"))
        self.assertEqual([root["parentID"] for root in self.roots()], [None])
        titles = sorted(child["localizedDescription"] for child in self.children(outer))
        self.assertEqual(titles, ["One", "One", "Two", "Two"])

    def test_a_bar_of_a_thread_with_the_context_of_another_is_a_root(self):
        self.run_program("""
            import contextvars, threading
            from progressd.tqdm import tqdm
            def work():
                for _ in tqdm(range(5), desc="Inside"): pass
            for _ in tqdm(range(1), desc="Outside"):
                inside = threading.Thread(target=contextvars.copy_context().run, args=(work,))
                inside.start(); inside.join()
        """)
        self.assertIsNone(self.root(localizedDescription="Inside")["parentID"])

    def halted(self, code):
        """The bar `Left` when such code is through, and a function that lets the program continue to its end."""
        program = self.start(f"""
            import sys, time
            import progressd
            from progressd._node import Node
            from progressd.tqdm import tqdm
            def halt():
                progressd.flush(15)
                print(flush=True)
                sys.stdin.readline()
            {code}
        """)
        program.stdout.readline()

        def proceed():
            _, err = program.communicate("\n", timeout=60)
            self.assertEqual(program.returncode, 0, err)
            return self.root(localizedDescription="Left")
        return self.root(localizedDescription="Left"), proceed

    BESIDE = """
            left, right = tqdm(total=5, desc="Left", mininterval=0), tqdm(total=20, desc="Right", mininterval=0)
            for _ in range(5): left.update(); right.update()
            right.update(5)"""

    def test_a_bar_that_is_full_is_not_finished_before_the_one_that_is_open_beside_it(self):
        left, proceed = self.halted(self.BESIDE + """
            halt()
            right.update(10)
            halt()
            left.close()
        """)
        self.assertEqual((*counts(left), left["fractionCompleted"]), (4, 5, "running", 0.9))
        left = proceed()
        self.assertEqual((*counts(left), left["fractionCompleted"]), (5, 5, "finished", 1))

    def test_the_end_of_a_bar_beside_another_is_not_the_end_of_that(self):
        left, proceed = self.halted("""
            left, right = tqdm(total=5, desc="Left", mininterval=0), tqdm(total=4, desc="Right", mininterval=0)
            for _ in range(4): left.update(); progressd.flush(15); right.update(); progressd.flush(15)
            right.close()
            halt()
            left.update()
            left.close()
        """)
        self.assertEqual(counts(left), (4, 5, "running"))
        self.assertEqual(counts(proceed()), (5, 5, "finished"))

    def test_a_loop_is_not_finished_before_the_second_bar_of_its_last_step(self):
        for pause in 0, 1:
            with self.subTest(pause):
                self.serve()
                left, proceed = self.halted(f"""
            for epoch in tqdm(range(2), desc="Left", mininterval=0):
                for _ in tqdm(range(3), desc="Train"): pass
                time.sleep({pause})
                for step in tqdm(range(3), desc="Validate"):
                    if (epoch, step) == (1, 1): progressd.flush(15); time.sleep(1); halt()
                """)
                self.assertEqual(counts(left), (1, 2, "running"))
                self.assertEqual(counts(proceed()), (2, 2, "finished"))

    def test_a_bar_that_is_full_and_closed_ends_after_the_one_that_is_open_beside_it(self):
        left, proceed = self.halted(self.BESIDE + """
            left.close()
            time.sleep(1)
            halt()
            right.update(10); right.close()
        """)
        self.assertEqual((*counts(left), left["fractionCompleted"]), (4, 5, "running", 0.9))
        left = proceed()
        self.assertEqual((*counts(left), left["fractionCompleted"]), (5, 5, "finished", 1))
        self.assertEqual([counts(child) for child in self.children(left)], [(20, 20, "finished")])

    def test_a_bar_that_is_full_at_the_end_of_the_program_says_so(self):
        _, proceed = self.halted(self.BESIDE + """
            halt()
        """)
        left = proceed()
        self.assertEqual((*counts(left), left["localizedAdditionalDescription"]), (5, 5, "finished", "5 of 5"))
        right, = self.children(left)
        self.assertEqual((right["state"], right["localizedAdditionalDescription"]), ("finished", "10 of 20"))

    def test_a_bar_that_waits_for_another_does_not_keep_the_sender_busy(self):
        _, proceed = self.halted(self.BESIDE + """
            left.close()
            progressd.flush(1)
            from progressd import _current
            rounds, make = [], _current.reporter()._rounds.make
            _current.reporter()._rounds.make = lambda nodes: (rounds.append(1), make(nodes))
            time.sleep(2)
            assert len(rounds) < 3, len(rounds)
            halt()
            right.close()
        """)
        self.assertEqual(proceed()["state"], "finished")

    def test_nothing_at_work_is_below_what_has_finished_in_a_chain_of_bars(self):
        program = self.start("""
            import time
            from progressd.tqdm import tqdm
            total = tqdm(total=6, desc="Total", mininterval=0)
            files = [tqdm(total=3, desc=f"File {number}", mininterval=0) for number in range(3)]
            for step in range(9):
                files[step % 3].update()
                if step % 3 == 0: total.update(2)
                time.sleep(0.2)
            for bar in files: bar.close(); time.sleep(0.2)
            total.close()
        """)
        seen = set()
        while program.poll() is None:
            bars = [self.service.call("GET", f"/v1/progress/{root['id']}/tree").json for root in self.roots()]
            for bar in bars:
                bars += bar["children"]
                seen.add(bar["localizedDescription"])
                self.assertLessEqual(bar["fractionCompleted"], 1 + 1e-9)
                if bar["state"] == "finished":
                    self.assertLessEqual({child["state"] for child in bar["children"]}, {"finished"}, bar)
            time.sleep(0.03)
        program.communicate()
        self.assertEqual(seen, {"Total", "File 0", "File 1", "File 2"})
        self.assertEqual(counts(self.root(localizedDescription="Total")), (6, 6, "finished"))

    def test_the_count_of_a_loop_is_right_where_the_bar_inside_is_used_again(self):
        left, proceed = self.halted("""
            left, right = tqdm(total=3, desc="Left", mininterval=0), tqdm(total=4, desc="Right", mininterval=0)
            for _ in range(2):
                right.reset()
                for _ in range(4): right.update()
                left.update()
            right.reset(); right.update()
            halt()
            right.update(3)
            left.update()
            halt()
        """)
        self.assertEqual((counts(left), left["fractionCompleted"] < 1), ((2, 3, "running"), True))
        self.assertEqual(counts(proceed()), (3, 3, "finished"))

    def test_what_a_cell_of_a_notebook_left_open_keeps_no_bar_from_its_end(self):
        left, proceed = self.halted("""
            for _ in tqdm(range(3), desc="Left", mininterval=0):
                inner = tqdm(total=10, mininterval=0)
                inner.update(9)
            Node.current_cell += 1
            time.sleep(0.5)
            halt()
        """)
        self.assertEqual(counts(left), (3, 3, "finished"))
        self.assertEqual(counts(proceed()), (3, 3, "finished"))

    def test_many_bars_side_by_side_are_no_deep_tree(self):
        self.run_program("""
            import sys
            from progressd.tqdm import tqdm
            sys.setrecursionlimit(300)
            bars = [tqdm(total=2, mininterval=0) for _ in range(200)]
            for bar in bars: bar.update(2)
            for bar in bars: bar.close()
        """)
        self.assertEqual([counts(root) for root in self.roots()], [(2, 2, "finished")])
        tree = self.service.call("GET", f"/v1/progress/{self.roots()[0]['id']}/tree").json
        depth = 0
        while tree["children"]:
            tree, depth = tree["children"][0], depth + 1
        self.assertEqual(depth, 32)

    def test_inner_bars_never_bring_the_outer_one_ahead_of_itself(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            for i in tqdm(range(50), desc="Outer", mininterval=0):
                for _ in tqdm(range(5), mininterval=0): pass
                if i == 30: break
        """)
        outer = self.root(localizedDescription="Outer")
        self.assertEqual((counts(outer), outer["localizedAdditionalDescription"]), ((50, 50, "finished"), "30 of 50"))

    def test_a_bar_that_was_closed_early_ends_after_the_one_inside_which_goes_on(self):
        program = self.start("""
            import sys
            from progressd.tqdm import tqdm
            import progressd
            left, right = tqdm(total=10, desc="Left", mininterval=0), tqdm(total=20, desc="Right", mininterval=0)
            left.update(4); left.close()
            right.update(5)
            progressd.flush(5)
            print(flush=True)
            sys.stdin.readline()
            for _ in range(15): right.update()
            right.close()
        """)
        program.stdout.readline()
        self.assertEqual(self.root(localizedDescription="Left")["state"], "running")
        _, err = program.communicate("\n", timeout=60)
        self.assertEqual(program.returncode, 0, err)
        left = self.root(localizedDescription="Left")
        self.assertEqual(counts(left), (10, 10, "finished"))
        self.assertEqual([counts(child) for child in self.children(left)], [(20, 20, "finished")])


class EndingTest(ClientTest):
    def test_an_exception_that_is_being_handled_did_not_end_the_bar(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            try:
                raise KeyError("first try")
            except KeyError:
                for i in tqdm(range(10), desc="Again"):
                    if i == 4: break
        """)
        self.assertEqual(self.root(localizedDescription="Again")["state"], "finished")

    def test_an_exception_does_not_fail_what_was_finished_just_before(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            for _ in tqdm(range(10), desc="Done"): pass
            raise ValueError("later")
        """, status=1)
        self.assertEqual(counts(self.root(localizedDescription="Done")), (10, 10, "finished"))


class InterruptionTest(ClientTest):
    def test_a_count_in_a_signal_handler_does_not_wait_for_the_one_that_it_interrupts(self):
        out, _ = self.run_program("""
            import signal, time
            import progressd
            progress = progressd.Progress(None, "Signals")
            signal.signal(signal.SIGALRM, lambda *_: progress.complete())
            signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
            until = time.monotonic() + 1
            while time.monotonic() < until: progress.complete()
            signal.setitimer(signal.ITIMER_REAL, 0)
            print("through")
        """)
        self.assertEqual(out, "through\n")


class CountTest(ClientTest):
    def bar(self, code, **members):
        self.run_program(f"""
            import math
            from progressd.tqdm import tqdm
            {code}
        """)
        return counts(self.root(**members))

    def test_fractions_are_scaled(self):
        shown = self.bar("with tqdm(total=1, mininterval=0) as bar: bar.update(0.25); bar.update(0.75)")
        self.assertEqual(shown, (1_000_000, 1_000_000, "finished"))

    def text(self, code, total):
        self.bar(code)
        root = self.root(totalUnitCount=total, state="finished")
        return root["completedUnitCount"], root["localizedAdditionalDescription"]

    def test_fractions_are_shown_in_the_units_of_the_bar(self):
        for code, total, shown in (
            ("with tqdm(total=12.5, unit='s') as bar: bar.update(12.5)", 12_500_000, "12.5 of 12.5 s"),
            ("with tqdm(total=math.inf) as bar: bar.update(0.75)", 750_000, "0.75"),
            ("with tqdm(total=20, unit='s') as bar: bar.update(12.5)", 20_000_000, "12.5 of 20 s"),
            ("bar = tqdm(total=20, unit='s'); bar.update(1 / 3)", 20_000_000, "0.3333 of 20 s"),
        ):
            with self.subTest(code):
                self.serve()
                self.assertEqual(self.text(code, total), (total, shown))

    def test_ten_tenths_are_one(self):
        code = "with tqdm(total=1.0, mininterval=0) as bar: [bar.update(0.1) for _ in range(10)]"
        self.assertEqual(self.text(code, 1_000_000), (1_000_000, "1 of 1"))

    def test_there_are_no_parts_of_bytes(self):
        self.assertEqual(self.bar("with tqdm(total=2.5, unit='B') as bar: bar.update(2.5)"), (2, 2, "finished"))

    def test_fractions_of_a_task_of_rich_are_shown_in_its_units(self):
        for total, step, millionths in (2.5, 0.5, 2_500_000), (1, 0.2, 1_000_000):
            with self.subTest(total):
                self.serve()
                self.run_program(f"""
                    import time
                    from progressd.rich import Progress
                    with Progress() as progress:
                        task = progress.add_task("Odd", total={total})
                        for _ in range(5): progress.advance(task, {step}); time.sleep(0.3)
                """)
                root = self.root(localizedDescription="Odd")
                self.assertEqual(counts(root), (millionths, millionths, "finished"))
                self.assertEqual(root["localizedAdditionalDescription"], f"{total} of {total}")

    def test_fractions_of_a_total_that_is_one(self):
        self.assertEqual(self.bar("with tqdm(total=9.6) as bar: bar.update(9.6)"), (9_600_000, 9_600_000, "finished"))

    def test_steps_back(self):
        self.assertEqual(self.bar("with tqdm(total=10) as bar: bar.update(7); bar.update(-4)"), (10, 10, "finished"))

    def test_below_zero(self):
        self.assertEqual(self.bar("with tqdm(total=10) as bar: bar.update(-4)")[2], "finished")

    def test_an_infinite_total_is_one_that_nobody_knows(self):
        self.assertEqual(self.bar("with tqdm(total=math.inf) as bar: bar.update(7)"), (7, 7, "finished"))

    def test_a_total_of_zero_is_one_that_nobody_knows(self):
        self.assertEqual(self.bar("with tqdm(total=0) as bar: bar.update(7)"), (7, 7, "finished"))

    def test_more_than_an_int64(self):
        self.assertEqual(self.bar("with tqdm(total=10**30) as bar: bar.update(10**30)")[2], "finished")


class NumberTest(ClientTest):
    def shown(self, code):
        """How a progress `Odd` of such code is shown."""
        _, err = self.run_program(f"""
            import decimal, fractions, math, progressd
            {code}
            progressd.flush(15)
        """)
        self.assertEqual(err, "")
        return counts(self.root(localizedDescription="Odd"))

    def test_a_len_that_raises_is_a_total_that_nobody_knows(self):
        class_of_loader = "type('Loader', (), {'__len__': lambda self: len(5), '__iter__': lambda self: iter(range(3))})"
        self.assertEqual(self.shown(f"for _ in progressd.track({class_of_loader}(), 'Odd'): pass"), (3, 3, "finished"))

    def test_totals_that_are_no_numbers_are_unknown(self):
        for total in "math.inf", "math.nan", "decimal.Decimal('NaN')", "decimal.Decimal('Infinity')", "'many'":
            with self.subTest(total):
                self.serve()
                self.assertEqual(self.shown(f"progressd.Progress({total}, 'Odd').complete(2)"), (2, 2, "finished"))

    def test_counts_that_are_no_numbers_change_nothing(self):
        code = "odd = progressd.Progress(10, 'Odd'); odd.complete(3); odd.complete(math.nan); odd.set(math.nan); odd.complete('')"
        self.assertEqual(self.shown(code)[:2], (3, 10))

    def test_fractions_add_up(self):
        for quarter in "0.25", "decimal.Decimal('0.25')", "fractions.Fraction(1, 4)":
            with self.subTest(quarter):
                self.serve()
                code = f"odd = progressd.Progress(10, 'Odd'); [odd.complete({quarter}) for _ in range(36)]"
                self.assertEqual(self.shown(code), (9, 10, "failed"))

    def test_sums_stay_within_64_bits(self):
        code = "odd = progressd.Progress(None, 'Odd'); odd.complete(2**62); odd.complete(2**62); odd.complete(2**62)"
        self.assertEqual(self.shown(code)[0], 2**63 - 1)

    def test_a_child_worth_less_than_nothing_is_worth_nothing(self):
        self.assertEqual(self.shown("odd = progressd.Progress(10, 'Odd'); odd.child(-3, 1).finish()")[0], 0)


class RefusalTest(ClientTest):
    """A refused member or name costs nothing else."""

    def test_members_labels_and_names_that_are_refused_do_not_cost_the_progress(self):
        for wrong in "titel='x'", "labels={'epoch': 3, 'team': 'data'}", "name='my job'", "name='a/b'", "fileTotalCount='x'":
            with self.subTest(wrong):
                self.serve()
                _, err = self.run_program(f"""
                    import progressd
                    with progressd.Progress(3, "Odd", {wrong}) as odd: odd.complete(3); progressd.flush(15)
                    progressd.flush(15)
                """)
                self.assertEqual(len(err.splitlines()), 1, err)
                root = self.root(localizedDescription="Odd")
                self.assertEqual(counts(root), (3, 3, "finished"))
                if "labels" in wrong:
                    self.assertEqual(root["labels"], {"team": "data"})

    def test_each_kind_of_fault_has_one_warning(self):
        _, err = self.run_program("""
            import progressd
            for number in range(3):
                progressd.Progress(3, name=f"my job {number}").finish()
                progressd.Progress(3, titel="x").finish()
            progressd.flush(15)
        """)
        self.assertEqual(len(err.splitlines()), 2, err)

    def test_a_name_that_is_an_int_is_a_name(self):
        self.run_program("import progressd\nwith progressd.Progress(3, name=4711) as job: job.complete(3)")
        self.assertEqual(counts(self.root(name="4711")), (3, 3, "finished"))


class ValueTest(ClientTest):
    def test_values_that_are_no_json_do_not_stop_the_reports(self):
        _, err = self.run_program("""
            import progressd
            with progressd.Progress(3, "Odd \\udcff", userInfo={"loss": float("nan"), "path": object}) as progress:
                progress.complete(3)
            with progressd.Progress(3, "Even") as progress: progress.complete(3)
        """)
        self.assertEqual(err, "")
        self.assertEqual(counts(self.root(localizedDescription="Odd ?")), (3, 3, "finished"))
        self.assertEqual(counts(self.root(localizedDescription="Even")), (3, 3, "finished"))

    def test_no_value_keeps_the_others_from_being_reported(self):
        _, err = self.run_program("""
            import progressd
            class Broken:
                def __str__(self): raise RuntimeError
            round_and_round = {}
            round_and_round["again"] = round_and_round
            odd = progressd.Progress(3, "Odd")
            with progressd.Progress(3, "Even") as even:
                for value in {(1, 2): 3}, {"broken": Broken()}, round_and_round, {1, 2}, b"bytes", 10**5_000:
                    odd.set(userInfo={"value": value})
                    progressd.flush(15)
                odd.set(userInfo={(1, 2): 3})
                progressd.flush(15)
                even.complete(3)
            progressd.Progress(10**5_000).complete(10**5_000)
            odd.set(completed=3)
            odd.finish()
        """)
        self.assertEqual(err, "")
        self.assertEqual(counts(self.root(localizedDescription="Even")), (3, 3, "finished"))
        odd = self.root(localizedDescription="Odd")
        self.assertEqual((counts(odd), odd["userInfo"]["(1, 2)"]), ((3, 3, "finished"), 3))

    def test_labels_that_are_none_spoil_only_their_own_progress(self):
        _, err = self.run_program("""
            import progressd
            progressd.Progress(3, "Odd", labels=["team"])
            with progressd.Progress(3, "Even") as even: even.complete(3)
        """, PROGRESSD_LABELS="job=1")
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertEqual(counts(self.root(localizedDescription="Even")), (3, 3, "finished"))

    def test_a_dictionary_that_was_changed_and_is_set_again_is_sent_again(self):
        self.run_program("""
            import progressd
            with progressd.Progress(1, "Training") as progress:
                losses = {"loss": 2}
                progress.set(userInfo=losses)
                progressd.flush(15)
                losses["loss"] = 1
                progress.set(userInfo=losses)
                progress.complete()
        """)
        self.assertEqual(self.root(localizedDescription="Training")["userInfo"], {"loss": 1})

    def test_texts_that_cannot_be_had_are_named_by_their_type(self):
        self.run_program("""
            import progressd
            class Mute:
                def __str__(self): raise RuntimeError("no text")
                __eq__ = __str__
            progressd.Progress(3, "Mute", name=Mute()).fail(Mute(), Mute())
        """)
        failure = self.root(localizedDescription="Mute")["failure"]
        self.assertEqual((failure["message"], failure["code"]), ("<Mute>", "<Mute>"))

    def test_a_failure_with_long_texts_is_told_with_what_fits(self):
        self.run_program("""
            import progressd
            progress = progressd.Progress(3, "Long")
            progressd.flush(15)
            progress.fail("✓" * 20_000, code="c" * 5_000)
        """)
        root = self.root(localizedDescription="Long")
        self.assertEqual(root["state"], "failed")
        self.assertEqual((root["failure"]["message"], root["failure"]["code"]), ("✓" * 1_365, "c" * 4_096))

    def test_long_titles_are_cut(self):
        self.run_program("""
            import progressd
            with progressd.Progress(3, "✓" * 5_000) as progress: progress.complete(3)
        """)
        self.assertEqual(counts(self.root(localizedDescription="✓" * 1_365)), (3, 3, "finished"))

    def test_what_is_too_large_for_a_request_does_not_keep_others_from_being_told(self):
        _, err = self.run_program("""
            import progressd
            progressd.Progress(3, "Large", userInfo={"text": "x" * 50_000_000})
            many = [progressd.Progress(1, "x" * 4_000) for _ in range(900)]
            with progressd.Progress(3, "Small", name="small") as small: small.complete(3)
            progressd.flush(30)
        """)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertEqual(counts(self.service.call("GET", "/v1/progress/small").json), (3, 3, "finished"))

    def test_values_that_many_paths_lead_to_do_not_hold_up_the_work(self):
        self.run_program("""
            import progressd, time
            began = time.monotonic()
            tree, ring = {}, []
            for _ in range(40): tree = {"a": tree, "b": tree}
            ring += [ring, ring]
            with progressd.Progress(3, "Shared", userInfo={"tree": tree, "ring": ring}) as progress: progress.complete(3)
            assert time.monotonic() - began < 2, time.monotonic() - began
        """)
        self.assertEqual(counts(self.root(localizedDescription="Shared")), (3, 3, "finished"))

    def test_thousands_at_once_are_all_told(self):
        self.run_program("""
            import progressd
            many = [progressd.Progress(2, name=f"part-{number}") for number in range(400)]
            progressd.flush(15)
            many += [progressd.Progress(2) for number in range(2_000)]
            for progress in many: progress.set(completed=1, fileURL="file:///part")
            progressd.flush(15)
            for progress in many: progress.complete(1); progress.finish()
            progressd.flush(30)
        """)
        self.assertEqual(len(self.roots()), 500)
        for number in range(400):
            root = self.service.call("GET", f"/v1/progress/part-{number}").json
            self.assertEqual(counts(root), (2, 2, "finished"), number)

    def test_what_a_dead_service_does_not_take_is_not_kept_without_end(self):
        out, _ = self.run_program("""
            import progressd
            from progressd._current import reporter
            for _ in range(15_000):
                with progressd.Progress(1) as progress: progress.complete()
            print(len(reporter()._nodes))
        """, url=f"http://127.0.0.1:{free_port()}")
        self.assertLessEqual(int(out), 10_000)

    def test_without_standard_error_nothing_breaks(self):
        out, _ = self.run_program("""
            import sys
            sys.stderr = None
            import progressd, time
            with progressd.Progress(1) as progress: progress.complete(); progressd.flush()
            print("done")
        """, url=f"http://127.0.0.1:{free_port()}")
        self.assertEqual(out, "done\n")
