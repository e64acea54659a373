"""C3: the replicas are restarted one after the other behind HAProxy, and no client notices."""

import time

from support.waiting import until

from ..balancer import Balancer
from ..network import HAS_NAMESPACES
from ..streams import StreamReader

#: Outcomes that a client behind the proxy may not see.
FAILURES = ("connections that ended without a reply", "connections refused", "no-writer", "outcome-unknown",
            "shutting-down", "not-ready", "reads without a reply", "outcomes unknown", "streams refused")
STREAMS = 200
#: Those of them that follow trees which are created and removed all the time.
STREAMS_OF_TREES = 12
#: From SIGTERM to the exit, in seconds. A stop that cuts off the requests that it has waited for takes 4.5.
LONGEST_STOP = 3


def begin(world, home, streams):
    """HAProxy before the replicas, and load through it."""
    balancer = world.balancer = Balancer(world.replicas, world.engine.folder, home)
    world.closing.callback(balancer.close)
    return balancer, world.begin(front=[balancer.address], readers=[balancer.address] * 3, streams_each=0,
                                 more_streams=lambda load: [watcher(load, balancer, each) for each in range(streams)])


def rolling(proof, rounds):
    home = "10.213.0.1" if HAS_NAMESPACES else "127.0.0.1"
    with proof.world(options=("--trusted-proxy", home)) as world:
        balancer, load = begin(world, home, STREAMS)
        restarts = Restarts(proof, load, balancer)
        for number in range(rounds):
            for replica in world.replicas:
                restarts.restart(replica, f"round {number}, {replica.name}")
            world.take_faults(f"round {number}")
            if len(proof.faults) > 20:
                break
        longest = longest_pause(load)
        world.settle("after the restarts")
        failed = {name: load.counts[name] for name in FAILURES if load.counts[name]}
        proof.expect(not failed, f"clients saw {failed}")
        return (f"{restarts.count} restarts, {load.counts['writes']:,} writes and {load.counts['reads']:,} reads, "
                f"{sum(failed.values())} failed, the longest pause of all writers {longest * 1000:.0f} ms; {STREAMS} streams "
                f"with {restarts.reconnects:,} reconnects and {restarts.resets} resets; "
                f"at most {restarts.slowest:.2f} s from SIGTERM to the exit")


class Restarts:
    """Restarts replicas, each once all have noticed that the one before is back."""

    def __init__(self, proof, load, balancer):
        self.proof, self.load, self.balancer = proof, load, balancer
        self.count = self.reconnects = self.resets = self.slowest = 0

    def restart(self, replica, where):
        connects, resets = ([getattr(stream, name) for stream in self.load.streams] for name in ("connects", "resets"))
        began = time.monotonic()
        status = replica.stop()
        duration = time.monotonic() - began
        replica.start()
        self.load.first_answer_after(time.monotonic())
        until(lambda: all(stream.is_synced for stream in self.load.streams), "all streams", seconds=30)
        until(self.balancer.uses_all, "a proxy that uses all replicas")
        self.count += 1
        self.slowest = max(self.slowest, duration)
        again = [stream.connects - count for stream, count in zip(self.load.streams, connects)]
        reset = sum(stream.resets - count for stream, count in zip(self.load.streams, resets))
        self.reconnects += sum(again)
        self.resets += reset
        self.proof.expect(status == 0, f"{where}: its exit status was {status}")
        self.proof.expect(duration < LONGEST_STOP, f"{where}: it stopped only after {duration:.2f} s")
        self.proof.expect(max(again) <= 1, f"{where}: a stream was ended {max(again)} times by one restart")
        self.proof.expect(reset == 0, f"{where}: {reset} resets after a clean hand-over")


def watcher(load, balancer, number):
    if number < STREAMS_OF_TREES:
        return StreamReader(load, [balancer.address], "/v1/events?label=made:creator-0&maxRate=1", label="made:creator-0")
    names = f"numbered-{number % 8}", f"controller-{number % 2}"
    path = "/v1/events?" + "&".join(f"id={name}" for name in names) + "&maxRate=1"
    return StreamReader(load, [balancer.address], path, names=names)


def longest_pause(load):
    times = [at for at, _ in list(load.acknowledged)]
    return max((later - earlier for earlier, later in zip(times, times[1:])), default=0)
