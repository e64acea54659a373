"""The law of reporting (docs/reporting.md), row by row: on a clock that the rows move, and with replies that they give."""

import contextlib
import io
import json
import os
import pathlib
import re
import unittest
from unittest import mock

from progressd import _endings
from progressd._connection import Reply, Unreachable
from progressd._node import Node
from progressd._reporter import Reporter
from progressd._settings import LEASE_SECONDS, Address, Settings, shown

TABLES = pathlib.Path(__file__).parents[1]
CLOSE = 1e-6


class Wire:
    """In place of a connection: the request has to be the one that the row expects."""

    def __init__(self, row):
        self.row, self.expected, self.authorization = row, [], None

    def authorize(self, token):
        self.authorization = f"Bearer {token}"

    def send(self, method, path, body, headers, is_safe=True):
        if not self.expected:
            raise AssertionError(f"at {self.row.now}: {method} {path} {body.decode()}")
        entry = self.expected.pop(0)
        if "authorization" in entry:
            assert self.authorization == entry["authorization"], self.authorization
        if "alone" in entry:
            self.row.check([entry["alone"]], [{"method": method, "path": path, "headers": headers,
                                               "body": json.loads(body)}])
            name = self.row.names_of_creates[0]
            return Reply(201, {"location": f"/v1/progress/{name}"}, json.dumps({"id": name}).encode())
        calls = [json.loads(line) for line in body.splitlines()]
        self.row.check(entry["request"], calls)
        return self.answer(entry.get("reply"), calls)

    def answer(self, reply, calls):
        if isinstance(reply, str):
            if reply == "silent":
                self.row.now += 2
            raise Unreachable(reply, reply in ("lost", "silent"), reply == "closed")
        if isinstance(reply, dict):
            return Reply(reply["status"], {"content-type": reply["type"]}, reply["body"].encode())
        names = iter(self.row.names_of_creates)
        answers = reply or [{"status": 204} for _ in calls]
        lines = [self.line(answer, next(names) if self.row.is_create(call) else None, reply is None)
                 for answer, call in zip(answers, calls)]
        return Reply(200, {}, b"\n".join(json.dumps(line).encode() for line in lines))

    @staticmethod
    def line(answer, name, is_usual):
        status = 201 if name and is_usual else answer["status"]
        headers = {"Progress-Directive": answer.get("directive", "run")} if status < 300 else {}
        if status in (200, 201, 204) and (answer.get("id") or name):
            found = answer.get("id") or name
            headers.update({"Location": f"/v1/progress/{found}", "ETag": f'"{found}:1"'})
        body = answer.get("body")
        if "problem" in answer:
            body = {"type": "about:blank", "detail": answer["problem"]}
        return {"status": status, "headers": headers, **({"body": body} if body else {})}


