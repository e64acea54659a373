"""Disks that are small, full or failing."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path


class GoodDisk:
    environment = None

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="progressd-good-")
        self.directory = os.path.join(self.path, "data")

    def close(self):
        shutil.rmtree(self.path)


class SmallDisk:
    """A separate tmpfs. Only root may make one."""

    environment = None

    def __init__(self, mebibytes):
        self.path = tempfile.mkdtemp(prefix="progressd-disk-")
        mount = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", self.path]
        result = subprocess.run(mount, capture_output=True, text=True)
        if result.returncode != 0:
            os.rmdir(self.path)
            raise unittest.SkipTest(f"no small disk: {result.stderr.strip()}")
        self.filler = Path(self.path, "filler")
        self.directory = os.path.join(self.path, "data")

    def fill(self, leave=0):
        """All but `leave` bytes."""
        with open(self.filler, "ab") as file:
            while (count := self.free_bytes() - leave) > 0:
                try:
                    os.posix_fallocate(file.fileno(), os.fstat(file.fileno()).st_size, count)
                except OSError:
                    pass  # the service took some of it meanwhile

    def free_bytes(self):
        disk = os.statvfs(self.path)
        return disk.f_bavail * disk.f_bsize

    spoil = fill

    def mend(self):
        self.filler.unlink(missing_ok=True)

    def make_read_only(self):
        subprocess.run(["mount", "-o", "remount,ro", self.path], check=True)

    def close(self):
        subprocess.run(["umount", "-l", self.path], check=True)
        os.rmdir(self.path)


class FailingDisk:
    """A directory whose disk fails as failing_disk.c says, once it is told to."""

    def __init__(self, fault):
        compiler = next(filter(shutil.which, ("cc", "clang", "gcc")), None)
        if not compiler:
            raise unittest.SkipTest("no C compiler")
        self.path = tempfile.mkdtemp(prefix="progressd-failing-")
        self.directory = os.path.join(self.path, "data")
        self.switch = Path(self.path, "broken")
        source, library = Path(__file__).with_name("failing_disk.c"), Path(self.path, "failing_disk.so")
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
        self.environment = {"LD_PRELOAD": str(library), "BROKEN_DISK": str(self.switch), "DISK_FAULT": fault}

    def spoil(self):
        self.switch.touch()

    def mend(self):
        self.switch.unlink(missing_ok=True)

    def close(self):
        shutil.rmtree(self.path)
