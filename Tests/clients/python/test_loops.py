"""
Loops that are left: in good order they have finished, by an exception they have failed, also where that is caught.

A new form is a function more; each is tried with `track` and with tqdm.
"""

import contextlib
import functools
import gc
import io
import sys
import unittest
import weakref
from unittest import mock

import progressd
from progressd import _current, _endings, _reporter
from progressd._settings import Settings
from progressd.tqdm import tqdm

from kit import ClientTest, counts


class Quiet(_reporter.Reporter):
    """Sends nothing."""

    def _start(self):
        pass


class Kept(list):
    """May be referred to weakly."""


def boom(message="row 4"):
    raise ValueError(message)


@contextlib.contextmanager
def passing():
    yield


def failed_in_the_loop(bars):
    for i in bars():
        if i == 4:
            raise ValueError("row 4")


def failed_below(bars):
    for i in bars():
        if i == 4:
            boom()


def failed_in_a_try(bars):
    try:
        for i in bars():
            if i == 4:
                boom()
    except ValueError:
        pass


def failed_in_a_with(bars):
    with contextlib.suppress(ValueError):
        for i in bars():
            if i == 4:
                boom()


def failed_in_a_with_inside(bars):
    for i in bars():
        with passing():
            if i == 4:
                boom()


def failed_and_raised_again(bars):
    for i in bars():
        try:
            if i == 4:
                boom()
        except ValueError:
            raise


def failed_through_finally(bars):
    for i in bars():
        try:
            if i == 4:
                boom()
        finally:
            i += 1


def failed_around_a_generator(bars):
    def rows():
        yield from map(str, range(0))
        for row in bars():
            yield row
    for i in rows():
        if i == 4:
            boom()


def failed_beside_another(bars):
    for i, _ in zip(bars(), range(20)):
        if i == 4:
            boom()


def failed_by_an_operator(bars):
    for i in bars():
        1 / (4 - i)


def failed_by_an_assertion(bars):
    for i in bars():
        assert i != 4


def failed_over_a_variable(bars):
    def work():
        rows = iter(bars())
        for i in rows:
            if i == 4:
                boom()
    try:
        work()
    except ValueError:
        pass


def failed_over_a_variable_and_named(bars):
    def work():
        rows = iter(bars())
        for i in rows:
            if i == 4:
                boom()
    try:
        work()
    except ValueError as error:
        str(error)


def failed_in_a_comprehension(bars):
    try:
        [1 / (4 - i) for i in bars()]
    except ZeroDivisionError:
        pass


def failed_in_a_map(bars):
    list(map(lambda i: 1 / (4 - i), bars()))


def failed_in_a_map_below(bars):
    def row(i):
        try:
            if i == 4:
                boom()
        finally:
            i += 1
    try:
        [*map(row, bars())]
    except ValueError:
        pass


def failed_in_a_reduction(bars):
    functools.reduce(lambda _, i: 1 / (4 - i), bars())


def failed_in_a_key(bars):
    max(bars(), key=lambda i: 1 / (4 - i))


def interrupted(bars):
    for i in bars():
        if i == 4:
            raise KeyboardInterrupt


def left_by_break(bars):
    for i in bars():
        if i == 4:
            break


def left_by_return(bars):
    for i in bars():
        if i == 4:
            return len([i])


def left_by_close(bars):
    rows = iter(bars())
    next(rows)
    rows.close()


def left_by_assignment(bars):
    rows = iter(bars())
    next(rows)
    rows = None


def left_over_a_variable_that_a_caught_failure_did_not_touch(bars):
    rows = iter(bars())
    for i in rows:
        try:
            boom()
        except ValueError:
            pass
        if i == 4:
            break


def left_with_its_function(bars):
    rows = iter(bars())
    next(rows)


def left_by_break_around_a_generator(bars):
    def rows():
        for row in bars():
            yield row
    for i in rows():
        if i == 4:
            break


def left_by_break_through_finally(bars):
    def rows():
        for row in bars():
            try:
                yield row
            finally:
                row += 1
    for i in rows():
        if i == 4:
            break


def left_in_except(bars):
    for _ in bars():
        try:
            boom()
        except ValueError:
            break


