"""Backups that are watched, paused, cancelled and left alone by the service."""

import json
import os
import pathlib
import subprocess
import time

from case import CommandTest

from kit import counts
from support.waiting import until


class ResticTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.repository = self.folder / "repository"
        self.variables = {"RESTIC_PASSWORD": "secret", "RESTIC_REPOSITORY": str(self.repository),
                          "RESTIC_CACHE_DIR": str(self.folder / "cache")}
        self.restic("init")
        self.source = self.random_files(a=20_000_000, b=20_000_000, c=20_000_000, d=20_000_000)

    def restic(self, *words):
        return subprocess.run(["restic", *words], env={**os.environ, **self.variables}, check=True, capture_output=True,
                              text=True).stdout

    def start_backup(self, **variables):
        return self.launch("--name", "backup", "--", "restic", "--limit-upload", "12000", "backup", "--json", self.source,
                           **{**self.variables, **variables})

    def moving(self):
        """The progress, once some of it is done."""
        def found():
            return next((one for one in self.roots() if one["completedUnitCount"] > 1_000_000), None)
        return until(found, "a backup that moves")

    def end(self, process, status):
        written = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, written)
        return written[0]

    def test_a_backup_is_paused_and_resumed_and_is_whole(self):
        process = self.start_backup()
        progress = self.moving()
        self.control(progress, "pause")
        until(lambda: stopped("restic"), "a restic that stands still")
        time.sleep(1)
        before = self.get(progress)
        time.sleep(3)
        after = self.get(progress)
        self.assertEqual(before["completedUnitCount"], after["completedUnitCount"])
        self.assertEqual(after["state"], "paused")
        self.control(progress, "resume")
        fractions = [after["fractionCompleted"]]
        while process.poll() is None:
            fractions.append(self.get(progress)["fractionCompleted"])
            time.sleep(0.05)
        summary = json.loads(self.end(process, 0).splitlines()[-1])
        self.assertEqual(fractions, sorted(fractions))
        size = summary["total_bytes_processed"]
        self.assertEqual(counts(self.get(progress)), (size, size, "finished"))
        self.assertEqual((self.get(progress)["fileTotalCount"], self.get(progress)["fileCompletedCount"]), (4, 4))
        self.restic("check")
        self.assertIn(summary["snapshot_id"], self.restic("snapshots"))

    def test_cancel_leaves_no_lock(self):
        process = self.start_backup()
        progress = self.moving()
        self.control(progress, "cancel")
        self.end(process, 130)
        self.assertEqual(list(pathlib.Path(self.repository, "locks").iterdir()), [])
        self.assertEqual(self.get(progress)["state"], "cancelled")

    def test_a_wrong_password_is_a_failure_with_the_status(self):
        direct = subprocess.run(["restic", "backup", self.source], capture_output=True,
                                env={**os.environ, **self.variables, "RESTIC_PASSWORD": "wrong"})
        self.end(self.start_backup(RESTIC_PASSWORD="wrong"), direct.returncode)
        progress = self.root(name="backup")
        self.assertEqual(progress["state"], "failed")
        self.assertEqual(progress["failure"]["code"], str(direct.returncode))

    def test_a_backup_outlives_the_service(self):
        process = self.start_backup()
        self.moving()
        self.service.kill()
        written = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(written[1].splitlines()), 1, written[1])
        snapshot = json.loads(written[0].splitlines()[-1])["snapshot_id"]
        self.assertIn(snapshot, self.restic("snapshots"))


def stopped(name):
    """Whether a process of that name is stopped."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        if f"({name})" in text and text.rpartition(")")[2].split()[0] == "T":
            return True
    return False
