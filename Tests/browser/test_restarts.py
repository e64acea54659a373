"""A rolling restart as a page and its reporters see it: nothing is lost, nothing counts twice, no bar goes back."""

import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from kit import BrowserTest, Service, until
from support.client import NoReply
from support.events import EventStream

RESTARTS = int(os.environ.get("RESTARTS", "3"))
EACH = 40  # units for each reporter and restart
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

# Every reply may get lost: send again until there is one. The number keeps it from counting twice.
SHELL_REPORTER = r"""
. "$1/progress.sh"
for sequence in $(seq "$2"); do
    until progress_send POST /progress/rolling/completed-units '{"count": 1, "writer": "sh", "sequence": '"$sequence"'}'; do
        sleep 0.1
    done
done
"""

WATCH = """() => {
    window.bars = [];
    const look = () => {
        const bar = document.querySelector('.row [role="progressbar"]');
        const value = bar && bar.getAttribute("aria-valuenow");
        if (value !== null && value !== window.bars.at(-1)) window.bars.push(value);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
    window.events = [];
    window.source = new EventSource("/v1/progress/rolling/events");
    for (const type of ["snapshot", "progress", "state", "removed", "reset", "end"])
        source.addEventListener(type, (event) => {
            const data = JSON.parse(event.data);
            window.events.push([type, data.completedUnitCount, data.version]);
            if (type === "end") source.close();
        });
}"""


class RestartTest(BrowserTest):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="progressd-restarts-")
        self.addCleanup(shutil.rmtree, self.directory)
        self.arguments = ("--data-directory", self.directory)
        super().setUp()
        self.forgiven = r"net::ERR_"  # while it is down

    def restart(self):
        self.service.stop()
        self.assertEqual(self.service.process.returncode, 0)
        self.service = Service(*self.arguments, port=self.service.port)

    def report(self, count):
        """A client that, unlike the shell's, never gives up. It counts no further than `allowed`, so that on a fast
        machine, too, something is left to report after the last restart."""
        for sequence in range(1, count + 1):
            while sequence > self.allowed:
                time.sleep(0.02)
            body = {"count": 1, "writer": "py", "sequence": sequence}
            while not self.is_counted(body):
                time.sleep(0.05)
            time.sleep(0.02)

    def is_counted(self, body):
        try:
            return self.service.call("POST", "/v1/progress/rolling/completed-units", body).status == 200
        except NoReply:
            return False

    def start_reporters(self, count):
        thread = threading.Thread(target=self.report, args=(count,), daemon=True)
        thread.start()
        shell = subprocess.Popen(
            ["bash", "-c", SHELL_REPORTER, "reporter", EXAMPLES, str(count)],
            env={**os.environ, "PROGRESSD_URL": self.service.url}, stderr=subprocess.DEVNULL,
        )
        self.addCleanup(shell.wait)
        self.addCleanup(shell.kill)
        return thread, shell

    def completed(self):
        return self.service.call("GET", "/v1/progress/rolling").json["completedUnitCount"]

    def test_a_page_and_reporters_go_through_restarts_without_a_gap(self):
        each = EACH * (RESTARTS + 1)
        self.service.put("rolling", totalUnitCount=2 * each)
        page = self.open()
        self.wait_for_row(page, "rolling")
        page.evaluate(WATCH)
        self.allowed = EACH
        thread, shell = self.start_reporters(each)

        for number in range(1, RESTARTS + 1):
            until(lambda: self.completed() >= 2 * EACH * number - EACH, f"work before restart {number}", seconds=120)
            self.allowed += EACH // 2
            self.restart()
            until(lambda: self.snapshots(page) > number, f"a snapshot after restart {number}", seconds=30)
            self.allowed += EACH // 2
        thread.join(120)
        shell.wait(120)

        self.assertEqual((shell.returncode, self.completed()), (0, 2 * each))
        self.wait_for_value(page, "rolling", 100)
        until(lambda: page.evaluate("events.at(-1)[0]") == "end", "the end of the stream", seconds=30)
        self.assert_no_way_back(page)

    def snapshots(self, page):
        """One for each time that the page's stream began."""
        return page.evaluate("events.filter(([type]) => type === 'snapshot').length")

    def assert_no_way_back(self, page):
        events = page.evaluate("events")
        shown = [(version, count) for _, count, version in events if version is not None]
        self.assertEqual(shown, sorted(shown))
        self.assertEqual(shown[-1][1], 2 * EACH * (RESTARTS + 1))
        types = [kind for kind, _, _ in events]
        self.assertEqual(types.count("snapshot"), RESTARTS + 1, types)
        self.assertNotIn("removed", types)
        bars = [int(value) for value in page.evaluate("bars")]
        self.assertEqual(bars, sorted(bars))
        self.assertEqual(bars[-1], 100)

    def test_streams_are_told_to_come_back_at_different_times(self):
        self.service.put("rolling", totalUnitCount=1)
        connections = [self.stream() for _ in range(8)]

        self.service.stop()

        waits = [int(re.findall(rb"retry: (\d+)", stream.read())[-1]) for stream in connections]
        self.assertGreater(len(set(waits)), 4, waits)
        self.assertTrue(all(500 <= wait <= 10_000 for wait in waits), waits)

    def stream(self):
        stream = EventStream(self.service.port, "/v1/progress/rolling/events")
        self.addCleanup(stream.close)
        return stream.reply
