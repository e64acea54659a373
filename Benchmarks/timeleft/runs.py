"""Earlier runs of the same job, as a service may remember them."""

import math
from random import Random

from .traces import Trace, whole

#: The length of a run relative to the measured one, the deviation of its parts' paces as logarithms, and their number.
LENGTHS, NOISE, PARTS = (0.7, 1.4), 0.15, 12
#: In milliseconds: the service remembers runs less precisely.
COARSE = 1_000


def earlier(trace: Trace, count: int = 3) -> list[Trace]:
    """Runs with the writes of `trace`, 0.7 to 1.4 times as long in all, and a different pace in each twelfth."""
    r = Random(f"runs {trace.kind} {trace.seed}")
    found = []
    for _ in range(count):
        length, paces = r.uniform(*LENGTHS), [math.exp(r.gauss(0, NOISE)) for _ in range(PARTS)]
        found.append(stretched(trace, [length * pace for pace in paces]))
    return found


def stretched(trace: Trace, paces: list[float]) -> Trace:
    """The trace with each part of the work stretched by its pace. Pauses are left out."""
    duration = trace.left(0)
    ends = [0.0]
    for pace in paces:
        ends.append(ends[-1] + pace * duration / len(paces))

    def moved(at: int) -> float:
        """The moment `at` in the stretched trace, in seconds."""
        worked = duration - trace.left(at)
        part = min(worked * len(paces) // duration, len(paces) - 1)
        return (ends[part] + (worked - part * duration / len(paces)) * paces[part]) / 1_000

    writes = whole(((moved(at), leaf, units) for at, leaf, units in trace.writes), 1, COARSE)
    return Trace(trace.kind, trace.seed, writes, trace.pending, trace.initial, [], trace.is_bytes)
