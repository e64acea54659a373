"""deploy/haproxy.cfg: reads go to every replica that is ready, writes to those that are ready for writes."""

import contextlib
import http.server
import threading
import unittest

from proxies import HAProxy
from support.client import Client
from support.waiting import until

REFUSAL = b'{"type":"/problems/storage-full"}'


class Replica:
    """Answers readiness as a test sets it, and every other request with its own name."""

    def __init__(self, name):
        self.name, self.answers_reads, self.takes_writes = name, True, True
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        # HAProxy resets the connections of its checks.
        self.server.handle_error = lambda *connection: None
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def handler(replica):  # noqa: N805, the handler's self is another
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                ready = {"/readyz": replica.answers_reads, "/readyz/writes": replica.takes_writes}
                self.reply(200 if ready.get(self.path, True) else 503, replica.name.encode())

            def do_OPTIONS(self):
                self.reply(200, replica.name.encode())

            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.reply(*((201, replica.name.encode()) if replica.takes_writes else (507, REFUSAL)))

            def reply(self, status, body):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words):
                pass

        return Handler

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class BalancerTests(unittest.TestCase):
    def setUp(self):
        self.replicas = [self.closing(Replica(name)) for name in ("a", "b", "c")]
        self.proxy = HAProxy(None, None, *(replica.port for replica in self.replicas))
        self.addCleanup(self.proxy.stop)

    def closing(self, one):
        self.addCleanup(one.close)
        return one

    def answered_by(self, method, count=12):
        """The replies of `count` requests, each on its own connection: the statuses and bodies that occur."""
        found = set()
        for _ in range(count):
            with contextlib.closing(Client(self.proxy.port)) as client:
                reply = client.call(method, "/v1/progress", "{}" if method == "POST" else None)
                found.add((reply.status, reply.body.decode()))
        return found

    def wait_for(self, method, expected):
        until(lambda: self.answered_by(method) == expected, f"{method} answered by {expected}")

    def test_all_answer_everything_while_all_is_well(self):
        self.assertEqual(self.answered_by("GET"), {(200, "a"), (200, "b"), (200, "c")})
        self.assertEqual(self.answered_by("POST"), {(201, "a"), (201, "b"), (201, "c")})

    def test_writes_go_where_they_are_executed_and_reads_everywhere(self):
        self.replicas[0].takes_writes = self.replicas[1].takes_writes = False

        self.wait_for("POST", {(201, "c")})
        self.assertEqual(self.answered_by("GET"), {(200, "a"), (200, "b"), (200, "c")})
        self.assertEqual(self.answered_by("OPTIONS"), {(200, "a"), (200, "b"), (200, "c")})

    def test_where_nobody_takes_writes_the_service_says_why(self):
        for replica in self.replicas:
            replica.takes_writes = False

        self.wait_for("POST", {(507, REFUSAL.decode())})
        self.assertEqual(self.answered_by("GET"), {(200, "a"), (200, "b"), (200, "c")})
        self.replicas[1].takes_writes = True
        self.wait_for("POST", {(201, "b")})

    def test_a_replica_that_is_not_ready_gets_nothing(self):
        self.replicas[0].answers_reads = self.replicas[0].takes_writes = False

        self.wait_for("GET", {(200, "b"), (200, "c")})
        self.wait_for("POST", {(201, "b"), (201, "c")})


if __name__ == "__main__":
    unittest.main()
