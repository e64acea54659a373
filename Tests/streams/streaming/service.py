"""The program as a process: started, stopped, killed, and started again on the same directory."""

import re
import shutil
import signal
import subprocess
import tempfile


class Service:
    """A progressd on a free port with its own data directory; one log covers all its starts."""

    def __init__(self, program, threads, durability):
        self.directory = tempfile.mkdtemp(prefix="progressd-streams-")
        self.log = tempfile.TemporaryFile("w+")
        self.command = [program, "--port", "0", "--threads", str(threads), "--data-directory", self.directory,
                        "--durability", durability]
        self.process = self.port = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"progressd listening on http://.*:(\d+)\n", line)
        if not found:
            raise RuntimeError(f"exit status {self.process.wait()} instead of a start: {self.logged()}")
        self.port = int(found[1])
        return self

    def stop(self):
        """SIGTERM; returns the exit status."""
        self.process.terminate()
        try:
            return self.process.wait(20)
        finally:
            self.process.stdout.close()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def logged(self):
        self.log.seek(0)
        return self.log.read()

    def close(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
