"""The program on one data directory: started, stopped, killed, and started again."""

import shutil
import tempfile

import support.service


class Service:
    """One log covers all its starts."""

    def __init__(self, program, threads, durability):
        self.directory = tempfile.mkdtemp(prefix="progressd-streams-")
        self.log = tempfile.TemporaryFile()
        self.command = [program, "--threads", threads, "--data-directory", self.directory, "--durability", durability]
        self.running = None

    def start(self):
        self.running = support.service.Service(*self.command, log=self.log).listen()
        return self

    @property
    def port(self):
        return self.running.port

    def stop(self):
        """SIGTERM; returns the exit status."""
        return self.running.stop()

    def kill(self):
        self.running.kill()

    def close(self):
        if self.running:
            self.kill()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
