"""Tokens stay where they are: no dump of the process has them, and a file that others can read is reported."""

import os
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from support.service import Service
from support.waiting import until

PROGRAM = os.environ["PROGRESSD"]
WARNING = "all users of this machine can read or change the token file"
NOBODY = 65534


class TokenFileTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "tokens")
        self.file.write_text("operator:an-operator-of-the-tests\n")

    def start(self, mode):
        self.file.chmod(mode)
        service = Service(PROGRAM, "--token-file", self.file).listen()
        self.addCleanup(service.kill)
        return service

    def test_a_file_for_its_owner_and_its_group_is_fine(self):
        for mode in (0o600, 0o640, 0o660):
            self.assertNotIn(WARNING, self.start(mode).logged())

    def test_one_that_others_can_read_or_write_is_told_of_once(self):
        for mode in (0o644, 0o666, 0o602):
            lines = [line for line in self.start(mode).logged().splitlines() if WARNING in line]

            self.assertEqual(len(lines), 1, lines)
            self.assertIn(str(self.file), lines[0])

    def test_it_is_looked_at_again_when_it_is_read_again(self):
        service = self.start(0o600)
        self.file.chmod(0o604)

        service.process.send_signal(signal.SIGHUP)

        until(lambda: WARNING in service.logged(), "the warning")

    def test_one_that_does_not_answer_keeps_no_signal_away(self):
        service = self.start(0o600)
        self.file.unlink()
        os.mkfifo(self.file, 0o600)

        service.process.send_signal(signal.SIGHUP)

        self.assertEqual(service.stop(10), 0)


class DumpTest(unittest.TestCase):
    @unittest.skipUnless(os.getuid() == 0, "only root may become somebody else")
    def test_there_is_none_whatever_the_limit(self):
        wrapper = ("prlimit", "--core=unlimited", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
        service = Service(PROGRAM, token="an-operator-of-the-tests", wrapper=wrapper).listen()
        self.addCleanup(service.kill)
        process = Path("/proc", str(service.process.pid))

        status = process.joinpath("status").read_text()
        limit = next(line for line in process.joinpath("limits").read_text().splitlines() if "core" in line)
        other = subprocess.run([*wrapper[2:], "cat", process / "environ"], capture_output=True)

        self.assertIn(f"Uid:\t{NOBODY}", status)
        self.assertEqual(limit.split()[4:6], ["0", "0"])
        # The files of a process that may not be inspected belong to root.
        self.assertEqual(process.joinpath("environ").stat().st_uid, 0)
        self.assertNotEqual(other.returncode, 0)
        self.assertTrue(service.is_well())
        self.assertGreater(service.metric("process_open_fds"), 3)


if __name__ == "__main__":
    unittest.main()
