"""Plain progress: counts, parts, control, ends."""

import contextlib
import http.server
import json
import signal
import tempfile
import time

from kit import ClientTest, counts, serving


@contextlib.contextmanager
def refusing_server(status, kind=None):
    """Answers with that status, and `not here`."""
    class Refusing(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            if kind:
                self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(b"not here")

        def log_message(self, *arguments):
            pass

    with serving(Refusing) as url:
        yield url


@contextlib.contextmanager
def server_of_yesterday(**members):
    """Streams one snapshot, 20 seconds after its last change, by a clock that is far behind."""
    class Streaming(http.server.BaseHTTPRequestHandler):
        def date_time_string(self, timestamp=None):
            return "Wed, 25 Nov 2026 10:00:20 GMT"

        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            snapshot = {"id": "x", "updatedAt": "2026-11-25T10:00:00.500Z", **members}
            self.wfile.write(f"event: snapshot\ndata: {json.dumps(snapshot)}\n\nevent: end\ndata: {{}}\n\n".encode())

        def log_message(self, *arguments):
            pass

    with serving(Streaming) as url:
        yield url


class ProgressTest(ClientTest):
    def test_a_loop_is_tracked_to_its_end(self):
        self.run_program("""
            import progressd
            for row in progressd.track(range(30), "Importing"): pass
        """)
        root = self.root(localizedDescription="Importing")
        self.assertEqual(counts(root), (30, 30, "finished"))

    def test_a_child_hands_over_what_it_is_worth(self):
        self.run_program("""
            import progressd
            with progressd.Progress(10, "Release", name="release") as release:
                with release.child(7, total=100, title="Copying") as copying:
                    copying.complete(100)
                release.complete(3)
        """)
        root = self.root(name="release")
        self.assertEqual(counts(root), (10, 10, "finished"))
        self.assertEqual([child["pendingUnitCount"] for child in self.children(root)], [7])

    def test_units_that_are_added_to_a_count_just_set_are_kept(self):
        self.run_program("""
            import progressd
            progress = progressd.Progress(20, "Resumed")
            progressd.flush(15)
            progress.set(completed=10)
            progress.complete(5)
            progressd.flush(15)
            assert progress.completed == 15
        """)
        self.assertEqual(self.root(localizedDescription="Resumed")["completedUnitCount"], 15)

    def test_a_name_makes_runs(self):
        for _ in range(2):
            self.run_program("""
                import progressd
                with progressd.Progress(2, name="nightly") as progress: progress.complete(2)
            """)
        runs = self.service.call("GET", "/v1/progress/nightly/runs").json["items"]
        self.assertEqual([(run["run"], run["state"]) for run in runs], [(2, "finished"), (1, "finished")])

    def test_a_loop_left_by_break_is_finished_and_its_text_keeps_what_it_did(self):
        self.run_program("""
            import progressd
            for row in progressd.track(range(30), "Search"):
                if row == 12: break
        """)
        root = self.root(localizedDescription="Search", state="finished")
        self.assertEqual((counts(root), root["localizedAdditionalDescription"]), ((30, 30, "finished"), "12 of 30"))

    def test_an_exception_in_the_loop_is_its_failure(self):
        self.run_program("""
            import progressd
            for row in progressd.track(range(30), "Broken"):
                if row == 3: raise OSError("disk full")
        """, status=1)
        root = self.root(localizedDescription="Broken")
        self.assertEqual(root["state"], "failed")
        self.assertEqual((root["failure"]["message"], root["failure"]["code"]), ("OSError: disk full", "OSError"))

    def test_an_exit_in_good_order_is_no_failure(self):
        for code, title, state in ("", "None", "finished"), ("0", "Zero", "finished"), ("3", "Three", "failed"):
            self.run_program(f"""
                import progressd, sys
                from progressd.tqdm import tqdm
                def rows():
                    yield 1
                    sys.exit({code})
                with progressd.Progress(10, "{title}") as progress, tqdm(total=10, desc="Bar {title}") as bar:
                    progress.complete(4)
                    bar.update(4)
                    for row in progressd.track(rows(), "Loop {title}"): pass
            """, status=int(code or 0))
            seen = {root["localizedDescription"]: root for root in self.roots()}
            for what in title, f"Bar {title}", f"Loop {title}":
                self.assertEqual(seen[what]["state"], state, what)

    def test_work_in_a_generator_that_is_left_by_break_is_finished(self):
        self.run_program("""
            import progressd
            def rows():
                with progressd.Progress(10, "Left") as progress:
                    for row in range(10):
                        yield row
                        progress.complete()
            for row in rows():
                if row == 4: break
            def raised():
                for row in rows_of("Raised"):
                    if row == 4: raise ValueError("row 4")
            def rows_of(title):
                with progressd.Progress(10, title) as progress:
                    for row in range(10):
                        yield row
                        progress.complete()
            try: raised()
            except ValueError: pass
        """)
        root = self.root(localizedDescription="Left")
        self.assertEqual((root["state"], root["localizedAdditionalDescription"]), ("finished", "4 of 10"))
        self.assertEqual(self.root(localizedDescription="Raised")["failure"]["message"], "ValueError: row 4")

    def test_an_uncaught_exception_fails_the_work_of_its_own_thread(self):
        self.run_program("""
            import progressd, threading
            ours = progressd.Progress(3, "Ours")
            begun = threading.Event()
            def beside():
                for number in progressd.track(range(3), "Beside"):
                    begun.set()
                    threading.main_thread().join()
            threading.Thread(target=beside).start()
            begun.wait()
            raise ValueError("ours alone")
        """, status=1)
        self.assertEqual(self.root(localizedDescription="Ours")["failure"]["message"], "ValueError: ours alone")
        self.assertEqual(counts(self.root(localizedDescription="Beside")), (3, 3, "finished"))

    def test_a_mistake_at_a_prompt_fails_no_work_that_goes_on(self):
        program = self.start("", command=("-i", "-q"))
        _, err = program.communicate("\n".join([
            "import progressd", "progress = progressd.Progress(3, 'Entered')", "progress.complete()", "oops",
            "progress.complete(2); progress.finish(); progressd.flush()", "",
        ]), timeout=60)
        self.assertIn("NameError", err)
        self.assertEqual(counts(self.root(localizedDescription="Entered")), (3, 3, "finished"))

    def test_a_cancel_of_a_part_ends_what_is_around_it_as_a_failure(self):
        program = self.start("""
            import progressd, time
            for _ in progressd.track(range(3), "Around"):
                for _ in progressd.track(range(100_000), "Part"): time.sleep(0.01)
        """)
        self.control(self.root(localizedDescription="Part"), "cancel")
        _, err = program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130, err)
        root = self.root(localizedDescription="Around")
        self.assertEqual((root["state"], root["failure"]["code"]), ("failed", "Cancelled"))

    def test_a_program_that_ends_too_early_says_so(self):
        self.run_program("""
            import progressd
            progress = progressd.Progress(10, "Half")
            progress.complete(5)
        """)
        self.assertEqual(counts(self.root(localizedDescription="Half")), (5, 10, "failed"))

    def test_cancel_raises_in_the_loop_within_a_second_and_the_status_is_130(self):
        program = self.start("""
            import progressd, time
            for row in progressd.track(range(100000), "Long"): time.sleep(0.01)
        """)
        root = self.root(localizedDescription="Long")
        began = time.monotonic()
        self.control(root, "cancel")
        program.communicate(timeout=30)
        self.assertEqual(program.returncode, 130)
        self.assertLess(time.monotonic() - began, 15)
        self.assertEqual(self.get(root)["state"], "cancelled")

    def test_a_cancel_may_be_looked_at_instead(self):
        program = self.start("""
            import progressd, time
            progress = progressd.Progress(100000, "Own way", on_cancel="ignore")
            while not progress.is_cancelled:
                progress.complete(); time.sleep(0.01)
            print("cleaned up")
        """)
        self.control(self.root(localizedDescription="Own way"), "cancel")
        self.assertEqual(program.communicate(timeout=30)[0], "cleaned up\n")

    def test_pause_blocks_until_resume(self):
        program = self.start("""
            import progressd, time
            for row in progressd.track(range(200), "Steps"): time.sleep(0.01)
        """)
        root = self.root(localizedDescription="Steps")
        self.control(root, "pause")
        stopped = self.stopped_count(root)
        self.assertIsNone(program.poll())
        self.assertLess(stopped, 200)
        self.control(root, "resume")
        program.communicate(timeout=30)
        self.assertEqual(counts(self.get(root)), (200, 200, "finished"))

    def test_a_pause_ends_where_nothing_more_may_be_reported(self):
        with tempfile.NamedTemporaryFile("w", suffix=".tokens") as tokens:
            def allow(role):
                tokens.seek(0)
                tokens.write(f"{role}:the-token-of-the-work\n")
                tokens.truncate()
                tokens.flush()
            allow("reporter")
            self.serve("--token-file", tokens.name, token="the-token-of-the-test")
            program = self.start("""
                import progressd, time
                for row in progressd.track(range(300), "Steps"): time.sleep(0.01)
            """, PROGRESSD_TOKEN="the-token-of-the-work")
            root = self.root(localizedDescription="Steps")
            self.control(root, "pause")
            self.stopped_count(root)
            allow("viewer")
            self.service.process.send_signal(signal.SIGHUP)
            _, err = program.communicate(timeout=60)
            self.assertEqual(program.returncode, 0, err)
            self.assertIn("answers 403", err)

    def test_a_pause_does_not_block_an_event_loop(self):
        program = self.start("""
            import asyncio, sys
            import progressd
            async def main():
                progress = progressd.Progress(10, "Coroutine")
                while not progress.is_paused:
                    progress.check()
                    await asyncio.sleep(0.01)
                progress.complete()
                print("not blocked", progress.is_paused, flush=True)
                while progress.is_paused: await asyncio.sleep(0.01)
                print("resumed", flush=True)
                progress.complete(9)
                progress.finish()
            asyncio.run(main())
        """)
        root = self.root(localizedDescription="Coroutine")
        self.control(root, "pause")
        self.root(localizedDescription="Coroutine", completedUnitCount=1)
        time.sleep(1)
        self.control(root, "resume")
        self.assertEqual(program.communicate(timeout=60)[0], "not blocked True\nresumed\n")
        self.assertEqual(counts(self.get(root)), (10, 10, "finished"))

    def test_watch_yields_what_it_shows_until_it_ends(self):
        self.service.call("PUT", "/v1/progress/watched", {"totalUnitCount": 2})
        program = self.start("""
            import progressd
            for shown in progressd.watch("watched"):
                print(shown["completedUnitCount"], shown["state"], flush=True)
        """)
        self.assertEqual(program.stdout.readline(), "0 running\n")
        self.service.call("POST", "/v1/progress/watched/completed-units", {"count": 2})
        self.assertEqual(program.communicate(timeout=30)[0].splitlines()[-1], "2 finished")

    def test_what_is_watched_counts_its_time_down_until_the_next_word(self):
        with server_of_yesterday(state="running", estimatedTimeRemaining=90) as url:
            out, _ = self.run_program("""
                import progressd
                shown, = progressd.watch("x")
                print(*(round(shown.time_remaining(shown.came + seconds)) for seconds in (0, 30, 200)))
                print(shown.time_remaining() < 71, shown["estimatedTimeRemaining"])
            """, url=url)

        self.assertEqual(out, "70 40 0\nTrue 90\n")

    def test_nothing_counts_down_where_no_time_is_told(self):
        out, _ = self.run_program("""
            from progressd import Snapshot
            print(Snapshot({"state": "paused", "estimatedTimeRemaining": 90}).time_remaining())
            print(Snapshot({"state": "running", "estimatedTimeRemaining": None}).time_remaining())
        """)

        self.assertEqual(out, "None\nNone\n")

    def test_watch_raises_where_the_service_will_never_show_it(self):
        with refusing_server(421) as url:
            out, _ = self.run_program("""
                import progressd
                try:
                    next(progressd.watch("import"))
                except progressd.Refused as error:
                    print(error.status, error)
            """, url=url)
        self.assertEqual(out, "421 421 for import: not here\n")

    def test_watch_raises_where_something_else_answers(self):
        with refusing_server(200, "text/html; charset=utf-8") as url:
            out, _ = self.run_program("""
                import progressd
                try:
                    next(progressd.watch("import"))
                except progressd.Refused as error:
                    print(error.status, error)
            """, url=url)
        self.assertEqual(out, f"200 {url} is no progressd: it answers with text/html, not with a stream of events\n")

    def test_watch_waits_for_a_service_behind_a_proxy_that_misses_it(self):
        for status in 502, 503, 504:
            with refusing_server(status) as url:
                out, _ = self.run_program("""
                    import threading, progressd
                    watching = threading.Thread(target=lambda: next(progressd.watch("import")), daemon=True)
                    watching.start()
                    watching.join(1)
                    print(watching.is_alive(), flush=True)
                    import os; os._exit(0)
                """, url=url)
            self.assertEqual(out, "True\n", status)

    def test_labels_come_from_the_environment(self):
        self.run_program("""
            import progressd
            with progressd.Progress(1, "Labelled") as progress: progress.complete()
        """, PROGRESSD_LABELS="job=4711, team=data")
        self.assertEqual(self.root(localizedDescription="Labelled")["labels"], {"job": "4711", "team": "data"})

    def test_a_reservation_makes_it_a_child(self):
        top = self.service.call("PUT", "/v1/progress/top", {"totalUnitCount": 10}).json
        token = self.service.call("POST", "/v1/progress/top/reservations", {"pendingUnitCount": 4}).json["token"]
        self.run_program("""
            import progressd
            with progressd.Progress(5, "Part") as progress: progress.complete(5)
        """, PROGRESSD_RESERVATION=token)
        self.assertEqual([child["localizedDescription"] for child in self.children(top)], ["Part"])
        self.assertEqual(self.get(top)["completedUnitCount"], 4)

    def test_a_reservation_is_token_enough(self):
        self.serve(token="secret")
        top = self.service.call("PUT", "/v1/progress/top", {"totalUnitCount": 10}).json
        token = self.service.call("POST", "/v1/progress/top/reservations", {"pendingUnitCount": 4}).json["token"]
        _, err = self.run_program("""
            import progressd
            with progressd.Progress(5, "Part") as progress:
                with progress.child(2, total=1, title="Step") as step: step.complete()
                progress.complete(3)
        """, PROGRESSD_RESERVATION=token)
        self.assertEqual(err, "")
        part, = self.children(top)
        self.assertEqual(counts(part), (5, 5, "finished"))
        self.assertEqual([counts(child) for child in self.children(part)], [(1, 1, "finished")])
        self.assertEqual(self.get(top)["completedUnitCount"], 4)
