"""The cost of the list in a browser: Tests/browser/run <progressd> load.py

1,010 roots with six children each, 100 updates a second, 1280 × 900. Prints the share of a core that the page's main
thread takes, in CPU time and by what it does, and the frames of ten seconds.
"""

import json
import random
import threading
import time

from kit import BrowserTest
from support.client import NDJSON

ROOTS, CHILDREN, UPDATES, TURNS = 1010, 6, 100, 10
SECONDS = 10
#: Chromium's names of the parts it reports. Painting and the rest of a frame are only in the sum.
PARTS = {"TaskDuration": "main thread", "ScriptDuration": "script", "RecalcStyleDuration": "style", "LayoutDuration": "layout"}
COUNT_FRAMES = """() => {
    window.frameTimes = [];
    let last = performance.now();
    const look = (now) => { frameTimes.push(now - last); last = now; requestAnimationFrame(look); };
    requestAnimationFrame(look);
}"""


def is_open_ended(i):
    return i % 23 == 5


class LoadTest(BrowserTest):
    def batch(self, calls):
        lines = "".join(json.dumps({"method": method, "path": "/v1/progress" + path, "body": body}) + "\n" for method, path, body in calls)
        self.assertEqual(self.service.call("POST", "/v1/batch", lines.encode(), NDJSON).status, 200)

    def fill(self):
        """Roots in every state: working, open-ended, failed, with something failed below, paused, cancelled, finished."""
        calls = []
        for i in range(ROOTS):
            steps = [{"name": f"root-{i}.step-{k}", "pendingUnitCount": 1, "totalUnitCount": 20} for k in range(CHILDREN)]
            closed = {"totalUnitCount": 10, "isPausable": True, "labels": {"team": f"team-{i % 3}"}, "children": steps}
            calls.append(("PUT", f"/root-{i}", {"totalUnitCount": -1, "completedUnitCount": i} if is_open_ended(i) else closed))
        for i in range(ROOTS):
            if is_open_ended(i):
                continue
            calls.append(("POST", f"/root-{i}.step-1/completed-units", {"count": 5 + i % 12}))
            if i % 17 == 3:
                calls.append(("POST", f"/root-{i}/fail", {"message": "disk full"}))
            elif i % 17 == 6:
                calls.append(("POST", f"/root-{i}.step-2/fail", {"message": "out of memory"}))
            elif i % 19 == 4:
                calls.append(("POST", f"/root-{i}/pause", {}))
            elif i % 19 == 9:
                calls.append(("POST", f"/root-{i}/cancel", {}))
            elif i % 5 == 0:
                calls.append(("POST", f"/root-{i}/completed-units", {"count": 10}))
        for start in range(0, len(calls), 1000):
            self.batch(calls[start : start + 1000])

    def update(self):
        """Keeps steps all over the list moving, back and forth, until it is told to stop."""
        chance = random.Random(1)
        candidates = [i for i in range(ROOTS) if not is_open_ended(i)]
        begun = time.monotonic()
        turn = 0
        while not self.stopped.wait(max(0, begun + turn / TURNS - time.monotonic())):
            picked = chance.sample(candidates, UPDATES // TURNS)
            self.batch([("POST", f"/root-{i}.step-1/completed-units", {"count": chance.choice([1, -1])}) for i in picked])
            turn += 1

    def measure(self, page, session, label):
        def figures():
            return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}

        before = figures()
        page.wait_for_timeout(1000 * SECONDS)
        after = figures()
        shares = {words: 100 * (after[name] - before[name]) / SECONDS for name, words in PARTS.items()}
        print(f"{label}:", ", ".join(f"{words} {share:.1f} %" for words, share in shares.items()))

    def test_load(self):
        self.fill()
        self.stopped = threading.Event()
        worker = threading.Thread(target=self.update)
        worker.start()
        self.addCleanup(worker.join)
        self.addCleanup(self.stopped.set)
        page = self.open()
        page.wait_for_timeout(4000)
        session = self.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        self.measure(page, session, "as it is")
        page.evaluate(COUNT_FRAMES)
        self.measure(page, session, "with 60 frames a second asked for")

        times = sorted(page.evaluate("frameTimes"))
        print(f"frames: {len(times) / SECONDS:.0f} a second, p99 {times[int(0.99 * len(times))]:.1f} ms")
