"""A disk that fails: clear refusals, nothing acknowledged is lost, and it recovers by itself."""

import threading
import time

from kit.disk import FailingDisk
from kit.disk_test import DiskTest
from support.waiting import until


class FailingDiskTest(DiskTest):
    fault = "writes"

    def setUp(self):
        disk = FailingDisk(self.fault)
        self.environment = disk.environment
        self.use(disk)
        self.assertEqual(self.count().status, 200)

    def test_writes_are_refused_and_reads_go_on(self):
        self.disk.spoil()

        reply = self.count()

        self.assert_problem(reply, 503, "storage-failing")
        self.assertIn("Retry-After", reply.headers)
        self.assert_reads_go_on()

    def test_all_that_wait_for_the_disk_are_answered(self):
        self.disk.spoil()
        statuses = []

        threads = [threading.Thread(target=lambda: statuses.append(self.count_alone())) for _ in range(30)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()

        self.assertEqual(set(statuses), {503})

    def test_it_recovers_and_a_kill_after_that_loses_nothing(self):
        self.disk.spoil()
        self.assertEqual(self.count().status, 503)

        self.disk.mend()
        until(lambda: self.count().status == 200, "a write", seconds=5)
        for _ in range(20):
            self.assertEqual(self.count().status, 200)
        self.service.kill()
        self.start()

        self.assert_all_there(or_done=1)

    def test_a_kill_while_it_fails_loses_nothing_that_was_acknowledged(self):
        for _ in range(20):
            self.assertEqual(self.count().status, 200)
        self.disk.spoil()
        self.assertEqual(self.count().status, 503)
        self.service.kill()
        self.disk.mend()

        self.start()

        self.assert_all_there(or_done=1)

    def test_a_stop_ends_within_five_seconds(self):
        self.disk.spoil()
        self.assertEqual(self.count().status, 503)
        begin = time.monotonic()

        self.service.stop()

        self.assertLess(time.monotonic() - begin, 5)


class FailingSyncTest(FailingDiskTest):
    """The writes reach the cache, and are never known to be safe."""

    fault = "syncs"
