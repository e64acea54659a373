"""C7: the writer, or the database's process that serves it, is paused for about as long as the lease."""

import signal
import time


def pauses(proof, rounds):
    with proof.world(load={}) as world:
        for number in range(rounds):
            for seconds in (0.5, 2.9, 3.1, 10):
                writer = world.replicas.writer()
                writer.pause()
                time.sleep(seconds)
                writer.resume()
                world.load.first_answer_after(time.monotonic())
                world.settle(f"round {number}: the writer paused for {seconds} s")
            for seconds in (1, 4, 10):
                writer, primary = world.replicas.writer(), world.engine.primary
                pids = [pid for pid, address in primary.backends("%").items() if address == writer.address]
                primary.signal(signal.SIGSTOP, *pids)
                time.sleep(seconds)
                primary.signal(signal.SIGCONT, *pids)
                world.load.first_answer_after(time.monotonic())
                world.settle(f"round {number}: the database's process paused for {seconds} s")
        counts = world.load.counts
        return (f"{7 * rounds} pauses, {world.replicas.takeovers() - 1} changes of the writer, {counts['writes']:,} writes, "
                f"{counts['reads']:,} reads, {counts['outcomes unknown']} outcomes unknown")
