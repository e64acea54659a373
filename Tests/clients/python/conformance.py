"""
The tests of tqdm and rich, unmodified, with every bar reported: to a service, to a dead port, and to a server that
accepts and never answers. `conformance.py [tqdm] [perf] [rich]`; all of them by default.

tqdm's tests are in its sdist. rich's are in none: they come from Debian's source package, and test that version.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import time

from test_absence import silent_server

from kit import PYTHON
from support.process import free_port
from support.service import Service

TQDM = "4.70.1"
RICH = "13.3.1"
RICH_SHA256 = "728e0ad25de9448fedee56acaa3219207e7c98d9d56fda5cfd5daa5d254acaac"
#: 13.3.1 has 38, 14.3.3 has one more.
RICH_TESTS = 38


def tqdm_source(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--no-binary", "tqdm", f"tqdm=={TQDM}"], cwd=folder, check=True)
    return unpacked(folder, f"tqdm-{TQDM}.tar.gz", f"tqdm-{TQDM}")


def rich_source(folder):
    """The original archive is beside the package on the mirror that this machine uses."""
    package = subprocess.run(["apt-get", "download", "--print-uris", "python3-rich"], text=True, check=True,
                             stdout=subprocess.PIPE).stdout
    place = re.match(r"'(.*/)[^/]*'", package)[1]
    subprocess.run(["/usr/lib/apt/apt-helper", "download-file", f"{place}rich_{RICH}.orig.tar.xz", "rich.tar.xz",
                    f"SHA256:{RICH_SHA256}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return unpacked(folder, "rich.tar.xz", f"rich-{RICH}")


def unpacked(folder, archive, name):
    with tarfile.open(folder / archive) as contents:
        contents.extractall(folder)
    return folder / name


def run(source, tests, plugin, url, what, record="", warnings="error"):
    """Runs the tests with a plugin of this folder; returns how many passed."""
    began = time.monotonic()
    here = pathlib.Path(__file__).parent
    done = subprocess.run(
        [PYTHON, "-m", "pytest", "-p", plugin, "-p", "no:xdist", "-p", "no:cacheprovider", "-W", warnings, "-q",
         *tests],
        cwd=source, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": f"{here}:{source}", "PROGRESSD_URL": url, "CONFORMANCE_RECORD": str(record)})
    summary = next((line for line in done.stdout.splitlines() if " passed" in line), "nothing passed")
    print(f"{source.name}, {what}: {summary.strip('= ')}; {time.monotonic() - began:.1f} s with its start", flush=True)
    if done.returncode:
        sys.exit(done.stdout)
    return int(re.search(r"(\d+) passed", summary)[1])


def service():
    return Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error")


def everywhere(run_at):
    """Where tests have to pass: with a service (not yet started here), with none, and with one that is stuck."""
    run_at(f"http://127.0.0.1:{free_port()}", "nobody listens")
    with silent_server() as url:
        run_at(url, "nobody answers")


def check_tqdm(folder):
    source = tqdm_source(folder)
    tests = ["--ignore", "tests/tests_perf.py"]
    with service() as live:
        run(source, tests, "plugin_tqdm", live.url, "reported", record=folder / "bars")
        read_back(live, (folder / "bars").read_text())
        open_ones = [root for root in live.call("GET", "/v1/progress?limit=500").json["items"]
                     if root["state"] not in ("finished", "failed")]
        if open_ones:
            sys.exit(f"left open: {open_ones}")
    everywhere(lambda url, what: run(source, tests, "plugin_tqdm", url, what))


def read_back(live, record):
    """Each bar that was closed shows the counts that tqdm had at the end."""
    right = 0
    for line in record.splitlines():
        bar = json.loads(line)
        found = live.call("GET", f"/v1/progress/{bar['id']}")
        if found.status == 404 and bar["vanishes"]:
            continue
        shown = (found.json["completedUnitCount"], found.json["totalUnitCount"]) if found.status == 200 else found.status
        if shown != (bar["completed"], bar["total"]) and found.json.get("state") != "failed":
            sys.exit(f"{bar} is shown as {shown}")
        right += 1
    print(f"{right} bars were read back with their counts")
    if right < 100:
        sys.exit("bars were lost")


def check_perf(folder):
    """How tqdm judges what a bar costs."""
    source = tqdm_source(folder)
    with service() as live:
        run(source, ["tests/tests_perf.py"], "plugin_tqdm", live.url, "what it costs")


def check_rich(folder):
    source = rich_source(folder)

    def run_at(url, what):
        for plugin, how in ("plugin_rich_in_place", "in place"), ("plugin_rich_drop_in", "as a drop-in"):
            passed = run(source, ["tests/test_progress.py"], plugin, url, f"{how}, {what}", warnings="default")
            if passed != RICH_TESTS:
                sys.exit(f"{passed} of {RICH_TESTS} tests passed")
    with service() as live:
        run_at(live.url, "reported")
        seen = len(live.call("GET", "/v1/progress?limit=500").json["items"])
        print(f"{seen} tasks were seen")
        if seen < 10:
            sys.exit("tasks were lost")
    everywhere(run_at)


PARTS = {"tqdm": check_tqdm, "perf": check_perf, "rich": check_rich}
for part in sys.argv[1:] or PARTS:
    with tempfile.TemporaryDirectory() as name:
        PARTS[part](pathlib.Path(name))
