"""A full disk: clear refusals, reads and streams continue, nothing acknowledged is lost, and the service recovers."""

import time
from pathlib import Path

from kit.disk import SmallDisk
from kit.disk_test import DiskTest
from support.waiting import until


class FullDiskTest(DiskTest):
    def setUp(self):
        self.use(SmallDisk(64))

    def fill(self):
        """Fills the disk from outside and with load, until writes are refused."""
        self.disk.fill(leave=4 << 20)
        reply = self.count_until_refused()
        self.assert_problem(reply, 507, "storage-full")
        self.disk.fill()

    def restart_after_kill(self):
        self.service.kill()
        self.start()

    def test_reads_and_streams_go_on(self):
        self.fill()

        self.assert_reads_go_on()

    def test_a_stream_that_is_open_gets_its_heartbeats_and_what_changes_when_there_is_room(self):
        events = self.events()
        self.fill()

        self.assertTrue(any(line.startswith(b":") for line in events))
        self.disk.mend()
        until(lambda: self.count().status == 200, "a write")

        wanted = f'"completedUnitCount":{self.acknowledged},'.encode()
        self.assertTrue(any(wanted in line for line in events))

    def test_what_is_refused_is_counted_and_logged_as_what_it_is(self):
        self.fill()

        refused = r'progressd_requests_total\{class="%s",code="5xx"\}'
        self.assertGreater(self.service.metric(refused % "write"), 0)
        self.assertEqual(self.service.metric(refused % "other"), 0)
        self.assertRegex(self.service.logged(), r"http.route=/v1/\S+ .*problem.type=storage-full")
        reply = self.service.call("POST", "/v1/progress", {}, {"X-Request-ID": "mine"})
        self.assertEqual((reply.status, reply.headers["x-request-id"]), (507, "mine"))

    def test_it_recovers_by_itself(self):
        self.fill()

        self.disk.mend()

        until(lambda: self.count().status == 200, "a write", seconds=5)

    def test_a_kill_loses_nothing_that_was_acknowledged(self):
        self.fill()
        time.sleep(1)  # what the mode may lose
        self.service.kill()

        self.disk.mend()
        self.start()

        self.assert_all_there(or_done=1)
        self.assertEqual(self.count().status, 200)

    def test_it_starts_while_the_disk_is_full_and_serves_reads(self):
        self.fill()
        time.sleep(1)

        self.restart_after_kill()

        self.assert_all_there(or_done=1)
        self.assert_problem(until_refused(self), 507, "storage-full")

    def test_a_stop_is_clean_and_loses_nothing(self):
        self.fill()
        begin = time.monotonic()

        status = self.service.stop()

        self.assertEqual(status, 0)
        self.assertLess(time.monotonic() - begin, 5)
        self.disk.mend()
        self.start()
        self.assert_all_there(or_done=1)

    def test_refusing_for_long_takes_no_memory(self):
        """A leak grows in every round; a thread that allocates for the first time makes an arena once."""
        self.fill()

        growths = [self.growth_by_refusals(1_000) for _ in range(4)]

        self.assertLess(min(growths), 64 << 10, growths)

    def growth_by_refusals(self, number):
        before = self.memory()
        refused = sum(self.count().status == 507 for _ in range(number))
        self.assertGreater(refused, 0.9 * number, "there was room")
        return self.memory() - before

    def memory(self):
        return int(Path(f"/proc/{self.service.process.pid}/statm").read_text().split()[1]) * 4096


class FullDiskInIntervalModeTest(FullDiskTest):
    mode = "interval"


def until_refused(test):
    """There may be a little room after a start."""
    return until(lambda: next((r for r in [test.count()] if r.status != 200), None), "a refusal")
