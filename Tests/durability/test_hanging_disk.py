"""A disk that takes its time: while a write hangs nothing is safe, and no client may be told otherwise."""

import threading

from kit.disk import FailingDisk
from kit.disk_test import COUNTER, DiskTest
from support.client import NoReply
from support.waiting import until


class HangingDiskTest(DiskTest):
    def setUp(self):
        disk = FailingDisk("hang")
        self.environment = disk.environment
        self.use(disk)

    def test_no_reply_tells_of_a_removal_that_is_not_safe(self):
        self.disk.spoil()
        replies = []

        def remove():
            client = self.service.client()
            try:
                replies.append(client.call("DELETE", COUNTER).status)
            except NoReply:
                pass

        threads = [threading.Thread(target=remove) for _ in range(2)]
        for each in threads:
            each.start()
        until(lambda: self.client.call("GET", COUNTER).status == 404, "the removal")
        for each in threads:
            each.join(0.5)
        self.service.kill()
        for each in threads:
            each.join()
        self.disk.mend()
        self.start()

        self.assertEqual((replies, self.client.call("GET", COUNTER).status), ([], 200))

    def test_all_is_answered_when_it_goes_on(self):
        self.disk.spoil()
        replies = []
        threads = [threading.Thread(target=lambda: replies.append(self.count_alone())) for _ in range(20)]
        for each in threads:
            each.start()
        until(lambda: self.client.call("GET", COUNTER).json["completedUnitCount"] == 20, "the counts")

        self.disk.mend()
        for each in threads:
            each.join()

        self.assertEqual(replies, [200] * 20)
