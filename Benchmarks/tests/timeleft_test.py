#!/usr/bin/env python3
"""Tests of the traces and the figures of the suite timeleft."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import harness  # noqa: F401
from harness.report import replaced
from timeleft.kinds import SINGLE, hang, paused, steady
from timeleft.measure import CAP, FLOOR, Quality, geometric, over_families, quality
from timeleft.recorded import recorded
from timeleft.runs import COARSE, earlier, stretched
from timeleft.stories import BETWEEN, Story
from timeleft.traces import GRID, LOOKS, Trace, simulated, whole
from timeleft.trees import TREES, files_in_turn, shared_line


def even(seconds: int, pauses: list[tuple[int, int]] | None = None) -> Trace:
    """Work of one unit a second, with none in declared pauses."""
    pauses = pauses or []
    writes = [(at, 0, 1) for at in range(1_000, seconds * 1_000 + 1, 1_000)
              if not any(begin < at <= end for begin, end in pauses)]
    return Trace("even", "0", writes, [], pauses=pauses)


def truth(trace: Trace, factor: float = 1) -> list[float]:
    return [trace.left(at) / 1_000 * factor for at in trace.looks()]


class Traces(unittest.TestCase):
    def test_a_kind_and_a_seed_make_one_trace(self):
        for kind in SINGLE + TREES:
            self.assertEqual(simulated(kind, "1"), simulated(kind, "1"))
            self.assertNotEqual(simulated(kind, "1").writes, simulated(kind, "2").writes)

    def test_writes_are_in_order_on_the_grid_and_looks_are_between_them(self):
        for kind in SINGLE + TREES:
            trace = simulated(kind, "1")
            moments = [at for at, _, _ in trace.writes]

            self.assertEqual(moments, sorted(moments))
            self.assertTrue(all(at % GRID == 0 and at > 0 for at in moments))
            self.assertEqual(len(trace.looks()), LOOKS)
            self.assertTrue(all(at % GRID and at < trace.end for at in trace.looks()))

    def test_whole_units_lose_nothing_of_what_was_done(self):
        writes = [(number / 10, 0, 0.3334) for number in range(1, 1_001)]

        units = [units for _, _, units in whole(writes, 10)]

        self.assertEqual(sum(units), round(0.3334 * 1_000 * 10))
        self.assertLessEqual(max(units) - min(units), 1)

    def test_a_declared_pause_is_no_time_that_is_left(self):
        trace = even(100, [(40_000, 60_000)])

        self.assertEqual(trace.left(0), 80_000)
        self.assertEqual(trace.left(50_000), 40_000)
        self.assertEqual(trace.left(70_000), 30_000)

    def test_a_silence_that_nobody_declared_is_time_that_is_left(self):
        trace = simulated(hang, "1")

        self.assertEqual(trace.left(0), trace.end)
        self.assertEqual(trace.pauses, [])

    def test_a_bar_ends_at_its_total(self):
        for kind in (steady, files_in_turn, shared_line):
            seen, total = simulated(kind, "1").bar()

            self.assertAlmostEqual(seen[-1][1] / total, 1)

    def test_recordings_whose_names_differ_in_a_number_alone_are_of_one_kind(self):
        kinds = [trace.kind for trace in recorded()]

        self.assertGreater(kinds.count("recorded download"), 1)
        self.assertEqual(kinds.count("recorded rsync"), 1)

    def test_recordings_move_forward_to_their_end(self):
        for trace in recorded():
            self.assertGreater(trace.end, 20_000)
            self.assertTrue(all(units > 0 for _, _, units in trace.writes))


class Runs(unittest.TestCase):
    def test_an_earlier_run_does_the_same_in_another_time(self):
        for kind in SINGLE + TREES:
            trace = simulated(kind, "1")
            for run in earlier(trace):
                self.assertEqual(run.totals, trace.totals)
                self.assertTrue(0.4 * trace.left(0) < run.end < 2.2 * trace.left(0))

    def test_each_part_of_the_work_has_a_pace_of_its_own(self):
        run = stretched(even(100), [1.0, 3.0])

        at = {sum(units for _, _, units in run.writes[:number + 1]): write[0] for number, write in enumerate(run.writes)}
        self.assertEqual((at[25], at[50], at[60], at[100]), (25_000, 50_000, 80_000, 200_000))

    def test_pauses_are_not_remembered(self):
        trace = simulated(paused, "1")

        run = stretched(trace, [1.0])

        self.assertEqual(run.pauses, [])
        self.assertAlmostEqual(run.end, trace.left(0), delta=COARSE)

    def test_the_run_that_is_measured_begins_after_the_earlier_ones_have_ended(self):
        trace = even(10)

        story = Story("name", trace, [even(20), even(30)])

        self.assertEqual(story.start, 20_000 + BETWEEN + 30_000 + BETWEEN)
        self.assertEqual([at - story.start for at in story.looks], trace.looks())
        self.assertEqual(sum('"PUT"' in act for _, act in story.acts), 3)


class Measures(unittest.TestCase):
    def test_the_truth_has_no_error_and_does_not_move(self):
        found = quality(even(100), truth(even(100)))

        self.assertEqual(found, Quality(0, 0, 0, 0))

    def test_twice_the_truth_is_wrong_by_all_of_it(self):
        found = quality(even(100), truth(even(100), 2))

        self.assertAlmostEqual(found.median, 1)
        self.assertAlmostEqual(found.p90, 1)
        # The foretold end comes nearer by the length of the work.
        self.assertAlmostEqual(found.jumpiness, 0.99)

    def test_one_look_in_ten_that_is_far_off_does_not_move_the_median(self):
        told = [value * (3 if number % 10 == 0 else 1) for number, value in enumerate(truth(even(100)))]

        found = quality(even(100), told)

        self.assertEqual(found.median, 0)
        self.assertGreater(found.jumpiness, 1)

    def test_a_look_without_a_value_counts_as_silence_alone(self):
        told = [None if number < 25 else value for number, value in enumerate(truth(even(100)))]

        self.assertEqual(quality(even(100), told), Quality(0, 0, 0, 0.25))

    def test_nothing_is_expected_in_a_declared_pause(self):
        trace = even(100, [(40_000, 60_000)])
        told = [None if trace.is_paused(at) else trace.left(at) / 1_000 for at in trace.looks()]

        self.assertEqual(quality(trace, told), Quality(0, 0, 0, 0))

    def test_the_first_and_the_last_moments_count_no_error(self):
        told = [value * (100 if number < 2 or number > 96 else 1) for number, value in enumerate(truth(even(100)))]

        self.assertEqual(quality(even(100), told).p90, 0)

    def test_never_a_value_is_the_worst(self):
        found = quality(even(100), [None] * LOOKS)

        self.assertEqual((found.median, found.p90, found.silence), (CAP, CAP, 1))

    def test_no_figure_is_better_than_the_floor_or_worse_than_the_cap(self):
        self.assertAlmostEqual(geometric([0, FLOOR]), FLOOR)
        self.assertAlmostEqual(geometric([1_000, CAP]), CAP)

    def test_a_family_weighs_the_same_however_many_traces_it_has(self):
        good, bad = Quality(0.1, 0.1, 1, 0), Quality(0.4, 0.4, 1, 0.1)

        found = over_families({"one": [good], "other": [bad] * 50})

        self.assertAlmostEqual(found.median, 0.2)
        self.assertAlmostEqual(found.silence, 0.05)


class Page(unittest.TestCase):
    def test_a_new_table_takes_the_place_of_the_first_one_of_its_section(self):
        page = "## A\n\n| a |\n\n## B\n\nSome words.\n\n| b |\n|---|\n| 1 |\n\n## C\n\n| c |\n"

        self.assertEqual(replaced(page, "B", "| new |"), page.replace("| b |\n|---|\n| 1 |", "| new |"))


if __name__ == "__main__":
    unittest.main()
