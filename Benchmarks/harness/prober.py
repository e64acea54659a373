"""Another client, in a process of its own: how long each of its small POSTs takes while something large goes on."""

import multiprocessing
import socket
import time
from contextlib import contextmanager


def probe(port: int, path: str, begun, ended, results) -> None:
    body = b'{"count":1}'
    request = (f"POST {path}/completed-units HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               f"Prefer: return=minimal\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
    with socket.create_connection(("127.0.0.1", port), 60) as client:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        times = []
        while not ended.is_set():
            start = time.monotonic()
            client.sendall(request)
            reply = client.recv(4_096)
            times.append(time.monotonic() - start)
            if not reply.startswith(b"HTTP/1.1 204"):
                raise SystemExit(f"a probe was answered {reply[:40]!r}")
            begun.set()
            time.sleep(0.001)
    results.put(times)


@contextmanager
def probing(port: int, path: str):
    """Probes while the block runs; the list that it gives has their seconds afterwards."""
    context = multiprocessing.get_context("fork")
    begun, ended, results = context.Event(), context.Event(), context.Queue()
    process = context.Process(target=probe, args=(port, path, begun, ended, results), daemon=True)
    process.start()
    if not begun.wait(30):
        raise SystemExit("the first probe was not answered")
    times: list[float] = []
    try:
        yield times
    finally:
        ended.set()
        times += results.get(timeout=90)
        process.join(10)
