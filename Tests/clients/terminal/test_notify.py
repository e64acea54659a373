"""progressctl notify: who gets which notice, and that none is lost, whoever is away."""

import base64
import hashlib
import hmac
import http.server
import json
import pathlib
import signal
import stat
import tempfile
import threading

from kit import TerminalTest, end
from support.process import free_port
from support.waiting import until

KEY = bytes(range(32))


class Hook(http.server.ThreadingHTTPServer):
    """A receiver that answers with the next of `statuses`, and with 204 after them."""

    daemon_threads = True

    def __init__(self, port=0, statuses=()):
        super().__init__(("127.0.0.1", port), Handler)
        self.statuses, self.taken, self.refused = list(statuses), [], []
        #: Replies wait for it.
        self.gate = threading.Event()
        self.gate.set()
        self.url = f"http://127.0.0.1:{self.server_port}/hook"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def close(self):
        self.gate.set()
        self.shutdown()
        self.server_close()

    def names(self):
        return [call.json["data"]["progress"]["name"] for call in self.taken]

    def types(self):
        return [call.json["type"] for call in self.taken]

    def told(self):
        """The notices taken, by name and type, sorted: those of one moment may come in any order."""
        return sorted((call.json["data"]["progress"]["name"], call.json["type"]) for call in list(self.taken))


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.body = self.rfile.read(int(self.headers["Content-Length"]))
        self.json = json.loads(self.body)
        self.server.gate.wait(30)
        status = self.server.statuses.pop(0) if self.server.statuses else 204
        (self.server.taken if status < 300 else self.server.refused).append(self)
        self.send_response(status)
        self.send_header("Content-Length", "0")
        if status == 302:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_):
        pass


