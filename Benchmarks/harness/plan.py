"""The plan of a run: its measurements, their programs, and their duration."""

import pathlib
from collections.abc import Callable
from dataclasses import dataclass

from .quiet import Patience


@dataclass
class Plan:
    #: The service's program, and the folder of this package's programs.
    service: pathlib.Path
    programs: pathlib.Path
    #: The rounds of each measurement, and the seconds for which each loads a case.
    rounds: int
    seconds: int
    is_quick: bool
    patience: Patience
    #: Names of the peers that take part.
    peers: set[str]
    say: Callable[[str], None]
    #: The seed of simulated work.
    seed: str = "0"

    @property
    def reader(self) -> pathlib.Path:
        return self.programs / "sse-load"

    @property
    def bare(self) -> pathlib.Path:
        return self.programs / "bare"

    @property
    def bare_push(self) -> pathlib.Path:
        return self.programs / "bare-push"

    def in_turns(self, number: int, cases: list) -> list:
        """The cases, forwards and backwards in turns, so that growing or falling noise hits all alike."""
        return cases if number % 2 == 0 else list(reversed(cases))
