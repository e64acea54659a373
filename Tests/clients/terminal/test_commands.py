import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile

from kit import ESCAPE, PROGRESSCTL, TerminalTest, end, read_until
from support.process import free_port
from support.service import ROOT


def answer(server, status, *headers, detail="no", body=None):
    """Answers one request, with a problem if no body is given."""
    problem = {"type": "/problems/no", "title": "No", "status": status, "detail": detail}
    body = json.dumps(body or problem, ensure_ascii=False).encode()
    lines = [f"HTTP/1.1 {status} No", "Content-Type: application/problem+json", f"Content-Length: {len(body)}", *headers]
    with server.accept()[0] as connection:
        connection.recv(65536)
        connection.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


class ReportTest(TerminalTest):
    def test_the_status_is_the_directive(self):
        self.create("a")
        self.assertEqual(self.run_program("report", "a", "--completed", 3).output, "run\n")
        self.write("a/pause")
        self.assertEqual(self.run_program("report", "a", "--by", 2, status=3).output, "pause\n")
        self.write("a/cancel")
        self.assertEqual(self.run_program("report", "a", "--total", 20, status=4).output, "cancel\n")
        self.assertEqual((self.get("a")["completedUnitCount"], self.get("a")["totalUnitCount"]), (5, 20))

    def test_obeying_waits_while_it_is_paused(self):
        self.create("a")
        self.write("a/pause")
        worker = self.start("report", "a", "--by", 1, "--obey")
        self.until_watched()
        self.write("a/resume")
        ended = end(worker)
        self.assertEqual((ended.status, ended.output), (0, "run\n"))

    def test_obeying_waits_also_while_the_service_is_restarted(self):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.create("a")
            self.write("a/pause")
            worker = self.start("report", "a", "--by", 1, "--obey")
            self.until_watched()
            self.service.stop()
            warning = worker.stderr.readline()
            self.serve("--data-directory", folder, port=port)
            self.until_watched()
            self.assertIsNone(worker.poll())
            self.write("a/resume")
            ended = end(worker)
        self.assertIn("still paused", warning)
        self.assertEqual((ended.status, ended.output, ended.error), (0, "run\n", ""))

    def test_a_pause_that_the_service_has_lost_is_over(self):
        port = free_port()
        self.service.stop()
        self.serve(port=port)
        self.create("a")
        self.write("a/pause")
        worker = self.start("report", "a", "--completed", 4, "--obey")
        self.until_watched()
        self.service.stop()
        self.serve(port=port)
        ended = end(worker)
        self.assertEqual((ended.status, ended.output), (0, "run\n"))
        self.assertEqual(self.get("a")["completedUnitCount"], 4)

    def test_a_name_that_means_nothing_is_created(self):
        self.run_program("report", "new", "--completed", 1, "--total", 4)
        self.run_program("report", "count", "--by", 2)
        self.assertEqual(self.get("new")["fractionCompleted"], 0.25)
        self.assertEqual(self.get("count")["completedUnitCount"], 2)

    def test_reporting_does_not_stop_the_work(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            for port in (free_port(), silent.getsockname()[1]):
                for command, output in ((("report", "a", "--by", 1), "run\n"), (("new", "a"), "a\n"), (("finish", "a"), ""),
                                        (("fail", "a", "broken"), "")):
                    with self.subTest(command):
                        ended = self.run_program(*command, PROGRESSD_URL=f"http://127.0.0.1:{port}")
                        self.assertEqual(ended.output, output)
                        self.assertEqual(len(ended.error.splitlines()), 1)

    def test_a_service_that_is_too_busy_costs_one_warning(self):
        for status in (429, 503):
            for command, output in ((("report", "a", "--by", 1), "run\n"), (("finish", "a"), ""), (("new", "a"), "a\n")):
                with self.subTest(status, command=command), socket.create_server(("127.0.0.1", 0)) as server:
                    program = self.start(*command, PROGRESSD_URL=f"http://127.0.0.1:{server.getsockname()[1]}")
                    answer(server, status, "Retry-After: 1")
                    ended = end(program)
                    self.assertEqual((ended.status, ended.output), (0, output), ended.error)
                    self.assertRegex(ended.error, r"^progressctl: \S+: no; the work continues\n$")

    def test_a_new_progress_claims_what_was_reserved_for_it(self):
        self.create("parent")
        token = self.write("parent/reservations", pendingUnitCount=3)["token"]
        self.run_program("new", "child", PROGRESSD_RESERVATION=token)
        self.assertEqual(self.get("child")["pendingUnitCount"], 3)

    def test_new_finish_and_fail(self):
        parent = self.run_program("new", "--total", 2, "--label", "job=4711", "--pausable").output.strip()
        child = self.run_program("new", "part", "--parent", parent, "--total", 5, "--lease", 60).output.strip()
        self.run_program("finish", child)
        shown = self.get(parent)
        self.assertEqual((shown["completedUnitCount"], shown["labels"], shown["isPausable"]), (1, {"job": "4711"}, True))
        self.run_program("fail", parent, "disk & co = full", "--code", 28)
        self.assertEqual(self.get(parent)["failure"]["message"], "disk & co = full")

    def test_titles_and_descriptions_are_one(self):
        for option in ("--title", "--description"):
            name = self.run_program("new", option, "Nightly").output.strip()
            self.assertEqual(self.get(name)["localizedDescription"], "Nightly")
            self.run_program("report", name, option, "Morning")
            self.assertEqual(self.get(name)["localizedDescription"], "Morning")

    def test_a_run_that_was_killed_is_replaced_on_demand(self):
        first = self.run_program("new", "nightly").output.strip()
        self.assertIn(first, self.run_program("new", "nightly", status=65).error)
        self.run_program("new", "nightly", "--replace")
        self.assertEqual(self.get(first)["failure"]["code"], "replaced")
        self.assertEqual(self.get("nightly")["run"], 2)

    def test_labels_come_from_the_environment_too(self):
        name = self.run_program("new", "--label", "a=1", PROGRESSD_LABELS="job=4711,team=data").output.strip()
        self.assertEqual(self.get(name)["labels"], {"a": "1", "job": "4711", "team": "data"})

    def test_labels_of_the_command_line_count_more_than_those_of_the_environment(self):
        name = self.run_program("new", "--label", "job=2", PROGRESSD_LABELS="job=1,team=data").output.strip()
        self.assertEqual(self.get(name)["labels"], {"job": "2", "team": "data"})


class ControlTest(TerminalTest):
    def test_pause_resume_and_cancel(self):
        self.create("a")
        for verb, state in (("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
            ended = self.run_program(verb, "a", "--reason", "because")
            self.assertIn(f"a  0%  {state}", ended.output)
            self.assertEqual(self.get("a")["control"]["reason"], "because")

    def test_one_that_refuses_does_not_keep_the_others(self):
        self.create("done", 1, completedUnitCount=1)
        self.create("b")
        ended = self.run_program("cancel", "done", "b", status=65)
        self.assertEqual(self.get("b")["state"], "cancelled")
        self.assertEqual(len(ended.error.splitlines()), 1)

    def test_many_by_label_need_a_yes_on_a_terminal_only(self):
        for name in ("a", "b", "c"):
            self.create(name, labels={"job": "1" if name != "c" else "2"})
        for answer, status, state in ((b"n\n", 1, "running"), (b"y\n", 0, "cancelled")):
            asked = self.start_on_terminal("cancel", "--label", "job=1")
            read_until(asked, "[y/N]")
            asked.stdin.write(answer)
            asked.stdin.flush()
            ended = end(asked)
            self.assertEqual(ended.status, status, ended.output)
            self.assertEqual(self.get("a")["state"], state)
        self.run_program("pause", "--label", "job=2")
        self.create("d", labels={"job": "2"})
        self.run_program("cancel", "--label", "job=2")
        self.assertEqual([self.get(name)["state"] for name in ("c", "d")], ["cancelled"] * 2)

    def test_the_question_cannot_act_on_a_terminal(self):
        for text in ("one", "\x1b[2Jtwo"):
            self.service.call("POST", "/v1/progress", {"localizedDescription": text, "labels": {"job": "1"}})
        asked = self.start_on_terminal("cancel", "--label", "job=1")
        question = read_until(asked, "[y/N] ")
        self.assertIn("[2Jtwo", question)
        self.assertNotIn(ESCAPE, question)

    def test_grants_open_one_subtree(self):
        self.service.stop()
        self.serve(token="secret-of-an-operator")
        self.create("a")
        token = {"PROGRESSD_TOKEN": "secret-of-an-operator"}
        grant = self.run_program("grant", "a", "--role", "reporter", **token).output.strip()
        self.run_program("report", "a", "--by", 1, PROGRESSD_TOKEN=grant)
        link = self.run_program("grant", "a", "--link", "--hours", 1, **token).output
        self.assertRegex(link, rf"^{re.escape(self.service.url)}/progress/a\?grant=\S+\n$")

    def test_grants_are_listed_without_a_secret_and_revoked(self):
        self.service.stop()
        self.serve(token="secret-of-an-operator")
        self.create("a")
        self.create("b")
        token = {"PROGRESSD_TOKEN": "secret-of-an-operator"}
        secrets = [self.run_program("grant", name, "--role", "operator", **token).output.strip() for name in "ab"]
        inner = self.run_program("grant", "a", PROGRESSD_TOKEN=secrets[0]).output.strip()

        listed = self.run_program("grants", **token).output
        fields = [line.split("\t") for line in listed.splitlines()]
        self.assertEqual([each[1:4] for each in fields][1:], [["grant", "operator", "b"], ["grant", "operator", "a"]])
        self.assertEqual(fields[0][6], f"grant by {fields[2][0]}")
        for secret in (*secrets, inner):
            self.assertNotIn(secret, listed)
        lines = self.run_program("grants", "b", "--json", **token).output.splitlines()
        self.assertEqual([json.loads(line)["grantID"] for line in lines], [fields[1][0]])

        self.run_program("grants", "--revoke", fields[2][0], **token)
        self.assertEqual(len(self.run_program("grants", **token).output.splitlines()), 1)
        self.run_program("get", "a", PROGRESSD_TOKEN=inner, status=77)
        self.run_program("grants", "--revoke", fields[2][0], **token, status=66)
        self.run_program("grants", "a", "--reservations", status=64)

    def test_unclaimed_reservations_are_listed_and_resigned(self):
        self.create("a", totalUnitCount=3)
        made = self.service.call("POST", "/v1/progress/a/reservations", {"pendingUnitCount": 3}).json

        fields = self.run_program("grants", "--reservations").output.rstrip("\n").split("\t")
        self.run_program("grants", "--revoke", fields[0])

        self.assertEqual(fields[:3], [made["reservationID"], "reservation", "3 units"])
        self.assertEqual(self.run_program("grants", "--reservations").output, "")

    def test_tokens_come_from_a_file(self):
        self.service.stop()
        self.serve(token="secret-of-an-operator")
        self.create("a")
        self.assertIn("PROGRESSD_TOKEN", self.run_program("get", "a", status=77).error)
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("# of the cluster\noperator:secret-of-an-operator\n")
            file.flush()
            self.assertEqual(self.run_program("get", "a", "--token-file", file.name).error, "")

    def test_a_token_file_that_others_can_read_is_told_of(self):
        for mode, is_told in ((0o640, False), (0o644, True), (0o602, True)):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write("operator:secret-of-an-operator\n")
                file.flush()
                os.chmod(file.name, mode)
                told = self.run_program("ls", "--token-file", file.name).error
            self.assertEqual(told.count(f"chmod o= {file.name}"), int(is_told), told)


class ListTest(TerminalTest):
    def setUp(self):
        super().setUp()
        self.create("backup", labels={"job": "1"}, completedUnitCount=5)
        self.create("import\u2013photos".replace("\u2013", "-"), labels={"job": "2"})
        self.write("import-photos/pause")

    def test_fields_on_a_pipe(self):
        lines = self.run_program("ls").lines
        self.assertEqual([line.split("\t")[1:] for line in lines], [
            ["import-photos", "paused", "0%", "0", "10", "0 of 10"], ["backup", "running", "50%", "5", "10", "5 of 10"]])

    def test_columns_on_a_terminal(self):
        lines = self.run_on_terminal("ls", NO_COLOR="1").lines
        self.assertEqual(len({line.index("█" if "█" in line else "░") for line in lines}), 1)

    def test_filters(self):
        for arguments, names in (
                (("--state", "paused"), ["import-photos"]), (("--label", "job=1"), ["backup"]),
                (("--label", "job"), ["import-photos", "backup"]), (("--label", "!job=1"), ["import-photos"]),
                (("--search", "PHOTO 2"), ["import-photos"]), (("--search", "job"), []),
                (("--name", "import*"), ["import-photos"]), (("--sort", "name"), ["backup", "import-photos"]),
                (("--sort", "-name"), ["import-photos", "backup"]),
                (("--limit", "1"), ["import-photos"]), (("--all",), ["import-photos", "backup"])):
            with self.subTest(arguments):
                items = [json.loads(line) for line in self.run_program("ls", "--json", *arguments).lines]
                self.assertEqual([item["name"] for item in items], names)

    def test_more_than_a_page(self):
        for number in range(120):
            self.create(f"n{number}")
        self.assertEqual(len(self.run_program("ls").lines), 50)
        self.assertEqual(len(self.run_program("ls", "--limit", 110).lines), 110)
        self.assertEqual(len(self.run_program("ls", "--all").lines), 122)

    def test_tree_and_get(self):
        self.create("top", 2, children=[{"name": "below", "pendingUnitCount": 1, "totalUnitCount": 2}])
        self.assertEqual([line.split("  ")[0] for line in self.run_program("tree", "top").lines], ["top", "└─ below"])
        self.assertEqual(json.loads(self.run_program("tree", "top", "--json").output)["children"][0]["name"], "below")
        self.assertEqual(json.loads(self.run_program("get", "top", "--json").output)["name"], "top")
        self.assertIn("counts    0 of 2", self.run_program("get", "top").lines)
        self.create("unknown", -1, completedUnitCount=2**53 + 1)
        self.assertIn("counts    9007199254740993", self.run_program("get", "unknown").lines)

    def test_no_text_of_a_client_can_act_on_a_terminal(self):
        self.create("evil", localizedDescription="\x1b[2Jgone\r\nfinished")
        for command in (("ls",), ("tree",), ("get", "evil")):
            self.assertNotIn(ESCAPE, self.run_program(*command).output)
        self.assertNotIn("\x1b[2J", self.run_on_terminal("tree").output)

    def test_json_shows_what_a_terminal_would_obey(self):
        text = "\x9b31m\x7f\x90\u202egnp\u2028\u2066x\u2069"
        self.create("evil", localizedDescription=text, userInfo={text: text})
        watching = self.start("watch", "evil", "--json")
        lines = [watching.stdout.readline()]
        watching.terminate()
        lines.append(end(watching).output)
        for command in (("get", "evil"), ("ls",), ("tree", "evil")):
            lines.append(self.run_program(*command, "--json").output)
        for line in lines:
            self.assertNotRegex(line, "[\x7f-\x9f\u2028-\u202e]")
        self.assertEqual(json.loads(lines[2])["localizedDescription"], text)
        self.assertEqual(json.loads(lines[2])["userInfo"], {text: text})
        self.assertIn("\\u009", lines[0].lower())

    def test_json_of_an_older_service_is_as_harmless(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            asking = self.start("get", "a", "--json", PROGRESSD_URL=f"http://127.0.0.1:{server.getsockname()[1]}")
            answer(server, 200, body={"localizedDescription": "\x9b31m\x7f\u202e"})
            ended = end(asking)
        self.assertNotRegex(ended.output, "[\x7f-\x9f\u2028-\u202e]")

    def test_open_prints_the_address(self):
        self.assertEqual(self.run_program("open", "backup", DISPLAY=":0").output, f"{self.service.url}/progress/backup\n")
        self.run_program("open", "nothing", status=66)


class ProgramTest(TerminalTest):
    def test_a_service_that_is_not_there_is_named(self):
        address = f"http://127.0.0.1:{free_port()}"
        for command in (("ls",), ("wait", "a"), ("watch",), ("cancel", "a")):
            with self.subTest(command):
                ended = self.run_program(*command, status=69, PROGRESSD_URL=address)
                self.assertEqual(len(ended.error.splitlines()), 1)
                self.assertIn(address, ended.error)
                self.assertIn("PROGRESSD_URL", ended.error)

    def test_a_refusal_cannot_act_on_a_terminal(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            asking = self.start("ls", PROGRESSD_URL=f"http://127.0.0.1:{server.getsockname()[1]}")
            answer(server, 400, detail="\x1b[2Jno\nfinished")
            ended = end(asking)
        self.assertEqual((ended.status, ended.error), (65, "progressctl: \ufffd[2Jno\ufffdfinished\n"))

    def test_no_password_of_an_address_is_shown(self):
        self.create("a")
        here = f"127.0.0.1:{self.service.port}"
        for address in (f"http://user:secret@{here}", f"user:secret@{here}", "ftp://user:sec@ret@host"):
            with self.subTest(address):
                ended = self.run_program("open", "a", status=64, PROGRESSD_URL=address)
                self.assertIn(address.split("@")[-1], ended.output + ended.error)
                self.assertNotRegex(ended.output + ended.error, "user:|sec|@")
        for address in (f"http://{here}?token=secret", f"http://{here}/#secret", f"http://u:sec/ret@{here}", "u:secret@h y"):
            for command in (("ls",), ("open", "a"), ("report", "a", "1"), ("cancel", "a")):
                ended = end(self.start(*command, PROGRESSD_URL=address))
                self.assertNotIn("sec", ended.output + ended.error, command)

    def test_a_command_line_that_cannot_be_read_is_one_line(self):
        for command in (("wait",), ("ls", "--stat", "x"), ("ls", "--state", "x"), ("report", "a"), ("nothing",),
                        ("ls", "--url", "ftp://a")):
            ended = self.run_program(*command, status=64)
            self.assertEqual((ended.output, len(ended.error.splitlines())), ("", 1), ended.error)

    def test_every_command_has_help_with_an_example(self):
        commands = re.findall(r"^  ([a-z]+)  ", self.run_program("--help").output, re.M)
        self.assertIn("watch", commands)
        for command in commands:
            with self.subTest(command):
                self.assertIn(f"progressctl {command}", self.run_program(command, "--help").output.split("EXAMPLES")[1])

    def test_man_pages_say_what_the_help_says(self):
        with tempfile.TemporaryDirectory() as folder:
            for program in (os.environ["PROGRESSD"], PROGRESSCTL):
                subprocess.run([ROOT / "Scripts/man/generate", program, folder], check=True)
            pages = {page.stem: page.read_text() for page in pathlib.Path(folder).iterdir()}
            lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pathlib.Path(folder).iterdir()])

        serve = pages["progressd-serve"]
        self.assertEqual(lint.returncode, 0)
        self.assertIn("\\fB\\-\\-mcp/\\-\\-no\\-mcp\\fR\n", serve)
        self.assertEqual(serve.count("Answer agents at /mcp"), 1)
        self.assertIn(".SH EXIT STATUS\n.nf\n0 stopped by a signal\n64 the command line", serve)
        self.assertIn(".SH EXAMPLES\n.nf\nprogressd\n    On this machine alone", serve)
        self.assertIn(".SH EXIT STATUS\n.nf\n0 done\n1 the output could not be written\n64 the command line", pages["progressctl-notify"])
        self.assertIn(".SH EXAMPLES\n.nf\nprogressctl notify ", pages["progressctl-notify"])

    def test_the_functions_work_in_dash(self):
        script = """
            eval "$("$PROGRESSCTL" sh)"
            progress_begin nightly 3
            for step in 1 2; do progress_report nightly $step 3 && progress_obey nightly || exit 1; done
        """
        subprocess.run(["dash", "-euc", script], check=True, stdout=subprocess.DEVNULL, timeout=60,
                       env=self.environment(PROGRESSCTL=PROGRESSCTL))
        self.assertEqual(self.get("nightly")["completedUnitCount"], 2)
        for address in (self.service.url.replace("//", "//user:secret@"), "http://user:se/cret@h", "h?token=secret"):
            told = subprocess.run(["dash", "-uc", 'eval "$("$PROGRESSCTL" sh)"; progress_tries=1; progress_begin nightly 3'], timeout=60,
                                  capture_output=True, text=True,
                                  env=self.environment(PROGRESSCTL=PROGRESSCTL, PROGRESSD_URL=address))
            self.assertNotRegex(told.stdout + told.stderr, "user:|secret|se/cret")
        source = pathlib.Path(__file__).parents[3] / "examples/progress.sh"
        self.assertEqual(self.run_program("sh").output, source.read_text())

    def test_completions_can_be_read_by_their_shells(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell), tempfile.NamedTemporaryFile("w") as file:
                file.write(self.run_program("completions", shell).output)
                file.flush()
                subprocess.run([shell, "-n", file.name], check=True, timeout=60)
        self.run_program("completions", "tcsh", status=64)

    def test_bash_completes_commands_and_names(self):
        self.create("import-photos")
        script = """
            set -e
            PATH=${PROGRESSCTL%/*}:$PATH
            source /dev/stdin <<<"$(progressctl completions bash)"
            complete -p progressctl | grep -o -- '-F [^ ]*' >/dev/null
            function=$(complete -p progressctl | sed 's/.*-F \\([^ ]*\\).*/\\1/')
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            COMP_TYPE=9 COMP_KEY=9
            $function progressctl "${@: -1}" "${@: -2:1}" || true
            printf '%s\\n' "${COMPREPLY[@]}"
        """
        def completions(*words):
            reply = subprocess.run(["bash", "--norc", "-c", script, "bash", *words], check=True, text=True, timeout=60,
                                   stdout=subprocess.PIPE, env=self.environment(PROGRESSCTL=PROGRESSCTL))
            return [line.strip() for line in reply.stdout.splitlines()]
        self.assertIn("watch", completions("progressctl", "wa"))
        self.assertIn("--exit-status", completions("progressctl", "watch", "--ex"))
        self.assertIn("import-photos", completions("progressctl", "watch", "imp"))

    def test_links_no_library_of_the_service(self):
        dynamic = subprocess.run(["readelf", "--dynamic", PROGRESSCTL], check=True, capture_output=True, text=True).stdout
        needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
        self.assertTrue(any(name.startswith("libc.so") for name in needed), needed)
        for library in ("microhttpd", "uuid", "gnutls", "pq"):
            self.assertFalse([name for name in needed if library in name], needed)

    def test_output_that_cannot_be_written_is_said_and_is_no_success(self):
        self.create("a")
        for command, status in ((("ls",), 1), (("ls", "--json"), 1), (("tree",), 1), (("tree", "a", "--json"), 1),
                                (("get", "a"), 1), (("get", "a", "--json"), 1), (("new", "b"), 1), (("completions", "bash"), 1),
                                (("sh",), 1), (("open",), 1), (("watch", "a"), 1), (("watch", "a", "--json"), 1),
                                (("report", "a", "--by", 1), 0), (("cancel", "a", "b"), 1), (("wait", "a"), 130)):
            with self.subTest(command), open("/dev/full", "wb") as full:
                ended = end(self.start(*command, stdout=full))
                self.assertEqual(ended.status, status, ended.error)
                self.assertEqual(ended.error, "progressctl: cannot write the output: No space left on device\n")
        self.assertEqual([self.get(name)["state"] for name in ("a", "b")], ["cancelled"] * 2)

    def test_standard_output_that_closes_early_ends_it(self):
        for number in range(200):
            self.create(f"n{number}")
        command = f"'{PROGRESSCTL}' ls --all | head -n 1"
        shown = subprocess.run(["bash", "-c", command], text=True, capture_output=True, timeout=60, env=self.environment())
        self.assertEqual((len(shown.stdout.splitlines()), shown.stderr), (1, ""))
        self.assertTrue(os.access(PROGRESSCTL, os.X_OK))
