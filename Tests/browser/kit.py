"""The service, a browser, and how to wait for what they do: by polling a condition, never by sleeping for a while."""

import http.client
import json
import os
import re
import subprocess
import time
import unittest

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def until(condition, what="the condition", timeout=15):
    """Polls until the condition holds; gives its value. What a page reports comes only while the page is asked something,
    so a condition on reports asks it something."""
    deadline = time.monotonic() + timeout
    value = None
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.03)
    raise AssertionError(f"{what} did not come to hold in {timeout} s; at last it was {value!r}")


class Service:
    """A progressd of its own, on a free port."""

    def __init__(self, *arguments, port=0):
        command = [os.environ["PROGRESSD"], "--port", str(port), "--log-level", "error", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"progressd listening on http://.*:(\d+)\n", line)
        assert found, f"the service does not start: {line!r}"
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()

    def call(self, method, path, body=None, headers=None):
        """Gives status, headers and JSON of the reply."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        connection.request(method, path, data, {**kind, **(headers or {})})
        reply = connection.getresponse()
        text = reply.read()
        connection.close()
        is_json = "json" in (reply.headers["Content-Type"] or "") and "ndjson" not in reply.headers["Content-Type"]
        return reply.status, reply.headers, json.loads(text) if is_json and text else text

    def put(self, name, **members):
        status, _, node = self.call("PUT", f"/v1/progress/{name}", members)
        assert status in (200, 201), node
        return node

    def complete(self, name, count=1):
        """What a worker does; gives the directive of the reply."""
        status, headers, node = self.call("POST", f"/v1/progress/{name}/completed-units", {"count": count})
        assert status == 200, node
        return headers["Progress-Directive"]

    def streams(self):
        return int(re.search(rb"^progressd_streams (\d+)", self.call("GET", "/metrics")[2], re.M)[1])


class BrowserTest(unittest.TestCase):
    """A test with a service and a context; it fails where a page logs an error or breaks its security policy."""

    arguments = ()

    @classmethod
    def setUpClass(cls):
        cls.playwright = sync_playwright().start()
        cls.chromium = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

    @classmethod
    def tearDownClass(cls):
        cls.chromium.close()
        cls.playwright.stop()

    def setUp(self):
        self.complaints = []
        self.forgiven = None  # a pattern
        self.service = Service(*self.arguments)
        self.addCleanup(lambda: self.service.stop())
        self.context = self.new_context()

    def tearDown(self):
        complaints = [text for text in self.complaints if not (self.forgiven and re.search(self.forgiven, text))]
        self.assertEqual(complaints, [])

    def new_context(self, **options):
        context = self.chromium.new_context(**{"locale": "en-US", "viewport": {"width": 1280, "height": 900}, **options})
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective, e.blockedURI))"
        )
        context.on("console", lambda message: message.type == "error" and self.complaints.append(message.text))
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.addCleanup(context.close)
        return context

    def open(self, path="/", context=None, at=None):
        page = (context or self.context).new_page()
        page.goto((at or self.service.url) + path)
        until(lambda: page.evaluate("document.body.dataset.link") in ("live", "ended"), "the connection of the page")
        return page

    def row(self, page, title):
        return page.locator(".row", has=page.locator(f'.title:text-is("{title}")'))

    def wait_for_row(self, page, title):
        until(lambda: self.row(page, title).count() == 1, f"the row of {title}")
        return self.row(page, title)

    def value(self, page, title):
        bar = self.row(page, title).locator('[role="progressbar"]')
        return bar.first.get_attribute("aria-valuenow") if bar.count() else None

    def wait_for_value(self, page, title, value):
        until(lambda: self.value(page, title) == str(value), f"{title} at {value}")
