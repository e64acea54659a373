"""The core without HTTP, against Foundation's Progress: updates of a leaf, and memory for a node."""

import subprocess
from statistics import median

from harness.figures import Figure
from harness.plan import Plan
from harness.programs import pinned

CORE = 0
#: A million nodes: under few wide parents, and in many small trees.
GROVES = {"100,000 to a parent": (10, 99_999), "ten to a tree": (100_000, 9)}
SHAPES = {
    "depth-4": "core update at depth 4",
    "depth-4-read": "… and the root read after each",
    "depth-16": "core update at depth 16",
    "depth-16-read": "… and the root read after each",
    "siblings-10": "core update, one of 10 siblings",
    "siblings-100000": "core update, one of 100,000 siblings",
}


def run(program, *arguments) -> list[list[str]]:
    command = pinned(CORE, [str(program)] + [str(argument) for argument in arguments])
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split() for line in shown.splitlines()]


def measure(plan: Plan) -> list[Figure]:
    program = plan.programs / "core-benchmark"
    plan.say("core: updates")
    costs: dict[tuple[str, str], list[float]] = {}
    for _, shape, side, nanoseconds in run(program, "updates", plan.rounds, 10 if plan.is_quick else 100):
        costs.setdefault((shape, side), []).append(float(nanoseconds))
    found = [against_foundation(shape, costs) for shape in SHAPES]
    found.append(wide_against_narrow(costs))
    for name, (roots, children) in GROVES.items():
        plan.say(f"core: memory, {name}")
        found.append(memory(program, name, roots, children))
    return found


def against_foundation(shape: str, costs) -> Figure:
    ours, theirs = costs[shape, "ours"], costs[shape, "foundation"]
    read = shape in ("depth-4-read", "depth-16-read")
    return Figure(
        SHAPES[shape], f"{median(ours):.0f} ns", f"{median(theirs):.0f} ns",
        median(b / a for a, b in zip(ours, theirs)),
        target=(">=", 3) if read else None, lenient=(">=", 2) if read else None)


def wide_against_narrow(costs) -> Figure:
    wide, narrow = costs["siblings-100000", "ours"], costs["siblings-10", "ours"]
    return Figure(
        "… 100,000 siblings against 10", f"{median(wide):.0f} ns", f"{median(narrow):.0f} ns",
        median(wide) / median(narrow), target=("<=", 1.25), lenient=("<=", 3))


def memory(program, name: str, roots: int, children: int) -> Figure:
    ours, theirs = (float(run(program, "memory", roots, children, side)[0][3]) for side in ("ours", "foundation"))
    return Figure(
        f"memory of a node without texts, {name}", f"{ours:.0f} B", f"{theirs:.0f} B", ours / theirs,
        target=("<=", 200), value=ours, unit=" B", lenient=("<=", 200))
