"""Another client, in a process of its own: how long `/healthz` takes while the attack goes on."""

import multiprocessing
import socket
import time
from contextlib import contextmanager

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PAUSE = 0.005


def probe(port: int, ended, results) -> None:
    times = []
    while not ended.is_set():
        start = time.monotonic()
        reply = b""
        with socket.create_connection(("127.0.0.1", port), 30) as client:
            client.sendall(REQUEST)
            while piece := client.recv(4_096):
                reply += piece
        times.append(time.monotonic() - start)
        if not reply.startswith(b"HTTP/1.1 200"):
            raise SystemExit(f"/healthz was answered {reply[:40]!r}")
        time.sleep(PAUSE)
    results.put(times)


@contextmanager
def probing(port: int):
    """Each probe is a connection of its own. The list that it gives has their seconds after the block."""
    context = multiprocessing.get_context("fork")
    ended, results = context.Event(), context.Queue()
    process = context.Process(target=probe, args=(port, ended, results), daemon=True)
    process.start()
    times: list[float] = []
    try:
        yield times
    finally:
        ended.set()
        times += results.get(timeout=60)
        process.join(10)


def percentile(times: list[float], share: float) -> float:
    """Milliseconds."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] * 1_000
