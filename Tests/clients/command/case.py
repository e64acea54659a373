"""progressctl, a service, and programs that others wrote."""

import os
import pathlib
import pty
import shlex
import shutil
import subprocess
import tempfile
import threading

from kit import ClientTest
from support.waiting import until

PROGRAM = os.environ["PROGRESSCTL"]
#: Runs a program with a copy of all its output.
COPIER = """#!/bin/bash
"$REAL" "$@" > >(tee "$COPY.out") 2> >(tee "$COPY.err" >&2)
status=$?
wait
exit $status
"""


class CommandTest(ClientTest):
    def setUp(self):
        super().setUp()
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def environment(self, **variables):
        return {**os.environ, "PROGRESSD_URL": self.service.url, "LC_ALL": "C.UTF-8", **variables}

    def launch(self, *words, verb="run", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **variables):
        # In its own group, like a shell's job: SIGTSTP stops nothing in a group that no parent could continue.
        return subprocess.Popen([PROGRAM, verb, *map(str, words)], stdin=stdin, stdout=stdout, stderr=stderr,
                                cwd=self.folder, env=self.environment(**variables), process_group=0)

    def run_command(self, *words, status=0, **options):
        """Returns what it wrote to standard output and error, as bytes."""
        process = self.launch(*words, **options)
        written = process.communicate(timeout=120)
        self.assertEqual(process.returncode, status, written)
        return written

    def random_files(self, **sizes):
        """A folder with files of that many bytes."""
        source = self.folder / "source"
        source.mkdir()
        for name, size in sizes.items():
            (source / f"{name}.bin").write_bytes(os.urandom(size))
        return source

    def run_copied(self, *words, options=(), **variables):
        """Runs a program on pipes, and compares each stream with the program's output; returns the root."""
        real = shutil.which(words[0])
        copier = self.folder / "bin" / words[0]
        copier.parent.mkdir(exist_ok=True)
        copier.write_text(COPIER)
        copier.chmod(0o755)
        copy = self.folder / "copy"
        out, err = self.run_command("--name", "piped", *options, "--", copier, *words[1:], REAL=real, COPY=str(copy), **variables)
        self.assertEqual(out, pathlib.Path(f"{copy}.out").read_bytes())
        self.assertEqual(err, pathlib.Path(f"{copy}.err").read_bytes())
        return self.root(name="piped")

    def run_on_terminal(self, *words, **variables):
        """Runs a program on a terminal, and compares the bytes there with the program's output; returns them."""
        inner = f"script -qefc {shlex.quote(shlex.join(map(str, words)))} -O inner"
        outer = shlex.join([PROGRAM, "run", "--name", "terminal", "--", "sh", "-c", inner])
        subprocess.run(["script", "-qefc", outer, "-O", "outer"], cwd=self.folder, env=self.environment(**variables),
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=120)
        inner, outer = (typescript(self.folder / name) for name in ("inner", "outer"))
        self.assertTrue(inner)
        self.assertEqual(inner, outer)
        return inner


def typescript(path):
    """The recording of script(1), without its own first and last lines."""
    lines = path.read_bytes().split(b"\n")
    return b"\n".join(lines[1:-2])


class Terminal:
    """A process whose terminal is ours: its output is collected, and keys can be pressed."""

    def __init__(self, words, folder, environment):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, environment)
        self.written = b""
        self.thread = threading.Thread(target=self._collect, daemon=True)
        self.thread.start()

    def _collect(self):
        while True:
            try:
                self.written += os.read(self.descriptor, 4096)
            except OSError:
                return

    def press(self, keys):
        os.write(self.descriptor, keys)

    def wait_for(self, text):
        until(lambda: text in self.written, f"{text!r} in the output")

    def status(self):
        """Waits for the end."""
        _, status = until(self._end, "the end of the process")
        self.thread.join(5)
        os.close(self.descriptor)
        return os.waitstatus_to_exitcode(status)

    def _end(self):
        found = os.waitpid(self.pid, os.WNOHANG)
        return found if found[0] else None
