"""A service on a disk that a test spoils, and a counter that knows its acknowledged units."""

import contextlib
import json
import os
import time
import unittest

from support.client import NDJSON, NoReply
from support.events import EventStream

from .service import TOKEN, Service

PROGRAM = os.environ["PROGRESSD"]
COUNTER = "/v1/progress/counter"


class DiskTest(unittest.TestCase):
    mode = "commit"
    environment = None

    def start(self):
        self.service = Service(PROGRAM, self.disk.directory, "--heartbeat-seconds", "1", mode=self.mode,
                               environment=self.environment).listen()
        self.addCleanup(self.service.kill)
        self.client = self.service.client()
        self.addCleanup(self.client.close)

    def use(self, disk):
        self.disk = disk
        self.addCleanup(disk.close)
        self.start()
        self.acknowledged = 0
        self.assertEqual(self.client.call("PUT", COUNTER, {"totalUnitCount": -1}).status, 201)

    def count(self):
        reply = self.client.call("POST", f"{COUNTER}/completed-units", {"count": 1})
        if reply.status == 200:
            self.acknowledged += 1
        return reply

    def count_alone(self):
        """Counts on a new connection; returns the status."""
        return self.service.call("POST", f"{COUNTER}/completed-units", {"count": 1}).status

    def count_until_refused(self):
        """Counts beside so much other data that there is soon no room."""
        names = self.make_large()
        deadline = time.monotonic() + 60
        number, reply = 0, self.count()
        while reply.status == 200 and time.monotonic() < deadline:
            number += 1
            self.send_large(names, number)
            reply = self.count()
        return reply

    def make_large(self):
        names = [f"large-{number}" for number in range(100)]
        children = [{"name": name, "pendingUnitCount": 1, "totalUnitCount": 1} for name in names]
        self.client.call("PUT", "/v1/progress/large", {"totalUnitCount": 1, "children": children})
        return names

    def send_large(self, names, number):
        members = {"userInfo": {"text": "." * 15_000, "number": number}}
        lines = [json.dumps({"method": "PATCH", "path": f"/v1/progress/{name}", "body": members}) for name in names]
        text = "\n".join(lines).encode()
        return self.client.call("POST", "/v1/batch", text, NDJSON)

    def assert_problem(self, reply, status, slug):
        self.assertEqual((reply.status, reply.json["type"]), (status, f"/problems/{slug}"))

    def assert_reads_go_on(self):
        self.assertEqual(self.client.call("GET", COUNTER).status, 200)
        self.assertEqual(self.client.call("GET", "/healthz").status, 200)
        self.assertEqual(self.client.call("GET", "/readyz").status, 200)
        self.assert_problem(self.client.call("GET", "/readyz/writes"), 503, "not-ready")
        events = self.events()
        self.assertTrue(any(line.startswith(b"event: snapshot") for line in events))
        self.assertTrue(any(line.startswith(b":") for line in events), "no heartbeat")

    def events(self):
        """The lines of a stream, however it ends."""
        events = EventStream(self.service.port, f"{COUNTER}/events", token=TOKEN)
        self.addCleanup(events.close)
        with contextlib.suppress(NoReply):
            yield from events.lines()

    def assert_all_there(self, or_done=0):
        completed = self.client.call("GET", COUNTER).json["completedUnitCount"]
        self.assertIn(completed, range(self.acknowledged, self.acknowledged + or_done + 1))
