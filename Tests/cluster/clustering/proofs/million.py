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
        calm = latencies(world, 5)
        walk = latencies_while(world, lambda: touch_all(world))
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
                f"{calm99 * 1000:.1f} ms, {walk99 * 1000:.1f} ms while snapshots are written")


def touch_all(world):
    """Writes so much that a snapshot is due, and waits until it is there."""
    sql = world.engine.primary.sql
    before = sql("SELECT snapshot FROM progressd_office", database="progress")
    generator = random.Random(1)

    def snapshot_changed():
        # Names of their own, as only the newest of each counts, and text that does not get smaller.
        lines = [f'{{"method":"PUT","path":"/v1/progress/filling-{n}","body":{{"totalUnitCount":1,'
                 f'"userInfo":{{"t":"{generator.randbytes(3000).hex()}"}}}}}}' for n in range(500)]
        world.replicas.writer().call("POST", "/v1/batch", "\n".join(lines), {"Content-Type": "application/x-ndjson"})
        return sql("SELECT snapshot FROM progressd_office", database="progress") != before

    until(snapshot_changed, "a snapshot", seconds=180)


def latencies(world, seconds):
    return latencies_while(world, lambda: time.sleep(seconds))


def latencies_while(world, work):
    """Of single writes, one after the other, in seconds."""
    is_over, found, writer = threading.Event(), [], world.replicas.writer()

    def write():
        while not is_over.is_set():
            began = time.monotonic()
            writer.call("POST", "/v1/progress/root-0/completed-units", {"count": 1}, {"Prefer": "return=minimal"})
            found.append(time.monotonic() - began)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        work()
    finally:
        is_over.set()
        thread.join()
    return found


def percentile(times):
    return sorted(times)[int(len(times) * 0.99)]
