"""Earlier runs of the same job, as a service may remember them."""

import math
from random import Random

from .traces import Trace, whole

#: How long a run takes against the one that is measured, and how much the pace of its parts differs, as logarithms.
LENGTHS, NOISE, PARTS = (0.7, 1.4), 0.15, 12
#: Milliseconds. What is remembered of a run is coarser.
COARSE = 1_000


def earlier(trace: Trace, count: int = 3) -> list[Trace]:
    """The same writes, 0.7 to 1.4 times as long in all, and each twelfth of the work at a pace of its own."""
    r = Random(f"runs {trace.kind} {trace.seed}")
    found = []
    for _ in range(count):
        length, paces = r.uniform(*LENGTHS), [math.exp(r.gauss(0, NOISE)) for _ in range(PARTS)]
        found.append(stretched(trace, [length * pace for pace in paces]))
    return found


def stretched(trace: Trace, paces: list[float]) -> Trace:
    """Each part of the work takes so many times as long. Pauses are left out."""
    duration = trace.left(0)
    ends = [0.0]
    for pace in paces:
        ends.append(ends[-1] + pace * duration / len(paces))

    def moved(at: int) -> float:
        """Seconds."""
        worked = duration - trace.left(at)
        part = min(worked * len(paces) // duration, len(paces) - 1)
        return (ends[part] + (worked - part * duration / len(paces)) * paces[part]) / 1_000

    writes = whole(((moved(at), leaf, units) for at, leaf, units in trace.writes), 1, COARSE)
    return Trace(trace.kind, trace.seed, writes, trace.pending, trace.initial, [], trace.is_bytes)
