"""C6: the replicas and the database are parted, one way and both ways."""

import random
import time


def partitions(proof, seconds):
    generator = random.Random(proof.options.seed)
    longest = 30 if seconds > 300 else 8
    with proof.world(load={}) as world:
        kinds, end = {}, time.monotonic() + seconds
        while time.monotonic() < end:
            kind = generator.choice((writer_from_engine, heir_from_engine, replicas_apart))
            is_both = generator.random() < 0.5
            kinds[kind.__name__] = kinds.get(kind.__name__, 0) + 1
            before = world.replicas.writer()
            takeovers = world.replicas.takeovers()
            pairs = kind(world, before, generator)
            where = f"{kind.__name__}, {'both ways' if is_both else 'one way'}"
            world.load.may_be_stale = {pair.address for pair in sum(pairs, ()) if kind is not replicas_apart}
            for one, other in pairs:
                world.network.cut(one, other, is_both)
            time.sleep(generator.uniform(1, longest))
            world.network.heal()
            time.sleep(generator.uniform(2, 4))
            world.load.may_be_stale = set()
            world.load.first_answer_after(time.monotonic())
            if kind is not writer_from_engine:
                proof.expect(world.replicas.takeovers() == takeovers, f"{where}: the writer changed")
            world.settle(where)
            if len(proof.faults) > 20:
                break
        counts = world.load.counts
        return (f"{', '.join(f'{count} × {name}' for name, count in sorted(kinds.items()))}; {counts['writes']:,} writes, "
                f"{counts['reads']:,} reads, {counts['outcomes unknown']} outcomes unknown, "
                f"{counts['no-writer']} times no writer")


def direction(generator, one, other):
    return generator.choice(((one, other), (other, one)))


def writer_from_engine(world, writer, generator):
    return [direction(generator, writer.host, world.engine.primary.host)]


def heir_from_engine(world, writer, generator):
    heir = generator.choice([each for each in world.replicas if each is not writer])
    return [direction(generator, heir.host, world.engine.primary.host)]


def replicas_apart(world, writer, generator):
    return [direction(generator, writer.host, each.host) for each in world.replicas if each is not writer]
