"""Edits of openapi.yaml that break generated clients are noticed: each has been in it."""

import pathlib
import re
import subprocess
import tempfile
import unittest

from generate import ROOT, openapi_generator

COUNT = """    TotalUnitCountInput:
      $ref: "#/components/schemas/NullableInt64"
      description: All units.
"""
FLAG = """    Flag:
      anyOf:
        - type: boolean
        - enum: ["1", "0", ""]
"""


class GeneratorsTest(unittest.TestCase):
    def generate(self, schema, generator):
        """Returns the complaints, and the folder of the client, where one schema is another."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        text = (ROOT / "openapi.yaml").read_text(encoding="utf-8")
        name = schema.split(":")[0]
        edited, count = re.subn(rf"^{name}:\n(?:      .*\n)+", lambda _: schema, text, flags=re.M)
        self.assertEqual(count, 1)
        document = pathlib.Path(folder.name, "openapi.yaml")
        document.write_text(edited, encoding="utf-8")
        return openapi_generator(document, document.parent, [generator]), document.parent / generator

    def test_a_count_that_only_refers_to_another_schema_is_lost_to_python(self):
        complaints, _ = self.generate(COUNT, "python")

        self.assertNotEqual(complaints, [])

    def test_a_flag_of_two_types_gives_swift_that_does_not_compile(self):
        complaints, folder = self.generate(FLAG, "swift6")
        compiler = subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", *folder.glob("Sources/**/*.swift")],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

        self.assertEqual(complaints, [])
        self.assertNotEqual(compiler.returncode, 0)
        self.assertIn("'Flag' has no member 'asParameter'", compiler.stdout)
