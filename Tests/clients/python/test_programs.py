"""What `python -m progressd` says of the programs of its install, with them and without."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from kit import PYTHON
from support.service import ROOT

VERBS = "serve, demo, export, import, healthcheck, members"


class ProgramsTest(unittest.TestCase):
    """The package as `pip install --target` lays it out."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "clients/python/src/progressd", self.folder / "progressd")
        self.programs = self.folder / "bin"
        self.programs.mkdir()

    def install(self, *names, head="\x7fELF"):
        for name in names:
            (self.programs / name).write_text(head)
            (self.programs / name).chmod(0o755)

    def call(self, *arguments):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PROGRESSD")}
        return subprocess.run([PYTHON, "-m", "progressd", *arguments], cwd=self.folder, text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**environment, "PYTHONPATH": str(self.folder), "HOME": str(self.folder)})

    def test_alone_it_says_that_there_are_no_programs_and_what_to_install(self):
        called = self.call()

        self.assertEqual((called.returncode, called.stderr), (0, ""))
        self.assertIn("run a script", called.stdout)
        self.assertIn(f"progressd: not in this install, so not available: {VERBS}\n", called.stdout)
        self.assertIn("progressctl: not in this install, so not available: ctl\n", called.stdout)
        self.assertIn("Wheels with the programs are for Linux", called.stdout)

    def test_alone_it_says_where_the_programs_are(self):
        self.install("progressd", "progressctl")

        called = self.call()

        self.assertEqual((called.returncode, called.stderr), (0, ""))
        self.assertIn(f"progressd: {self.programs}/progressd, run by: {VERBS}\n", called.stdout)
        self.assertIn(f"progressctl: {self.programs}/progressctl, run by: ctl\n", called.stdout)
        self.assertNotIn("Wheels", called.stdout)

    def test_help_says_the_same(self):
        self.assertEqual(self.call("--help").stdout, self.call().stdout)
        self.install("progressd", "progressctl")
        self.assertEqual(self.call("--help").stdout, self.call().stdout)

    def test_a_script_of_that_name_is_no_program(self):
        self.install("progressd", "progressctl", head="#!/bin/sh\n")

        self.assertIn("progressd: not in this install", self.call().stdout)

    def test_without_programs_their_verbs_end_with_69_and_one_line(self):
        for verb, name in ("serve", "progressd"), ("demo", "progressd"), ("ctl", "progressctl"):
            called = self.call(verb)
            self.assertEqual((called.returncode, called.stdout, called.stderr.count("\n")), (69, "", 1))
            self.assertIn(f"it has no {name}.", called.stderr)

    def test_an_unknown_verb_is_a_usage_error(self):
        self.assertEqual(self.call("sevre").returncode, 2)


if __name__ == "__main__":
    unittest.main()
