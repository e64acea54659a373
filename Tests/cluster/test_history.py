"""The check of histories finds the faults that it is for."""

import unittest

from clustering.history import History


class HistoryTest(unittest.TestCase):
    def history(self, adds, reads=()):
        history = History()
        for began, ended, count in adds:
            history.adds_begun.append(began)
            history.add(began, ended, count)
        for read in reads:
            history.read(*read)
        return history

    def test_additions_that_overlap_may_be_answered_in_either_order(self):
        self.assertEqual(self.history([(0, 3, 2), (1, 2, 1)], [(0, 1, 0), (2.5, 4, 1)]).violations(2), [])

    def test_an_addition_that_is_lost_is_found(self):
        self.assertEqual(len(self.history([(0, 1, 1), (2, 3, 2)]).violations(1)), 1)

    def test_an_addition_that_counts_twice_is_found(self):
        self.assertEqual(len(self.history([(0, 1, 1), (2, 3, 3)]).violations(3)), 2)

    def test_an_addition_that_did_not_see_one_before_it_is_found(self):
        self.assertEqual(len(self.history([(0, 1, 1), (2, 3, 1)]).violations(2)), 1)

    def test_a_read_that_is_behind_an_answer_is_found(self):
        self.assertEqual(len(self.history([(0, 1, 1)], [(2, 3, 0)]).violations(1)), 1)

    def test_a_read_of_what_nobody_sent_is_found(self):
        self.assertEqual(len(self.history([(2, 3, 1)], [(0, 1, 1)]).violations(1)), 1)
