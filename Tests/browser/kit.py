"""The service, a browser, and how to wait for what they do."""

import os
import re
import time
import unittest

from playwright.sync_api import sync_playwright

import support.service
from support import waiting

#: Chromium without what only a desktop needs, for less than half the CPU.
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def until(condition, what="the condition", seconds=60):
    """As `waiting.until`. What a page reports comes only while the page is asked something, so a condition on reports
    asks it something."""
    return waiting.until(condition, what, seconds, pause=0.03)


class Service(support.service.Service):
    """A progressd that logs only errors."""

    def __init__(self, *options, port=0):
        super().__init__(os.environ["PROGRESSD"], "--log-level", "error", *options, port=port)
        self.listen()

    def put(self, name, **members):
        reply = self.call("PUT", f"/v1/progress/{name}", members)
        assert reply.status in (200, 201), reply
        # Of two that are created in the same millisecond, either may be drawn first.
        time.sleep(0.001)
        return reply.json

    def complete(self, name, count=1):
        """As a worker does; returns the directive of the reply."""
        reply = self.call("POST", f"/v1/progress/{name}/completed-units", {"count": count})
        assert reply.status == 200, reply
        return reply.headers["Progress-Directive"]

    def streams(self):
        return self.metric("progressd_streams")


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
        context.set_default_timeout(60_000)
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
        return page.locator(".row", has=page.locator(f'.title[title="{title}"]'))

    def wait_for_row(self, page, title):
        until(lambda: self.row(page, title).count() == 1, f"the row of {title}")
        return self.row(page, title)

    def value(self, page, title):
        bar = self.row(page, title).locator('[role="progressbar"]')
        return bar.first.get_attribute("aria-valuenow") if bar.count() else None

    def wait_for_value(self, page, title, value):
        until(lambda: self.value(page, title) == str(value), f"{title} at {value}")
