"""What a report costs the work in Python: nanoseconds an iteration, in turns with the same loop that is not reported."""

import json
import os
import pathlib
import statistics
import subprocess
import sys

from support.process import free_port
from support.service import Service

ROUNDS = 9

#: What the loop is, and what it is without reports. Each prints CPU time of its thread, and wall time.
PROGRAM = """
import json, sys, time
{before}
def measure(iterations):
    wall, cpu = time.perf_counter(), time.thread_time()
    {loop}
    return (time.thread_time() - cpu) / iterations * 1e9, (time.perf_counter() - wall) / iterations * 1e9
measure(50_000)
print(json.dumps(measure({iterations})))
"""
BARE = "from tqdm import tqdm\nimport io\nsink = io.StringIO()"
IN_PLACE = "import progressd\nprogressd.auto('tqdm')\n" + BARE
RICH = "import io, rich.console, rich.progress\nconsole = rich.console.Console(file=io.StringIO())"
ITERATE = "for _ in tqdm(range(iterations), file=sink): pass"
UPDATE = """
    bar = tqdm(total=iterations, file=sink)
    for _ in range(iterations): bar.update()
    bar.close()
"""
ADVANCE = """
    with rich.progress.Progress(console=console) as progress:
        task = progress.add_task("", total=iterations)
        for _ in range(iterations): progress.advance(task)
"""
LOOPS = {
    "an iteration of tqdm": (3_000_000, ITERATE, BARE, IN_PLACE),
    "tqdm's update()": (2_000_000, UPDATE, BARE, IN_PLACE),
    "rich's advance()": (200_000, ADVANCE, RICH, "import progressd\nprogressd.auto('rich')\n" + RICH),
    "progressd.track, against a bare loop": (
        1_000_000, "for _ in {0}range(iterations){1}: pass", "", "import progressd"),
}


def measured(iterations, loop, before, url):
    if "{0}" in loop:
        loop = loop.format(*(("progressd.track(", ")") if before else ("", "")))
    code = PROGRAM.format(iterations=iterations, loop=loop, before=before)
    done = subprocess.run([sys.executable, "-c", code], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True, env={**os.environ, "PROGRESSD_URL": url})
    return json.loads(done.stdout)


with Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error") as service:
    nowhere = f"http://127.0.0.1:{free_port()}"
    print("medians of", ROUNDS, "rounds, ns: CPU of the work's thread (wall)")
    print(f"{'':38}{'bare':>16}{'reported':>16}{'service away':>16}")
    for name, (iterations, loop, bare, reported) in LOOPS.items():
        ways = {"bare": (bare, service.url), "reported": (reported, service.url), "away": (reported, nowhere)}
        samples = {way: [] for way in ways}
        for turn in range(ROUNDS):
            for way in list(ways)[turn % 3:] + list(ways)[:turn % 3]:
                before, url = ways[way]
                samples[way].append(measured(iterations, loop, before, url))
        cells = ["{:,.0f} ({:,.0f})".format(*map(statistics.median, zip(*samples[way]))) for way in ways]
        print(f"{name:38}" + "".join(f"{cell:>16}" for cell in cells), flush=True)