def left_after_a_failure_that_was_caught(bars):
    for i in bars():
        with contextlib.suppress(ValueError):
            boom()
        if i == 4:
            break


def left_while_a_failure_is_handled(bars):
    try:
        boom()
    except ValueError:
        for i in bars():
            if i == 4:
                break


def left_in_a_with(bars):
    for i in bars():
        with passing():
            if i == 4:
                break


def left_by_any(bars):
    any(i == 4 for i in bars())


def left_by_any_of_a_map_that_caught_failures(bars):
    kept = []

    def row(i):
        try:
            boom()
        except ValueError as error:
            kept.append(error)
        return i == 4
    any(map(row, bars()))


def left_by_any_of_a_map_after_a_failure_in_another(bars):
    kept = []
    for _ in range(2):
        try:
            any(map(lambda i: 1 / (i == 4), range(1, 10)))
        except ZeroDivisionError as error:
            kept.append(error)
    any(map(lambda i: i == 4, bars()))


def left_by_a_shorter_one(bars):
    for _ in zip(bars(), range(3)):
        pass


FORMS = [form for name, form in list(globals().items()) if name.startswith(("failed_", "interrupted", "left_"))]
BARS = {
    "track": lambda: progressd.track(range(10)),
    "tqdm": lambda: tqdm(range(10), file=io.StringIO(), mininterval=0),
}


class LoopTest(unittest.TestCase):
    def test_each_form(self):
        self.check_each_form()

    def test_each_form_while_every_object_is_old_at_once(self):
        thresholds = gc.get_threshold()
        self.addCleanup(gc.set_threshold, *thresholds)
        gc.set_threshold(1, 1, 1)
        self.check_each_form()

    def test_each_form_without_collections(self):
        gc.disable()
        self.addCleanup(gc.enable)
        kept = [[] for _ in range(100_000)]
        self.check_each_form()
        self.assertEqual(len(kept), 100_000)

    def test_a_failure_is_told_from_one_before_that_was_kept(self):
        kept = []

        def work(bars):
            for failure in ("first", "second"):
                try:
                    for i in bars():
                        if i == 4:
                            boom(failure)
                except ValueError as error:
                    kept.append(error)
                gc.collect()

        for kind, make in BARS.items():
            with self.subTest(kind):
                endings = [node.ending for node in self.all_left(work, make)]
                self.assertEqual([ending.step for ending in endings], ["fail", "fail"])
                if sys.version_info >= (3, 12):
                    self.assertEqual([ending.body["message"] for ending in endings], ["ValueError: first", "ValueError: second"])
                self.assertNotIn("first", endings[1].body["message"])

    def test_a_failure_keeps_nothing_of_what_was_young(self):
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        for form in FORMS:
            with self.subTest(form.__name__):
                young = Kept()
                left = weakref.ref(young)
                for make in BARS.values():
                    self.left(form, make)
                young = None
                self.assertIsNone(left())

    def check_each_form(self):
        for kind, make in BARS.items():
            for form in FORMS:
                with self.subTest(f"{kind}: {form.__name__}"):
                    node = self.left(form, make)
                    expected = "finish" if form.__name__.startswith("left_") else "fail"
                    self.assertEqual(node.ending and node.ending.step, expected)
                    self.assertEqual((node.members["totalUnitCount"], node.members["completedUnitCount"] < 10), (10, True))
                    if expected == "fail" and sys.version_info >= (3, 12) and "variable" not in form.__name__:
                        self.assertIn(node.ending.body["code"],
                                      ("ValueError", "ZeroDivisionError", "AssertionError", "KeyboardInterrupt"))

    def left(self, form, make):
        """The progress of that loop."""
        return self.all_left(form, make)[0]

    def all_left(self, form, make):
        nodes = []
        reporter = Quiet(Settings("http://127.0.0.1:1", None, None, {}))
        reporter.add = nodes.append
        with mock.patch.object(_current, "_reporter", reporter), mock.patch.object(_endings, "_installed", True):
            with contextlib.suppress(ValueError, ZeroDivisionError, AssertionError, KeyboardInterrupt):
                form(make)
        return nodes


