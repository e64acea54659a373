"""Connections and bodies through a proxy that speaks TLS."""

import json
import unittest

from kit import NAME, OPERATOR
from proxies import Caddy, Nginx
from proxy_case import ProxyCase
from support.client import NDJSON


class ConnectionTests(ProxyCase):
    def test_a_batch_of_nearly_16_mib_passes_and_more_does_not(self):
        self.put(totalUnitCount=1)
        change = {"method": "PATCH", "path": self.node, "body": {"userInfo": {"text": 1_500 * "x"}}}
        line = json.dumps(change).encode() + b"\n"
        headers = {**OPERATOR, **NDJSON}

        passed = self.client.call("POST", "/v1/batch", 10_000 * line, headers)
        refused = self.client.call("POST", "/v1/batch", 16 * 1_048_576 * b"x" + b"\n", headers)

        self.assertGreater(10_000 * len(line), 15_000_000)
        self.assertEqual(passed.status, 200)
        self.assertEqual({line["status"] for line in passed.lines}, {200})
        self.assertEqual(refused.status, 413)

    def test_connections_to_the_service_are_used_again(self):
        self.put(totalUnitCount=100)
        before = self.peer_ports()

        for _ in range(30):
            self.complete()

        self.assertLessEqual(len(self.peer_ports() - before), 3)

    def peer_ports(self):
        """The peers' ports of all connections to the service, including closed ones."""
        with open("/proc/net/tcp", encoding="ascii") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        own = f"{self.service.port:04X}"
        ends = [(row[1].partition(":")[2], row[2].partition(":")[2]) for row in rows]
        return {remote for local, remote in ends if local == own} | {local for local, remote in ends if remote == own}

    def test_who_comes_without_tls_is_sent_on(self):
        reply = self.to_port(self.proxy.plain_port).call("GET", "/progress/a")

        self.assertEqual(reply.status, 308)
        self.assertTrue(reply.headers["Location"].startswith(f"https://{NAME}"), reply.headers["Location"])

    def test_the_proxy_goes_on_after_a_restart_of_the_service(self):
        stream = self.stream(self.client, "/v1/events?descendants=true")
        self.service.stop()
        while stream.event():
            pass
        down = self.client.call("GET", "/healthz").status

        self.site.restart()
        up = self.client.call("GET", "/healthz").status

        self.assertEqual((down, up), (502, 200))


class NginxConnectionTests(ConnectionTests, unittest.TestCase):
    kind = Nginx


class CaddyConnectionTests(ConnectionTests, unittest.TestCase):
    kind = Caddy
