"""/mcp as hosts use it: the client of PyPI's mcp, in the newest revision and in those with `initialize`."""

import http.client
import json
import os
import pathlib
import unittest

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from support.service import Service

TOOLS = ["list_progress", "get_progress", "watch_progress", "wait_progress", "create_progress", "report_progress",
         "cancel_progress", "pause_progress", "resume_progress"]
ROLES = {"PROGRESSD_TOKENS": "viewer:v\nreporter:r\noperator:o"}
MODES = ["auto", "legacy"]


class MCPTest(unittest.IsolatedAsyncioTestCase):
    """Each test has its own service."""

    def serve(self, *options, **more):
        self.service = Service(pathlib.Path(os.environ["PROGRESSD"]), "--log-level", "error", "--mcp", *options, **more)
        self.service.listen()
        self.addCleanup(self.service.stop)

    def connect(self, mode, token=None):
        url = f"{self.service.url}/mcp"
        if token is None:
            return Client(url, mode=mode)
        http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30)
        self.addAsyncCleanup(http.aclose)
        return Client(streamable_http_client(url, http_client=http), mode=mode)

    def create(self, name, total=10):
        body = json.dumps({"name": name, "totalUnitCount": total})
        self.service.call("POST", "/v1/progress", body, {"Content-Type": "application/json"})

    async def test_a_host_finds_the_tools_and_a_job(self):
        self.serve()
        self.create("import")
        for mode in MODES:
            with self.subTest(mode=mode):
                async with self.connect(mode) as client:
                    tools = (await client.list_tools()).tools
                    listed = await client.call_tool("list_progress", {"state": "running"})

                self.assertEqual([tool.name for tool in tools], TOOLS)
                self.assertEqual([item["name"] for item in listed.structured_content["items"]], ["import"])
                self.assertIn("import", listed.content[0].text)

    async def test_a_watch_sees_each_step_up_to_the_end(self):
        self.serve()
        for mode in MODES:
            with self.subTest(mode=mode):
                self.create(mode)
                seen = []

                async def step(progress, total, _message, name=mode, seen=seen):
                    seen.append((progress, total))
                    if progress < 1:
                        body = json.dumps({"count": 1})
                        self.service.call("POST", f"/v1/progress/{name}/completed-units", body)

                async with self.connect(mode) as client:
                    ended = await client.call_tool("watch_progress", {"id": mode}, progress_callback=step)

                self.assertEqual(seen, [(done / 10, 1) for done in range(11)])
                self.assertEqual(ended.structured_content["state"], "finished")

    async def test_a_watch_whose_time_is_over_says_where_the_work_is(self):
        self.serve()
        self.create("slow")

        async def ignore(*_):
            pass

        async with self.connect("auto") as client:
            over = await client.call_tool("watch_progress", {"id": "slow", "seconds": 1}, progress_callback=ignore)

        self.assertFalse(over.is_error)
        self.assertEqual(over.structured_content["state"], "running")

    async def test_what_an_agent_cancels_its_worker_hears_with_the_next_report(self):
        self.serve()
        async with self.connect("auto") as client:
            made = await client.call_tool("create_progress", {"name": "job", "totalUnitCount": 3})
            await client.call_tool("cancel_progress", {"id": "job"})
            told = await client.call_tool("report_progress", {"id": "job", "count": 1})
            waited = await client.call_tool("wait_progress", {"id": "job"})

        reply = self.service.call("POST", "/v1/progress/job/heartbeat")
        self.assertFalse(made.is_error)
        self.assertIn("Directive: cancel", told.content[0].text)
        self.assertEqual(reply.headers["progress-directive"], "cancel")
        self.assertEqual(waited.structured_content["state"], "cancelled")

    async def test_the_token_decides_what_an_agent_may_do(self):
        self.serve(environment=ROLES)
        async with self.connect("auto", "r") as client:
            await client.call_tool("create_progress", {"name": "job"})
        async with self.connect("auto", "v") as client:
            read = await client.call_tool("get_progress", {"id": "job"})
            cancelled = await client.call_tool("cancel_progress", {"id": "job"})

        self.assertFalse(read.is_error)
        self.assertTrue(cancelled.is_error)
        self.assertIn("needs an operator", cancelled.content[0].text)

    def test_a_stop_ends_a_watch_with_a_result(self):
        self.serve()
        self.create("long")
        arguments = {"name": "watch_progress", "arguments": {"id": "long"}, "_meta": {"progressToken": 1}}

        reply = self.open({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments},
                          Accept="application/json, text/event-stream")
        first = reply.readline()
        self.service.process.terminate()
        last = reply.read().splitlines()[-2]

        self.assertIn(b'"progressToken":1', first)
        result = json.loads(last.removeprefix(b"data: "))["result"]
        self.assertEqual(result["structuredContent"]["state"], "running")

    def test_pages_of_other_sites_and_unknown_methods_are_refused(self):
        self.serve()
        message = {"jsonrpc": "2.0", "id": 1, "method": "resources/list"}

        foreign, _ = self.post({**message, "method": "ping"}, Origin="https://other.example")
        unknown, error = self.post(message)

        self.assertEqual(foreign, 403)
        self.assertEqual(unknown, 404)
        self.assertEqual(error["error"]["code"], -32601)

    def post(self, message, **headers):
        reply = self.open(message, **headers)
        return reply.status, json.loads(reply.read())

    def open(self, message, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=10)
        self.addCleanup(connection.close)
        connection.request("POST", "/mcp", json.dumps(message), {"Content-Type": "application/json", **headers})
        return connection.getresponse()


if __name__ == "__main__":
    unittest.main()
