"""A service, and progressctl as users run it: on a pipe, and on a terminal of `script`."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from support.service import Service
from support.waiting import until

PROGRESSCTL = os.environ["PROGRESSCTL"]
ESCAPE = "\x1b"
TASKBAR = re.compile(r"\x1b\]9;4;([0-9;]+)\x07")


class Ended:
    """A program that has ended: its status and output. A terminal has one stream, which is `output`."""

    def __init__(self, status, output, error=""):
        self.status, self.output, self.error = status, output, error

    @property
    def lines(self):
        return self.output.splitlines()

    @property
    def taskbar(self):
        return TASKBAR.findall(self.output)


class TerminalTest(unittest.TestCase):
    """Each test has a service, without tokens."""

    def setUp(self):
        self.serve()

    def serve(self, *options, **more):
        self.service = Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error", *options, **more).listen()
        self.addCleanup(self.service.stop)
        return self.service

    # Programs

    def environment(self, **changes):
        """Nothing of the caller's: neither colors nor terminals nor languages."""
        return {"PATH": os.environ["PATH"], "HOME": tempfile.gettempdir(), "LANG": "C.UTF-8",
                "PROGRESSD_URL": self.service.url, **changes}

    def start(self, *arguments, stdout=subprocess.PIPE, **environment):
        """Starts progressctl on pipes."""
        program = subprocess.Popen(
            [PROGRESSCTL, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=stdout,
            stderr=subprocess.PIPE, text=True, env=self.environment(**environment))
        self.addCleanup(close, program)
        return program

    def start_shell(self, script, **environment):
        """A script of dash that has the functions of `progressctl sh`."""
        program = subprocess.Popen(
            ["dash", "-uc", f'eval "$("$PROGRESSCTL" sh)"; {script}'], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=self.environment(PROGRESSCTL=PROGRESSCTL, **environment))
        self.addCleanup(close, program)
        return program

    def run_program(self, *arguments, status=0, **environment):
        ended = end(self.start(*arguments, **environment))
        self.assertEqual(ended.status, status, ended.output + ended.error)
        return ended

    def start_on_terminal(self, *arguments, size=(24, 80), **environment):
        """progressctl under `script`, which gives it a terminal and ends with its status."""
        rows, columns = size
        command = f"stty rows {rows} cols {columns}; exec {shlex.join([PROGRESSCTL, *map(str, arguments)])}"
        program = subprocess.Popen(
            ["script", "--quiet", "--return", "--flush", "--command", command, "/dev/null"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env=self.environment(**{"TERM": "xterm-256color", "SHELL": "/bin/sh", **environment}))
        self.addCleanup(close, program)
        return program

    def run_on_terminal(self, *arguments, status=0, **options):
        ended = end(self.start_on_terminal(*arguments, **options))
        self.assertEqual(ended.status, status, ended.output)
        return ended

    # Progress

    def create(self, name, total=10, **members):
        reply = self.service.call("POST", "/v1/progress", {"name": name, "totalUnitCount": total, **members})
        self.assertEqual(reply.status, 201, reply.body)
        return reply.json["id"]

    def write(self, path, method="POST", **body):
        reply = self.service.call(method, f"/v1/progress/{path}", body)
        self.assertIn(reply.status, (200, 201), reply.body)
        return reply.json

    def complete(self, name, count):
        return self.write(f"{name}/completed-units", count=count)

    def get(self, name):
        return self.service.call("GET", f"/v1/progress/{name}").json

    def until_watched(self, count=1):
        """Waits until so many streams are open: later writes are seen as they happen."""
        readers = ("progressd_streams", "progressd_waiting_requests")
        until(lambda: sum(map(self.service.metric, readers)) >= count, f"{count} readers", seconds=30)


def end(program, seconds=60):
    """Waits for a program to end."""
    output, error = program.communicate(timeout=seconds)
    texts = [part.decode() if isinstance(part, bytes) else part or "" for part in (output, error)]
    return Ended(program.returncode, *texts)


def read_until(program, text):
    """Reads the output of a program on a terminal until this text has come; returns all of it."""
    written = ""
    while text not in written:
        part = program.stdout.read1()
        if not part:
            raise AssertionError(f"it ended before it wrote {text!r}: {written!r}")
        written += part.decode(errors="replace")
    return written


def close(program):
    if program.poll() is None:
        program.kill()
        program.wait()
    for stream in (program.stdin, program.stdout, program.stderr):
        if stream and not stream.closed:
            stream.close()


def screen(output, rows=24, columns=80):
    """The final screen of a terminal, for the few sequences that progressctl writes."""
    lines, row, column = [""], 0, 0
    for sequence, text in re.findall(r"(\x1b\][^\x07]*\x07|\x1b\[[0-9;]*[A-Za-z]|\r\n|\r|\n)|([^\x1b\r\n]+)", output):
        if text:
            lines[row] = lines[row][:column] + text + lines[row][column + len(text):]
            column += len(text)
        elif sequence == "\r\n":
            row, column = row + 1, 0
            if row == len(lines):
                lines.append("")
        elif sequence == "\r":
            column = 0
        elif sequence.endswith("A"):
            row -= int(sequence[2:-1])
        elif sequence.endswith("K"):
            lines[row] = lines[row][:column]
        elif sequence.endswith("J"):
            lines[row:] = [lines[row][:column]]
    return [line.rstrip() for line in lines if line.strip()]
