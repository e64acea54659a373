"""Several progressd that are one service."""

import contextlib
import json
import os
import re
import signal
import tempfile

from support.client import Client, NoReply
from support.process import Process
from support.waiting import until

from .engine import PASSWORD

PORT = 8080


class Replica:
    """One progressd on one host, which may be started again after its end. Its log survives."""

    def __init__(self, program, host, url, advertise, options=(), wrapper=(), environment=None):
        self.program, self.host, self.url, self.advertise = program, host, url, advertise
        self.options, self.wrapper, self.environment = options, wrapper, environment or {}
        self.log, self.process = tempfile.TemporaryFile(), None

    @property
    def name(self):
        return self.host.name

    @property
    def address(self):
        return self.host.address

    def launch(self):
        self.mark = len(self.logged())
        settings = {"PROGRESSD_HOST": self.address, "PROGRESSD_PORT": str(PORT), "PROGRESSD_ALLOW_ANONYMOUS": "true",
                    "PROGRESSD_CLUSTER": self.url, "PROGRESSD_ADVERTISE": self.advertise}
        # A wrapper that moves the environment, as faketime does, hides the options from Swift.
        for option, value in zip(self.options[::2], self.options[1::2]):
            settings[f"PROGRESSD_{option[2:].replace('-', '_').upper()}"] = str(value)
        self.process = Process([*self.host.prefix, *self.wrapper, self.program],
                               environment={"PGPASSWORD": PASSWORD, **settings, **self.environment}, log=self.log)
        return self

    def start(self, seconds=60):
        self.launch()
        until(lambda: not self.process.is_running or self.is_ready(), f"{self.name} ready", seconds=seconds)
        if not self.process.is_running:
            raise self.process.failure()
        return self

    def call(self, method, path, body=None, headers=None, patience=30):
        """One request on its own connection."""
        with Client(PORT, address=self.address, timeout=patience) as client:
            return client.call(method, path, body, headers)

    def state(self):
        """The answer of `/readyz`: the status, and its lines by name."""
        reply = self.call("GET", "/readyz", patience=2)
        lines = dict(line.split(": ", 1) for line in reply.body.decode().splitlines() if ": " in line)
        return reply.status, lines

    def is_ready(self):
        with contextlib.suppress(NoReply):
            return self.state()[0] == 200
        return False

    def takes_writes(self):
        """Whether `/readyz/writes` is 200."""
        with contextlib.suppress(NoReply):
            return self.call("GET", "/readyz/writes", patience=2).status == 200
        return False

    def role(self):
        with contextlib.suppress(NoReply):
            return self.state()[1].get("role")
        return None

    def metric(self, name):
        """The sum over all labels; `name` is a pattern."""
        text = self.call("GET", "/metrics").body.decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? ([0-9.e+-]+)$", text, re.M))

    def signal(self, number):
        self.process.process.send_signal(number)

    def pause(self):
        self.signal(signal.SIGSTOP)

    def resume(self):
        self.signal(signal.SIGCONT)

    def stop(self, seconds=20):
        """SIGTERM; returns the exit status."""
        return self.process.stop(seconds)

    def kill(self):
        """Returns the moment before, in monotonic seconds."""
        return self.process.kill()

    @property
    def is_running(self):
        return self.process is not None and self.process.is_running

    def logged(self, since_start=False):
        text = os.pread(self.log.fileno(), os.fstat(self.log.fileno()).st_size, 0).decode(errors="replace")
        return text[self.mark:] if since_start else text

    def close(self):
        if self.is_running:
            self.resume()
            self.kill()
        self.log.close()


class Replicas:
    """`count` replicas, each on its own host; the first is started alone, so that it holds the office."""

    LEASE = 3

    def __init__(self, program, network, make_url, count=3, options=(), environment=None, wrappers=(), prefix="r"):
        self.network, self.all = network, []
        for number in range(count):
            host = network.host(f"{prefix}{number + 1}")
            address, port = network.way(None, host, PORT)
            wrapper = wrappers[number] if number < len(wrappers) else ()
            self.all.append(Replica(program, host, make_url(host), f"{address}:{port}",
                                    ("--lease-seconds", self.LEASE, *options), wrapper, environment))

    def start(self):
        for each in self.all:
            each.start()
        self.writer()
        return self

    def __iter__(self):
        return iter(self.all)

    def __getitem__(self, number):
        return self.all[number]

    def writer(self, seconds=30):
        """The replica that is the writer; waits for one."""
        def find():
            return next((each for each in self.all if each.is_running and each.role() == "writer"), None)
        return until(find, "a writer", seconds=seconds, pause=0.05)

    def heirs(self):
        writer = self.writer()
        return [each for each in self.all if each is not writer]

    def takeovers(self):
        """How often any of them took the office, by their logs."""
        return sum(each.logged().count("holds the office") for each in self.all)

    def logged(self, characters=3000):
        return "\n".join(f"--- {each.name}\n{each.logged()[-characters:]}" for each in self.all)

    def close(self):
        for each in self.all:
            each.close()


def problem(reply):
    """The slug of a problem; None for other replies."""
    with contextlib.suppress(ValueError, AttributeError, TypeError):
        return json.loads(reply.body)["type"].rsplit("/", 1)[-1]
    return None
