"""The program under test."""

import pathlib
import re
import subprocess
import time

from .client import Client
from .process import Process

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/progressd"


class Service(Process):
    """progressd on a free port of 127.0.0.1. It is launched at once; `listen`, or a `with` block, waits until it listens.

    `wrapper` is a command that runs the program, such as `prlimit`. With a `token`, which is an operator's, the service
    wants tokens, and `call` has this one.
    """

    def __init__(self, program, *options, port=0, token=None, wrapper=(), environment=None, **process):
        self.token, self.port = token, None
        tokens = {"PROGRESSD_TOKENS": f"operator:{token}"} if token else {}
        super().__init__([*wrapper, program, "--port", port, *options], output=subprocess.PIPE,
                         environment={**tokens, **(environment or {})}, **process)

    def listen(self):
        found = re.fullmatch(r"progressd listening on http://.*:(\d+)(?:/.*)?\n", self.process.stdout.readline())
        if not found:
            raise self.failure()
        self.start_seconds = time.monotonic() - self.began
        self.port = int(found[1])
        return self

    def __enter__(self):
        return self if self.port else self.listen()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def client(self, **options):
        """A connection that is kept."""
        return Client(self.port, **{"token": self.token, **options})

    def call(self, method, path, body=None, headers=None, **options):
        """One request on its own connection."""
        with self.client(**options) as client:
            return client.call(method, path, body, headers)

    def metric(self, name):
        """The sum over all labels; `name` is a pattern."""
        text = self.call("GET", "/metrics").body.decode()
        return sum(int(count) for count in re.findall(rf"^{name}(?:{{.*}})? (\d+)$", text, re.M))

    def is_well(self):
        return self.is_running and self.call("GET", "/healthz").body == b"ok\n"
