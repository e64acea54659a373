"""C2 and C8: the writer is killed under load, again and again; another takes over."""

import glob
import math
import random
import statistics
import time

from ..replicas import Replicas

#: Trees of a thousand progresses without a reporter.
BALLAST = 10


def kills(proof, rounds):
    with proof.world() as world:
        for number in range(BALLAST):
            body = {"labels": {"ballast": "1"}, "children": [{"pendingUnitCount": 1, "totalUnitCount": 9}] * 999}
            world.replicas.writer().call("PUT", f"/v1/progress/ballast-{number}", body)
        world.begin()
        return kill_in(world, proof, rounds)


def clocks(proof, rounds):
    """Like `kills`, but each replica has another clock: ten minutes ahead, ten minutes behind, and a tenth too fast."""
    library = max(glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1"))
    wrappers = [("env", f"LD_PRELOAD={library}", "FAKETIME_DONT_RESET=1", *words) for words in (
        ("FAKETIME=+600s", "FAKETIME_DONT_FAKE_MONOTONIC=1"), ("FAKETIME=-600s", "FAKETIME_DONT_FAKE_MONOTONIC=1"),
        ("FAKETIME=+0 x1.1",))]
    with proof.world(load={}, wrappers=wrappers) as world:
        return kill_in(world, proof, rounds)


def kill_in(world, proof, rounds):
    generator, load, seconds = random.Random(proof.options.seed), world.load, []
    for number in range(rounds):
        writer = world.replicas.writer()
        moment = writer.kill()
        seconds.append(load.first_answer_after(moment + 0.1) - moment)
        time.sleep(generator.uniform(0, 1.5))
        proof.expect(world.replicas.writer() is not writer, f"round {number}: the killed replica rules")
        writer.start()
        if number % 5 == 4 or number == rounds - 1:
            world.settle(f"round {number}")
        world.take_faults(f"round {number}")
        if len(proof.faults) > 20:
            break
    median, most = statistics.median(seconds), percentile(seconds, 0.9)
    # Nine of ten: the machine that runs the test has busy moments, such as the start of a replica.
    proof.expect(most <= Replicas.LEASE + 0.5, f"{most:.2f} s from a kill to the first answer, in nine of ten")
    proof.expect(max(seconds) <= Replicas.LEASE + 3, f"{max(seconds):.2f} s from a kill to the first answer, the longest")
    counts = load.counts
    return (f"{len(seconds)} kills, {counts['writes']:,} writes, {counts['reads']:,} reads, {counts['outcomes unknown']} "
            f"outcomes unknown; first answer after {median:.2f} s (median), {most:.2f} s (nine of ten), "
            f"{max(seconds):.2f} s (longest); "
            f"{sum(stream.connects for stream in load.streams)} connects of {len(load.streams)} streams, "
            f"{counts['state changes told']} state changes told")


def percentile(values, share):
    """The least that this share of the values does not exceed."""
    return sorted(values)[math.ceil(len(values) * share) - 1]
