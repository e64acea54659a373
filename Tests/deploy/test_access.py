"""The caller's identity and rights, through a proxy that speaks TLS."""

import unittest

from kit import OPERATOR
from proxies import Caddy, HAProxy, Nginx
from proxy_case import ProxyCase


class UserTests(ProxyCase):
    def test_no_client_names_the_user_through_the_proxy(self):
        self.put(totalUnitCount=1)
        user = {**OPERATOR, "X-Forwarded-User": "eve"}

        through = self.client.call("POST", self.node + "/pause", headers=user)
        direct = self.to_port(self.service.port).call("POST", self.node + "/resume", headers=user)

        self.assertEqual(through.json["control"]["by"], {"role": "operator", "user": None})
        self.assertEqual(direct.json["control"]["by"], {"role": "operator", "user": "eve"})


class AccessTests(UserTests):
    def test_forwarded_addresses_are_believed_from_the_proxy_alone(self):
        self.put(totalUnitCount=1)
        events = self.node + "/events"
        one, other = self.from_address("127.0.0.3"), self.from_address("127.0.0.4")
        direct = self.to_port(self.service.port, "127.0.0.5")

        statuses = {
            "one client": [self.stream(one, events).status for _ in range(3)],
            "the same, with a name that is not its own": [
                self.stream(one, events, {"X-Forwarded-For": f"198.51.100.{number}"}).status for number in range(2)
            ],
            "another client": [self.stream(other, events).status for _ in range(3)],
            "one without the proxy": [
                self.stream(direct, events, {"X-Forwarded-For": f"198.51.100.{number}"}).status for number in range(3)
            ],
        }

        self.assertEqual(statuses["one client"], [200, 200, 429])
        self.assertEqual(statuses["the same, with a name that is not its own"], [429, 429])
        self.assertEqual(statuses["another client"], [200, 200, 429])
        self.assertEqual(statuses["one without the proxy"], [200, 200, 429])

    def test_the_name_of_the_proxy_passes_the_host_check_and_no_other_does(self):
        self.put(totalUnitCount=1)

        through = self.client.call("GET", self.node, headers=OPERATOR)
        direct = self.to_port(self.service.port).call("GET", self.node, headers={**OPERATOR, "Host": "evil.example"})

        self.assertEqual(through.status, 200)
        self.assertEqual(direct.status, 421)

    def test_tokens_pass(self):
        statuses = [self.client.call("GET", "/v1/progress", headers=headers).status for headers in ({}, OPERATOR)]
        wrong = self.client.call("GET", "/v1/progress", headers={"Authorization": "Bearer another"})

        self.assertEqual(statuses, [401, 200])
        self.assertEqual((wrong.status, wrong.headers["WWW-Authenticate"][:6]), (401, "Bearer"))

    def test_a_session_is_opened_by_cookie_for_tls_only(self):
        self.put(totalUnitCount=1)
        token = {"token": OPERATOR["Authorization"].partition(" ")[2]}
        opened = self.client.call("POST", "/v1/session", token, {"Origin": self.site.origin})
        cookie = opened.headers["Set-Cookie"]
        session = {"Cookie": cookie.partition(";")[0]}

        read = self.client.call("GET", self.node, headers=session)
        foreign, unproven, own = (
            self.client.call("POST", self.node + "/pause", headers={**session, **origin})
            for origin in ({"Origin": "https://evil.example"}, {}, {"Origin": self.site.origin})
        )

        self.assertEqual(opened.status, 204)
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        self.assertEqual(attributes, {"httponly", "samesite=strict", "path=/", "secure"})
        self.assertEqual([reply.status for reply in (read, foreign, unproven, own)], [200, 403, 403, 200])


class NginxAccessTests(AccessTests, unittest.TestCase):
    kind = Nginx


class CaddyAccessTests(AccessTests, unittest.TestCase):
    kind = Caddy


class HAProxyUserTests(UserTests, unittest.TestCase):
    kind = HAProxy
