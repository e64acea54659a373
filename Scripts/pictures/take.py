"""Takes the pictures: of `progressd demo`, and of a service with many trees and a large one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from crowd import fill
from support.service import Service

IMAGES = Path(__file__).resolve().parents[2] / "docs/images"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"]
DESK = {"width": 1280, "height": 900}
BADGES = ["photo-import", "reindex-search", "nightly-backup.scan", "deploy.rollout.web-2", "crawl"]


class Camera:
    def __init__(self, browser: Browser, url: str, wanted: list[str]):
        self.browser, self.url, self.wanted = browser, url, wanted

    def take(self, name: str, path: str, ready: str, viewport=DESK, scale=1.0, **options) -> None:
        """Takes a picture of the page at a path, once it shows `ready`."""
        if self.wanted and name not in self.wanted:
            return
        context = self.browser.new_context(viewport=viewport, device_scale_factor=scale, locale="en-US", **options)
        page = context.new_page()
        page.goto(self.url + path)
        page.locator(ready).first.wait_for()
        # Rates need a moment, and so do bars that glide.
        page.wait_for_timeout(3_000)
        page.screenshot(path=str(IMAGES / f"{name}.png"))
        context.close()
        print(f"docs/images/{name}.png", flush=True)

    def badges(self) -> None:
        if self.wanted and "badges" not in self.wanted:
            return
        page = self.browser.new_context(viewport={"width": 800, "height": 200}, device_scale_factor=2).new_page()
        page.goto(self.url + "/healthz")
        images = "".join(f'<img src="/progress/{name}.svg"> ' for name in BADGES)
        page.set_content(f'<base href="{self.url}"><p style="width: max-content; padding: 8px; margin: 0">{images}</p>')
        page.wait_for_function("[...document.images].every((image) => image.complete && image.naturalWidth)")
        page.locator("p").screenshot(path=str(IMAGES / "badges.png"))
        page.context.close()
        print("docs/images/badges.png", flush=True)


def demo(program: str, browser: Browser, wanted: list[str]) -> None:
    process = subprocess.Popen([program, "demo", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://\S+", process.stdout.readline())[0]
        camera = Camera(browser, url, wanted)
        for scheme in ("light", "dark"):
            camera.take(f"dashboard-{scheme}", "/", ".row", color_scheme=scheme)
        camera.take("tree", "/progress/photo-import", ".row >> nth=4")
        camera.take("failed", "/progress/deploy", ".row >> nth=4")
        phone = {"width": 390, "height": 780}
        camera.take("phone", "/", ".row", viewport=phone, scale=2, has_touch=True, is_mobile=True)
        camera.take("reference", "/docs#createProgress", "article", scale=1)
        camera.badges()
    finally:
        process.terminate()
        process.wait()


def crowd(program: str, browser: Browser, wanted: list[str]) -> None:
    """Takes the pictures of 113 roots, one of which has 5,000 children."""
    with Service(program, "--log-level", "error") as service:
        fill(service, roots=112, children=5_000)
        camera = Camera(browser, service.url, wanted)
        camera.take("many", "/", ".row >> nth=20")
        camera.take("large-tree", "/progress/reindex-archive", ".row >> nth=10")


def main() -> int:
    program, *wanted = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        if set(wanted) != {"many", "large-tree"}:
            demo(program, browser, wanted)
        if not wanted or {"many", "large-tree"} & set(wanted):
            crowd(program, browser, wanted)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
