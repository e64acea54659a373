"""Every call of openapi.yaml, by both generated Python clients, to a service that wants tokens."""

import itertools
import json
import os
import pathlib
import unittest

import clients
from support.service import Service

TOKEN = "the-operators-own-token"


class Calls:
    """The calls, for a client: `kind`."""

    kind = None
    names = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.service = Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error", token=TOKEN).listen()
        cls.addClassCleanup(cls.service.stop)
        cls.client = cls.kind(cls.service.url, TOKEN)
        cls.addClassCleanup(cls.client.close)
        cls.made, cls.unread = set(), set()

    @classmethod
    def tearDownClass(cls):
        paths = cls.service.call("GET", "/openapi.json").json["paths"].values()
        wanted = {call["operationId"] for path in paths for call in path.values() if "operationId" in call}
        assert cls.made == wanted, f"not called: {sorted(wanted - cls.made)}"
        assert cls.unread == set(cls.client.raw), f"a body, and no value: {sorted(cls.unread)}"

    def call(self, status, operation, body=None, **parameters):
        reply = self.client.call(operation, body, **parameters)
        self.assertEqual(reply.status, status, reply)
        self.made.add(operation)
        if reply.body and reply.value is None:
            self.unread.add(operation)
        return reply

    def model(self, name, /, **members):
        return self.client.model(name, **members)

    def connect(self, token):
        """Another client."""
        client = self.kind(self.service.url, token)
        self.addCleanup(client.close)
        return client

    def create(self, **members):
        """A root with a unique name."""
        members = {"name": f"job-{next(self.names)}", "total_unit_count": 10, **members}
        return self.call(201, "createProgress", self.model("NewProgress", **members)).value

    def test_a_progress_is_created_read_changed_and_removed(self):
        created = self.call(201, "createProgress", self.model("NewProgress", name="import", total_unit_count=2**62))
        read = self.call(200, "getProgress", id="import", summary=True)
        patched = self.call(200, "changeProgress", self.model("ProgressPatch", completed_unit_count=2**61), id="import")
        quiet = self.call(204, "changeProgress", self.model("ProgressPatch", total_unit_count=None), id="import",
                          prefer="return=minimal")
        emptied = self.call(200, "getProgress", id="import").value

        self.assertEqual(created.headers["Progress-Directive"], "run")
        self.assertEqual(read.value.id, created.value.id)
        self.assertEqual(read.value.summary.node_counts.running, 1)
        self.assertEqual((patched.value.name, patched.value.total_unit_count), ("import", 2**62))
        self.assertEqual(patched.value.fraction_completed, 0.5)
        self.assertEqual(quiet.headers["Progress-Directive"], "run")
        self.assertEqual((emptied.name, emptied.total_unit_count, emptied.completed_unit_count), ("import", -1, 2**61))
        self.call(204, "removeProgress", id="import", pending=self.client.choice("RemoveProgressPending", "release"))
        self.assertEqual(self.call(404, "getProgress", id="import").problem, "not-found")
        self.assertEqual(self.call(404, "removeProgress", id="import").problem, "not-found")

    def test_a_name_begins_a_run_and_is_taken_while_it_lasts(self):
        first = self.call(201, "createNamedProgress", self.model("NewNamedProgress", total_unit_count=4), id="nightly")
        again = self.call(200, "createNamedProgress", self.model("NewNamedProgress", total_unit_count=4), id="nightly")
        taken = self.call(409, "createProgress", self.model("NewProgress", name="nightly"))
        new = self.call(201, "createNamedProgress", self.model("NewNamedProgress", total_unit_count=4), id="nightly",
                        run=self.client.choice("CreateNamedProgressRun", "new"))
        runs = self.call(200, "listRuns", id="nightly").value.items
        opened = self.call(200, "getRun", id="nightly", run_id=runs[1].id).value

        self.assertEqual(again.value.id, first.value.id)
        self.assertEqual(taken.problem, "name-taken")
        self.assertEqual([run.run for run in runs], [2, 1])
        self.assertEqual((runs[0].id, runs[1].failure.code), (new.value.id, "replaced"))
        self.assertEqual((opened.failure.code, opened.steps, opened.omitted_step_count), ("replaced", [], 0))
        self.call(204, "forgetRuns", id="nightly")

    def test_a_patch_creates_what_is_not_there(self):
        made = self.call(201, "changeProgress", self.model("ProgressPatch", completed_unit_count=1), id="late",
                         create=True)

        self.assertEqual((made.value.name, made.value.total_unit_count), ("late", -1))

    def test_a_tree_grows_and_lists_its_children(self):
        root, other = self.create(), self.create(total_unit_count=1, completed_unit_count=1)
        child = self.call(201, "addChild", self.model("NewChild", pending_unit_count=4, total_unit_count=2),
                          id=root.name).value
        joined = self.call(200, "addChild", self.model("ExistingChild", child_id=other.id, pending_unit_count=2),
                           id=root.name).value
        children = self.call(200, "listChildren", id=root.name, limit=1).value
        rest = self.call(200, "listChildren", id=root.name, cursor=children.next_cursor).value
        tree = self.call(200, "getTree", id=root.name, depth=1).value

        self.assertEqual((child.parent_id, joined.root_id), (root.id, root.id))
        self.assertEqual([one.id for one in children.items + rest.items], [child.id, other.id])
        self.assertEqual([one.id for one in tree.children], [child.id, other.id])
        self.assertEqual(tree.completed_unit_count, 2)

    def test_units_are_added_once_for_each_sequence(self):
        name = self.create().name
        for _ in range(2):
            units = self.model("CompletedUnits", count=3, writer="worker", sequence=1)
            added = self.call(200, "completeUnits", units, id=name).value

        self.assertEqual(added.completed_unit_count, 3)

    def test_a_reserved_part_is_claimed_or_resigned(self):
        root = self.create()
        for pending in (1, 2):
            held = self.call(201, "reserveUnits", self.model("NewReservation", pending_unit_count=pending),
                             id=root.name).value
            if pending == 1:
                claimed = self.call(201, "createProgress", self.model("NewProgress"), progress_reservation=held.token)
            else:
                open_ones = self.call(200, "listReservations").value.items
                self.assertIn((root.id, 2), [(each.parent_id, each.pending_unit_count) for each in open_ones])
            self.call(204, "resignReservation", token=held.token)

        self.assertEqual((claimed.value.parent_id, claimed.value.pending_unit_count), (root.id, 1))
        self.assertEqual(self.call(200, "getProgress", id=root.name).value.completed_unit_count, 2)

    def test_control_reaches_the_worker_by_header(self):
        name = self.create().name
        paused = self.call(200, "pauseProgress", self.model("Control", reason="lunch"), id=name)
        told = self.call(200, "heartbeat", id=name, prefer="wait=30",
                         progress_directive=self.client.choice("HeartbeatProgressDirective", "run"))
        resumed = self.call(200, "resumeProgress", id=name)
        cancelled = self.call(200, "cancelProgress", id=name)

        self.assertEqual(paused.value.control.reason, "lunch")
        self.assertEqual([one.headers["Progress-Directive"] for one in (paused, told, resumed, cancelled)],
                         ["pause", "pause", "run", "cancel"])
        self.assertTrue(cancelled.value.is_cancelled)
        self.assertEqual(self.call(409, "pauseProgress", id=name).problem, "already-cancelled")

    def test_an_end_is_kept_and_control_comes_too_late(self):
        good, bad = self.create().name, self.create().name
        finished = self.call(200, "finishProgress", id=good).value
        failed = self.call(200, "failProgress", self.model("NewFailure", message="No space.", code="28"), id=bad).value

        self.assertEqual((finished.state.value, finished.completed_unit_count), ("finished", 10))
        self.assertEqual((failed.state.value, failed.failure.code), ("failed", "28"))
        self.assertEqual(self.call(409, "cancelProgress", id=good).problem, "already-finished")
        self.assertEqual(self.call(409, "cancelProgress", id=bad).problem, "already-failed")

    def test_a_reader_that_is_up_to_date_gets_nothing_also_after_a_wait(self):
        name = self.create().name
        held = self.call(200, "getProgress", id=name).headers["ETag"]

        self.call(304, "getProgress", id=name, if_none_match=held)
        self.call(304, "getProgress", id=name, if_none_match=held, prefer="wait=1")
        self.call(200, "changeProgress", self.model("ProgressPatch", completed_unit_count=1), id=name, if_match=held)
        late = self.call(412, "changeProgress", self.model("ProgressPatch", completed_unit_count=2), id=name,
                         if_match=held)
        self.assertEqual(late.problem, "precondition-failed")
        self.call(200, "getProgress", id=name, if_none_match=held, prefer="wait=30")

    def test_roots_are_listed_by_state(self):
        name = self.create().name
        self.call(200, "pauseProgress", id=name)
        page = self.call(200, "listProgress", state=[self.client.choice("State", "paused")], limit=10).value

        self.assertEqual([one.name for one in page.items], [name])
        self.assertIsNone(page.next_cursor)
        self.call(200, "resumeProgress", id=name)

    def test_streams_end_with_what_they_follow(self):
        name = self.create().name
        self.call(200, "finishProgress", id=name)

        for reply in (self.call(200, "streamProgress", id=name), self.call(200, "streamEvents", id=[name])):
            self.assertIn("event: snapshot\n", reply.value)
            self.assertIn("event: end\n", reply.value)

    def test_access_is_granted_and_revoked(self):
        name = self.create().name
        grant = self.call(201, "grantAccess", self.model("NewGrant", role=self.client.choice("Role", "viewer")),
                          id=name).value
        guest = self.connect(grant.token)

        self.assertEqual(guest.call("getProgress", id=name).status, 200)
        self.assertEqual(guest.call("cancelProgress", id=name).problem, "forbidden")
        listed = self.call(200, "listGrants", node=name).value.items
        self.assertEqual([(each.grant_id, getattr(each.by.role, "value", each.by.role)) for each in listed],
                         [(grant.grant_id, "operator")])
        self.call(204, "revokeGrant", grant_id=grant.grant_id)
        self.assertEqual(self.call(200, "listGrants", node=name).value.items, [])
        self.assertEqual(guest.call("getProgress", id=name).problem, "unauthorized")

    def test_a_session_is_opened_and_closed(self):
        self.assertEqual(self.call(200, "getSession").value.role.value, "operator")
        # Before there is a cookie, which this client keeps: a write by cookie needs an Origin.
        self.call(204, "closeSession")
        opened = self.call(204, "openSession", self.model("NewSession", token=TOKEN))
        self.assertIn("HttpOnly", opened.headers["Set-Cookie"])
        self.assertEqual(self.call(401, "openSession", self.model("NewSession", token="wrong")).problem, "unauthorized")

    def test_a_batch_has_a_line_for_each_call(self):
        name = self.create().name
        calls = [{"method": "POST", "path": f"/v1/progress/{name}/completed-units", "body": {"count": 3}},
                 {"method": "GET", "path": f"/v1/progress/{name}"}]
        reply = self.call(200, "sendBatch", "".join(json.dumps(call) + "\n" for call in calls))

        lines = [json.loads(line) for line in reply.body.splitlines()]
        self.assertEqual([line["body"]["completedUnitCount"] for line in lines], [3, 3])

    def test_pages_and_texts_are_texts(self):
        name = self.create().name
        for operation, part in (("getHealth", "ok"), ("getReadiness", "ready"), ("getWriteReadiness", "ready"),
                                ("getMetrics", "progressd_nodes"), ("getReference", "<html"), ("getDashboard", "<html"),
                                ("listProgressText", name)):
            self.assertIn(part, self.call(200, operation).value)
        self.assertIn("<html", self.call(200, "getProblemPage", slug="cycle").value)
        self.assertIn("/problems/cycle", self.call(200, "getProblemIndex").value)
        self.assertIn(b"/v1/progress", self.call(200, "getIntroduction").body)
        self.assertIn(b"service-desc", self.call(200, "getAPICatalog").body)
        self.assertIn("<html", self.call(200, "getProgressPage", id=name).value)
        self.assertIn(name, self.call(200, "getProgressText", id=name).value)
        self.assertIn(b"<svg", self.call(200, "getProgressBadge", id=name).body)
        self.assertIn(b"openapi: 3.1", self.call(200, "getContract").body)
        self.assertEqual(self.call(200, "getContractAsJSON").value["info"]["title"], "progressd")


class OpenAPIGeneratorTest(Calls, unittest.TestCase):
    kind = clients.OpenAPIGenerator

    def test_a_patch_sends_what_its_constructor_got_and_from_json_sends_null_for_the_rest(self):
        kept = self.model("ProgressPatch", total_unit_count=None, completed_unit_count=1)
        trap = type(kept).from_json('{"completedUnitCount": 1}')

        self.assertEqual(kept.to_dict(), {"totalUnitCount": None, "completedUnitCount": 1})
        self.assertIn("name", trap.to_dict(), "The trap is gone: say so in the description of PATCH.")


class OpenAPIPythonClientTest(Calls, unittest.TestCase):
    kind = clients.OpenAPIPythonClient
