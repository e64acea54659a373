"""Streams and waiting requests through a proxy that speaks TLS."""

import subprocess
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from kit import OPERATOR, Caller
from proxies import Caddy, Nginx
from proxy_case import ProxyCase, Site
from support.waiting import until


class StreamTests(ProxyCase):
    def test_events_arrive_while_the_stream_is_open(self):
        self.put(totalUnitCount=10)
        begin = time.monotonic()
        stream = self.stream(self.client, self.node + "/events")

        events = [stream.event()]
        synced = stream.event()
        delays = [time.monotonic() - begin]
        for _ in range(5):
            begin = time.monotonic()
            self.complete()
            events.append(stream.event())
            delays.append(time.monotonic() - begin)

        self.assertEqual(synced.name, "synced")
        self.assertEqual([event.name for event in events], ["snapshot"] + 5 * ["progress"])
        self.assertEqual([event.data["completedUnitCount"] for event in events], [0, 1, 2, 3, 4, 5])
        self.assertLess(max(delays), 1, delays)
        print(f"{self.kind.__name__}: first event after {delays[0] * 1000:.0f} ms, others {max(delays[1:]) * 1000:.0f}")

    def test_a_stream_goes_on_where_it_was(self):
        self.put(totalUnitCount=2)
        stream = self.stream(self.client, self.node + "/events")
        last = stream.event().id
        stream.close()
        self.complete()

        again = self.stream(self.client, self.node + "/events", {"Last-Event-ID": last})
        event = again.event()
        again.event()  # synced
        self.complete()
        ended = [again.event().name for _ in range(3)]
        last = until(lambda: self.last_id_after_end(event.id), "the end as a 204")

        self.assertEqual((event.name, event.data["completedUnitCount"]), ("snapshot", 1))
        self.assertEqual(ended, ["progress", "state", "end"])
        self.assertEqual(last, 204)

    def last_id_after_end(self, event_id):
        """The status of a reconnect with the last id of all."""
        stream = self.stream(self.client, self.node + "/events", {"Last-Event-ID": event_id})
        while event := stream.event():
            event_id = event.id
        return self.stream(self.client, self.node + "/events", {"Last-Event-ID": event_id}).status

    def test_a_stream_whose_reader_has_gone_is_freed(self):
        self.put(totalUnitCount=1)
        before = until(lambda: self.service.streams() == 0, "no stream")
        stream = self.stream(self.client, self.node + "/events")
        stream.event()

        during = self.service.streams()
        stream.close()

        self.assertTrue(before)
        self.assertEqual(during, 1)
        until(lambda: self.service.streams() == 0, "no stream")

    def test_streams_and_calls_work_over_http_2(self):
        self.put(totalUnitCount=1)
        command = ["curl", "--http2", "--silent", "--no-buffer", "--max-time", "3", "--cacert", self.site.certificate.file]
        command += ["--connect-to", f"::127.0.0.1:{self.proxy.port}", "--write-out", "version %{http_version}"]
        command += ["--header", "Authorization: " + OPERATOR["Authorization"], self.site.origin + self.node + "/events"]

        output = subprocess.run(command, capture_output=True, text=True, check=False).stdout

        self.assertIn("event: snapshot", output)
        self.assertIn("version 2", output)

    def test_a_cancel_reaches_a_waiting_heartbeat(self):
        self.put(totalUnitCount=1)
        waiting = self.from_address("127.0.0.2")
        replies = []
        headers = {**OPERATOR, "Prefer": "wait=60"}
        thread = threading.Thread(
            target=lambda: replies.append(waiting.call("POST", self.node + "/heartbeat", headers=headers))
        )
        thread.start()
        until(lambda: self.service.streams() == 1, "the waiting request")

        begin = time.monotonic()
        self.client.call("POST", self.node + "/cancel", headers=OPERATOR)
        thread.join()

        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual((replies[0].status, replies[0].headers["Progress-Directive"]), (200, "cancel"))


class NginxStreamTests(StreamTests, unittest.TestCase):
    kind = Nginx


class CaddyStreamTests(StreamTests, unittest.TestCase):
    kind = Caddy


class LongWaitTests(unittest.TestCase):
    def test_a_wait_of_a_minute_is_answered_through_either_proxy(self):
        """The longest that the contract has: docs/contract.md, section 5. Both at once, for it takes a minute."""
        sites = [Site(Nginx), Site(Caddy)]
        for site in sites:
            self.addCleanup(site.close)

        with ThreadPoolExecutor() as pool:
            waits = list(pool.map(self.wait, sites))

        for status, seconds in waits:
            self.assertEqual(status, 304)
            self.assertGreater(seconds, 59)

    @staticmethod
    def wait(site):
        """The status of the longest wait, and how long it took."""
        with Caller(site.proxy.port, tls=site.tls, timeout=90) as caller:
            entity_tag = caller.call("PUT", "/v1/progress/waited", {"totalUnitCount": 1}, OPERATOR).headers["ETag"]
            begin = time.monotonic()
            headers = {**OPERATOR, "Prefer": "wait=60", "If-None-Match": entity_tag}
            return caller.call("GET", "/v1/progress/waited", headers=headers).status, time.monotonic() - begin
