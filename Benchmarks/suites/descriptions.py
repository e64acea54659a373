"""Both descriptions of a file in every language there is, against Foundation's format styles."""

from statistics import median

from harness.figures import Figure
from harness.plan import Plan
from suites.core import run


def measure(plan: Plan) -> list[Figure]:
    plan.say("descriptions")
    costs: dict[str, dict[str, list[float]]] = {}
    lines = run(plan.programs / "description-benchmark", plan.rounds, 5 if plan.is_quick else 50)
    for _, language, side, nanoseconds in lines:
        costs.setdefault(language, {}).setdefault(side, []).append(float(nanoseconds))
    found = [figure(language, sides) for language, sides in costs.items()]
    slowest = min(found, key=lambda each: each.ratio)
    slowest.target, slowest.lenient = (">=", 50), (">=", 10)
    if len(found) > 1:
        slowest.what += f", the least of {len(found)} languages"
    return found


def figure(language: str, sides: dict[str, list[float]]) -> Figure:
    ours, theirs = sides["ours"], sides["foundation"]
    return Figure(
        f"a full file description, {language}", f"{median(ours):,.0f} ns", f"{median(theirs):,.0f} ns",
        median(other / own for own, other in zip(ours, theirs)))
