"""The generated Swift client."""

import os
import pathlib
import subprocess
import unittest

from support.service import Service


class SwiftTest(unittest.TestCase):
    def test_a_swift_program_reports_watches_and_controls(self):
        with Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error") as service:
            program = subprocess.run([os.environ["SWIFT_CALLS"], service.url], stdout=subprocess.PIPE,
                                     stderr=subprocess.STDOUT, text=True, timeout=120)
            service.stop()

        self.assertEqual((program.returncode, program.stdout), (0, "passed\n"))
