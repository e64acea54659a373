"""The program itself: the time until it is ready, and its size."""

import pathlib
import subprocess
import tempfile
from statistics import median

from harness.figures import Figure
from harness.plan import Plan
from harness.programs import start_to_ready


def measure(plan: Plan) -> list[Figure]:
    plan.say("program: start and size")
    times = []
    for _ in range(5 if plan.is_quick else 15):
        times.append(start_to_ready(plan.service, "--threads", "0"))
    with tempfile.TemporaryDirectory() as folder:
        stripped = pathlib.Path(folder) / "progressd"
        subprocess.run(["strip", "-o", str(stripped), str(plan.service)], check=True)
        megabytes = stripped.stat().st_size / 1e6
    ready = median(times)
    return [
        Figure("start to ready", f"{ready:.0f} ms", value=ready, target=("<=", 50), unit=" ms", lenient=("<=", 1_000)),
        Figure("stripped program", f"{megabytes:.1f} MB", value=megabytes, target=("<=", 20), unit=" MB",
               lenient=("<=", 20)),
    ]