class Row:
    """One row: does what its work does, and moves the clock."""

    def __init__(self, row):
        self.now = 0.0
        self.story, settings = list(row["story"]), row.get("settings", {})
        self.wire = Wire(self)
        token = settings.get("token")
        self.wire.authorization = f"Bearer {token}" if token else None
        self.reporter = Reporter(
            Settings("http://service.test", token, settings.get("reservation"), settings.get("labels", {})),
            clock=lambda: self.now)
        self.reporter.connect = lambda: self.wire
        self.reporter._start = lambda: None
        self.nodes, self.waiting, self.strings, self.names_of_creates = {}, {}, {}, []

    def run(self):
        while self.story:
            entry = self.story.pop(0)
            due = self.reporter.due()
            if due < entry["at"] - CLOSE:
                self.now = due
                self.reporter.round()
            self.now = max(self.now, entry["at"])
            if "work" in entry:
                getattr(self, "work_" + entry["work"])(self.nodes.get(entry.get("of")), entry)
            elif "request" in entry or "alone" in entry:
                self.exchange(entry)
            elif "warnings" in entry:
                assert sorted(self.reporter.warned) == sorted(entry["warnings"]), self.reporter.warned
            elif "directive" in entry:
                assert {of: self.nodes[of].directive for of in entry["directive"]} == entry["directive"]

    def exchange(self, entry):
        due = self.reporter.due()
        assert abs(due - entry["at"]) < CLOSE, f"the next request is due at {due}, not at {entry['at']}"
        self.wire.expected = [entry]
        if isinstance(entry.get("reply"), dict) and entry["reply"]["status"] == 413:
            # It is sent again in parts, in the same moment.
            self.wire.expected += [one for one in self.story if one["at"] == entry["at"] and "request" in one]
            self.story = [one for one in self.story if one not in self.wire.expected]
        self.reporter.round()
        assert not self.wire.expected, f"nothing was sent at {self.now}, but {self.wire.expected}"

    @staticmethod
    def is_create(call):
        return call["method"] == "PUT" or call["path"] == "/v1/progress" or call["path"].endswith("/children")

    def check(self, expected, calls):
        assert len(calls) == len(expected), f"at {self.now}: {json.dumps(calls, indent=1)}"
        made = [of for of, node in self.nodes.items() if node.id is None and not node.is_silent and node.can_be_made]
        self.names_of_creates = made
        for line, call in zip(expected, calls):
            method, path = line["call"].split()
            path = re.sub("<(.*?)>", lambda match: str(self.nodes[match[1]].id), path)
            assert (call["method"], call["path"]) == (method, path), (call, line)
            body = call.get("body", {})
            for member, value in line.get("body", {}).items():
                assert self.is_same(value, body.get(member)), f"{member} of {call} is not {value!r}"
            assert not set(line.get("without", ())) & body.keys(), call
            headers = {name.lower(): value for name, value in call["headers"].items()}
            for name, value in line.get("headers", {}).items():
                assert self.is_same(value, headers.get(name.lower())), f"{name} of {call} is not {value!r}"

    def is_same(self, expected, value):
        if isinstance(expected, dict) and "repeat" in expected:
            return value == expected["repeat"] * expected["times"]
        if not isinstance(expected, str) or not re.fullmatch("<.*:.*>", expected):
            return value == expected
        known = self.strings.setdefault(expected, value)
        others = [one for key, one in self.strings.items() if key != expected]
        return bool(value) and value == known and value not in others

    # The work's side

    def work_make(self, _, entry):
        members = {member: value["repeat"] * value["times"] if isinstance(value, dict) and "repeat" in value else value
                   for member, value in entry["members"].items()}
        members = {"leaseSeconds": LEASE_SECONDS, "isPausable": True, **members}
        self.nodes[entry["of"]] = Node(members, name=entry.get("name"), parent=self.nodes.get(entry.get("parent")),
                                       pending=entry.get("pendingUnitCount", 0))
        self.reporter.add(self.nodes[entry["of"]])

    def work_begin(self, node, entry):
        node.begin()

    def work_complete(self, node, entry):
        node.add(entry["count"])

    def work_set(self, node, entry):
        node.set(**entry["members"])

    def work_finish(self, node, entry):
        _endings.end(node)

    def work_leave(self, node, entry):
        _endings.finish_early(node)

    def work_fail(self, node, entry):
        if node.directive == "cancel":
            _endings.fail(node, RuntimeError(entry["message"]))
        else:
            _endings.end(node, "fail", **{key: entry[key] for key in ("message", "code") if key in entry})

    def work_wait(self, node, entry):
        node.waiters += 1

    def work_waited(self, node, entry):
        node.waiters -= 1

    def work_farewell(self, node, entry):
        self.reporter.leave()


class LawTest(unittest.TestCase):
    def test_each_row_of_the_law(self):
        for table in sorted((TABLES / "reporting").glob("*.json")):
            for number, row in enumerate(json.loads(table.read_text())):
                with self.subTest(f"{table.stem} {number}: {row['name']} (rule {row['rule']})"):
                    self.run_row(row)

    def run_row(self, row):
        row = Row(row)
        with contextlib.ExitStack() as stack:
            stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
            stack.enter_context(mock.patch.object(_endings, "reporter", lambda: row.reporter))
            row.run()

    def test_each_address_of_the_table(self):
        for row in json.loads((TABLES / "addresses.json").read_text()):
            with self.subTest(row["address"]):
                if "url" in row:
                    self.assertEqual(str(Address.parsed(row["address"])), row["url"])
                else:
                    self.assertEqual(shown(row["address"].strip()), row["refusal"])
                    with self.assertRaisesRegex(ValueError, re.escape(repr(row["refusal"]))) as caught:
                        Address.parsed(row["address"])
                    self.assertNotIn("secret", str(caught.exception))

    def test_an_address_of_white_space_alone_is_unset(self):
        for unset in "", " ", " \t\n":
            with self.subTest(unset), mock.patch.dict(os.environ, PROGRESSD_URL=unset):
                self.assertEqual(Settings.from_environment().url, "http://127.0.0.1:8080")
