"""Torn and flipped bytes in every file of a real data directory: the start is refused, or everything is there."""

import os
import random
import shutil
import tempfile
import unittest
from pathlib import Path

from kit.sample import MARK, Sample, nodes
from kit.service import Service
from support.process import NotStarted

PROGRAM = os.environ["PROGRESSD"]
PLACES = int(os.environ.get("PLACES", "8"))


class DamageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.parent = tempfile.mkdtemp(prefix="progressd-damage-")
        cls.addClassCleanup(shutil.rmtree, cls.parent)
        cls.sample = Sample(PROGRAM, cls.parent)
        cls.random = random.Random(os.environ.get("SEED", "1"))

    def setUp(self):
        self.path = os.path.join(self.parent, "damaged")
        self.addCleanup(shutil.rmtree, self.path, ignore_errors=True)

    def copy(self):
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(self.sample.directory, self.path)

    def start(self, path):
        """The nodes and the log; or None and the refusal, which has to be one line and status 78."""
        service = Service(PROGRAM, path)
        try:
            client = service.listen().client()
        except NotStarted as refusal:
            self.assertEqual(refusal.status, 78, refusal.log)
            self.assertEqual(len(refusal.log.splitlines()), 1, refusal.log)
            return None, refusal.log
        finally:
            self.addCleanup(service.kill)
        found = nodes(client)
        client.close()
        service.kill()
        return found, service.logged()

    def assert_refused_or_whole(self, what):
        """Gives whether it was refused, which damage never is as something newer."""
        found, log = self.start(self.path)
        if found is not None:
            self.assertEqual(found, self.sample.nodes, f"{what}: {log}")
            return False
        self.assertNotIn("newer", log, what)
        return True

    def flip(self, name, places):
        """How many of the places stopped the start."""
        count = 0
        for place in places:
            self.copy()
            file = Path(self.path, name)
            text = bytearray(file.read_bytes())
            text[place] ^= 1 << self.random.randrange(8)
            file.write_bytes(text)
            count += self.assert_refused_or_whole(f"{name}, byte {place}")
        return count

    def places(self, begin, end):
        return [self.random.randrange(begin, end) for _ in range(PLACES)]

    def safe_end(self):
        return int.from_bytes(self.sample.file("journal-").read_bytes()[MARK][:8], "little")

    def test_the_directory_as_it_is(self):
        self.copy()

        found, _ = self.start(self.path)

        self.assertEqual(found, self.sample.nodes)

    def test_a_flipped_bit_in_the_format(self):
        size = self.sample.file("format").stat().st_size

        refused = self.flip("format", range(size))

        self.assertEqual(refused, size)

    def test_a_flipped_bit_in_the_snapshot(self):
        file = self.sample.file("snapshot-")
        places = self.places(4096, file.stat().st_size)

        refused = self.flip(file.name, places)

        self.assertEqual(refused, len(places))

    def test_a_flipped_bit_in_what_was_safe_of_the_journal(self):
        places = self.places(4096, self.safe_end())

        refused = self.flip(self.sample.file("journal-").name, places)

        self.assertEqual(refused, len(places))

    def test_a_flipped_bit_in_the_first_blocks(self):
        places = [*range(0, 40, 5), *range(512, 536, 5), *self.places(0, 4096)]
        for kind in ("journal-", "snapshot-"):
            refused = self.flip(self.sample.file(kind).name, places)

            self.assertEqual(refused, len(places))

    def test_a_flipped_bit_in_what_is_reserved_of_the_journal(self):
        file = self.sample.file("journal-")

        refused = self.flip(file.name, self.places(self.safe_end(), file.stat().st_size))

        self.assertEqual(refused, 0)

    def test_a_file_that_was_cut_short(self):
        for name, end in (("journal-", self.safe_end()), ("snapshot-", self.sample.file("snapshot-").stat().st_size)):
            for size in (0, 1, 4095, 4096, *self.places(4097, end)):
                self.copy()
                os.truncate(Path(self.path, self.sample.file(name).name), size)

                self.assertTrue(self.assert_refused_or_whole(f"{name} of {size} bytes"))

    def test_a_file_that_is_gone(self):
        for kind in ("journal-", "snapshot-", "format"):
            self.copy()
            Path(self.path, self.sample.file(kind).name).unlink()

            self.assertTrue(self.assert_refused_or_whole(f"{kind} is gone"))

    def test_a_torn_end_is_cut_and_what_was_safe_is_there(self):
        for _ in range(PLACES):
            self.tear(lambda text, safe, end: self.zero(text, self.random.randrange(safe + 1, end - 48), end))
            # Only in the last group: those before it were safe when it was written, and it says so.
            self.tear(lambda text, safe, end: self.spoil(text, self.random.randrange(end - 60, end - 8)))

    @staticmethod
    def zero(text, begin, end):
        text[begin:end] = bytes(end - begin)

    @staticmethod
    def spoil(text, place):
        text[place] ^= 0x40

    def tear(self, change):
        shutil.rmtree(self.path, ignore_errors=True)
        self.sample.torn(self.path, change)

        found, log = self.start(self.path)

        self.assertIsNotNone(found, log)
        self.assertEqual([node for node in found if node in self.sample.nodes], self.sample.nodes)
        self.assertIn("cut a torn tail off the journal", log)
