#!/usr/bin/env python3
"""The time left according to tqdm and rich, under our clock: reads bars as lines of JSON on standard input, and writes
the estimates to standard output. It needs both packages.

A bar is {"initial", "total", "writes": [[ms, done], …], "pauses": [[from, to], …], "looks": [ms, …]}; the reply to one
is {"tqdm": [seconds or null, …], "rich": […]}, at each look.
"""

import io
import json
import sys
from collections.abc import Callable, Iterator

import tqdm.std
from rich.progress import Progress

#: Milliseconds between two checks of tqdm's monitor, which redraws a bar that has become slow.
MONITOR = 10_000


class Clock:
    """Seconds; both packages ask it instead of the system."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class TqdmBar:
    """A bar with tqdm's own settings. Its monitor thread would use the system's clock, so its work is done here."""

    def __init__(self, bar: dict, clock: Clock):
        tqdm.std.tqdm.monitor_interval = 0
        tqdm.std.time = clock
        self.bar = tqdm.std.tqdm(total=bar["total"], initial=bar["initial"], file=io.StringIO(), ncols=80,
                                 bar_format="{remaining} {remaining_s}")

    def write(self, done: float) -> None:
        self.bar.fp.truncate(0)
        self.bar.update(done - self.bar.n)

    def resume(self) -> None:
        self.bar.unpause()

    def monitor(self, now: float) -> None:
        if self.bar.miniters > 1 and now - self.bar.last_print_t >= self.bar.maxinterval:
            self.bar.miniters = 1
            self.bar.refresh(nolock=True)

    def left(self) -> float | None:
        remaining, seconds = str(self.bar).strip().split(" ")
        return None if remaining == "?" else float(seconds)


class RichBar:
    def __init__(self, bar: dict, clock: Clock):
        self.progress = Progress(get_time=clock, auto_refresh=False)
        self.task = self.progress.add_task("", total=bar["total"], completed=bar["initial"])

    def write(self, done: float) -> None:
        self.progress.update(self.task, completed=done)

    def resume(self) -> None:
        """Does nothing: tqdm knows no pauses."""

    def monitor(self, now: float) -> None:
        """Does nothing: rich has no monitor."""

    def left(self) -> float | None:
        return self.progress.tasks[0].time_remaining


PEERS: dict[str, Callable[[dict, Clock], TqdmBar | RichBar]] = {"tqdm": TqdmBar, "rich": RichBar}


def acts(bar: dict) -> Iterator[tuple[int, str, float]]:
    """The acts in order; at the same moment, a resume comes before a write."""
    yield from sorted([
        *((at, "write", done) for at, done in bar["writes"]),
        *((end, "resume", 0) for _, end in bar["pauses"]),
        *((at, "look", 0) for at in bar["looks"]),
        *((at, "monitor", 0) for at in range(MONITOR, bar["looks"][-1], MONITOR)),
    ])


def told(peer: Callable[[dict, Clock], TqdmBar | RichBar], bar: dict) -> list[float | None]:
    clock = Clock()
    subject, seconds = peer(bar, clock), []
    for at, act, done in acts(bar):
        clock.now = at / 1_000
        if act == "write":
            subject.write(done)
        elif act == "resume":
            subject.resume()
        elif act == "monitor":
            subject.monitor(clock.now)
        else:
            seconds.append(subject.left())
    return seconds


def main() -> None:
    for line in sys.stdin:
        bar = json.loads(line)
        print(json.dumps({name: told(peer, bar) for name, peer in PEERS.items()}))


if __name__ == "__main__":
    main()
