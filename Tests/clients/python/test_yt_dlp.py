"""yt-dlp's plugin, found by yt-dlp itself, with a server at a limited rate."""

import contextlib
import http.server
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

from kit import PYTHON, ClientTest, counts
from support.process import free_port
from support.waiting import until

CONTENT = os.urandom(1_000_000)


class SlowFile(http.server.BaseHTTPRequestHandler):
    """Serves one file, ranges too, with a pause after each piece; until `server.gate` is open, the first half of it."""

    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.head(0)

    def do_GET(self):
        begin = self.head(int((re.match(r"bytes=(\d+)-", self.headers.get("Range", "")) or [0, 0])[1]))
        with contextlib.suppress(OSError):
            for at in range(begin, len(CONTENT), 10_000):
                if at >= len(CONTENT) // 2:
                    self.server.gate.wait()
                self.wfile.write(CONTENT[at:at + 10_000])
                self.wfile.flush()
                time.sleep(self.server.pause)

    def head(self, begin):
        self.server.ranges.append(begin)
        self.send_response(206 if begin else 200)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(CONTENT) - 1}/{len(CONTENT)}")
        self.send_header("Content-Length", str(len(CONTENT) - begin))
        self.send_header("Content-Type", "video/mp4")
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        return begin

    def log_message(self, *_):
        pass


class YtDlpTest(ClientTest):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowFile)
        self.server.gate, self.server.ranges, self.server.pause = threading.Event(), [], 0.002
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.server.gate.set)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def yt_dlp(self, url=None):
        return subprocess.Popen(
            [PYTHON, "-m", "yt_dlp", "--ignore-config", "--no-cache-dir", "--use-postprocessor",
             "Progressd:when=pre_process", "--output", "film.%(ext)s", "--no-mtime",
             "--buffer-size", "10000", "--no-resize-buffer",
             f"http://127.0.0.1:{self.server.server_port}/film.mp4"],
            cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "PROGRESSD_URL": url or self.service.url})

    def half_way(self):
        """The root, once half of the file is reported."""
        def found():
            return [root for root in self.roots() if root["completedUnitCount"] == len(CONTENT) // 2]
        return until(found, "half of the download")[0]

    def test_bytes_and_the_total_are_reported_and_the_description_names_the_file(self):
        download = self.yt_dlp()
        root = self.half_way()
        self.assertEqual(counts(root), (len(CONTENT) // 2, len(CONTENT), "running"))
        self.assertEqual(root["localizedDescription"], "Downloading “film.mp4”…")

        self.server.gate.set()

        self.assertEqual((download.communicate(timeout=60), download.returncode)[1], 0)
        self.assertEqual(counts(self.get(root)), (len(CONTENT), len(CONTENT), "finished"))
        self.assertEqual((self.folder / "film.mp4").read_bytes(), CONTENT)

    def test_cancel_keeps_the_part_and_the_next_run_resumes_it(self):
        download = self.yt_dlp()
        root = self.half_way()
        self.control(root, "cancel")
        self.server.pause = 0.5
        self.server.gate.set()
        said, _ = download.communicate(timeout=60)
        self.assertEqual(download.returncode, 101, said)
        self.assertEqual(self.get(root)["state"], "cancelled")
        self.assertGreater((self.folder / "film.mp4.part").stat().st_size, 0)

        self.server.pause = 0
        again = self.yt_dlp()
        said, _ = again.communicate(timeout=60)

        self.assertEqual(again.returncode, 0, said)
        self.assertGreater(max(self.server.ranges), 0, "the second run began at the beginning")
        self.assertEqual((self.folder / "film.mp4").read_bytes(), CONTENT)
        self.assertEqual(sorted(root["state"] for root in self.roots()), ["cancelled", "finished"])

    def test_a_dead_service_does_not_harm_the_download(self):
        self.server.gate.set()
        download = self.yt_dlp(url=f"http://127.0.0.1:{free_port()}")
        said, _ = download.communicate(timeout=60)
        self.assertEqual(download.returncode, 0, said)
        self.assertEqual((self.folder / "film.mp4").read_bytes(), CONTENT)
