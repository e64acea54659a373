#!/usr/bin/env python3
"""The matrix of rights: every credential x every call x every place, as a request, as a line of a batch and as a tool of
an agent. Exits with 1 where an answer is another than docs/contract.md says, or where openapi.yaml has a call that the
matrix does not make."""

import argparse
import pathlib
import sys
import tempfile
import time

from matrix.calls import CALLS, TOOLS, VIEWER, differences
from matrix.expectation import agrees, expected
from matrix.ways import Requests, lines, may_send, tool, unknown_tools
from matrix.world import World
from support.records import keep
from support.service import ROOT, Service

TOKENS = {"viewer": "a-viewer-of-the-tests", "reporter": "a-reporter-of-the-tests",
          "operator": "an-operator-of-the-tests"}


class Matrix:
    def __init__(self, service):
        self.world = World(service, TOKENS)
        self.requests = Requests(service.port)
        self.count, self.faults = 0, []

    def note(self, way, credential, call, place, by_name, status):
        self.count += 1
        answer = expected(credential, call, place, by_name)
        if agrees(status, answer):
            return
        where = f" {place.name} by {'name' if by_name else 'id'}" if call.is_of_node else ""
        self.faults.append(f"{way}: {credential.label}: {call.method} {call.path}{where}: {status}, not {answer}")

    def cases(self, calls):
        for call in calls:
            if not call.is_of_node:
                yield call, None, False
                continue
            for place in self.world.places:
                yield call, place, True
                if not call.is_by_name:
                    yield call, place, False

    def make_requests(self, credential):
        for call, place, by_name in self.cases(CALLS):
            # It would end a session that is needed for the next call.
            if call.operation == ("DELETE", "/v1/session") and "Cookie" in credential.headers:
                continue
            status = self.requests.status(credential, call, place, by_name)
            self.note("request", credential, call, place, by_name, status)

    def make_lines(self, credential):
        cases = list(self.cases(call for call in CALLS if call.batches))
        whole, statuses = lines(self.requests, credential, cases, of_viewer=None)
        if may_send(credential):
            # Only the head of a batch brings a reservation's token.
            own = credential._replace(claims=False)
            self.note_lines("line", own, cases, statuses)
        elif whole not in (401, 403):
            self.faults.append(f"batch: {credential.label}: {whole}")
        # A line reads neither cookies nor `grant` in its path.
        if "Authorization" not in credential.headers:
            return
        viewer = {"Authorization": f"Bearer {TOKENS['viewer']}"}
        _, statuses = lines(self.requests, credential, cases, of_viewer=viewer)
        self.note_lines("line of a viewer's batch", credential, cases, statuses)

    def note_lines(self, way, credential, cases, statuses):
        if len(statuses) != len(cases):
            self.faults.append(f"{way}: {credential.label}: {len(statuses)} replies to {len(cases)} lines")
        for (call, place, by_name), status in zip(cases, statuses):
            self.note(way, credential, call, place, by_name, status)

    def call_tools(self, credential):
        # The message itself has requirements, too: a caller that may not send one cannot call a tool.
        sender = credential if may_send(credential) else credential._replace(role=VIEWER if credential.role else 0)
        for name, call in TOOLS.items():
            for _, place, by_name in self.cases([call]):
                status = tool(self.requests, credential, name, place, by_name)
                if credential.only_reads:
                    self.count += 1
                    if status != 403:
                        self.faults.append(f"tool {name}: {credential.label}: {status}, not 403")
                else:
                    self.note(f"tool {name}", sender, call, place, by_name, status)

    def check_lists(self, credential):
        """No list of rights has a secret, and with a grant it has nothing that did not come of that grant."""
        if credential.role < 3 or credential.query:
            return
        for path in ("/v1/grants?limit=500", "/v1/reservations?limit=500"):
            status, body = self.requests.send("GET", path, None, credential.headers)
            text = body.decode()
            self.count += 1
            if status != 200 or any(secret in text for secret in [*self.world.secrets, *TOKENS.values()]):
                self.faults.append(f"{credential.label}: GET {path} is {status}, or has a secret")

    def run(self):
        unknown = unknown_tools(self.requests, {"Authorization": f"Bearer {TOKENS['viewer']}"})
        if unknown:
            self.faults.append(f"the tools differ by {unknown}")
        steps = (self.check_lists, self.make_requests, self.make_lines, self.call_tools)
        for step in steps:
            for credential in self.world.credentials:
                step(credential)

    def notices(self):
        """Whether it notices a right that is wider than it should be, in role or in place."""
        named = {credential.label: credential for credential in self.world.credentials}
        count = len(self.faults)
        for planted in (named["the reporter of the settings"]._replace(role=VIEWER),
                        named["grant of a reporter"]._replace(inside=frozenset({"foreign"})),
                        named["nobody"]._replace(role=VIEWER)):
            before = len(self.faults)
            self.make_lines(planted) if planted.headers else self.make_requests(planted)
            if len(self.faults) == before:
                return False
        del self.faults[count:]
        return True


def check_document():
    """Faults of the list of calls, and of the check that looks for them."""
    unmade, undocumented = differences()
    faults = [f"openapi.yaml has {method} {path}, which the matrix does not make: see Tests/rights/matrix/calls.py"
              for method, path in unmade]
    faults += [f"the matrix makes {method} {path}, which openapi.yaml does not have" for method, path in undocumented]
    planted = (ROOT / "openapi.yaml").read_text().replace("\ncomponents:", "\n  /v1/new:\n    post:\n\ncomponents:", 1)
    if ("POST", "/v1/new") not in differences(planted)[0]:
        faults.append("a new call of openapi.yaml would not be noticed")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    options = parser.parse_args()
    began = time.monotonic()
    faults, count = check_document(), 0
    with tempfile.NamedTemporaryFile("w", suffix=".tokens") as file:
        file.writelines(f"{role}:{token}\n" for role, token in TOKENS.items())
        file.flush()
        with Service(options.program, "--mcp", "--token-file", file.name, "--log-level", "error") as service:
            matrix = Matrix(service)
            matrix.run()
            faults += matrix.faults
            count = matrix.count
            if not matrix.faults and not matrix.notices():
                faults.append("a right that is too wide would not be noticed")
            service.stop()
    for fault in faults[:40]:
        print(fault, file=sys.stderr)
    print(f"{count:,} checks, {len(matrix.world.credentials)} credentials, {len(CALLS)} calls, "
          f"{len(faults)} faults, {time.monotonic() - began:.1f} s")
    keep("rights", not faults, {"checks": count, "credentials": len(matrix.world.credentials), "calls": len(CALLS),
                                "faults": len(faults)})
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
