"""C3: the replicas are restarted one after the other behind HAProxy, and nobody notices."""

import time

from ..balancer import Balancer
from ..network import HAS_NAMESPACES
from ..streams import StreamReader

#: What a client behind the proxy may not see.
FAILURES = ("connections that ended without a reply", "connections refused", "no-writer", "outcome-unknown",
            "shutting-down", "not-ready", "reads without a reply", "outcomes unknown")
STREAMS = 200


def rolling(proof, rounds):
    with proof.world() as world:
        balancer = Balancer(world.replicas, world.engine.folder, "10.213.0.1" if HAS_NAMESPACES else "127.0.0.1")
        world.closing.callback(balancer.close)
        load = world.begin(front=[balancer.address], readers=[balancer.address] * 3, streams_each=0,
                           more_streams=lambda load: [watcher(load, balancer, number) for number in range(STREAMS)])
        statuses, reconnects, slowest = [], 0, 0
        for number in range(rounds):
            for replica in world.replicas:
                before = [stream.connects for stream in load.streams]
                began = time.monotonic()
                statuses.append(replica.stop())
                slowest = max(slowest, time.monotonic() - began)
                replica.start()
                load.first_answer_after(time.monotonic())
                again = [stream.connects - count for stream, count in zip(load.streams, before)]
                reconnects += sum(again)
                proof.expect(max(again) <= 1, f"round {number}: a stream was ended {max(again)} times by one restart")
            world.take_faults(f"round {number}")
            if len(proof.faults) > 20:
                break
        world.settle("after the restarts")
        failed = {name: load.counts[name] for name in FAILURES if load.counts[name]}
        proof.expect(not failed, f"clients saw {failed}")
        resets = sum(stream.resets for stream in load.streams)
        # A replica that has just started may not know what was removed before it began, and says so once.
        midway = load.counts["resets of a stream that was told everything"]
        proof.expect(midway == 0, f"{midway} streams were reset that had not ended")
        proof.expect(not any(statuses), f"exit statuses {sorted(set(statuses))}")
        longest = longest_pause(load)
        return (f"{len(statuses)} restarts, {load.counts['writes']:,} writes and {load.counts['reads']:,} reads, "
                f"{sum(failed.values())} failed, the longest pause of all writers {longest * 1000:.0f} ms; {STREAMS} streams "
                f"with {reconnects} reconnects and {resets} resets, {midway} of them "
                f"midway; at most {slowest:.2f} s from SIGTERM to the exit")


def watcher(load, balancer, number):
    path = f"/v1/events?id=numbered-{number % 8}&id=controller-{number % 2}&maxRate=1"
    return StreamReader(load, [balancer.address], path, selects_all=False)


def longest_pause(load):
    times = [at for at, _ in load.acknowledged]
    return max((later - earlier for earlier, later in zip(times, times[1:])), default=0)
