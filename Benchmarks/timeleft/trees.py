"""Simulated work of trees with one level."""

from collections.abc import Collection
from random import Random

from .kinds import after
from .traces import Work


def files_in_turn(r: Random) -> Work:
    counts, writes, now = [max(1, int(r.lognormvariate(1.5, 0.9))) for _ in range(r.randint(8, 80))], [], 0.0
    for leaf, count in enumerate(counts):
        writes += after([1] * count, 1, now, leaf)
        now = writes[-1][0]
    return Work(writes, [1] * len(counts))


def phases(r: Random) -> Work:
    """Phases in turn, with weights guessed within a factor of two."""
    writes, pending, now = [], [], 0.0
    for leaf in range(r.randint(3, 7)):
        length, step = r.lognormvariate(4.2, 0.7), r.uniform(0.5, 2)
        writes += after((step * r.uniform(0.7, 1.3) for _ in range(max(3, int(length / step)))), 1, now, leaf)
        pending.append(max(1, round(length * 2 ** r.uniform(-1, 1))))
        now = writes[-1][0]
    return Work(writes, pending)


def parallel_children(r: Random) -> Work:
    """Children that begin at about the same time, each at its own pace."""
    writes, pending = [], []
    for leaf in range(r.randint(2, 12)):
        count, mean, spread = r.randint(40, 300), r.uniform(0.4, 3), r.uniform(0, 0.8)
        gaps = (mean * r.lognormvariate(-spread * spread / 2, spread) for _ in range(count))
        writes += after(gaps, 1, r.uniform(0, 15), leaf)
        pending.append(r.choice([1, 1, 2, 5]))
    return Work(writes, pending)


def pool_of_workers(r: Random) -> Work:
    """More jobs than workers; each job has its own pace."""
    free, writes, pending = [0.0] * r.choice([2, 3, 4]), [], []
    for leaf in range(r.randint(8, 24)):
        worker, pace, count = free.index(min(free)), r.uniform(0.5, 1.5), max(4, int(r.lognormvariate(3.3, 0.8)))
        writes += after((pace * r.uniform(0.8, 1.2) for _ in range(count)), 1, free[worker], leaf)
        free[worker] = writes[-1][0]
        pending.append(count)
    return Work(writes, pending)


def over_one_line(r: Random, sizes: list[float], lanes: int, line: float, there: Collection[int] = ()) -> Work:
    """Downloads that share a line: each gets faster when another ends. Those in `there` are complete from the start."""
    left, writes, now = list(sizes), [(0.2, leaf, sizes[leaf]) for leaf in there], 0.0
    waiting = [leaf for leaf in range(len(sizes)) if leaf not in there]
    while waiting:
        now, active = now + 0.5, waiting[:lanes]
        share = line * 0.5 * r.uniform(0.7, 1.2) / len(active)
        for leaf in active:
            writes.append((now, leaf, min(share, left[leaf])))
            left[leaf] -= share
        waiting = [leaf for leaf in waiting if left[leaf] > 1e-3]
    return Work(writes, [max(1, round(size * 10)) for size in sizes], is_bytes=True)


def shared_line(r: Random) -> Work:
    return over_one_line(r, [r.lognormvariate(4, 0.7) for _ in range(r.randint(2, 5))], 9, r.uniform(0.5, 2))


def image_layers(r: Random) -> Work:
    sizes = [r.lognormvariate(3.2, 1.4) for _ in range(r.randint(6, 18))]
    there = [leaf for leaf in range(len(sizes) - 1) if r.random() < 0.2]
    return over_one_line(r, sizes, 3, r.uniform(3, 12), there)


TREES = (files_in_turn, phases, parallel_children, pool_of_workers, shared_line, image_layers)
