"""The program as a process: started, killed, told to stop."""

import os
import re
import signal
import subprocess
import tempfile
import time

TOKEN = "operator-of-the-harness"


class NotStarted(Exception):
    """The program ended instead of listening."""

    def __init__(self, status, log):
        super().__init__(f"exit status {status}: {log}")
        self.status, self.log = status, log


class Service:
    """A progressd on a free port, which logs into a file of its own."""

    def __init__(self, program, directory, *arguments, mode="commit", environment=None, wrapper=()):
        self.log = tempfile.TemporaryFile("w+")
        command = [*wrapper, program, "--port", "0", "--data-directory", directory, "--durability", mode, *arguments]
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, text=True,
            env={**os.environ, "PROGRESSD_TOKENS": f"operator:{TOKEN}", **(environment or {})},
        )
        self.port = None

    def listen(self):
        """Waits until it listens, and gives itself."""
        line = self.process.stdout.readline()
        found = re.fullmatch(r"progressd listening on http://.*:(\d+)\n", line)
        if not found:
            status = self.process.wait()
            self.close()
            raise NotStarted(status, self.logged())
        self.start_seconds = time.monotonic() - self.began
        self.port = int(found[1])
        return self

    def logged(self):
        if not self.log.closed:
            self.log.seek(0)
            self.text = self.log.read()
        return self.text

    def kill(self):
        """Gives the moment before it."""
        moment = time.monotonic()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.close()
        return moment

    def stop(self):
        """SIGTERM; gives the exit status."""
        self.process.terminate()
        try:
            return self.process.wait(20)
        finally:
            self.close()

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.logged()
        self.log.close()
