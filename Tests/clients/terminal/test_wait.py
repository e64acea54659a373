import tempfile

from kit import TerminalTest, end
from support.process import free_port


class WaitTest(TerminalTest):
    def three(self):
        for name in ("build", "test", "lint"):
            self.create(name)

    def test_ends_with_1_as_soon_as_one_has_failed(self):
        for start in (self.start, self.start_on_terminal):
            with self.subTest(start.__name__):
                self.three()
                waiting = start("wait", "build", "test", "lint")
                self.until_watched()
                self.write("build/finish")
                self.write("test/fail", message="2 tests failed")
                ended = end(waiting)
                self.assertEqual(ended.status, 1)
                self.assertIn("test  0%  failed  2 tests failed  0 of 10", ended.lines)
                self.assertEqual(self.get("lint")["state"], "running", "the third was not waited for")
                self.write("lint/cancel")

    def test_ends_with_0_when_all_have_finished(self):
        self.three()
        waiting = self.start("wait", "build", "test", "lint")
        self.until_watched()
        for name in ("build", "test", "lint"):
            self.complete(name, 10)
        ended = end(waiting)
        self.assertEqual((ended.status, ended.error), (0, ""))
        self.assertEqual(sorted(ended.lines), [f"{name}  100%  finished  10 of 10" for name in ("build", "lint", "test")])

    def test_ends_at_once_where_all_have_ended(self):
        self.create("a", completedUnitCount=10)
        self.create("b")
        self.write("b/cancel")
        self.run_program("wait", "a", "b", status=130)
        self.assertEqual(self.run_program("wait", "a", "--quiet").output, "")

    def test_ends_with_130_when_one_was_cancelled(self):
        self.three()
        waiting = self.start("wait", "build", "test")
        self.until_watched()
        self.write("build/cancel", reason="enough")
        ended = end(waiting)
        self.assertEqual(ended.status, 130)
        self.assertEqual(ended.lines, ["build  0%  cancelled  enough  0 of 10"])

    def test_ends_with_124_when_the_time_is_up(self):
        self.create("a")
        ended = self.run_program("wait", "a", "--timeout", "2s", status=124)
        self.assertEqual(ended.error, "progressctl: not ended within 2s\n")

    def test_what_vanishes_when_it_finishes_has_finished(self):
        self.create("a", removeWhenFinished=True)
        waiting = self.start("wait", "a")
        self.until_watched()
        self.complete("a", 10)
        self.assertEqual(end(waiting).status, 0)

    def test_what_is_lost_cannot_act_on_a_terminal(self):
        reply = self.service.call("POST", "/v1/progress", {"localizedDescription": "\x1b[2Jevil", "totalUnitCount": 1})
        waiting = self.start("wait", reply.json["id"])
        self.until_watched()
        self.service.call("DELETE", f"/v1/progress/{reply.json['id']}")
        self.assertEqual(end(waiting).error, "progressctl: \ufffd[2Jevil was removed before its end\n")

    def test_what_is_deleted_has_not_finished(self):
        self.create("a")
        waiting = self.start("wait", "a")
        self.until_watched()
        self.service.call("DELETE", "/v1/progress/a")
        ended = end(waiting)
        self.assertEqual(ended.status, 1)
        self.assertRegex(ended.error, r"^progressctl: a was removed before its end\n$")

    def test_survives_a_restart_of_the_service(self):
        port = free_port()
        with tempfile.TemporaryDirectory() as folder:
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.create("a")
            waiting = self.start("wait", "a")
            self.until_watched()
            self.service.stop()
            self.serve("--data-directory", folder, port=port)
            self.complete("a", 10)
            ended = end(waiting)
            self.assertEqual(ended.status, 0)
            # A service that is back before the next look was never missed.
            lost = r"^(progressctl: lost the connection to http://127.0.0.1:\d+ \(.*\); trying again\n)?$"
            self.assertRegex(ended.error, lost)

    def test_what_a_restart_has_lost_has_not_finished(self):
        port = free_port()
        for command in (("wait", "a"), ("watch", "a", "--exit-status")):
            with self.subTest(command):
                self.service.stop()
                self.serve(port=port)
                self.create("a")
                waiting = self.start(*command)
                self.until_watched()
                self.service.stop()
                self.serve(port=port)
                ended = end(waiting)
                self.assertEqual(ended.status, 1)
                if command[0] == "wait":
                    self.assertEqual(ended.error.splitlines()[-1], "progressctl: a was removed before its end")

    def test_what_was_created_anew_by_its_name_is_waited_for(self):
        port = free_port()
        with tempfile.TemporaryDirectory() as lost, tempfile.TemporaryDirectory() as found:
            for folder in (found, lost):
                self.service.stop()
                self.serve("--data-directory", folder, port=port)
                self.create("a")
            waiting = self.start("wait", "a")
            self.until_watched()
            self.service.stop()
            self.serve("--data-directory", found, port=port)
            self.until_watched()
            self.complete("a", 10)
            ended = end(waiting)
            self.assertEqual((ended.status, ended.lines), (0, ["a  100%  finished  10 of 10"]))

    def test_what_is_yet_to_be_created_is_waited_for_if_that_is_asked_for(self):
        waiting = self.start("wait", "a", "--create-timeout", "1m")
        self.create("b")
        self.create("a", completedUnitCount=10)
        self.assertEqual(end(waiting).status, 0)
        ended = self.run_program("wait", "nothing", "--create-timeout", "0.2s", status=66)
        self.assertEqual(len(ended.error.splitlines()), 1)

    def test_a_service_that_is_started_later_is_waited_for_with_what_is_yet_to_be_created(self):
        port = free_port()
        self.service.stop()
        waiting = self.start("wait", "a", "--create-timeout", "1m", PROGRESSD_URL=f"127.0.0.1:{port}")
        self.serve(port=port)
        self.create("a", completedUnitCount=10)
        self.assertEqual((end(waiting).status, self.get("a")["state"]), (0, "finished"))

    def test_names_that_are_unknown_are_an_error_of_their_own(self):
        ended = self.run_program("wait", "nothing", status=66)
        self.assertEqual(len(ended.error.splitlines()), 1)
        self.assertIn("nothing", ended.error)

    def test_shows_progress_in_the_tab_of_a_terminal_that_can(self):
        self.create("a")
        waiting = self.start_on_terminal("wait", "a", TERM_PROGRAM="ghostty")
        self.until_watched(2)
        self.complete("a", 10)
        ended = end(waiting)
        self.assertEqual(ended.taskbar[0], "1;0")
        self.assertEqual(ended.taskbar[-1], "0")
