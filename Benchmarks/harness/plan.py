"""What one run is to measure, with what, and how long."""

import pathlib
from collections.abc import Callable
from dataclasses import dataclass

from .quiet import Patience


@dataclass
class Plan:
    #: The service's program, and where those of this package are.
    service: pathlib.Path
    programs: pathlib.Path
    #: Of each measurement, and how long a case is loaded in each.
    rounds: int
    seconds: int
    is_quick: bool
    patience: Patience
    #: Names of the peers that take part.
    peers: set[str]
    say: Callable[[str], None]
    #: Of the work that is simulated.
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
        """Forwards and backwards in turns, so that noise that grows or falls hits all alike."""
        return cases if number % 2 == 0 else list(reversed(cases))
