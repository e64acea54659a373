import fcntl
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import termios

from kit import ESCAPE, PROGRESSCTL, TerminalTest, close, end, read_until, screen
from support.process import free_port
from support.waiting import until

SGR = re.compile(r"\x1b\[[0-9;]*m")


def until_typed(terminal, count):
    """Waits until so many bytes have reached a terminal, and wait to be read."""
    with open(os.open(terminal, os.O_RDONLY | os.O_NOCTTY), "rb", buffering=0) as file:
        def waiting():
            return int.from_bytes(fcntl.ioctl(file, termios.FIONREAD, bytes(4)), sys.byteorder)
        until(lambda: waiting() >= count, "the keys", seconds=30)


def interrupt(_, program):
    program.stdin.write(b"\x03")
    program.stdin.flush()


class WatchTest(TerminalTest):
    def setUp(self):
        super().setUp()
        self.create("import", 2, children=[
            {"name": "photos", "pendingUnitCount": 1, "totalUnitCount": 4, "kind": "file"},
            {"name": "video", "pendingUnitCount": 1, "totalUnitCount": -1}])

    def work(self):
        self.until_watched()
        for _ in range(4):
            self.complete("photos", 1)
        self.write("video/fail", message="no space left on device")
        self.write("import/finish")

    def test_on_a_pipe_each_change_is_a_line_without_an_escape_byte(self):
        watching = self.start("watch", "import", TERM="xterm-256color", TERM_PROGRAM="ghostty")
        self.work()
        ended = end(watching)
        self.assertEqual((ended.status, ended.error), (0, ""))
        self.assertNotIn(ESCAPE, ended.output)
        self.assertIn("import/photos  100%  finished  Processing files…  4 bytes of 4 bytes", ended.lines)
        self.assertIn("import/video  failed  no space left on device", ended.lines)
        tops = [line.split("  ") for line in ended.lines if line.startswith("import  ")]
        self.assertEqual(tops[-1][:3], ["import", "100%", "finished"])
        self.assertEqual(len(ended.lines), len(set(ended.lines)), "no line says what the one before has said")

    def test_as_json_each_event_is_an_object(self):
        watching = self.start("watch", "import", "--json")
        self.work()
        records = [json.loads(line) for line in end(watching).lines]
        self.assertEqual([record["event"] for record in records[:4]], ["snapshot"] * 3 + ["synced"])
        states = {record["progress"]["name"]: record["progress"]["state"] for record in records if record["event"] == "state"}
        self.assertEqual(states, {"photos": "finished", "video": "failed", "import": "finished"})
        self.assertRegex(records[0]["progress"]["createdAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_on_a_terminal_a_tree_is_redrawn_and_stays(self):
        watching = self.start_on_terminal("watch", "import")
        self.work()
        ended = end(watching)
        self.assertEqual(ended.status, 0)
        self.assertIn(ESCAPE, ended.output)
        shown = screen(SGR.sub("", ended.output))
        self.assertEqual([line.split(" ")[0] for line in shown], ["import", "├─", "└─", "2"])
        self.assertRegex(shown[1], r"^├─ photos +█+ +100% +finished +Processing files…")
        self.assertRegex(shown[2], r"^└─ video +░+ +failed +no space left on dev")
        self.assertEqual(shown[3], "2 finished, 1 failed")

    def test_a_time_left_counts_down_without_a_word_of_the_worker(self):
        for locale, first, later in (("C.UTF-8", "40 seconds remaining", "37 seconds remaining"),
                                     ("de_DE.UTF-8", "noch 40 Sekunden", "noch 37 Sekunden")):
            name = f"import-{locale[0]}"
            self.create(name, completedUnitCount=2, estimatedTimeRemaining=40.9)
            watching = self.start_on_terminal("watch", name, LANG=locale)
            written = read_until(watching, "2 ")
            written += read_until(watching, later)
            interrupt(None, watching)
            self.assertIn(first, written)

    def test_a_tree_that_is_taller_than_the_terminal_is_folded(self):
        children = [{"pendingUnitCount": 1, "totalUnitCount": 1, "completedUnitCount": number % 2} for number in range(40)]
        self.create("many", 40, children=children)
        watching = self.start_on_terminal("watch", "many", size=(12, 60))
        self.until_watched()
        first = read_until(watching, " not shown; all: ")
        watching.stdin.write(b"\x03")
        watching.stdin.flush()
        rows = screen(SGR.sub("", first))
        self.assertLess(len(rows), 12)
        self.assertRegex(rows[-1], r"^… 32 not shown; all: 21 running, 20 finished")
        self.assertTrue(all(len(row) < 60 for row in rows), rows)

    def test_no_line_wraps_on_a_narrow_terminal(self):
        for columns in (8, 20, 30, 39):
            with self.subTest(columns):
                name = f"narrow-{columns}"
                children = [{"name": f"{name}-{number}", "pendingUnitCount": 1, "totalUnitCount": 2} for number in range(30)]
                self.create(name, 30, children=children)
                watching = self.start_on_terminal("watch", name, size=(24, columns))
                written = read_until(watching, "… 10")
                self.complete(f"{name}-0", 1)
                self.write(f"{name}/finish")
                written += end(watching).output
                rows = [SGR.sub("", row) for row in re.split(r"[\r\n]+|\x1b\[[0-9]*[A-HJ-Z]", SGR.sub("", written))]
                self.assertLess(max(map(len, rows)), columns, rows)

    def test_keys_leave_no_trace_and_are_echoed_again_afterwards(self):
        for number, ends in enumerate((lambda name, _: self.write(f"{name}/finish"), interrupt)):
            with self.subTest(number):
                name = f"run-{number}"
                self.create(name)
                commands = f"trap : INT; tty; stty -a; {shlex.quote(PROGRESSCTL)} watch {name}; stty -a"
                shell = subprocess.Popen(
                    ["script", "--quiet", "--echo", "always", "--flush", "--command", commands, "/dev/null"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment(TERM="xterm", SHELL="/bin/sh"))
                self.addCleanup(close, shell)
                written = read_until(shell, "0 of 10")
                shell.stdin.write(b"typed\n")
                shell.stdin.flush()
                until_typed(re.search(r"/dev/\S+", written)[0], len("typed\n"))
                ends(name, shell)
                written += end(shell).output
                self.assertNotIn("typed", written)
                self.assertEqual(re.findall(r"-?\becho\b", written), ["echo", "echo"])

    def test_a_terminal_that_does_not_know_its_size_gets_a_tree(self):
        for number, columns in enumerate(("0", "-3", "9223372036854775807", "100")):
            with self.subTest(columns):
                name = f"run-{number}"
                self.create(name)
                watching = self.start_on_terminal("watch", name, size=(0, 0), COLUMNS=columns, LINES=columns)
                read_until(watching, name)
                self.write(f"{name}/finish")
                self.assertEqual(end(watching).status, 0, "it draws a second time")

    def test_colors_only_where_they_are_wanted(self):
        self.work_is_done()
        self.assertRegex(self.run_on_terminal("watch", "import").output, SGR)
        self.assertRegex(self.run_on_terminal("watch", "import", NO_COLOR="").output, SGR)
        self.assertNotRegex(self.run_on_terminal("watch", "import", NO_COLOR="1").output, SGR)
        self.assertNotIn(ESCAPE, self.run_on_terminal("watch", "import", TERM="dumb").output)

    def work_is_done(self):
        for name in ("photos", "video", "import"):
            self.write(f"{name}/finish")

    def test_progress_in_the_tab_of_terminals_that_can(self):
        for environment in ({"TERM_PROGRAM": "ghostty"}, {"TERM_FEATURES": "CwPSx", "TERM_PROGRAM": "iTerm.app"},
                            {"PTYXIS_VERSION": "48.2"}):
            with self.subTest(environment):
                watching = self.start_on_terminal("watch", "import", "--flat", **environment)
                read_until(watching, "9;4;1;0")
                watching.stdin.write(b"\x03")
                watching.stdin.flush()
                ended = end(watching)
                self.assertEqual(ended.taskbar[-1], "0", "an interrupt clears it")
                self.assertEqual(ended.status, 128 + signal.SIGINT)

    def test_the_tab_is_cleared_at_the_end(self):
        watching = self.start_on_terminal("watch", "import", TERM_PROGRAM="ghostty")
        read_until(watching, "9;4;1;0")
        self.work()
        self.assertEqual(end(watching).taskbar[-1], "0")

    def test_other_terminals_get_none_of_it(self):
        for environment in ({}, {"TERM_PROGRAM": "iTerm.app"}, {"TERM_PROGRAM": "ghostty", "TERM": "dumb"}):
            with self.subTest(environment):
                watching = self.start_on_terminal("watch", "import", "--flat", **environment)
                self.until_watched()
                watching.stdin.write(b"\x03")
                watching.stdin.flush()
                self.assertEqual(end(watching).taskbar, [])

    def test_a_tree_stays_while_the_service_is_gone(self):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.create("a")
            watching = self.start_on_terminal("watch", "a")
            written = read_until(watching, "0 of 10")
            self.service.stop()
            written += read_until(watching, f"Lost the connection to {self.service.url}; trying again")
            self.serve("--data-directory", folder, port=port)
            self.complete("a", 10)
            ended = end(watching)
        self.assertEqual(ended.status, 0)
        self.assertRegex(screen(SGR.sub("", written + ended.output))[-1], r"^a +█+ 100% +finished +10 of 10$")

    def test_can_end_as_wait_does(self):
        self.write("import/fail", message="broken")
        self.run_program("watch", "import")
        self.run_program("watch", "import", "--exit-status", status=1)

    def test_a_child_that_fails_does_not_decide(self):
        self.write("video/fail", message="broken")
        self.write("photos/finish")
        self.write("import/finish")
        self.run_program("watch", "import", "--exit-status")

    def test_without_ids_new_roots_come_too(self):
        watching = self.start("watch", "--label", "job=1")
        self.until_watched()
        self.create("later", labels={"job": "1"})
        self.assertEqual(watching.stdout.readline(), "later  0%  running  0 of 10\n")

    def test_is_in_the_language_of_the_user(self):
        self.create("a", 10, completedUnitCount=10, localizedDescription=None)
        german = self.run_program("ls", "--json", LANG="de_DE.UTF-8").lines
        self.assertIn("10 von 10", "".join(german))
        self.assertIn("10 of 10", "".join(self.run_program("ls", "--json", LANG="de_DE.UTF-8", LC_ALL="C").lines))
