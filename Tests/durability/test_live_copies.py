"""Copies of a running service's directory: everything acknowledged before a copy began is in it.

A copy opens by itself, unless the program that made it read the end of the journal while that moved on; then it is refused,
and `export --until-damage` has all of that.
"""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import unittest

from kit.service import Service
from support.client import NDJSON

PROGRAM = os.environ["PROGRESSD"]
COPIES = int(os.environ.get("COPIES", "4"))
COUNTERS = 20
WAYS = {
    "cp": "cp -a '{data}' '{copy}'",
    "tar": "tar --create --file - --directory '{data}' . | (mkdir '{copy}' && tar --extract --file - --directory '{copy}')",
    "rsync": "rsync --archive '{data}/' '{copy}/'",
}


class Load(threading.Thread):
    """Adds to some counters at once, in batches, and knows the least that a reader has to find in each of them."""

    def __init__(self, service):
        super().__init__(daemon=True)
        self.service, self.acknowledged, self.ends = service, 0, threading.Event()
        self.client = service.client()
        children = [{"name": f"c{number}", "pendingUnitCount": 1, "totalUnitCount": -1} for number in range(COUNTERS)]
        self.client.call("PUT", "/v1/progress/load", {"totalUnitCount": COUNTERS, "children": children})

    def run(self):
        lines = [json.dumps({"method": "POST", "path": f"/v1/progress/c{number}/completed-units", "body": {"count": 1}})
                 for number in range(COUNTERS)]
        others = [json.dumps({"method": "POST", "path": "/v1/progress", "body": {"userInfo": {"text": "." * 2_000}}})]
        # Some fifty batches a second, as a busy service has them.
        while not self.ends.wait(0.02):
            reply = self.client.call("POST", "/v1/batch", "\n".join(lines + others).encode(), NDJSON)
            if reply.status != 200 or any(line["status"] >= 300 for line in reply.lines):
                raise AssertionError(f"{reply}")
            self.acknowledged += 1

    def stop(self):
        self.ends.set()
        self.join()
        self.client.close()


class LiveCopiesTest(unittest.TestCase):
    def setUp(self):
        self.parent = tempfile.mkdtemp(prefix="progressd-copies-")
        self.addCleanup(shutil.rmtree, self.parent)
        self.data = os.path.join(self.parent, "data")
        self.service = Service(PROGRAM, self.data).listen()
        self.addCleanup(self.service.kill)
        self.load = Load(self.service)
        self.load.start()
        self.addCleanup(self.load.stop)

    def counts(self, copy):
        """The counts that a service started with the copy has."""
        service = Service(PROGRAM, copy).listen()
        try:
            client = service.client()
            nodes = client.call("GET", "/v1/progress/load/children?limit=500").json["items"]
            client.close()
        finally:
            service.kill()
        self.assertEqual(len(nodes), COUNTERS)
        return [node["completedUnitCount"] for node in nodes]

    def opened(self, copy):
        """A directory that a service starts with, and whether it is the copy itself."""
        exported = subprocess.run([PROGRAM, "export", "--data-directory", copy], capture_output=True, text=True)
        if exported.returncode == 0:
            return copy, True
        self.assertEqual(exported.returncode, 78, exported.stderr)
        self.assertIn("--until-damage", exported.stderr)
        command = "{0} export --until-damage --data-directory {1} >{1}.ndjson; [ $? = 65 ] && {0} import --input {1}.ndjson "
        subprocess.run(f"{command}--data-directory {{1}}.saved".format(PROGRAM, copy), shell=True, check=True,
                       capture_output=True)
        return f"{copy}.saved", False

    def test_every_copy_has_what_was_acknowledged_before_it(self):
        opened = []
        for way, command in WAYS.items():
            if not shutil.which(way):
                self.skipTest(f"no {way}")
            for number in range(COPIES):
                with self.subTest(way=way, number=number):
                    copy = os.path.join(self.parent, f"{way}-{number}")
                    least = self.load.acknowledged
                    # A file that grows while it is read is an error to `tar`, but not to `cp` and `rsync`.
                    done = subprocess.run(command.format(data=self.data, copy=copy), shell=True, capture_output=True)
                    self.assertTrue(os.path.isdir(copy), done.stderr)
                    most = self.load.acknowledged + 1

                    directory, is_copy = self.opened(copy)
                    opened.append(is_copy)

                    for count in self.counts(directory):
                        self.assertTrue(least <= count <= most, f"{count} is not between {least} and {most}")
        self.assertTrue(self.load.is_alive(), "the load has ended")
        print(f"{sum(opened)} of {len(opened)} live copies opened by themselves", flush=True)
        self.assertGreater(sum(opened), len(opened) // 2)
