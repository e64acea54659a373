"""Opens a page in Chromium, posts updates of a bar of it, and prints after how many seconds each is drawn, as JSON.

A program for the environment of the browser tests: shown.py PAGE ADDRESS PAUSE UPDATES. An update is
{"body": …, "text": …}; the text is what the page shows of it and of no other.
"""

import json
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

#: Resolves when the text is in what has changed, and the frame after that is being made.
ARM = """text => {
  window.shown = new Promise((resolve) => {
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target.textContent.includes(text))) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}"""
PATIENCE = 15_000
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def main() -> None:
    address, target, pause, updates = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 900}, locale="en-US", bypass_csp=True)
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.wait_for_function("document.body.innerText.includes('bar-')")
        delays = []
        for update in json.loads(updates):
            time.sleep(float(pause))
            page.evaluate(ARM, update["text"])
            request = urllib.request.Request(target, update["body"].encode(), {"Content-Type": "application/json"})
            begin = time.perf_counter()
            urllib.request.urlopen(request, timeout=PATIENCE / 1_000).close()
            page.evaluate("() => window.shown")
            delays.append(time.perf_counter() - begin)
        browser.close()
    print(json.dumps(delays))


if __name__ == "__main__":
    main()