class EndedTest(ClientTest):
    def test_a_failure_that_is_caught_keeps_its_total(self):
        self.run_program("""
            import progressd
            try:
                for row in progressd.track(range(10), "Caught"):
                    if row == 4: raise ValueError("row 4")
            except ValueError: pass
        """)
        root = self.root(localizedDescription="Caught", state="failed")
        self.assertEqual(counts(root), (4, 10, "failed"))
        self.assertEqual(root["failure"]["message"], "ValueError: row 4")

    def test_a_failure_in_a_future_fails_its_bar(self):
        self.run_program("""
            import concurrent.futures
            from progressd.tqdm import tqdm
            def work():
                for row in tqdm(range(10), desc="Future", mininterval=0):
                    if row == 4: raise ValueError("row 4")
            with concurrent.futures.ThreadPoolExecutor() as pool:
                print(repr(pool.submit(work).exception()))
        """)
        self.assertEqual(counts(self.root(localizedDescription="Future", state="failed")), (4, 10, "failed"))

    def test_sys_exit_is_no_failure(self):
        self.run_program("""
            import progressd, sys
            for row in progressd.track(range(10), "Left"):
                if row == 4: sys.exit()
        """)
        self.assertEqual(self.root(localizedDescription="Left")["state"], "finished")

    def test_sys_exit_with_a_status_is_one_also_where_it_cannot_be_seen(self):
        for status in "3", "'row 4'", "status":
            with self.subTest(status):
                title = f"Left with {status}"
                self.start(f"""
                    import progressd, sys
                    status = 3
                    for row in progressd.track(range(10), "{title}"):
                        if row == 4: sys.exit({status})
                """).communicate(timeout=60)
                self.assertEqual(counts(self.root(localizedDescription=title)), (4, 10, "failed"))

    def test_a_failure_in_a_function_of_c_that_nobody_catches_is_one(self):
        self.run_program("""
            import progressd
            list(map(int, progressd.track(["1", "2", "three", "4"], "Numbers")))
        """, status=1)
        self.assertEqual(counts(self.root(localizedDescription="Numbers")), (2, 4, "failed"))

    def test_a_bar_that_a_caught_exception_took_with_it_has_failed(self):
        self.run_program("""
            from progressd.tqdm import tqdm
            def work():
                bar = tqdm(total=10, desc="Taken", mininterval=0)
                bar.update(4)
                raise ValueError("row 4")
            try: work()
            except ValueError: pass
            left = tqdm(total=10, desc="Dropped", mininterval=0)
            left.update(4)
            left = None
        """)
        self.assertEqual(counts(self.root(localizedDescription="Taken")), (4, 10, "failed"))
        self.assertEqual(self.root(localizedDescription="Dropped")["state"], "finished")

    def test_what_was_not_drawn_yet_counts_in_the_end(self):
        bars = """
            import io, sys
            import progressd
            from progressd.tqdm import tqdm
            bar = tqdm(total=10, desc="Bar", file=io.StringIO(), mininterval=60)
            rows = iter(progressd.track(range(10), "Rows"))
            for _ in range(5): bar.update(); next(rows)
        """
        for title, done in ("Bar", 5), ("Rows", 4):
            with self.subTest(title):
                self.run_program(bars + "    1 / 0\n", status=1)
                self.assertEqual(counts(self.root(localizedDescription=title, state="failed")), (done, 10, "failed"))
        self.run_program(bars)
        bar = self.root(localizedDescription="Bar", state="finished")
        self.assertEqual(bar["localizedAdditionalDescription"], "5 of 10")

    def test_an_interrupted_cell_that_runs_again_is_a_root_again(self):
        out, _ = self.run_program("""
            import json
            from IPython.core.interactiveshell import InteractiveShell
            shell = InteractiveShell.instance()
            cell = '''
            from progressd.tqdm import tqdm
            bar = tqdm(total=5, desc="Cell", mininterval=0)
            for _ in range(3): bar.update()
            if "again" not in globals():
                again = True
                raise KeyboardInterrupt
            bar.update(2)
            bar.close()
            '''
            for _ in range(2): shell.run_cell(__import__("textwrap").dedent(cell), store_history=True)
        """)
        roots = sorted(counts(root) for root in self.roots())
        self.assertEqual(roots, [(3, 5, "failed"), (5, 5, "finished")], out)
