"""Traces: the units of some work with their times, and the time left at each moment.

Times are milliseconds since the start. Writes and pauses are at tenths of a second; looks are between them.
"""

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

#: Milliseconds between two moments at which something may happen.
GRID = 100
LOOKS = 100
#: Simulated units are not whole numbers; the service counts in fractions of this size.
PARTS = 1_000


@dataclass
class Work:
    """Work of some kind: writes as seconds, leaf and units done then. It ends with its last write."""

    writes: list[tuple[float, int, float]]
    #: The worth of each leaf in a tree of one level; empty for a single node.
    pending: list[int] = field(default_factory=list)
    #: Units done before the first write, as given at the creation.
    initial: float = 0
    #: Declared pauses, from and to, in seconds.
    pauses: list[tuple[float, float]] = field(default_factory=list)
    is_bytes: bool = False


@dataclass(frozen=True)
class Trace:
    """Work on the grid, in whole units: (milliseconds, leaf, units)."""

    kind: str
    seed: str
    writes: list[tuple[int, int, int]]
    pending: list[int]
    initial: int = 0
    pauses: list[tuple[int, int]] = field(default_factory=list)
    is_bytes: bool = False

    @property
    def end(self) -> int:
        return self.writes[-1][0]

    @property
    def totals(self) -> list[int]:
        """The units of each leaf, or of the single node."""
        totals = [self.initial] + [0] * (len(self.pending) - 1)
        for _, leaf, units in self.writes:
            totals[leaf] += units
        return totals

    def left(self, at: int) -> int:
        """The truth: the milliseconds of work from `at` on, without declared pauses."""
        return self.end - at - sum(max(0, end - max(at, begin)) for begin, end in self.pauses)

    def is_paused(self, at: int) -> bool:
        return any(begin <= at < end for begin, end in self.pauses)

    def looks(self) -> list[int]:
        """Evenly spaced moments, never that of a write."""
        return [int(self.end * (number + 0.5) / LOOKS) // GRID * GRID + GRID // 2 for number in range(LOOKS)]

    def bar(self) -> tuple[list[tuple[int, float]], float]:
        """The writes as one bar for the whole sees them: times and sums, and the total, weighted by worth."""
        pending, totals = self.pending or self.totals, self.totals
        done, seen = float(self.initial), []
        for at, leaf, units in self.writes:
            done += units * pending[leaf] / totals[leaf]
            seen.append((at, done))
        return seen, float(sum(pending))


def simulated(kind: Callable[[random.Random], Work], seed: str) -> Trace:
    """A simulated trace, always the same for a kind and a seed."""
    work = kind(random.Random(f"{kind.__name__} {seed}"))
    return on_grid(kind.__name__.replace("_", " "), seed, work)


def on_grid(name: str, seed: str, work: Work) -> Trace:
    parts = 1 if all(float(units).is_integer() for _, _, units in work.writes) else PARTS
    pauses = [(math.ceil(begin * 10) * GRID, math.floor(end * 10) * GRID) for begin, end in work.pauses]
    writes, initial = whole(work.writes, parts), round(work.initial * parts)
    return Trace(name, seed, writes, work.pending, initial, pauses, work.is_bytes)


def whole(writes: Iterable[tuple[float, int, float]], parts: int, grid: int = GRID) -> list[tuple[int, int, int]]:
    """The writes on a grid and in whole units, none of which is lost. Writes of a leaf at one moment become one."""
    at_once: dict[tuple[int, int], float] = {}
    for seconds, leaf, units in writes:
        moment = max(1, math.ceil(seconds * 1_000 / grid - 1e-6)) * grid
        at_once[moment, leaf] = at_once.get((moment, leaf), 0) + units
    done: dict[int, tuple[float, int]] = {}
    found = []
    for (moment, leaf), units in sorted(at_once.items()):
        exact, told = done.get(leaf, (0.0, 0))
        exact += units * parts
        done[leaf] = exact, round(exact)
        if round(exact) > told:
            found.append((moment, leaf, round(exact) - told))
    return found
