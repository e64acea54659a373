"""A disk with room for changes, but not for the journal that is due."""

import time
from pathlib import Path

from kit.disk import SmallDisk
from kit.disk_test import DiskTest


class LittleRoomTest(DiskTest):
    mode = "interval"

    def setUp(self):
        self.use(SmallDisk(160))

    def test_a_new_journal_is_tried_now_and_then_only(self):
        names = self.make_large()
        journal, number = Path(self.disk.directory, "journal-1"), 0
        while journal.stat().st_blocks * 512 < 56 << 20:
            number += 1
            self.assertEqual(self.send_large(names, number).status, 200)
        self.disk.fill()
        while self.tries() == 0:
            number += 1
            self.send_large(names, number)

        time.sleep(3)

        self.assertEqual(self.tries(), 1)

    def tries(self):
        return self.service.logged().count("snapshot failed")
