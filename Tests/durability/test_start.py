"""Unusable directories and settings stop the start, with one clear line and exit status 78."""

import os
import shutil
import tempfile
import unittest
import zlib
from pathlib import Path

from kit.disk import SmallDisk
from kit.service import Service
from support.process import NotStarted, free_port

PROGRAM = os.environ["PROGRESSD"]


class StartTest(unittest.TestCase):
    def setUp(self):
        self.parent = tempfile.mkdtemp(prefix="progressd-start-")
        self.addCleanup(shutil.rmtree, self.parent)
        self.directory = os.path.join(self.parent, "data")

    def assert_refused(self, directory, sentence, wrapper=()):
        service = Service(PROGRAM, directory, wrapper=wrapper)
        self.addCleanup(service.kill)
        with self.assertRaises(NotStarted) as refusal:
            service.listen()
        self.assertEqual(refusal.exception.status, 78)
        lines = refusal.exception.log.splitlines()
        self.assertEqual(len(lines), 1, refusal.exception.log)
        self.assertIn(sentence, lines[0])

    def content(self):
        return {path.name: path.read_bytes() for path in Path(self.directory).iterdir()}

    def make(self):
        self.assertEqual(Service(PROGRAM, self.directory).listen().stop(), 0)

    def test_a_second_process_on_the_same_directory(self):
        first = Service(PROGRAM, self.directory).listen()
        self.addCleanup(first.stop)

        self.assert_refused(self.directory, "in use by another process")

    def test_closed_standard_streams_leave_the_data_alone(self):
        self.make()
        for closed in "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-":
            with self.subTest(closed):
                port = free_port()
                shell = ["sh", "-c", f'exec "$@" {closed}', "sh"]
                service = Service(PROGRAM, self.directory, port=port, wrapper=shell)
                self.addCleanup(service.kill)
                service.port = port
                service.wait_for(port)
                self.assertEqual(service.call("POST", "/v1/progress", {}).status, 201)
                self.assertEqual(service.stop(), 0)

        again = Service(PROGRAM, self.directory).listen()
        self.addCleanup(again.kill)
        self.assertEqual(len(again.call("GET", "/v1/progress").json["items"]), 4)

    def test_a_directory_of_a_newer_version(self):
        self.make()
        text = "progressd data, format 4\nprogressd 0.9.0 or later reads it\n"
        Path(self.directory, "format").write_text(f"{text}checksum {zlib.crc32(text.encode()):08x}\n")
        before = self.content()

        self.assert_refused(self.directory, "was written by a newer progressd (0.9.0 or later reads it)")

        self.assertEqual(self.content(), before)

    def test_a_file_where_the_directory_should_be(self):
        Path(self.directory).write_text("mine")

        self.assert_refused(self.directory, "not a directory")

    def test_a_directory_whose_parent_is_not_there(self):
        self.assert_refused(os.path.join(self.directory, "deeper"), "No such file or directory")

    @unittest.skipUnless(os.getuid() == 0, "only root may become somebody else")
    def test_a_directory_that_may_not_be_written(self):
        self.make()
        os.chmod(self.parent, 0o755)
        os.chmod(self.directory, 0o555)

        self.assert_refused(self.directory, "Permission denied", ("setpriv", "--reuid=65534", "--clear-groups"))

    def test_a_directory_whose_parent_is_missing(self):
        self.assert_refused(os.path.join(self.directory, "below"), "--data-directory: mkdir failed")

    def test_a_disk_that_is_mounted_read_only(self):
        disk = SmallDisk(64)
        self.addCleanup(disk.close)
        self.assertEqual(Service(PROGRAM, disk.directory).listen().stop(), 0)
        disk.make_read_only()

        self.assert_refused(disk.directory, "Read-only file system")

    def test_a_cluster_beside_a_data_directory(self):
        self.assert_refused(self.directory, "exclude each other", ("env", "PROGRESSD_CLUSTER=postgres://db/progress"))

    def test_a_cluster_of_another_engine(self):
        secret = "mysql://progress:secret@db/progress"

        with self.assertRaises(AssertionError):
            self.assert_refused(self.directory, "secret", ("env", f"PROGRESSD_CLUSTER={secret}"))
        self.assert_refused(self.directory, "begins with postgres://", ("env", f"PROGRESSD_CLUSTER={secret}"))
