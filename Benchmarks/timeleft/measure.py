"""The quality of estimates: four figures of a trace, and their means."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean

from .traces import Trace

#: Errors count while the share of the work left is between these.
LEAST_LEFT, MOST_LEFT = 0.03, 0.98
#: Figures are limited to this range, so that neither a lucky nor a hopeless trace decides a mean.
FLOOR, CAP = 0.01, 20.0


@dataclass(frozen=True)
class Quality:
    """The figures of a trace: the median and the 90th percentile of |told - true| / true, the total movement of the
    predicted end, in lengths of the work, and the share of the looks without a value."""

    median: float
    p90: float
    jumpiness: float
    silence: float


def quality(trace: Trace, told: Sequence[float | None]) -> Quality:
    """`told` is in seconds, at each of the trace's looks. Nothing is expected in a declared pause."""
    whole = trace.left(0)
    errors, silences, moves, last = [], [], 0.0, None
    for at, seconds in zip(trace.looks(), told, strict=True):
        if trace.is_paused(at):
            last = None
            continue
        silences.append(seconds is None)
        if seconds is None:
            last = None
            continue
        true = trace.left(at)
        if LEAST_LEFT * whole < true < MOST_LEFT * whole:
            errors.append(abs(seconds * 1_000 - true) / true)
        foretold = whole - true + seconds * 1_000
        moves += 0 if last is None else abs(foretold - last) / whole
        last = foretold
    errors.sort()
    return Quality(percentile(errors, 0.5), percentile(errors, 0.9), moves, mean(silences))


def percentile(ordered: list[float], part: float) -> float:
    """A percentile; the worst value if there are no errors, because there was no estimate."""
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else CAP


def geometric(figures: Iterable[float]) -> float:
    return math.exp(mean(math.log(min(max(figure, FLOOR), CAP)) for figure in figures))


def together(qualities: Sequence[Quality]) -> Quality:
    """Geometric means, but for the share without a value, which may be 0."""
    return Quality(geometric(one.median for one in qualities), geometric(one.p90 for one in qualities),
                   geometric(one.jumpiness for one in qualities), mean(one.silence for one in qualities))


def over_families(families: dict[str, list[Quality]]) -> Quality:
    """Each family of work weighs the same, however many traces it has."""
    return together([together(qualities) for qualities in families.values()])
