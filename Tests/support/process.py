"""Programs that tests start."""

import contextlib
import itertools
import os
import random
import signal
import socket
import subprocess
import tempfile
import time

from . import measure
from .waiting import until

# A shell starts its background jobs with SIGINT ignored, and programs inherit that: tests interrupt those they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


class NotStarted(Exception):
    """The program ended, or did not listen in time."""

    def __init__(self, status, log):
        super().__init__(f"exit status {status}: {log}")
        self.status, self.log = status, log


# Ports below those that the system gives to connections; each is used once while the process runs.
_ports = itertools.cycle(random.SystemRandom().sample(range(20_000, 32_000), 12_000))


def free_port():
    return next(port for port in _ports if _is_free(port))


def _is_free(port):
    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def answers(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


class Process:
    """A running program. A `with` block stops it at its end.

    Standard error is the log, and so is standard output unless `output` says otherwise. A `log` that is given is
    appended to and survives.
    """

    def __init__(self, command, *, environment=None, folder=None, output=None, log=None):
        self.log, self.owns_log = log or tempfile.TemporaryFile(), log is None
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in command], stdout=output or self.log, stderr=self.log, text=True, cwd=folder,
            env={**os.environ, **(environment or {})})

    def wait_for(self, *ports, seconds=20):
        """Until all of these ports answer."""
        with contextlib.suppress(AssertionError):
            until(lambda: not self.is_running or all(map(answers, ports)), seconds=seconds)
        if not self.is_running or not all(map(answers, ports)):
            raise self.failure()
        return self

    def failure(self):
        """Ends the process if it does not end by itself; returns why it failed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        self.kill()
        return NotStarted(self.process.returncode, self.logged())

    @property
    def pid(self):
        return self.process.pid

    @property
    def is_running(self):
        return self.process.poll() is None

    def logged(self):
        if not self.log.closed:
            size = os.fstat(self.log.fileno()).st_size
            self.text = os.pread(self.log.fileno(), size, 0).decode(errors="replace")
        return self.text

    def stop(self, seconds=20):
        """SIGTERM; returns the exit status. It is killed if it takes longer."""
        self.process.terminate()
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            return self.process.returncode
        finally:
            self._close()

    def kill(self):
        """Returns the moment before, in monotonic seconds."""
        moment = time.monotonic()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()
        return moment

    def _close(self):
        if self.process.stdout:
            self.process.stdout.close()
        self.logged()
        if self.owns_log:
            self.log.close()

    def pids(self):
        """The ids of the process and its descendants."""
        return measure.family(self.pid)

    def cpu_seconds(self):
        return sum(map(measure.cpu_seconds, self.pids()))

    def resident_bytes(self):
        """Resident bytes of the process and its descendants; shared memory counts once."""
        return sum(map(measure.proportional_bytes, self.pids()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
