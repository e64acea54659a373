"""Thousands of streams, read in one thread. Their lines are only split, so that reading costs less than the service
that is measured; `events` reads a stream in full."""

import ctypes
import selectors
import socket
import struct
import time
from typing import Callable, Iterable

#: Enough for the head of a stream and little more: a reader that does not read is soon behind.
SMALL_BUFFER = 4_096
#: An option of Linux that the socket module does not have.
SO_ATTACH_FILTER = 26


class Stream:
    """One stream. Its lines are taken as they come: each frame is a chunk, so a chunk's size is a separate line."""

    def __init__(self, port: int, path: str, last_id: str = "", buffer: int = 0, source: str = "127.0.0.1"):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.bind((source, 0))
        self.socket.setblocking(False)
        self.socket.connect_ex(("127.0.0.1", port))
        resume = f"Last-Event-ID: {last_id}\r\n" if last_id else ""
        self.request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{resume}\r\n".encode()
        self.rest = b""
        self.last_id = last_id
        self.event = ""
        self.is_open = True
        #: The request was sent, because the socket was connected.
        self.has_asked = False
        self.is_answered = False

    def ask(self) -> None:
        self.socket.send(self.request)
        self.has_asked = True

    def read(self) -> list[tuple[str, bytes]]:
        """Names and data of the events that have arrived. At the end of the stream it is no longer open."""
        try:
            piece = self.socket.recv(1 << 18)
        except BlockingIOError:
            return []
        except OSError:
            piece = b""
        if not piece:
            self.is_open = False
            return []
        lines = (self.rest + piece).split(b"\n")
        self.rest = lines.pop()
        found = []
        for line in lines:
            if line.startswith(b"data: "):
                found.append((self.event, line[6:]))
            elif line.startswith(b"event: "):
                self.event = line[7:].decode()
            elif line.startswith(b"id: "):
                self.last_id = line[4:].decode()
            elif line.startswith(b"HTTP/1.1 "):
                self.is_answered = True
                self.answered(line)
        return found

    def answered(self, line: bytes) -> None:
        if not line.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"a stream was answered {line.decode().strip()}")

    def become_deaf(self) -> None:
        """From now on no packet reaches this socket and none is answered, as if its cable were cut."""
        instruction = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))
        program = struct.pack("HL", 1, ctypes.addressof(instruction))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)

    def close(self, abruptly: bool = False) -> None:
        if abruptly:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.socket.close()
        self.is_open = False


Hearer = Callable[[Stream, str, bytes], None]


class Crowd:
    """Streams that are read as soon as something arrives."""

    def __init__(self):
        self.selector = selectors.EpollSelector()
        self.streams: dict[Stream, Hearer] = {}

    def add(self, streams: Iterable[Stream], heard: Hearer) -> None:
        """Calls `heard` with the name and data of each event."""
        for stream in streams:
            self.streams[stream] = heard
            self.selector.register(stream.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, stream)

    def turn(self, until: float) -> None:
        """Reads what arrives until then, at least once."""
        while True:
            for key, events in self.selector.select(max(0, until - time.monotonic())):
                self.serve(key.data, events)
            if time.monotonic() >= until:
                return

    def serve(self, stream: Stream, events: int) -> None:
        if events & selectors.EVENT_WRITE and not stream.has_asked:
            stream.ask()
            self.selector.modify(stream.socket, selectors.EVENT_READ, stream)
        if events & selectors.EVENT_READ:
            for event, data in stream.read():
                self.streams[stream](stream, event, data)
            if not stream.is_open:
                self.remove(stream)

    def wait(self, holds: Callable[[], bool], seconds: float) -> float:
        """Reads until `holds`; says how long that took, or stops the whole run."""
        start = time.monotonic()
        while not holds():
            if time.monotonic() - start > seconds:
                raise SystemExit(f"nothing came of it within {seconds} s")
            self.turn(time.monotonic() + 0.002)
        return time.monotonic() - start

    def remove(self, stream: Stream, abruptly: bool = False) -> None:
        if stream in self.streams:
            del self.streams[stream]
            self.selector.unregister(stream.socket)
            stream.close(abruptly)

    def close(self, abruptly: bool = False) -> None:
        for stream in list(self.streams):
            self.remove(stream, abruptly)
        self.selector.close()


def stalled(port: int, path: str, count: int, at_once: int = 500) -> list[Stream]:
    """Streams that were asked for and are never read."""
    streams = []
    for first in range(0, count, at_once):
        batch = [Stream(port, path, buffer=SMALL_BUFFER) for _ in range(min(at_once, count - first))]
        with selectors.EpollSelector() as selector:
            for stream in batch:
                selector.register(stream.socket, selectors.EVENT_WRITE, stream)
            while selector.get_map():
                for key, _ in selector.select(5):
                    key.data.ask()
                    selector.unregister(key.fileobj)
        streams += batch
    return streams
