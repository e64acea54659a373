"""
tqdm's own tests, unmodified, with every bar reported in place: to a service, to a dead port, and to a server that
accepts and never answers.
"""

import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time

from test_absence import silent_server

from support.process import free_port
from support.service import Service

VERSION = "4.70.1"


def unpacked(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--no-binary", ":all:", f"tqdm=={VERSION}"], cwd=folder, check=True)
    with tarfile.open(folder / f"tqdm-{VERSION}.tar.gz") as archive:
        archive.extractall(folder)
    (folder / "in_place.py").write_text("import progressd\nprogressd.auto('tqdm')\n")
    return folder / f"tqdm-{VERSION}"


def run(tests, url, what):
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "in_place", "-W", "error", "-q", "-p", "no:cacheprovider",
         "--ignore", "tests/tests_perf.py"],
        cwd=tests, env={**os.environ, "PYTHONPATH": str(tests.parent), "PROGRESSD_URL": url}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.monotonic() - began
    summary = next((line for line in done.stdout.splitlines() if " passed" in line), "nothing passed")
    print(f"tqdm {VERSION}, {what}: {summary.strip('= ')}; {seconds:.1f} s with its start")
    if done.returncode:
        sys.exit(done.stdout)
    return seconds


with tempfile.TemporaryDirectory() as name:
    tests = unpacked(pathlib.Path(name))
    with Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error") as service:
        run(tests, service.url, "reported")
        roots = service.call("GET", "/v1/progress?limit=500").json["items"]
        states = {root["state"] for root in roots}
        print(f"{len(roots)} roots were seen: {', '.join(sorted(states))}")
        if len(roots) < 100 or not states <= {"finished", "failed"}:
            sys.exit("bars were lost, or left open")
    run(tests, f"http://127.0.0.1:{free_port()}", "nobody listens")
    with silent_server() as url:
        run(tests, url, "nobody answers")
