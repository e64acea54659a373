"""A service, and programs that report to it."""

import contextlib
import http.server
import os
import pathlib
import subprocess
import sys
import textwrap
import threading
import time
import unittest

from support.service import Service
from support.waiting import until

#: The interpreter under test; what it needs is then for the caller to install.
PYTHON = os.environ.get("CLIENT_PYTHON", sys.executable)


@contextlib.contextmanager
def serving(handler):
    """The address of a server of the test's own, whose requests the class `handler` answers."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class ClientTest(unittest.TestCase):
    """Each test has a service of its own, and runs programs as users do: in a process, with PROGRESSD_URL."""

    #: Programs wait so long for their last word, in seconds, that a loaded machine loses none; None for what users have.
    farewell = 30

    def setUp(self):
        self.serve()

    def serve(self, *words, **options):
        self.service = Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error", *words, **options).listen()
        self.addCleanup(self.service.stop)

    def start(self, code, *arguments, command=(), url=None, folder=None, **environment):
        if code and self.farewell:
            code = f"import progressd._reporter\nprogressd._reporter.FAREWELL = {self.farewell}\n" + textwrap.dedent(code)
        return subprocess.Popen(
            [PYTHON, *command, *(("-c", textwrap.dedent(code)) if code else ()), *arguments],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PROGRESSD_URL": url or self.service.url, **environment})

    def run_program(self, code, *arguments, status=0, **options):
        """Returns what it wrote to standard output and error."""
        program = self.start(code, *arguments, **options)
        written = program.communicate(timeout=60)
        self.assertEqual(program.returncode, status, written[1])
        return written

    def roots(self):
        return self.service.call("GET", "/v1/progress?limit=500").json["items"]

    def root(self, **members):
        """The one root that has these members, as soon as there is one."""
        def found():
            return [one for one in self.roots() if all(one[member] == value for member, value in members.items())]
        return until(found, f"a root with {members}")[0]

    def children(self, progress):
        return self.service.call("GET", f"/v1/progress/{progress['id']}/children?limit=500").json["items"]

    def get(self, progress):
        return self.service.call("GET", f"/v1/progress/{progress['id']}").json

    def control(self, progress, verb):
        self.assertEqual(self.service.call("POST", f"/v1/progress/{progress['id']}/{verb}").status, 200)

    def stopped_count(self, progress):
        """Its completed units, once unchanged for a second."""
        seen = [-1]

        def stands_still():
            seen.append(self.get(progress)["completedUnitCount"])
            time.sleep(1)
            return seen[-1] == seen[-2]
        until(stands_still, "standstill")
        return seen[-1]


def counts(progress):
    return progress["completedUnitCount"], progress["totalUnitCount"], progress["state"]
