"""Plays stories through the service, all at once: they share nothing but the clock."""

import pathlib
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from .clock import EPOCH, Clock, ClockedService
from .stories import Story


@dataclass
class Told:
    """A reader's estimate at a look: the seconds, and their age."""

    seconds: float | None
    age: float


def play(program: pathlib.Path, stories: list[Story]) -> list[list[Told]]:
    """The estimates at the looks of each story."""
    acts: dict[int, list[str]] = defaultdict(list)
    looks: dict[int, list[int]] = defaultdict(list)
    for number, story in enumerate(stories):
        for at, act in story.acts:
            acts[at].append(act)
        for at in story.looks:
            looks[at].append(number)
    told: list[list[Told]] = [[] for _ in stories]
    with tempfile.TemporaryDirectory() as folder:
        with ClockedService(program, Clock(pathlib.Path(folder))) as service:
            for at in sorted(acts.keys() | looks.keys()):
                service.move(at)
                if at in acts:
                    service.batch(acts[at])
                if at in looks:
                    snapshots = service.batch([stories[number].look for number in looks[at]])
                    for number, snapshot in zip(looks[at], snapshots):
                        told[number].append(Told(snapshot["estimatedTimeRemaining"], at / 1_000 - since(snapshot)))
    return told


def since(snapshot: dict) -> float:
    """The time at which it changed, in seconds of the player's clock."""
    return datetime.fromisoformat(snapshot["updatedAt"]).timestamp() - EPOCH
