"""The pages of a service below a path of its own (`--path-prefix`)."""

from kit import BrowserTest, until

PREFIX = "/team-a"


class PrefixTest(BrowserTest):
    arguments = ("--path-prefix", PREFIX)

    def put(self, name, **members):
        reply = self.service.call("PUT", f"{PREFIX}/v1/progress/{name}", members)
        self.assertEqual(reply.status, 201, reply)

    def test_the_list_the_tree_and_their_buttons_stay_below_it(self):
        self.put("deploy", totalUnitCount=4, children=[{"name": "host-1", "pendingUnitCount": 4, "totalUnitCount": 4}])
        requests = []
        self.context.on("request", lambda request: requests.append(request.url))

        page = self.open(PREFIX + "/")
        self.wait_for_row(page, "deploy").locator("a.title").click()
        self.wait_for_row(page, "host-1")
        self.service.call("POST", f"{PREFIX}/v1/progress/host-1/completed-units", {"count": 1})
        self.wait_for_value(page, "host-1", 25)

        self.assertEqual(page.url, f"{self.service.url}{PREFIX}/progress/deploy")
        outside = [url for url in requests if not url.startswith(f"{self.service.url}{PREFIX}/")]
        self.assertEqual(outside, [])

    def test_the_menu_opens_the_json_of_this_service(self):
        self.forgiven = "404"  # the browser looks for an icon at the top
        self.put("deploy", totalUnitCount=4)
        page = self.open(PREFIX + "/")
        self.wait_for_row(page, "deploy").locator(".more-calls").click()

        with page.expect_popup() as popup:
            page.get_by_role("menuitem", name="JSON").click()

        self.assertTrue(popup.value.url.startswith(f"{self.service.url}{PREFIX}/v1/progress/deploy/tree"), popup.value.url)

    def test_without_shared_workers_too(self):
        self.put("deploy", totalUnitCount=4)
        self.context.add_init_script("delete window.SharedWorker")

        page = self.open(PREFIX)

        self.wait_for_row(page, "deploy")
        self.service.call("POST", f"{PREFIX}/v1/progress/deploy/completed-units", {"count": 2})
        self.wait_for_value(page, "deploy", 50)

    def test_the_element_finds_its_service(self):
        self.put("deploy", totalUnitCount=4, completedUnitCount=1)
        page = self.context.new_page()
        page.goto(self.service.url + PREFIX + "/docs")  # a page of the service on which nothing else runs
        page.set_content(f"""
            <script type="module" src="{PREFIX}/progress-element.js"></script>
            <progress-view src="{PREFIX}/v1/progress/deploy" label="Deploy"></progress-view>""")

        element = page.locator("progress-view")
        until(lambda: "25%" in element.evaluate("(view) => view.shadowRoot?.textContent ?? ''"), "the bar of the element")
