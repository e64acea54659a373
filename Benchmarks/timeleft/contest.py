"""All traces with all subjects: the service, alone and after earlier runs, and its peers."""

import json
import pathlib
import subprocess
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from support.service import ROOT

from .kinds import SINGLE
from .measure import Quality, quality
from .player import Told, play
from .recorded import recorded
from .runs import earlier
from .stories import Story
from .traces import Trace, simulated
from .trees import TREES

HERE = pathlib.Path(__file__).parent
SERVICE, COUNTED_DOWN, AFTER_RUNS, PEERS = "service", "counted down", "after runs", ("tqdm", "rich")

#: The figures of the traces, by subject and by kind.
Results = dict[str, dict[str, list[Quality]]]


def traces(seed: str, count: int) -> list[Trace]:
    """`count` traces of each simulated kind, and the recorded ones."""
    made = [simulated(kind, f"{seed} {number}") for kind in SINGLE + TREES for number in range(count)]
    return made + recorded()


def hold(program: pathlib.Path, chosen: Sequence[Trace], runs: int) -> Results:
    """Plays the traces. `runs` is the number of earlier runs; with 0, the service is only measured alone."""
    with ThreadPoolExecutor() as pool:
        alone = pool.submit(play, program, stories(chosen, 0))
        after = pool.submit(play, program, stories(chosen, runs)) if runs else None
        others = pool.submit(peers, chosen)
    told = others.result() | of_service(alone) | ({AFTER_RUNS: seconds(after.result())} if after else {})
    results: Results = {}
    for subject, each in told.items():
        for trace, values in zip(chosen, each, strict=True):
            results.setdefault(subject, {}).setdefault(trace.kind, []).append(quality(trace, values))
    return results


def stories(chosen: Sequence[Trace], runs: int) -> list[Story]:
    return [Story(f"trace-{number}", trace, earlier(trace, runs)) for number, trace in enumerate(chosen)]


def of_service(alone: Future) -> dict[str, list[list[float | None]]]:
    told = alone.result()
    counted = [[None if one.seconds is None else max(one.seconds - one.age, 0) for one in each] for each in told]
    return {SERVICE: seconds(told), COUNTED_DOWN: counted}


def seconds(told: list[list[Told]]) -> list[list[float | None]]:
    return [[one.seconds for one in each] for each in told]


def peers(chosen: Sequence[Trace]) -> dict[str, list[list[float | None]]]:
    """The peers' estimates, made in a separate virtual environment."""
    environment = subprocess.run([ROOT / "Tests/support/virtualenv", "timeleft", HERE / "requirements.txt"], check=True,
                                 stdout=subprocess.PIPE, text=True).stdout.strip()
    shown = subprocess.run([f"{environment}/python", HERE / "peers.py"], input="\n".join(map(bar, chosen)), check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    told = [json.loads(line) for line in shown.splitlines()]
    return {peer: [one[peer] for one in told] for peer in PEERS}


def bar(trace: Trace) -> str:
    writes, total = trace.bar()
    return json.dumps({"initial": trace.initial, "total": total, "writes": writes, "pauses": trace.pauses,
                       "looks": trace.looks()})
