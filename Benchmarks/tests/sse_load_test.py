#!/usr/bin/env python3
"""sse-load against a server that cuts its bytes at awkward places: sse_load_test.py PROGRAM."""

import contextlib
import socket
import subprocess
import sys
import threading
import unittest

PROGRAM = "sse-load"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"


def chunked(pieces: list[bytes]) -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


class Server:
    """Answers every stream with `reply`, `step` bytes at a time, and posts with 204."""

    def __init__(self, reply: bytes, step: int):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.reply, self.step = reply, step
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while connection.recv(65536).startswith(b"POST"):
                connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            for place in range(0, len(self.reply), self.step):
                connection.sendall(self.reply[place:place + self.step])
            connection.recv(1)


def load(reply: bytes, *commands: str, step: int = 1, options: tuple[str, ...] = ()) -> dict[str, dict[str, str]]:
    command = [PROGRAM, "--connect", f"127.0.0.1:{Server(reply, step).port}", "--path", "/events", *options, *commands]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout
    lines = [line.split() for line in shown.splitlines()]
    return {name: dict(pair.split("=", 1) for pair in pairs) for name, *pairs in lines}


EVENTS = [b'event: snapshot\ndata: {"completedUnitCount":7}\n\n', b": silence\n\n",
          b'id: 1-2\nevent: progress\ndata: {"a":"b","completedUnitCount":8,"c":1}\n\n',
          b"event: state\r\ndata: {}\r\n\r\n", b"data: plain\n\n"]


class SSELoadTest(unittest.TestCase):
    def check(self, stats: dict[str, str]) -> None:
        seen = {name: int(stats[name]) for name in ("snapshot", "progress", "state", "other", "comments")}
        self.assertEqual(seen, {"snapshot": 3, "progress": 3, "state": 3, "other": 3, "comments": 3})

    def test_frames_cut_at_every_byte(self):
        for step in (1, 2, 3, 7, 64, 10_000):
            reply = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(EVENTS)
            self.check(load(reply, "open 3", "idle 0.3", "stats", step=step)["stats"])

    def test_frames_that_span_chunks(self):
        whole = b"".join(EVENTS)
        pieces = [whole[place:place + 5] for place in range(0, len(whole), 5)]
        reply = HEAD + b"transfer-encoding: chunked\r\n\r\n" + chunked(pieces)
        self.check(load(reply, "open 3", "idle 0.3", "stats", step=11)["stats"])

    def test_a_reply_without_chunks(self):
        self.check(load(HEAD + b"\r\n" + b"".join(EVENTS), "open 3", "idle 0.3", "stats", step=4)["stats"])

    def test_a_refusal_is_counted_with_its_status(self):
        found = load(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\nno", "open 2")["open"]
        self.assertEqual((found["open"], found["refused"], found["refusal"]), ("0", "2", "503"))

    def test_a_stream_that_ends_is_counted(self):
        reply = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(EVENTS) + b"0\r\n\r\n"
        self.assertEqual(load(reply, "open 2", "idle 0.3", "stats", step=50)["stats"]["ended"], "2")

    def test_a_wave_that_nobody_gets_is_stuck(self):
        reply = HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(EVENTS)
        found = load(reply, "open 2", "waves 0.2", options=("--publish", "/", "--patience", "0.5"))["waves"]
        self.assertEqual((found["over"], found["stuck"], found["deliveries"]), ("0", "1", "0"))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
