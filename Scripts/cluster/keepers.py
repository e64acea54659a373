"""The keepers of the parts: they restart each part, report its end, and know the command that kills it."""

import asyncio
import os
import re
import shutil
import tempfile

from support.process import Process
from support.service import ROOT

#: The delay of a restart, as with an orchestrator.
SECONDS_UNTIL_RESTART = 5


class ReplicaKeeper:
    """Keeps one progressd, and shows its important log lines."""

    def __init__(self, screen, program, port, database):
        self.screen, self.port, self.database, self.process = screen, port, database, None
        self.command = [program, "--port", port, "--advertise", f"127.0.0.1:{port}", "--cluster", database.url,
                        "--trusted-proxy", "127.0.0.1", "--max-streams-per-client", "10000"]
        self.log, self.read = tempfile.TemporaryFile(), 0

    def start(self):
        self.process = Process(self.command, environment=self.database.environment, log=self.log)
        self.screen.say(f"replica {self.port} is process {self.process.pid}")

    @property
    def is_running(self):
        return self.process.is_running

    @property
    def to_kill(self):
        return f"kill -9 {self.process.pid}" if self.is_running else "starts again soon"

    async def run(self):
        while True:
            self.show_log()
            if not self.is_running:
                self.screen.say(f"replica {self.port} ended ({ending(self.process)}); it starts again in "
                                f"{SECONDS_UNTIL_RESTART} s")
                await asyncio.sleep(SECONDS_UNTIL_RESTART)
                self.start()
            await asyncio.sleep(0.1)

    def show_log(self):
        """Shows the log lines since the last call, without their times, from level `notice` on."""
        *lines, rest = self.process.logged()[self.read:].split("\n")
        self.read += sum(len(line) + 1 for line in lines)
        for line in lines:
            if found := re.match(r"time=\S+ level=(?:notice|warning|error|critical) message=(.*)", line):
                self.screen.say(f"  {self.port}: {found[1]}")

    def stop(self):
        if self.process:
            self.process.stop(10)


class ProxyKeeper:
    """Keeps HAProxy, with deploy/haproxy.cfg."""

    def __init__(self, screen, port, replicas):
        self.screen, self.port, self.process = screen, port, None
        path = os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin"
        self.command = [shutil.which("haproxy", path=path), "-db", "-q", "-f", ROOT / "deploy/haproxy.cfg"]
        self.environment = {"PROGRESS_BIND": f"127.0.0.1:{port}"}
        self.environment |= {f"PROGRESS_REPLICA_{n + 1}": f"127.0.0.1:{one}" for n, one in enumerate(replicas)}

    def start(self):
        self.process = Process(self.command, environment=self.environment).wait_for(self.port)

    async def run(self):
        while True:
            if not self.process.is_running:
                self.screen.say(f"the proxy ended ({ending(self.process)}); it starts again")
                self.start()
            await asyncio.sleep(0.5)

    def stop(self):
        if self.process:
            self.process.stop()


class DatabaseKeeper:
    """Works like a team's failover: promotes the standby once the primary is gone, and makes a new standby."""

    def __init__(self, screen, database):
        self.screen, self.database = screen, database

    def start(self):
        self.tell()

    def tell(self):
        for line in self.lines():
            self.screen.say(line)

    def lines(self):
        """A line for each server, with the command that kills it."""
        roles = [("primary", self.database.primary), ("standby", self.database.standby)]
        return [f"PostgreSQL {server.name}, {role}: kill -9 {server.pid}" for role, server in roles
                if server and server.is_running]

    async def run(self):
        while True:
            primary, standby = self.database.primary, self.database.standby
            if not primary.is_running and standby:
                self.screen.say(f"PostgreSQL's primary {primary.name} ended; {standby.name} becomes the primary")
                await asyncio.to_thread(primary.crash)
                await asyncio.to_thread(self.database.promote)
                self.screen.say(f"{standby.name} is the primary; {primary.name} becomes its standby")
                await asyncio.to_thread(self.database.attach)
                self.tell()
            elif standby and not standby.is_running:
                self.screen.say(f"PostgreSQL's standby {standby.name} ended; writes wait until it is back")
                await asyncio.to_thread(standby.start)
                self.tell()
            await asyncio.sleep(0.1)

    def stop(self):
        """Does nothing: the servers are stopped by the code that made them."""


def ending(process):
    status = process.process.returncode
    return f"signal {-status}" if status < 0 else f"status {status}"
