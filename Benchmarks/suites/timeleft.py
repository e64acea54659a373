"""The quality of the time left, compared with tqdm and rich: for simulated and recorded work, under a played clock.

`goals.json` has the goals, and the kinds of work that are given up. Seeds are fresh in each run: tuning to some of them
would be tuning to noise.
"""

import json

from harness.figures import Figure
from harness.plan import Plan
from timeleft import contest
from timeleft.contest import AFTER_RUNS, COUNTED_DOWN, PEERS, SERVICE, Results
from timeleft.measure import Quality, over_families, together
from timeleft.traces import Trace

GOALS = json.loads((contest.HERE / "goals.json").read_text())
NAMES = {"median": "median error", "p90": "90th percentile of the error", "jumpiness": "moves of the foretold end"}
#: A quick run has traces that end within this many milliseconds, and requires that both peers are worse, or nearly so
#: for figures of which few short traces say little.
QUICK_END, QUICK_GOALS = 300_000, {"median": 1.1, "p90": 1.0}


def measure(plan: Plan) -> list[Figure]:
    chosen = [trace for trace in contest.traces(plan.seed, plan.rounds) if not plan.is_quick or trace.end <= QUICK_END]
    plan.say(f"time left: {len(chosen)} traces; --seed {plan.seed} makes them again")
    return figures(contest.hold(plan.service, chosen, 0 if plan.is_quick else 3), chosen)


def figures(results: Results, chosen: list[Trace]) -> list[Figure]:
    means = {subject: over_families(families) for subject, families in results.items()}
    found = against_peers(means, SERVICE, "", GOALS["against the better of tqdm and rich"])
    most = GOALS["share of the looks without a value"] * 100
    silence = means[SERVICE].silence * 100
    found.append(Figure("looks without a value", f"{silence:.1f} %", percents(means, "silence"), value=silence,
                        target=("<=", most), unit=" %", lenient=("<=", most)))
    if AFTER_RUNS in means:
        found += against_peers(means, AFTER_RUNS, "after three runs that are alike: ",
                               GOALS["the same after three runs that are alike"])
    found += against_peers(means, COUNTED_DOWN, "by readers who count down: ", {})
    for kind in dict.fromkeys(trace.kind for trace in chosen):
        found += of_kind(kind, {subject: together(families[kind]) for subject, families in results.items()})
    return found


def against_peers(means: dict[str, Quality], subject: str, prefix: str, goals: dict[str, float]) -> list[Figure]:
    return [
        Figure(prefix + name, shown(means[subject], figure), percents(means, figure),
               getattr(means[subject], figure) / better(means, figure),
               target=("<=", goals[figure]) if goals else None,
               lenient=("<=", QUICK_GOALS[figure]) if goals and figure in QUICK_GOALS else None)
        for figure, name in NAMES.items()
    ]


def of_kind(kind: str, means: dict[str, Quality]) -> list[Figure]:
    """The goals for a kind: to be no worse than the better peer by more than a factor, or by more than some points."""
    rule = GOALS["of a kind, against the better"]
    ratio = GOALS["what is given up"].get(kind, rule["ratio"])
    found = []
    for figure, name in (("median", f"{kind}: median"), ("p90", "… 90th percentile")):
        ours, theirs = getattr(means[SERVICE], figure), better(means, figure)
        most = None if ratio is None else max(ratio * theirs, theirs + rule[figure]) * 100
        after = f" ({shown(means[AFTER_RUNS], figure)} after runs)" if AFTER_RUNS in means else ""
        found.append(Figure(name, shown(means[SERVICE], figure) + after, percents(means, figure), ours / theirs,
                            target=None if most is None else ("<=", round(most, 1)), value=ours * 100, unit=" %"))
    return found


def better(means: dict[str, Quality], figure: str) -> float:
    return min(getattr(means[peer], figure) for peer in PEERS)


def shown(quality: Quality, figure: str) -> str:
    value = getattr(quality, figure)
    return f"{value:.2f}" if figure == "jumpiness" else f"{value * 100:.1f} %"


def percents(means: dict[str, Quality], figure: str) -> str:
    """The figures of tqdm and of rich."""
    return ", ".join(shown(means[peer], figure) for peer in PEERS)
