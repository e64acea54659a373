"""
Cost of a report for work in Python: nanoseconds an iteration, in turns with the same loop that is not reported.

First `track` beside tqdm in one process, which fails beyond the limits below; `cost.py beside` is that alone.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys

from support.process import free_port
from support.service import Service

ROUNDS = 9
#: Limits for an item of `track`: nanoseconds of CPU, and times what an item of tqdm takes.
LIMIT, RATIO = 500, 3

BESIDE = """
import io, json, time
import progressd, progressd.tqdm, tqdm
sink, iterations = io.StringIO(), 500_000
ways = {
    "bare": lambda: range(iterations),
    "progressd.track": lambda: progressd.track(range(iterations)),
    "tqdm": lambda: tqdm.tqdm(range(iterations), file=sink),
    "progressd.tqdm": lambda: progressd.tqdm.tqdm(range(iterations), file=sink),
}
def measure(items):
    cpu = time.thread_time()
    for _ in items: pass
    return (time.thread_time() - cpu) / iterations * 1e9
rounds = [{way: measure(make()) for way, make in ways.items()} for _ in range(9)]
least = {way: min(one[way] for one in rounds) for way in ways}
print(json.dumps({way: least[way] - least["bare"] for way in ways if way != "bare"}))
"""

#: The loop with and without reports. Each prints CPU time of its thread, and wall time.
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


def beside(url):
    """One process, least of nine turns: what others do on the machine is in none of them."""
    done = subprocess.run([sys.executable, "-c", BESIDE], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True, env={**os.environ, "PROGRESSD_URL": url})
    found = json.loads(done.stdout)
    ratio = found["progressd.track"] / found["tqdm"]
    print("ns of CPU an item, in one process:", ", ".join(f"{way} {value:.0f}" for way, value in found.items()))
    print(f"track is {ratio:.2f} times tqdm; at most {RATIO}, and {LIMIT} ns", flush=True)
    if ratio > RATIO or found["progressd.track"] > LIMIT:
        sys.exit("track costs too much")


with Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error") as service:
    beside(service.url)
    if sys.argv[1:] == ["beside"]:
        sys.exit()
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
