"""A command under `run` behaves as it would without."""

import fcntl
import os
import pathlib
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time

from case import PROGRAM, CommandTest, Terminal
from test_absence import babbling_server

from kit import counts
from support.process import free_port
from support.service import Service
from support.waiting import until

#: Instead of getaddrinfo.
SLOW_RESOLVER = pathlib.Path(__file__).with_name("slow_resolver.c")
#: Says so when it is interrupted, and only then ends.
PATIENT = "trap 'echo bye; exit 5' INT; echo ready; while :; do sleep 0.05; done"
#: Ignores interrupts.
DEAF = "trap '' INT; echo ready; while :; do sleep 0.05; done"


def state(pid):
    """The letter that ps shows; empty if there is no such process."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def is_alive(pid):
    return state(pid) not in ("", "Z")


class StatusTest(CommandTest):
    def test_the_status_is_that_of_the_command(self):
        for code, status, state in (("exit 0", 0, "finished"), ("exit 7", 7, "failed"), ("kill -9 $$", 137, "failed")):
            with self.subTest(code):
                self.run_command("--name", "status", "--", "sh", "-c", code, status=status)
                self.assertEqual(self.root(name="status")["state"], state)
                self.service.call("DELETE", "/v1/progress/status")

    def test_a_service_of_this_machine_is_reached_without_libcurl(self):
        wait = 'until curl -sf "$PROGRESSD_URL/v1/progress/lean" >/dev/null; do sleep 0.02; done'
        out, _ = self.run_command("--name", "lean", "--", "sh", "-c", f"{wait}; grep -c libcurl /proc/$PPID/maps || :")
        self.assertEqual(out, b"0\n")

    def test_a_failure_has_the_status_as_its_code(self):
        self.run_command("--name", "failure", "--", "sh", "-c", "exit 7", status=7)
        failure = self.root(name="failure")["failure"]
        self.assertEqual((failure["message"], failure["code"]), ("sh ended with status 7", "7"))

    def test_a_command_that_cannot_be_run_has_the_statuses_of_a_shell(self):
        for word, status in (("no-such-command", 127), ("/etc/passwd", 126)):
            with self.subTest(word):
                self.assertIn(word.encode(), self.run_command("--", word, status=status)[1])
                self.assertEqual(self.root(state="failed")["failure"]["code"], str(status))
                self.service.call("DELETE", f"/v1/progress/{self.root(state='failed')['id']}")

    def test_without_a_service_there_is_one_warning(self):
        url = f"http://127.0.0.1:{free_port()}"
        out, err = self.run_command("--", "sh", "-c", "echo out; exit 3", status=3, PROGRESSD_URL=url)
        self.assertEqual(out, b"out\n")
        self.assertEqual(len(err.splitlines()), 1, err)

    def slow_resolver(self, seconds, **variables):
        """What makes every look-up of a program as slow."""
        library = self.folder / "slow_resolver.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, SLOW_RESOLVER, "-ldl"], check=True)
        return {"LD_PRELOAD": str(library), "RESOLVER_SECONDS": str(seconds), **variables}

    def test_no_command_waits_for_a_resolver(self):
        away = {"PROGRESSD_URL": "http://away.invalid", **self.slow_resolver(60)}
        for seconds in ("0.1", "2.5"):
            with self.subTest(seconds):
                start = time.monotonic()
                _, err = self.run_command("sleep", seconds, **away)
                self.assertLess(time.monotonic() - start, 30)
                self.assertEqual(len(err.splitlines()), 1, err)
        _, err = self.run_command("x", verb="get", status=69, **away)
        self.assertIn(b"no answer within 2.0 s", err)

    def test_an_address_that_comes_late_is_used(self):
        program = pathlib.Path(os.environ["PROGRESSD"])
        self.service = Service(program, "--log-level", "error", "--allowed-host", "late.invalid").listen()
        self.addCleanup(self.service.stop)
        late = {"PROGRESSD_URL": self.service.url.replace("127.0.0.1", "late.invalid"),
                **self.slow_resolver(3, RESOLVER_ADDRESS="127.0.0.1")}
        command = self.launch("--name", "late", "--", "cat", stdin=subprocess.PIPE, **late)
        self.root(name="late", state="indeterminate")
        command.communicate(timeout=120)
        self.assertEqual(self.root(name="late")["state"], "finished")

    def test_a_reply_without_end_is_none(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        with babbling_server(head, b"100000\r\n" + bytes(2**20) + b"\r\n") as url:
            _, err = self.run_command("sleep", "1", PROGRESSD_URL=url)
        self.assertIn(b"does not answer (a reply of more than 8388608 bytes)", err)

    def test_where_no_thread_can_be_started_the_command_runs_without_reports(self):
        self.folder.chmod(0o755)
        program = shutil.copy(PROGRAM, self.folder)
        limited = 'ulimit -u 1; exec "$0" run -- /bin/echo here'
        process = subprocess.run(
            ["setpriv", "--reuid", "64123", "--regid", "64123", "--clear-groups", "bash", "-c", limited, program],
            env=self.environment(), capture_output=True, timeout=120)
        self.assertEqual((process.returncode, process.stdout), (126, b""), "a child is a process more")

        process.args[-2] = limited.replace("-u 1", "-u 2")
        process = subprocess.run(process.args, env=self.environment(), capture_output=True, timeout=120)

        self.assertEqual((process.returncode, process.stdout), (0, b"here\n"))
        self.assertIn(b"the work continues", process.stderr)

    def test_settings_that_cannot_be_used_cost_one_warning(self):
        for verb, words in (("run", ("--", "echo", "done")), ("pipe", ())):
            for options, variables in (((), {"PROGRESSD_URL": "ftp://x"}), (("--token-file", "/no/such/file"), {})):
                with self.subTest(verb, options=options):
                    out, err = self.run_command(*options, *words, verb=verb, **variables)
                    self.assertEqual(out, b"done\n" if words else b"")
                    self.assertEqual(len(err.splitlines()), 1, err)

    def test_names_that_the_service_refuses_are_no_names(self):
        for name in ("a/b", "", ".a", "a" * 129, "00000000-0000-4000-8000-000000000000"):
            with self.subTest(name):
                self.assertIn(b"A name has", self.run_command("--name", name, "--", "true", status=64)[1])
        self.run_command("--name", "A.b_c:d-9", "--", "true")

    def test_a_script_of_no_interpreter_is_the_shell_s(self):
        script = self.folder / "script"
        script.write_text('echo "$0" "$@"; exit 4\n')
        script.chmod(0o755)
        self.assertEqual(self.run_command("--", script, "a b", status=4)[0], f"{script} a b\n".encode())

    def test_words_and_variables_that_are_not_utf_8_reach_the_command(self):
        out = self.run_command("--", "sh", "-c", 'printf %s "$1$RAW"', "sh", "a\udcffb", RAW="\udcfe")[0]
        self.assertEqual(out, b"a\xffb\xfe")

    def test_the_reservation_is_not_the_command_s(self):
        self.assertEqual(self.run_command("--", "sh", "-c", "echo ${PROGRESSD_RESERVATION-none}", PROGRESSD_RESERVATION="x")[0],
                         b"none\n")

    def test_options_of_the_command_are_its_own(self):
        self.assertEqual(self.run_command("echo", "--name", "x", "--", "-h")[0], b"--name x -- -h\n")
        self.assertIn(b"USAGE", self.run_command("--help")[0])
        self.run_command("--no-such-option", "true", status=64)

    def test_name_labels_title_and_total_are_reported(self):
        self.run_command("--name", "n", "--label", "job=1", "--title", "Work", "--total", "9", "--", "true",
                         PROGRESSD_LABELS="team=a,job=2")
        progress = self.root(name="n")
        self.assertEqual(progress["labels"], {"job": "1", "team": "a"})
        self.assertEqual((progress["localizedDescription"], *counts(progress)), ("Work", 9, 9, "finished"))


class OutputTest(CommandTest):
    def test_both_streams_pass_byte_for_byte(self):
        code = "import os\nfor n in range(200): os.write(1, os.urandom(5000)); os.write(2, bytes(range(256)))"
        path = self.folder / "out"
        with path.open("wb") as out:
            process = self.launch("--", sys.executable, "-c", code.replace("os.urandom(5000)", "bytes([n]) * 5000"), stdout=out)
            err = process.communicate(timeout=60)[1]
        self.assertEqual(path.read_bytes(), b"".join(bytes([n]) * 5000 for n in range(200)))
        self.assertEqual(err, bytes(range(256)) * 200)

    def test_streams_that_are_one_keep_their_order(self):
        code = "for i in $(seq 500); do echo out$i; echo err$i >&2; done"
        out = self.run_command("--", "sh", "-c", code, stderr=subprocess.STDOUT)[0]
        self.assertEqual(out.decode().split(), [f"{stream}{i}" for i in range(1, 501) for stream in ("out", "err")])

    def test_a_slow_reader_loses_nothing(self):
        process = self.launch("--", "seq", "200000")
        until(lambda: self.root(state="indeterminate"), "the progress")
        self.assertEqual(process.communicate(timeout=60)[0], b"".join(b"%d\n" % n for n in range(1, 200_001)))

    def test_a_reader_that_goes_ends_the_command_as_usual(self):
        for name, option in ("auto", "--parser=auto"), ("none", "--parser=none"), ("plain", "--tty"), ("raw", "--tty=raw"):
            with self.subTest(option):
                process = self.launch("--name", name, option, "--", "yes")
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual(process.wait(30), 128 + signal.SIGPIPE)
                process.stderr.close()
                self.assertEqual(self.root(name=name)["state"], "finished")

    def test_output_of_what_is_left_behind_is_passed_on(self):
        self.assertEqual(self.run_command("--", "sh", "-c", "(sleep 2; echo late) & echo early")[0], b"early\nlate\n")

    def test_output_that_cannot_be_written_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            err = self.run_command("--name", "full", "--", "sh", "-c", "echo hi", stdout=full, status=1)[1]
        self.assertEqual(err, b"progressctl: cannot write the output: No space left on device\n")
        self.assertEqual(self.root(name="full")["failure"]["message"], "cannot write the output: No space left on device")

    def test_without_a_parser_the_command_has_our_output_itself(self):
        path = self.folder / "out"
        with path.open("wb") as out:
            self.run_command("--parser", "none", "--", "readlink", "/proc/self/fd/1", stdout=out)
        self.assertEqual(path.read_text(), f"{path}\n")

    def test_without_a_parser_nobody_waits_for_what_is_left_behind(self):
        self.run_command("--parser", "none", "--", "sh", "-c", "sleep 4747 & echo $! >pid", stdout=subprocess.DEVNULL,
                         stderr=subprocess.DEVNULL)
        left = int((self.folder / "pid").read_text())
        self.assertTrue(is_alive(left))
        os.kill(left, signal.SIGKILL)

    def test_standard_input_is_the_command_s(self):
        process = self.launch("--", "tr", "a-z", "A-Z", stdin=subprocess.PIPE)
        self.assertEqual(process.communicate(b"hello", timeout=30)[0], b"HELLO")

    def test_on_a_terminal_the_command_has_a_terminal_of_that_size(self):
        code = "test -t 1 && test -t 2 && stty size <&1"
        terminal = Terminal(["sh", "-c", f"stty rows 33 cols 77; exec '{PROGRAM}' run -- sh -c '{code}'"], self.folder,
                            self.environment())
        self.assertEqual(terminal.status(), 0, terminal.written)
        self.assertIn(b"33 77", terminal.written)

    def test_a_terminal_can_be_had_where_there_is_none(self):
        code = "for fd in 1 2; do test -t $fd && echo $fd; done; echo $TERM; stty size <&1; printf '1%%\\r2%%\\r\\033[31mdone\\033[0m\\n'"
        plain, err = self.run_command("--tty", "--", "sh", "-c", code, TERM="dumb")
        self.assertEqual((plain, err), (b"1\n2\nxterm-256color\n24 80\ndone\n", b""))
        raw = self.run_command("--tty=raw", "--", "sh", "-c", code, TERM="vt100")[0]
        self.assertEqual(raw, b"1\n2\nvt100\n24 80\n1%\r2%\r\x1b[31mdone\x1b[0m\n")
        self.assertEqual(self.run_command("--tty", "--", "sh", "-c", "echo out; echo err >&2"), (b"out\n", b"err\n"))
        self.assertEqual(self.run_command("echo", "--tty")[0], b"--tty\n")
        self.assertEqual(self.run_command("--", "sh", "-c", "test -t 1 || echo none")[0], b"none\n")

    def test_progress_is_seen_on_a_terminal_that_was_asked_for(self):
        code = "test -t 1 && for i in 1 2 3; do printf '\\r%s/5 done' $i; sleep 0.1; done; echo; sleep 60"
        process = self.launch("--name", "tty", "--tty", "--", "sh", "-c", code)
        until(lambda: counts(self.root(name="tty"))[:2] == (3, 5), "three of five")
        process.terminate()
        self.assertEqual(process.communicate(timeout=30)[0].rstrip(), b"3/5 done")

    def test_numbers_that_grow_are_progress(self):
        process = self.launch("--name", "count", "--", "sh", "-c", "for i in 1 2 3; do echo $i/5 done; done; sleep 60")
        until(lambda: counts(self.root(name="count"))[:2] == (3, 5), "three of five")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(30), 128 + signal.SIGTERM)
        process.communicate()

    def test_numbers_at_the_end_of_a_line_are_progress(self):
        for name, line in (("slash", "Step $i/10"), ("words", "Processing $i of 10")):
            with self.subTest(name):
                process = self.launch("--name", name, "--", "sh", "-c", f'for i in 1 2 3; do echo "{line}"; done; sleep 60')
                until(lambda: counts(self.root(name=name))[:2] == (3, 10), "three of ten")
                process.terminate()
                process.communicate(timeout=30)

    def test_the_file_of_argo_is_read(self):
        process = self.launch("--name", "argo", "--", "sh", "-c", 'echo 3/8 > "$ARGO_PROGRESS_FILE"; sleep 60')
        until(lambda: counts(self.root(name="argo"))[:2] == (3, 8), "three of eight")
        process.terminate()
        process.communicate(timeout=30)

    def test_inside_argo_its_file_is_written(self):
        path = self.folder / "progress"
        self.run_command("--", "sh", "-c", "echo 10% x; echo 20% x; echo 30% x", ARGO_PROGRESS_FILE=str(path))
        self.assertEqual(path.read_text(), "30/100\n")


class ControlTest(CommandTest):
    def started(self, code, *options):
        process = self.launch("--name", "work", *options, "--", "sh", "-c", code)
        self.assertEqual(process.stdout.readline(), b"ready\n")
        return process, self.root(name="work")

    def end(self, process, status):
        written = process.communicate(timeout=60)
        self.assertEqual(process.returncode, status, written)
        return written

    def test_cancel_interrupts_and_the_command_decides_how_to_end(self):
        process, progress = self.started(PATIENT)
        self.control(progress, "cancel")
        self.assertEqual(self.end(process, 5)[0], b"bye\n")
        self.assertEqual(self.get(progress)["state"], "cancelled")

    def test_cancel_interrupts_also_in_a_background_job(self):
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        process, progress = self.started(PATIENT)
        self.control(progress, "cancel")
        self.assertEqual(self.end(process, 5)[0], b"bye\n")

    def test_cancel_may_begin_with_another_signal(self):
        process, progress = self.started(DEAF, "--cancel-signal", "TERM")
        self.control(progress, "cancel")
        self.end(process, 128 + signal.SIGTERM)

    def test_cancel_ends_what_hears_no_interrupt(self):
        process, progress = self.started(DEAF)
        self.control(progress, "cancel")
        self.end(process, 128 + signal.SIGTERM)

    def test_cancel_ends_what_the_command_has_left(self):
        process, progress = self.started("sleep 4747 & echo $! >pid; echo ready; wait")
        left = int((self.folder / "pid").read_text())
        self.control(progress, "cancel")
        self.end(process, 128 + signal.SIGINT)
        until(lambda: not is_alive(left), "the end of what was left")

    def test_cancel_ends_what_still_writes_after_the_command(self):
        process, progress = self.started("sleep 4747 & echo $! >pid; echo ready")
        left = int((self.folder / "pid").read_text())
        until(lambda: not pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(), "the end of the command")
        self.control(progress, "cancel")
        self.end(process, 0)
        until(lambda: not is_alive(left), "the end of what was left")

    def test_stopped_by_keys_it_continues_once_for_all(self):
        process = self.launch("--", "sh", "-c", "while read line; do echo $line; done", stdin=subprocess.PIPE)
        for turn in range(5):
            process.send_signal(signal.SIGTSTP)
            until(lambda: state(process.pid) == "T", "the stop")
            process.send_signal(signal.SIGCONT)
            os.write(process.stdin.fileno(), b"%d\n" % turn)
            self.assertTrue(select.select([process.stdout], [], [], 30)[0], f"stopped again in turn {turn}")
            self.assertEqual(os.read(process.stdout.fileno(), 9), b"%d\n" % turn)
        self.end(process, 0)

    def test_cancel_continues_what_is_paused(self):
        process, progress = self.started(PATIENT)
        self.control(progress, "pause")
        self.control(progress, "cancel")
        self.assertEqual(self.end(process, 5)[0], b"bye\n")

    def test_no_pause_means_none(self):
        process, progress = self.started("echo ready; sleep 1; echo done", "--no-pause")
        self.assertFalse(progress["isPausable"])
        self.control(progress, "pause")
        self.assertEqual(self.end(process, 0)[0], b"done\n")

    def without_keys(self, code):
        """A command whose input is no terminal has no keys."""
        words = f"exec '{PROGRAM}' run --name keys -- sh -c \"$CODE\" </dev/null"
        return Terminal(["sh", "-c", words], self.folder, self.environment(CODE=code))

    def test_ctrl_c_is_forwarded_and_cancels_the_progress(self):
        terminal = self.without_keys(PATIENT)
        terminal.wait_for(b"ready")
        terminal.press(b"\x03")
        self.assertEqual(terminal.status(), 5, terminal.written)
        self.assertIn(b"bye", terminal.written)
        self.assertEqual(self.root(name="keys")["state"], "cancelled")

    def test_an_interrupt_without_the_right_to_cancel_is_a_failure(self):
        self.serve(token="boss", environment={"PROGRESSD_TOKENS": "operator:boss,reporter:worker"})
        process = self.launch("--name", "work", "--", "sh", "-c", PATIENT, PROGRESSD_TOKEN="worker")
        self.assertEqual(process.stdout.readline(), b"ready\n")
        progress = self.root(name="work")
        process.send_signal(signal.SIGINT)
        self.end(process, 5)
        self.assertEqual((self.get(progress)["state"], self.get(progress)["failure"]["code"]), ("failed", "5"))

    def test_a_reservation_is_enough_where_tokens_are_wanted(self):
        self.serve(token="boss")
        parent = self.service.call("POST", "/v1/progress", {"totalUnitCount": 10}).json

        def reserved():
            path = f"/v1/progress/{parent['id']}/reservations"
            return {"PROGRESSD_RESERVATION": self.service.call("POST", path, {"pendingUnitCount": 2}).json["token"]}

        for verb, words in (("run", ("--", "sleep", "1")), ("pipe", ())):
            err = self.run_command("--name", verb, *words, verb=verb, **reserved())[1]
            self.assertEqual((self.get({"id": verb})["state"], err), ("finished", b""))
        self.assertEqual(self.get(parent)["completedUnitCount"], 4)

        process = self.launch("--name", "work", "--", "sh", "-c", PATIENT, **reserved())
        self.assertEqual(process.stdout.readline(), b"ready\n")
        until(lambda: self.service.call("POST", "/v1/progress/work/cancel").status == 200, "the cancel")
        self.assertEqual(self.end(process, 5)[0], b"bye\n")

    def test_an_interrupted_pipe_is_cancelled(self):
        process = self.launch("--name", "pipe", verb="pipe", stdin=subprocess.PIPE)
        progress = self.root(name="pipe")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(30), 130)
        process.communicate()
        self.assertEqual(self.get(progress)["state"], "cancelled")

    def test_the_second_ctrl_c_kills_and_says_so(self):
        terminal = self.without_keys(DEAF)
        terminal.wait_for(b"ready")
        terminal.press(b"\x03")
        until(lambda: self.root(name="keys")["state"] == "cancelled", "the cancelled progress")
        terminal.press(b"\x03")
        self.assertEqual(terminal.status(), 128 + signal.SIGKILL)
        self.assertIn(b"killed at once", terminal.written)

    def test_a_key_that_the_caller_ignores_is_ignored_by_the_command_in_the_foreground(self):
        for key, name in (b"\x03", "INT"), (b"\x1c", "QUIT"):
            shell = f"trap '' {name}; exec '{PROGRAM}' run -- sh -c 'echo ready; sleep 1; echo end'"
            terminal = Terminal(["sh", "-c", shell], self.folder, self.environment())
            terminal.wait_for(b"ready")
            terminal.press(key)
            self.assertEqual(terminal.status(), 0, terminal.written)
            self.assertIn(b"end", terminal.written)

    def test_a_command_on_a_terminal_is_in_its_foreground_and_has_the_keys(self):
        code = "import os, time; print('foreground', os.tcgetpgrp(0) == os.getpgrp(), flush=True); time.sleep(60)"
        terminal = Terminal([PROGRAM, "run", "--name", "keys", "--", sys.executable, "-c", code], self.folder, self.environment())
        terminal.wait_for(b"foreground True")
        terminal.press(b"\x03")
        self.assertEqual(terminal.status(), 128 + signal.SIGINT)
        self.assertIn(b"KeyboardInterrupt", terminal.written)
        until(lambda: self.root(name="keys")["state"] == "cancelled", "the cancelled progress")

    def test_a_script_is_interrupted_with_the_command_that_it_has_started(self):
        code = f"'{PROGRAM}' run -- sh -c 'echo ready; sleep 60'; echo after"
        terminal = Terminal(["dash", "-c", code], self.folder, self.environment())
        terminal.wait_for(b"ready")
        terminal.press(b"\x03")
        terminal.status()
        self.assertNotIn(b"after", terminal.written)

    def test_a_paused_command_leaves_the_keys_to_us(self):
        terminal = Terminal([PROGRAM, "run", "--name", "keys", "--", "sh", "-c", "echo ready; sleep 60"], self.folder,
                            self.environment())
        terminal.wait_for(b"ready")
        self.control(self.root(name="keys"), "pause")
        until(lambda: os.tcgetpgrp(terminal.descriptor) == terminal.pid, "the foreground")
        terminal.press(b"\x03")
        self.assertEqual(terminal.status(), 128 + signal.SIGINT)

    def test_keys_of_job_control_stop_and_continue_both(self):
        shell = Terminal(["bash", "--norc", "--noprofile", "-i"], self.folder, self.environment(PS1="$ "))
        shell.press(f"'{PROGRAM}' run -- sh -c 'echo rea''dy; read line; echo got $line'\n".encode())
        shell.wait_for(b"ready\r\n")
        shell.press(b"\x1a")
        shell.wait_for(b"Stopped")
        shell.press(b"fg\n")
        shell.wait_for(b"fg\r\n")
        until(lambda: os.tcgetpgrp(shell.descriptor) != shell.pid, "the foreground")
        shell.press(b"one\n")
        shell.wait_for(b"got one")
        shell.press(b"exit 7\n")
        self.assertEqual(shell.status(), 7, shell.written)

    def test_a_window_that_changes_is_told_to_a_command_in_the_foreground(self):
        code = "trap 'stty size <&1' WINCH; echo ready; while :; do sleep 0.1; done"
        terminal = Terminal([PROGRAM, "run", "--", "sh", "-c", code], self.folder, self.environment())
        terminal.wait_for(b"ready")
        fcntl.ioctl(terminal.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 44, 99, 0, 0))
        terminal.wait_for(b"44 99")
        terminal.press(b"\x03")
        terminal.status()

    def test_a_command_that_reads_from_the_terminal_gets_it(self):
        code = "read line; echo got $line; read line; echo got $line"
        terminal = Terminal([PROGRAM, "run", "--", "sh", "-c", code], self.folder, self.environment())
        terminal.press(b"one\n")
        terminal.wait_for(b"got one")
        terminal.press(b"two\n")
        self.assertEqual(terminal.status(), 0, terminal.written)
        self.assertIn(b"got two", terminal.written)

    def test_a_command_gets_the_terminal_also_where_standard_input_is_none(self):
        code = "read line </dev/tty; echo got $line"
        terminal = Terminal(["sh", "-c", f"exec '{PROGRAM}' run -- sh -c '{code}' </dev/null"], self.folder, self.environment())
        terminal.press(b"one\n")
        terminal.wait_for(b"got one")
        self.assertEqual(terminal.status(), 0, terminal.written)


class TitleTest(CommandTest):
    def test_a_title_is_told_though_labels_beside_it_are_refused_and_the_work_has_ended(self):
        labels = [word for number in range(70) for word in ("--label", f"k{number}=v")]
        for status, command in enumerate(("true", "false")):
            name = f"titled-{command}"
            self.run_command("--name", name, "--title", "My import", *labels, "--", command, status=status)
            self.assertEqual(self.root(name=name)["localizedDescription"], "My import")


class PipeTest(CommandTest):
    def test_a_closed_standard_input_cannot_be_read(self):
        shell = f"exec '{PROGRAM}' pipe --quiet --name closed <&-"
        ended = subprocess.run(["sh", "-c", shell], env=self.environment(), capture_output=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (1, b""), ended.stderr)

    data = os.urandom(3_000_000)

    def test_on_a_terminal_it_draws_the_line_of_pv(self):
        for option, is_drawn in (("", True), ("-q", False)):
            code = f"(head -c 1000000 /dev/zero; sleep 1.5) | '{PROGRAM}' pipe --size 2000000 {option} >/dev/null"
            terminal = Terminal(["sh", "-c", code], self.folder, self.environment(TERM="xterm"))
            self.assertEqual(terminal.status(), 0, terminal.written)
            if is_drawn:
                self.assertRegex(terminal.written, rb"\r 977KiB 0:00:01 \[ *\d+KiB/s\] \[=+> +\]  50% ETA 0:00:0")
                self.assertTrue(terminal.written.endswith(b"\x1b[K\r\n"), terminal.written)
            else:
                self.assertEqual(terminal.written, b"")

    def test_bytes_pass_between_files_and_pipes(self):
        path = self.folder / "in"
        path.write_bytes(self.data)
        for has_input, has_output in ((False, False), (False, True), (True, False), (True, True)):
            with self.subTest(input=has_input, output=has_output):
                self.check(path if has_input else None, self.folder / "out" if has_output else None)

    def check(self, source, sink):
        name = f"pipe-{bool(source)}-{bool(sink)}"
        stdin = source.open("rb") if source else subprocess.PIPE
        stdout = sink.open("wb") if sink else subprocess.PIPE
        process = self.launch("--name", name, verb="pipe", stdin=stdin, stdout=stdout)
        out = process.communicate(None if source else self.data, timeout=60)[0]
        for file in (stdin, stdout):
            if file is not subprocess.PIPE:
                file.close()
        self.assertEqual(process.returncode, 0)
        self.assertEqual(sink.read_bytes() if sink else out, self.data)
        progress = self.root(name=name)
        self.assertEqual((*counts(progress), progress["kind"]), (3_000_000, 3_000_000, "finished", "file"))

    def test_the_size_in_the_end_is_what_has_passed(self):
        for size in (2, 100_000_000):
            with self.subTest(size):
                process = self.launch("--name", f"pipe-{size}", "--size", size, verb="pipe", stdin=subprocess.PIPE)
                process.communicate(self.data, timeout=60)
                self.assertEqual(counts(self.root(name=f"pipe-{size}")), (3_000_000, 3_000_000, "finished"))

    def test_a_paused_pipe_reads_nothing(self):
        process = self.launch("--name", "pipe", verb="pipe", stdin=subprocess.PIPE)
        progress = self.root(name="pipe")
        self.control(progress, "pause")
        written = 0
        # It is paused while bytes still pass.
        while True:
            os.write(process.stdin.fileno(), b"a")
            written += 1
            if not select.select([process.stdout], [], [], 2)[0]:
                break
            os.read(process.stdout.fileno(), 1)
        self.assertEqual(self.get(progress)["state"], "paused")
        self.control(progress, "resume")
        self.assertEqual(process.communicate(timeout=30)[0], b"a")
        self.assertEqual(counts(self.get(progress)), (written, written, "finished"))

    def test_cancel_ends_a_pipe(self):
        process = self.launch("--name", "pipe", verb="pipe", stdin=subprocess.PIPE)
        progress = self.root(name="pipe")
        self.control(progress, "cancel")
        self.assertEqual(process.wait(30), 130)
        process.communicate()

    def test_a_full_socket_does_not_keep_it_from_ending(self):
        ours, theirs = socket.socketpair()
        with ours, theirs, open("/dev/zero", "rb") as zero:
            process = self.launch("--name", "pipe", verb="pipe", stdin=zero, stdout=theirs)
            until(lambda: state(process.pid) == "S" and self.root(name="pipe"), "the full socket")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(30), 128 + signal.SIGTERM)
            process.stderr.close()

    def test_a_socket_gets_every_byte(self):
        ours, theirs = socket.socketpair()
        with ours:
            process = self.launch(verb="pipe", stdin=subprocess.PIPE, stdout=theirs)
            theirs.close()
            threading.Thread(target=lambda: (process.stdin.write(self.data), process.stdin.close())).start()
            with ours.makefile("rb") as out:
                self.assertEqual(out.read(), self.data)
            self.assertEqual(process.wait(30), 0)
            process.stderr.close()

    def test_without_a_reader_it_ends_like_any_filter(self):
        with open("/dev/zero", "rb") as zero:
            process = self.launch("--name", "pipe", verb="pipe", stdin=zero)
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.wait(30), 128 + signal.SIGPIPE)
            process.stderr.close()
        self.assertEqual(self.root(name="pipe")["state"], "failed")
