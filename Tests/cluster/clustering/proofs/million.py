"""C12: a million nodes."""

import random
import threading
import time

from support.waiting import until

from ..replicas import Replicas

ROOTS, CHILDREN = 25, 40_000


def million(proof, _rounds):
    with proof.world(options=("--max-nodes", 2_000_000, "--max-body-bytes", 1 << 24)) as world:
        body = {"totalUnitCount": CHILDREN, "children": [{"pendingUnitCount": 1, "totalUnitCount": 7}] * CHILDREN}
        for number in range(ROOTS):
            reply = world.replicas.writer().call("PUT", f"/v1/progress/root-{number}", {**body, "labels": {"n": str(number)}},
                                                 {"Prefer": "return=minimal"}, patience=120)
            proof.expect(reply.status in (200, 201, 204), f"a root was answered {reply}")
        calm, walk = latencies(world)
        load = world.begin(streams_each=0)
        moment = world.replicas.writer().kill()
        taken = load.first_answer_after(moment + 0.1) - moment
        proof.expect(taken <= Replicas.LEASE + 2.5, f"{taken:.2f} s from the kill to the first answer")
        next(each for each in world.replicas if not each.is_running).start(seconds=120)
        world.settle("a million nodes")
        calm99, walk99 = percentile(calm), percentile(walk)
        proof.expect(walk99 <= calm99 + 0.005, f"p99 of writes {walk99 * 1000:.1f} ms with a snapshot, "
                     f"{calm99 * 1000:.1f} ms without")
        return (f"{ROOTS * (CHILDREN + 1):,} nodes; first answer {taken:.2f} s after the kill; p99 of writes "
                f"{calm99 * 1000:.1f} ms, {walk99 * 1000:.1f} ms of the {len(walk)} while a snapshot is written")


def latencies(world):
    """Latencies of single writes, in seconds: before a snapshot, and while it is written. There is much other load."""
    sql = world.engine.primary.sql
    with Writes(world.replicas.writer()) as writes, Filling(world.replicas.writer()):
        is_written = sql("SELECT snapshot FROM progressd_office", database="progress")
        parts = []

        def is_published():
            parts.append((time.monotonic(), sql("SELECT count(*) FROM progressd_snapshot", database="progress")))
            return sql("SELECT snapshot FROM progressd_office", database="progress") != is_written

        until(is_published, "a snapshot", seconds=180, pause=0.1)
    changes = [index for index in range(1, len(parts)) if parts[index][1] != parts[index - 1][1]]
    begin, end = parts[changes[0] - 1][0], parts[changes[-1]][0]
    return ([taken for began, taken in writes.taken if began + taken < begin],
            [taken for began, taken in writes.taken if began + taken >= begin and began <= end])


class Background:
    """Does something again and again, in a thread, while the block runs."""

    def __init__(self, writer):
        self.writer = writer
        self.is_over = threading.Event()
        self.failure = None
        self.thread = threading.Thread(target=self.run)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        if self.failure:
            raise self.failure

    def run(self):
        try:
            while not self.is_over.is_set():
                self.do()
        except Exception as failure:  # told to the test's own thread
            self.failure = failure


class Writes(Background):
    """Single ones, one after the other; when each began, and how long it took."""

    def __init__(self, writer):
        super().__init__(writer)
        self.taken = []

    def do(self):
        began = time.monotonic()
        self.writer.call("POST", "/v1/progress/root-0/completed-units", {"count": 1}, {"Prefer": "return=minimal"})
        self.taken.append((began, time.monotonic() - began))


class Filling(Background):
    """Text that does not get smaller, several MB a second."""

    def __init__(self, writer):
        super().__init__(writer)
        self.generator = random.Random(1)
        self.number = 0

    def do(self):
        self.number += 1
        reply = self.writer.call("PATCH", f"/v1/progress/filling-{self.number % 500}?create=true",
                                 {"userInfo": {"t": self.generator.randbytes(6000).hex()}})
        assert reply.status in (200, 201), reply


def percentile(times):
    return sorted(times)[int(len(times) * 0.99)]
