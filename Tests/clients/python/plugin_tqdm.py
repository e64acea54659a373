"""For pytest: tqdm's bars in place.

With CONFORMANCE_RECORD it writes there what each closed bar that moved has to be shown as.
"""

import json
import os

import plugin_silence  # noqa: F401
import progressd
from progressd import _bars

progressd.auto("tqdm")
record = os.environ.get("CONFORMANCE_RECORD")
ends = {}


def close_and_note(bar, theirs):
    try:
        close(bar, theirs)
    finally:
        note_end(bar)


def note_end(bar):
    reported = getattr(bar, "_progressd", None)
    if reported is None or reported.node in ends or not bar.n or not {type(bar.n), type(bar.total)} <= {int, type(None)}:
        return
    done = max(bar.n, 0)
    total = bar.total or done
    ends[reported.node] = (max(done, total), total)


close = _bars.close
if record:
    _bars.close = close_and_note


def pytest_sessionfinish():
    if record:
        progressd.flush(15)
        with open(record, "w") as file:
            for node, (completed, total) in ends.items():
                file.write(json.dumps({
                    "id": node.id or node.name, "completed": completed, "total": total,
                    "vanishes": "removeWhenFinished" in node.members}) + "\n")
