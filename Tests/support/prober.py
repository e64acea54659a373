"""Another client, in its own process: how long its small requests take while something else happens."""

import multiprocessing
import socket
import time
from contextlib import contextmanager

#: A connection for each request.
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def update(path):
    """A unit for the progress, on one connection that is kept."""
    body = b'{"count":1}'
    return (f"POST {path}/completed-units HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Prefer: return=minimal\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body


def connect(port):
    client = socket.create_connection(("127.0.0.1", port), 60)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return client


def ask(client, request, is_last):
    """The reply, which is as short as one piece unless the connection ends with it."""
    client.sendall(request)
    reply = client.recv(4_096)
    while is_last and (piece := client.recv(4_096)):
        reply += piece
    return reply


def probe(port, request, pause, begun, ended, results):
    is_last, client, times = b"\r\nConnection: close\r\n" in request, None, []
    while not ended.is_set():
        start = time.monotonic()
        client = client or connect(port)
        reply = ask(client, request, is_last)
        if is_last:
            client.close()
            client = None
        times.append(time.monotonic() - start)
        if not reply.startswith(b"HTTP/1.1 20"):
            raise SystemExit(f"a probe was answered {reply[:40]!r}")
        begun.set()
        time.sleep(pause)
    results.put(times)


@contextmanager
def probing(port, request, pause=0.001):
    """Probes while the block runs; the list that it yields has their seconds after the block."""
    context = multiprocessing.get_context("fork")
    begun, ended, results = context.Event(), context.Event(), context.Queue()
    process = context.Process(target=probe, args=(port, request, pause, begun, ended, results), daemon=True)
    process.start()
    if not begun.wait(30):
        raise SystemExit("the first probe was not answered")
    times = []
    try:
        yield times
    finally:
        ended.set()
        times += results.get(timeout=90)
        process.join(10)


def percentile(times, share):
    """A percentile of the times, in milliseconds."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)] * 1_000