class NotifyTest(TerminalTest):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.secret = self.folder / "secret"
        self.secret.write_text("whsec_" + base64.b64encode(KEY).decode() + "\n")

    def hook(self, *statuses, port=0):
        hook = Hook(port, statuses)
        self.addCleanup(hook.close)
        return hook

    def rules(self, pages="https://progress.example.org/", **rules):
        file = self.folder / "notify.json"
        file.write_text(json.dumps({"pages": pages, "rules": rules}))
        return file

    def notify(self, environment=None, **rules):
        """It follows the service when this returns."""
        rules = self.rules(**rules)
        program = self.start("notify", rules, "--state", self.folder / "state.json", **(environment or {}))
        until(lambda: self.state().get("lookout", {}).get("isNew") is False, "its first synced")
        self.until_watched()
        return program

    def state(self):
        try:
            return json.loads((self.folder / "state.json").read_text())
        except FileNotFoundError:
            return {}

    def until_told(self, hook, count, seconds=20):
        until(lambda: len(hook.taken) >= count, f"{count} notices", seconds=seconds)

    def test_an_end_is_told_once_signed_with_what_there_is_to_know(self):
        self.create("old")
        self.write("old/fail", message="long ago")
        hook = self.hook()
        self.notify(ops={"webhook": {"url": hook.url, "secretFile": str(self.secret)}})
        id = self.create("a", total=8)
        self.complete("a", 2)
        self.write("a/fail", message="no space left")
        self.until_told(hook, 1)

        call = hook.taken[0]
        self.assertEqual((call.json["type"], call.json["data"]["page"]),
                         ("progress.failed", f"https://progress.example.org/progress/{id}"))
        progress = call.json["data"]["progress"]
        self.assertEqual((progress["name"], progress["failure"]["message"], progress["fractionCompleted"]),
                         ("a", "no space left", 0.25))
        signed = f"{call.headers['webhook-id']}.{call.headers['webhook-timestamp']}.".encode() + call.body
        signature = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
        self.assertEqual(call.headers["webhook-signature"], "v1," + signature)
        self.assertEqual(call.headers["Content-Type"], "application/json")
        self.assertRegex(call.headers["User-Agent"], r"^progressctl/[0-9.]+$")

    def test_each_rule_has_its_occasions_and_labels(self):
        bad, data = self.hook(), self.hook()
        self.notify(bad={"on": ["failed", "cancelled"], "webhook": {"url": bad.url}},
                    data={"labels": {"team": "data"}, "webhook": {"url": data.url}})
        self.create("a", labels={"team": "data"})
        self.create("b")
        self.complete("a", 10)
        self.write("b/cancel", reason="enough")
        self.create("c", labels={"team": "data"})
        self.write("c/fail", message="broken")
        self.until_told(bad, 2)
        self.until_told(data, 2)
        self.assertEqual(bad.told(), [("b", "progress.cancelled"), ("c", "progress.failed")])
        self.assertEqual(data.told(), [("a", "progress.finished"), ("c", "progress.failed")])

    def test_silence_is_told_and_children_are_not(self):
        hook = self.hook()
        self.notify(ops={"webhook": {"url": hook.url}})
        self.create("a", leaseSeconds=1, children=[{"name": "step", "pendingUnitCount": 1}])
        self.write("step/fail", message="of the parent's business")
        self.until_told(hook, 1)
        self.assertEqual((hook.names(), hook.types()), (["a"], ["progress.stalled"]))

    def test_a_run_that_takes_longer_than_usual_is_told(self):
        for _ in range(3):
            self.create("nightly")
            self.write("nightly/finish")
        hook = self.hook()
        self.notify(ops={"on": ["late"], "webhook": {"url": hook.url}})
        self.create("nightly")
        self.until_told(hook, 1)
        self.assertEqual((hook.names(), hook.types()), (["nightly"], ["progress.late"]))

    def test_a_receiver_that_is_wrong_or_down_is_asked_again_with_the_same_id(self):
        port = free_port()
        hook = self.hook(500, port=port)
        program = self.notify(ops={"webhook": {"url": hook.url}})
        self.create("a")
        self.write("a/finish")
        until(lambda: hook.refused, "the first attempt")
        hook.close()
        again = self.hook(port=port)
        self.until_told(again, 1, seconds=60)
        first = hook.refused[0]
        self.assertEqual(again.taken[0].headers["webhook-id"], first.headers["webhook-id"])
        self.assertEqual(again.taken[0].body, first.body)
        program.send_signal(signal.SIGTERM)
        self.assertIn("ops: a has finished: answered 500; attempt 1", end(program).error)

    def test_a_slow_receiver_delays_no_other(self):
        slow, quick = self.hook(), self.hook()
        slow.gate.clear()
        self.notify(slow={"webhook": {"url": slow.url}}, quick={"webhook": {"url": quick.url}})
        for name in ("a", "b", "c"):
            self.create(name)
            self.write(f"{name}/finish")
        self.until_told(quick, 3)
        self.assertEqual(slow.taken, [])
        slow.gate.set()
        self.until_told(slow, 3)
        self.assertEqual(slow.told(), [(name, "progress.finished") for name in ("a", "b", "c")])

    def test_what_ends_while_it_is_away_is_told_when_it_is_back_and_nothing_twice(self):
        hook = self.hook()
        rules = {"ops": {"webhook": {"url": hook.url}}}
        for name in ("a", "b", "c"):
            self.create(name)
        program = self.notify(**rules)
        self.write("a/finish")
        self.until_told(hook, 1)
        until(lambda: self.state()["deliveries"] == [], "nothing on its way")
        program.kill()
        program.wait()
        self.write("b/fail", message="broken")
        self.start("notify", self.rules(**rules), "--state", self.folder / "state.json")
        self.until_told(hook, 2)
        self.write("c/finish")
        self.until_told(hook, 3)
        self.assertEqual(hook.names(), ["a", "b", "c"])

    def test_what_was_on_its_way_when_it_was_killed_arrives_with_the_same_id(self):
        hook = self.hook()
        hook.gate.clear()
        rules = {"ops": {"webhook": {"url": hook.url}}}
        program = self.notify(**rules)
        self.create("a")
        self.write("a/finish")
        id = until(lambda: [each["notice"]["id"] for each in self.state()["deliveries"]], "a notice on its way")[0]
        program.kill()
        program.wait()
        hook.gate.set()
        self.start("notify", self.rules(**rules), "--state", self.folder / "state.json")
        until(lambda: self.state()["deliveries"] == [], "nothing on its way")
        self.assertEqual({call.headers["webhook-id"] for call in hook.taken}, {id})

    def test_what_has_arrived_when_it_is_stopped_is_not_told_again(self):
        script, both, waiting = self.folder / "page", self.folder / "both", self.folder / "waiting"
        script.write_text(f"#!/bin/sh\nuntil [ -e {both} ]; do sleep 0.05; done\n[ $PROGRESSD_NAME = a ] && exit\n"
                          f"touch {waiting}\nwhile [ -e {waiting} ]; do sleep 0.1; done\n")
        script.chmod(0o700)
        for number in (signal.SIGTERM, signal.SIGINT):
            for sign in (both, waiting, self.folder / "state.json"):
                sign.unlink(missing_ok=True)
            program = self.notify(page={"command": [str(script)]})
            for count, name in ((1, "a"), (2, "b")):
                self.create(name)
                self.write(f"{name}/finish")
                until(lambda count=count: len(self.state()["deliveries"]) == count, "notices on their way")
            both.touch()
            until(waiting.exists, "the second notice, and so the end of the first")
            program.send_signal(number)
            program.wait(5)
            self.assertEqual(program.returncode, -number)
            self.assertEqual([each["notice"]["progress"]["name"] for each in self.state()["deliveries"]], ["b"])

    def test_it_outlives_a_service_that_restarts(self):
        port = free_port()
        hook = self.hook()
        with tempfile.TemporaryDirectory() as folder:
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.create("a")
            self.create("b")
            self.notify(ops={"webhook": {"url": hook.url}})
            self.write("a/finish")
            self.until_told(hook, 1)
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.write("b/finish")
            self.until_told(hook, 2)
        self.assertEqual(hook.names(), ["a", "b"])

    def test_redirects_are_not_followed_and_410_is_an_end(self):
        hook = self.hook(410)
        program = self.notify(ops={"webhook": {"url": hook.url}})
        self.create("a")
        self.write("a/finish")
        self.assertIn("a has finished: given up: answered 410", program.stderr.readline())
        hook.statuses = [302]
        self.create("b")
        self.write("b/finish")
        self.assertIn("b has finished: answered 302; attempt 1", program.stderr.readline())

    def test_commands_get_the_message_and_variables(self):
        script, told = self.folder / "page", self.folder / "told"
        script.write_text(f"#!/bin/sh\ncat >{told}.json\nenv >{told}.env\n"
                          f"echo \"$PROGRESSD_OCCASION $PROGRESSD_NAME\" >{told}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        secrets = {"PROGRESSD_TOKEN": "secret-1", "PROGRESSD_RESERVATION": "secret-2", "PROGRESSD_TOKENS": "viewer:secret-3"}
        self.notify(secrets, page={"command": [str(script)]})
        self.create("a")
        self.write("a/fail", message="x" * 4_000)
        until(lambda: told.exists() and told.read_text() == "failed a\n", "the command")
        environment = (self.folder / "told.env").read_text()
        self.assertNotIn("secret", environment)
        self.assertIn(f"PROGRESSD_URL={self.service.url}\n", environment)
        message = json.loads((self.folder / "told.json").read_text())
        self.assertEqual(message["data"]["progress"]["failure"]["message"], "x" * 4_000)

    def test_ntfy_slack_and_mail(self):
        ntfy, slack = self.hook(), self.hook()
        sendmail, sent = self.folder / "sendmail", self.folder / "sent"
        sendmail.write_text(f"#!/bin/sh\necho \"$@\" >{sent}.words\ncat >{sent}\n")
        sendmail.chmod(0o700)
        (self.folder / "token").write_text("tk_1\n")
        self.notify(
            ntfy={"ntfy": {"url": ntfy.url, "topic": "builds", "tokenFile": str(self.folder / "token")}},
            slack={"slack": {"url": slack.url}},
            mail={"mail": {"to": ["ops@example.org"], "from": "p@example.org", "sendmail": str(sendmail)}})
        self.create("nightly")
        self.write("nightly/fail", message="<!channel> no\r\nspace")
        self.until_told(ntfy, 1)
        self.until_told(slack, 1)
        until(lambda: sent.exists() and sent.read_text().endswith("\n"), "the mail")
        self.assertEqual((ntfy.taken[0].json["topic"], ntfy.taken[0].json["title"], ntfy.taken[0].headers["Authorization"]),
                         ("builds", "nightly has failed", "Bearer tk_1"))
        self.assertIn("&lt;!channel&gt; no  space", slack.taken[0].json["text"])
        until(lambda: (self.folder / "sent.words").exists(), "its recipients")
        self.assertEqual((self.folder / "sent.words").read_text(), "-i -f p@example.org -- ops@example.org\n")
        head, body = sent.read_text().split("\n\n", 1)
        self.assertIn("To: ops@example.org\n", head)
        self.assertIn("no  space", base64.b64decode(body).decode())

    def test_check_says_what_the_rules_do_and_try_tells_each(self):
        hook = self.hook()
        file = self.rules(ops={"on": ["failed"], "labels": {"team": "data"}, "webhook": {"url": hook.url}})
        self.assertEqual(self.run_program("notify", file, "--check").output,
                         "ops: failed, team=data → webhook at 127.0.0.1, not signed\n")
        self.assertIn("ops: told", self.run_program("notify", file, "--try").output)
        self.assertEqual(hook.names(), ["trial"])
        trial = hook.taken[0].json["data"]
        self.assertEqual(trial["page"], f"https://progress.example.org/progress/{trial['progress']['id']}")
        hook.statuses = [500]
        self.assertIn("answered 500", self.run_program("notify", file, "--try", status=1).error)

    def test_a_file_with_a_fault_is_refused_with_its_place(self):
        for rules, place in (
                ({}, "rules has no rule"),
                ({"ops": {"webhook": {"url": "ftp://x"}}}, "rules.ops.webhook.url is no address of http or https"),
                ({"ops": {"on": ["ends"], "command": ["x"]}}, "rules.ops.on has ends; it can have finished, failed"),
                ({"ops": {"on": [], "command": ["x"]}}, "rules.ops.on names no occasion; leave it out for all"),
                ({"pages": "progress.example.org", "ops": {"command": ["x"]}}, "pages is no address of http or https"),
                ({"ops": {"slack": {"url": "http://x", "urlFile": "/y"}}}, "rules.ops.slack has both url and urlFile"),
                ({"ops": {"slack": {}}}, "rules.ops.slack.url is missing"),
                ({"ops": {"command": ["x"], "mail": {}}}, "rules.ops needs one of webhook, ntfy, slack, mail, command"),
                ({"ops": {"command": ["x"], "label": {}}}, "rules.ops has label; it can have on, labels"),
                ({"ops": {"webhook": {"url": "http://x", "secretFile": "/nowhere"}}},
                 "rules.ops.webhook.secretFile names /nowhere, which cannot be read or is empty")):
            with self.subTest(place):
                self.assertIn(place, self.run_program("notify", self.rules(**rules), status=64).error)

    def test_what_cannot_be_read_or_run_is_said_in_words(self):
        nothing, state = self.folder / "nothing.json", self.folder / "state.json"
        file = self.rules(page={"command": ["/nowhere/page"]})
        self.assertEqual(self.run_program("notify", nothing, status=64).error,
                         f"progressctl: cannot read {nothing}: No such file or directory\n")
        self.assertEqual(self.run_program("notify", self.folder, status=64).error,
                         f"progressctl: cannot read {self.folder}: Is a directory\n")
        self.assertIn("page: /nowhere/page: /nowhere/page: No such file or directory\n",
                      self.run_program("notify", file, "--try", status=1).error)
        state.write_text("{")
        self.assertEqual(self.run_program("notify", file, "--state", state, status=64).error,
                         f"progressctl: {state} is damaged; if you remove it, what has ended so far is not told\n")
        file.write_text("{\n  oops\n}\n")
        self.assertEqual(self.run_program("notify", file, status=64).error,
                         f"progressctl: {file} is not valid JSON; `python3 -m json.tool {file}` says where\n")

    def test_one_state_has_one_owner(self):
        hook = self.hook()
        rules = {"ops": {"webhook": {"url": hook.url}}}
        self.notify(**rules)
        second = self.run_program("notify", self.rules(**rules), "--state", self.folder / "state.json", status=69)
        self.assertIn("another progressctl notify uses", second.error)
