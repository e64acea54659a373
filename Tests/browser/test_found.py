"""How one of many is found: several states, names, labels and ages in the address, and what the page asks the service for."""

import json
import re
import urllib.parse

from kit import BrowserTest, until
from support.client import NDJSON

PATIENCE = 30
NO_WORKER = "delete window.SharedWorker;"
NO_LOCKS = NO_WORKER + "delete Navigator.prototype.locks;"


class FoundTest(BrowserTest):
    def titles(self, page):
        return sorted(page.locator(".row .title").all_inner_texts())

    def tile(self, page, word):
        return page.locator(".tile", has=page.get_by_text(word, exact=True))

    def put_all(self):
        """One of each: at work, paused, failed, finished."""
        for name in ("deploy.web", "deploy.api", "import", "export"):
            self.service.put(name, totalUnitCount=4, isPausable=True, labels={} if name == "export" else {"team": name[:3]})
        self.service.call("POST", "/v1/progress/deploy.api/pause")
        self.service.call("POST", "/v1/progress/import/fail", {"message": "no"})
        self.service.complete("export", 4)

    def found(self, page, *names):
        until(lambda: self.titles(page) == sorted(names), f"{names}", PATIENCE)

    def search(self, page):
        return page.evaluate("location.search")

    def test_several_states_are_in_the_address_and_all_takes_them_back(self):
        self.put_all()
        page = self.open()
        self.found(page, "deploy.web", "deploy.api", "import", "export")
        self.tile(page, "Paused").click()
        self.tile(page, "Failed").click()
        self.found(page, "deploy.api", "import")
        self.assertEqual(self.search(page), "?state=paused&state=failed")
        pressed = page.locator('.tile[aria-pressed="true"]')
        self.assertEqual(sorted(pressed.locator("span").all_inner_texts()), ["Failed", "Paused"])

        again = self.open("/" + self.search(page))
        self.found(again, "deploy.api", "import")
        self.tile(page, "Paused").click()
        self.found(page, "import")
        self.tile(page, "All").click()

        self.found(page, "deploy.web", "deploy.api", "import", "export")
        self.assertEqual(self.search(page), "")

    def test_what_has_ended_is_hidden_in_the_words_of_the_service(self):
        self.put_all()
        page = self.open()
        hide = page.locator("#hide")
        until(hide.is_visible, "the switch", PATIENCE)

        hide.click()

        self.found(page, "deploy.web", "deploy.api")
        self.assertEqual((self.search(page), hide.get_attribute("aria-pressed")), ("?state=working", "true"))
        self.tile(page, "Running").click()
        self.found(page, "deploy.web")
        self.assertEqual(self.search(page), "?state=running")
        self.found(self.open("/?state=ended"), "export", "import")

    def test_the_finished_steps_of_a_small_tree_are_hidden_too(self):
        children = [{"name": f"step-{i}", "pendingUnitCount": 1, "totalUnitCount": 1} for i in range(14)]
        self.service.put("tree", totalUnitCount=14, children=children)
        self.service.complete("step-3")
        page = self.open("/progress/tree")
        self.wait_for_row(page, "step-3")

        page.locator("#hide").click()

        until(lambda: self.row(page, "step-3").count() == 0, "no finished step", PATIENCE)
        self.assertEqual(self.row(page, "step-4").count(), 1)

    def test_names_labels_and_ages_mean_what_they_mean_in_a_list_of_the_service(self):
        self.put_all()
        moment = self.service.call("GET", "/v1/progress/import").json["createdAt"]
        for query in ("name=deploy.*", "name=import&name=export", "label=team", "label=!team", "label=team:dep&label=!team:imp", "q=web+deploy",
                      "createdSince=" + moment, "state=working&name=*", "state=ended&label=team"):
            listed = [node["name"] for node in self.service.call("GET", "/v1/progress?" + query).json["items"]]
            self.assertTrue(0 < len(listed) < 4, query)

            page = self.open("/?" + query)

            self.found(page, *listed)
            page.close()

    def test_an_order_of_the_service_is_one_of_the_page(self):
        self.put_all()
        page = self.open("/?sort=createdAt&name=deploy.*")
        self.wait_for_row(page, "deploy.api")
        self.assertEqual(page.input_value("#sort"), "oldest")
        self.assertEqual(page.locator("#working .title").all_inner_texts(), ["deploy.web", "deploy.api"])

        page.select_option("#sort", "left")

        self.assertEqual(self.search(page), "?sort=remaining&name=deploy.*")
        self.assertEqual(self.open("/?sort=left").input_value("#sort"), "left")

    def test_what_is_chosen_can_be_taken_back(self):
        self.put_all()
        page = self.open("/?name=deploy.*&label=!team:imp&createdSince=2026-01-01T00:00:00Z")
        chosen = page.locator("#chosen button")
        until(lambda: chosen.count() == 3, "the choices", PATIENCE)
        self.assertEqual(chosen.all_inner_texts()[:2], ["≠ team: imp ×", "Name: deploy.* ×"])

        for _ in range(3):
            count = chosen.count()
            chosen.first.click()
            until(lambda: chosen.count() == count - 1, "one less", PATIENCE)

        self.found(page, "deploy.web", "deploy.api", "import", "export")
        self.assertEqual(self.search(page), "")

    def test_the_json_of_the_page_is_of_what_it_shows(self):
        self.put_all()
        page = self.open("/?state=paused&state=waiting&sort=quiet&label=team&q=api")
        self.found(page, "deploy.api")

        address = urllib.parse.urlsplit(page.locator("#data").get_attribute("href"))

        self.assertEqual(urllib.parse.parse_qs(address.query), {"q": ["api"], "state": ["paused"], "label": ["team"]})
        self.assertEqual([node["name"] for node in self.service.call("GET", f"{address.path}?{address.query}").json["items"]], ["deploy.api"])

    def test_a_page_of_names_or_labels_asks_the_service_for_these_alone(self):
        self.put_all()
        for script in (NO_WORKER, NO_LOCKS):
            context, asked = self.new_context(), []
            context.add_init_script(script)
            context.on("request", lambda request: asked.append(request.url))
            page = self.open("/?name=deploy.*&label=team", context=context)
            self.found(page, "deploy.web", "deploy.api")
            self.service.complete("deploy.web")
            until(lambda: self.value(page, "deploy.web") != "0", "an update", PATIENCE)
            lists = [url for url in asked if re.search("/v1/(events|progress)[?]", url)]
            self.assertTrue(lists)
            self.assertTrue(all("name=deploy.*&label=team" in url or "label=team&name=deploy.*" in url for url in lists), lists)

            page.evaluate("document.querySelector('#chosen button').click()")
            until(lambda: page.locator("#chosen button").count() == 1, "the label alone", PATIENCE)
            self.found(page, "deploy.web", "deploy.api")
            page.locator("#chosen button").click()

            self.found(page, "deploy.web", "deploy.api", "import", "export")
            page.close()

    def test_a_page_of_names_that_nothing_bears_says_that_nothing_matches(self):
        self.put_all()
        page = self.open("/?name=backup.*")
        until(lambda: page.locator("#nothing").is_visible(), "that nothing matches", PATIENCE)
        self.assertFalse(page.locator("#empty").is_visible())

        self.service.put("backup.1", totalUnitCount=1)
        self.found(page, "backup.1")
        page.locator("#chosen button").click()

        self.found(page, "deploy.web", "deploy.api", "import", "export", "backup.1")
        self.assertEqual(page.locator("#empty h2").count(), 0)

    def test_words_of_the_address_that_mean_nothing_cost_nothing(self):
        self.put_all()
        for query in ("name=a+b", "label=&label=!", "createdSince=yesterday", "sort=bogus", "state=bogus", "name=0190c1a2-0000-7000-8000-000000000000"):
            page = self.open("/?" + query)

            self.found(page, "deploy.web", "deploy.api", "import", "export")
            page.close()

    def test_work_that_has_fallen_silent_is_counted_and_found(self):
        for name in ("silent", "mute"):
            self.service.put(name, totalUnitCount=-1, completedUnitCount=1)
        page = self.context.new_page()
        page.clock.install()
        page.goto(self.service.url)
        self.wait_for_row(page, "mute")
        self.assertFalse(self.tile(page, "Quiet").is_visible())
        page.clock.fast_forward("02:00")
        until(lambda: self.tile(page, "Quiet").is_visible(), "the tile", PATIENCE)
        self.tile(page, "Quiet").click()
        self.found(page, "silent", "mute")
        self.assertEqual(self.search(page), "?state=quiet")

        again = self.open("/?state=quiet")  # whose clock is right

        until(lambda: again.locator("#nothing").is_visible(), "that nothing matches", PATIENCE)

    def test_one_of_two_thousand_is_found_by_its_name(self):
        lines = [{"method": "PUT", "path": f"/v1/progress/root-{i}", "body": {"totalUnitCount": 10}} for i in range(2000)]
        for start in (0, 1000):
            body = "".join(json.dumps(line) + "\n" for line in lines[start:start + 1000]).encode()
            self.assertEqual(self.service.call("POST", "/v1/batch", body, NDJSON).status, 200)

        page = self.open("/?name=root-1234")

        self.found(page, "root-1234")
        self.assertEqual(self.tile(page, "All").locator("b").inner_text(), "1")
