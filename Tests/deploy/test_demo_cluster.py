"""`make cluster`: the bar moves on while each part of the cluster is killed."""

import contextlib
import os
import re
import signal
import unittest

from kit import REPOSITORY
from support.client import Client, NoReply
from support.process import Process, answers, free_port
from support.waiting import until

PATIENCE = 60


def four_ports():
    """The first of four that are free, one after another."""
    while True:
        first = free_port()
        if first < 65_000 and not any(answers(port) for port in range(first, first + 4)):
            return first


class DemoTests(unittest.TestCase):
    def setUp(self):
        self.port = four_ports()
        command = [os.path.join(REPOSITORY, "Scripts/cluster/run"), os.environ["PROGRESSD"], "--port", self.port]
        self.demo = Process(command)
        self.addCleanup(self.end)
        self.replicas = range(self.port + 1, self.port + 4)

    def end(self):
        if self.demo.is_running:
            self.demo.process.send_signal(signal.SIGINT)
            self.demo.process.wait(PATIENCE)
        self.demo.stop()

    def until(self, condition, what):
        """The value of the condition once it is true; a failure shows the output of the demo."""
        try:
            return until(condition, what, PATIENCE, pause=0.05)
        except AssertionError as failure:
            raise AssertionError(f"{failure}\n{self.demo.logged()}") from None

    def find(self, pattern):
        """The newest that the demo said; waits for the first."""
        return self.until(lambda: re.findall(pattern, self.demo.logged()), pattern)[-1]

    def place(self, port):
        """How far the bar is: the number of its run, and its units; None without an answer."""
        with contextlib.suppress(NoReply), Client(port, timeout=5) as client:
            reply = client.call("GET", "/v1/progress/moving-bar")
            if reply.status == 200:
                return reply.json["run"], reply.json["completedUnitCount"]
        return None

    def wait_for_more(self, ports):
        """Until the bar has moved by some units at all of these."""
        run, units = self.until(lambda: self.place(self.port), "the bar")
        for port in ports:
            self.until(lambda port=port: (self.place(port) or (0, 0)) > (run, units + 5), f"the bar at {port}")

    def test_the_bar_moves_while_each_replica_and_then_the_primary_is_killed(self):
        self.find(r"open http://")
        self.wait_for_more([self.port, *self.replicas])
        primary = self.find(r"db1, primary: kill -9 (\d+)")
        scratch = os.readlink(f"/proc/{primary}/cwd")

        for port in self.replicas:
            pid = self.find(rf"replica {port} is process (\d+)")
            os.kill(int(pid), signal.SIGKILL)
            self.wait_for_more([self.port, *(other for other in self.replicas if other != port)])
            self.until(lambda port=port, pid=pid: self.find(rf"replica {port} is process (\d+)") != pid, "a restart")
            self.wait_for_more([port])
        os.kill(int(primary), signal.SIGKILL)
        self.find(r"db2, primary: kill -9 \d+\nPostgreSQL db1, standby")
        self.wait_for_more([self.port, *self.replicas])
        self.demo.process.send_signal(signal.SIGINT)
        status = self.demo.process.wait(PATIENCE)

        self.assertEqual((status, self.find(r"sent again, (\d+) lost")), (0, "0"))
        self.assertFalse(os.path.exists(scratch))
        self.assertFalse([port for port in range(self.port, self.port + 4) if answers(port)])

    def test_a_port_that_is_taken_is_named_and_nothing_is_left(self):
        self.find(r"open http://")

        second = Process(self.demo.process.args)

        self.addCleanup(second.stop)
        self.assertEqual(second.process.wait(PATIENCE), 1)
        self.assertIn(str(self.port), second.logged())
        self.assertTrue(self.demo.is_running)


if __name__ == "__main__":
    unittest.main()
