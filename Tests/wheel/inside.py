"""A loop that checks that its bar moves, at the service of PROGRESSD_URL."""

import json
import os
import sys
import time
import urllib.request

import progressd

ADDRESS = f"http://{os.environ['PROGRESSD_URL']}/v1/progress"


def shown() -> int:
    with urllib.request.urlopen(ADDRESS, timeout=5) as reply:
        items = json.load(reply)["items"]
    return items[0]["completedUnitCount"] if items else -1


def is_listening() -> bool:
    try:
        shown()
    except OSError:
        return False
    return True


deadline = time.monotonic() + 10
while not is_listening() and time.monotonic() < deadline:
    time.sleep(0.01)
for _ in progressd.track(range(1_000_000_000), "Import"):
    if shown() > 0:
        sys.exit(0)
    if time.monotonic() > deadline:
        sys.exit("the bar does not move")
