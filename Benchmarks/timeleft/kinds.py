"""Simulated work of one node, such as real jobs do. Each function makes it from random numbers alone."""

import math
from collections.abc import Callable, Iterable
from random import Random

from .traces import Work

Writes = list[tuple[float, int, float]]


def at_speed(speed: Callable[[float], float], length: float, gap: float) -> Writes:
    """A write after each gap, at a speed that is a function of the time."""
    ends = [min(length, gap * (number + 1)) for number in range(math.ceil(length / gap - 1e-9))]
    return [(end, 0, speed((begin + end) / 2) * (end - begin)) for begin, end in zip([0.0, *ends], ends)]


def after(gaps: Iterable[float], units: float = 1, now: float = 0.0, leaf: int = 0) -> Writes:
    """A write after each of these gaps."""
    writes = []
    for gap in gaps:
        now += gap
        writes.append((now, leaf, units))
    return writes


def steady(r: Random) -> Work:
    rate = r.uniform(3, 5_000)
    return Work(at_speed(lambda _: rate, r.uniform(60, 2_400), r.choice([0.3, 1, 3, 10])))


def uneven_items(r: Random) -> Work:
    spread, count = r.uniform(0.3, 1.3), r.randint(60, 700)
    return Work(after(r.lognormvariate(0, spread) for _ in range(count)))


def bursts(r: Random) -> Work:
    """Many writes at once, then none for up to 45 s: the gaps are part of the work."""
    longest, now, writes = r.choice([6, 20, 45]), 0.0, []
    for _ in range(r.randint(12, 90)):
        now += r.uniform(1, longest)
        writes += [(now + number * 0.03, 0, 50) for number in range(r.randint(1, 25))]
    return Work(writes)


def one_step_of_speed(r: Random) -> Work:
    rate, length = r.uniform(3, 5_000), r.uniform(120, 2_400)
    at, factor = r.uniform(0.1, 0.6) * length, r.choice([0.1, 0.2, 0.33, 3, 5, 10])
    return Work(at_speed(lambda now: rate if now < at else rate * factor, length, r.choice([0.3, 1, 3])))


def skipped_at_the_start(r: Random) -> Work:
    within, skipped = r.uniform(0.1, 8), r.randint(20, 600)
    return Work(after([within / skipped] * skipped + [r.lognormvariate(0, 0.4) for _ in range(r.randint(150, 900))]))


def slow_start(r: Random) -> Work:
    rate, wait = r.uniform(3, 5_000), r.uniform(1, 40)
    length = max(r.uniform(60, 1_200), wait * 5)
    return Work(at_speed(lambda now: rate * 0.1 if now < wait else rate, length, r.choice([0.3, 1])))


def wandering(r: Random) -> Work:
    """A speed that wanders, and comes back."""
    rate, back, noise = r.uniform(30, 5_000), r.uniform(0.005, 0.08), r.uniform(0.05, 0.2)
    now = rate

    def speed(_: float) -> float:
        nonlocal now
        now = max(rate * 0.03, now + back * (rate - now) + r.gauss(0, noise * rate))
        return now

    return Work(at_speed(speed, r.uniform(120, 1_800), r.choice([1, 3])))


def hang(r: Random) -> Work:
    """Work with one long silence that was not declared."""
    rate, length = r.uniform(3, 5_000), r.uniform(120, 1_800)
    at, silence = r.uniform(0.2, 0.8) * length, r.uniform(40, 1_500)
    even = at_speed(lambda _: rate, length, r.choice([0.3, 1, 3]))
    return Work([(now if now < at else now + silence, leaf, units) for now, leaf, units in even])


def paused(r: Random) -> Work:
    rate, length, pause = r.uniform(3, 500), r.uniform(120, 900), r.uniform(60, 900)
    at = r.uniform(0.2, 0.8) * length
    even = at_speed(lambda _: rate, length, r.choice([0.5, 1, 3]))
    writes = [(now if now <= at else now + pause, leaf, units) for now, leaf, units in even]
    return Work(writes, pauses=[(at + 0.1, at + pause)])


def resumed(r: Random) -> Work:
    """Work of which much was done before, as given at the creation."""
    rate, length = r.uniform(3, 500), r.uniform(60, 900)
    writes = at_speed(lambda _: rate * r.uniform(0.8, 1.2), length, r.choice([0.5, 1, 3]))
    return Work(writes, initial=rate * length * r.uniform(0.3, 3))


def training(r: Random) -> Work:
    """Epochs, with an evaluation after each, in which nothing is reported."""
    count, step, evaluation, first = r.randint(20, 60), r.uniform(0.4, 3), r.uniform(2, 25), r.uniform(2, 20)
    waits = [(0 if number % count else evaluation if number else first) for number in range(count * r.randint(3, 12))]
    return Work(after(wait + step * r.uniform(0.92, 1.15) for wait in waits))


def migration(r: Random) -> Work:
    """Blocks of rows that take longer and longer, with a checkpoint now and then."""
    rows, base, growth = r.randint(150, 400), r.uniform(0.5, 2), r.uniform(0.5, 2.5)
    times = [base * ((1 + growth * row / rows) * r.uniform(0.9, 1.1) + (r.random() < 0.02) * r.uniform(5, 15))
             for row in range(rows)]
    return Work(after(times, 10_000))


def encoding(r: Random) -> Work:
    """Scenes of a film, each with its own speed."""
    speed, writes, now = r.uniform(20, 200), [], 0.0
    for _ in range(r.randint(15, 60)):
        here, frames = speed * r.lognormvariate(0, 0.45), r.expovariate(1 / 1_500) + 100
        while frames > 0:
            now, frames = now + 1, frames - here
            writes.append((now, 0, here + min(frames, 0)))
    return Work(writes)


def backup(r: Random) -> Work:
    """Bytes: small files at the pace of files, between them few large ones at the pace of the disk."""
    disk, writes, now = r.uniform(3e7, 2e8), [], 0.0
    for _ in range(r.randint(12, 40)):
        if r.random() < 0.6:
            writes += after([r.uniform(0.5, 1) for _ in range(r.randint(4, 20))], r.uniform(4e6, 1.2e7), now)
        else:
            writes += after([1] * (1 + int(r.lognormvariate(21.5, 0.9) / disk)), disk * r.uniform(0.8, 1.1), now)
        now = writes[-1][0]
    return Work(writes, is_bytes=True)


def build(r: Random) -> Work:
    """Steps of very different lengths by some workers, counted; one link at the end."""
    free, writes = [0.0] * r.choice([2, 4, 8]), []
    for _ in range(r.randint(120, 500)):
        worker = free.index(min(free))
        free[worker] += r.lognormvariate(0.3, 1.1)
        writes.append((free[worker], 0, 1))
    return Work([*writes, (max(free) + r.uniform(5, 20), 0, 1)])


SINGLE = (steady, uneven_items, bursts, one_step_of_speed, skipped_at_the_start, slow_start, wandering, hang, paused,
          resumed, training, migration, encoding, backup, build)
