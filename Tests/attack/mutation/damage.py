"""Requests as bytes: some as they should be, some with a little damage to the body, few with damage to the head."""

import json
import random
from dataclasses import dataclass

from .calls import PLACES, QUERIES, Calls

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "get", "X"]
TYPES = ["application/json; charset=utf-8", "application/x-ndjson", "text/plain", "application/merge-patch+json", "", "x"]
PIECES = [b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\\u0000", b"\\ud800", b"\xff", b"\xc3", b"\0", b"1e999",
          b"-", b"null", b"0" * 30, b"[" * 70, b" ", b"\n", b'"a":1,', b"\xef\xbb\xbf"]


@dataclass
class Request:
    bytes: bytes
    method: str
    #: Whether its head may be damaged, so that its end is unknown; it is the last of its connection.
    is_wild: bool = False


def damaged(data: bytes, generator: random.Random) -> bytes:
    """One to three small changes anywhere."""
    changed = bytearray(data)
    for _ in range(generator.randrange(1, 4)):
        start = generator.randrange(len(changed) + 1)
        end = min(len(changed), start + generator.randrange(8))
        choice = generator.randrange(4)
        if choice == 0:
            changed[start:start] = generator.choice(PIECES)
        elif choice == 1:
            del changed[start:end]
        elif choice == 2:
            changed[start:start] = changed[start:end]
        elif start < len(changed):
            changed[start] = generator.randrange(256)
    return bytes(changed)


class Requests:
    def __init__(self, seed: int, has_tokens: bool):
        self.random = random.Random(seed)
        self.calls = Calls(self.random, has_tokens)

    def next(self) -> Request:
        method, path, body = self.calls.target()
        fields = self.calls.headers()
        kind = "application/json"
        data = b"" if body is None else json.dumps(body, ensure_ascii=self.calls.chance(2)).encode()
        if self.calls.chance(40):
            method, path, data, kind = "POST", "/v1/batch", self.calls.batch().encode(), "application/x-ndjson"
        if self.calls.chance(5):
            data = damaged(data, self.random)
        if self.calls.chance(30):
            method = self.random.choice(METHODS)
        if self.calls.chance(30):
            kind = self.random.choice(TYPES)
        if self.calls.chance(40):
            path = self.random.choice(PLACES)
        if self.calls.chance(5):
            path += "?" + "&".join(self.random.choice(QUERIES) for _ in range(self.random.choice([1, 2, 40])))
        if self.calls.chance(60):
            written = self.written(method, path, [*fields, ("Connection", "close")], kind, data)
            return Request(damaged(written, self.random), method, is_wild=True)
        return Request(self.written(method, path, fields, kind, data), method)

    def written(self, method: str, path: str, fields: list, kind: str, data: bytes) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
        head += "".join(f"{name}: {value}\r\n" for name, value in fields)
        if data or method in ("POST", "PUT", "PATCH"):
            head += f"Content-Type: {kind}\r\n"
            if self.calls.chance(10):
                return head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + self.chunked(data)
            head += f"Content-Length: {len(data)}\r\n"
        return head.encode() + b"\r\n" + data

    def chunked(self, data: bytes) -> bytes:
        written, position = b"", 0
        while position < len(data):
            size = self.random.choice([1, 7, 100, 5_000])
            chunk = data[position:position + size]
            written += f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n"
            position += size
        return written + b"0\r\n\r\n"
