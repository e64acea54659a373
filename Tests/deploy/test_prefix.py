"""deploy/nginx-prefix.conf, Caddyfile-prefix and haproxy-prefix.cfg: two services on one name, each below its path."""

import os
import re
import shutil
import ssl
import subprocess
import tempfile
import unittest

import support.service
from kit import NAME, OPERATOR, REPOSITORY, TOKEN, Caller, Certificate
from proxies import NGINX
from support.client import NDJSON, Client
from support.process import Process, free_port

TEAMS = ("/team-a", "/team-b")


class Nginx(Process):
    speaks_tls = True

    def __init__(self, directory, certificate, upstreams):
        self.port = free_port()
        places = [
            (r"listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            (r" *listen \[::\]:443 .*\n", ""),
            (r"/etc/ssl/progressd/certificate\.pem", certificate.file),
            (r"/etc/ssl/progressd/key\.pem", certificate.key),
            (r"/var/log/nginx/progressd\.log", os.path.join(directory, "site.log")),
            (r"127\.0\.0\.1:8081", f"127.0.0.1:{upstreams[0]}"),
            (r"127\.0\.0\.1:8082", f"127.0.0.1:{upstreams[1]}"),
        ]
        with open(os.path.join(REPOSITORY, "deploy/nginx-prefix.conf"), encoding="utf-8") as file:
            site = file.read()
        for pattern, place in places:
            site, count = re.subn(pattern, place, site)
            assert count == 1, f"deploy/nginx-prefix.conf has {count} of {pattern}"
        user = "user root;" if os.geteuid() == 0 else ""
        for name, text in (("site.conf", site), ("nginx.conf", NGINX.format(directory=directory, user=user))):
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__([program, "-c", os.path.join(directory, "nginx.conf"), "-p", directory])
        self.wait_for(self.port)


class Caddy(Process):
    speaks_tls = True

    def __init__(self, directory, certificate, upstreams):
        self.port = free_port()
        configuration = os.path.join(directory, "Caddyfile")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f"{{\n\tadmin off\n\thttps_port {self.port}\n\thttp_port {free_port()}\n}}\n")
            file.write(f"import {REPOSITORY}/deploy/Caddyfile-prefix\n")
        environment = {
            "PROGRESS_NAME": NAME,
            "PROGRESS_TEAM_A": f"127.0.0.1:{upstreams[0]}",
            "PROGRESS_TEAM_B": f"127.0.0.1:{upstreams[1]}",
            "PROGRESS_TLS": f"tls {certificate.file} {certificate.key}",
            "HOME": directory,
            "XDG_DATA_HOME": directory,
            "XDG_CONFIG_HOME": directory,
        }
        command = [os.environ["CADDY"], "run", "--adapter", "caddyfile", "--config", configuration]
        super().__init__(command, environment=environment)
        self.wait_for(self.port)


class HAProxy(Process):
    speaks_tls = False

    def __init__(self, directory, certificate, upstreams):
        self.port = free_port()
        environment = {
            "PROGRESS_BIND": f"127.0.0.1:{self.port}",
            "PROGRESS_TEAM_A": f"127.0.0.1:{upstreams[0]}",
            "PROGRESS_TEAM_B": f"127.0.0.1:{upstreams[1]}",
        }
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__([program, "-db", "-f", f"{REPOSITORY}/deploy/haproxy-prefix.cfg"], environment=environment)
        self.wait_for(self.port)


class PrefixTests:
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="progressd-prefix-")
        self.addCleanup(folder.cleanup)
        certificate = Certificate(folder.name)
        services = [self.service(prefix) for prefix in TEAMS]
        proxy = self.kind(folder.name, certificate, [service.port for service in services])
        self.addCleanup(proxy.stop)
        tls = ssl.create_default_context(cafile=certificate.file) if proxy.speaks_tls else None
        self.client = Caller(proxy.port, tls=tls)
        self.addCleanup(self.client.close)

    def service(self, prefix):
        service = support.service.Service(
            os.environ["PROGRESSD"], "--log-level", "error", "--path-prefix", prefix, "--trusted-proxy", "127.0.0.1",
            "--allowed-host", NAME, token=TOKEN)
        self.addCleanup(service.stop)
        return service.listen()

    def test_each_path_has_a_service_of_its_own(self):
        for team in TEAMS:
            made = self.client.call("POST", f"{team}/v1/progress", {"name": "a", "kind": team}, OPERATOR)
            self.assertEqual(made.status, 201, made)
            self.assertEqual(made.headers["Location"], f"{team}/v1/progress/{made.json['id']}")
            self.assertTrue(all(link.startswith(team + "/") for link in made.json["links"].values()))
            shown = self.client.call("GET", made.headers["Location"], headers=OPERATOR)
            self.assertEqual((shown.status, shown.json["kind"]), (200, team))

        lines = b'{"method":"GET","path":"/v1/progress/a"}\n'
        batch = self.client.call("POST", "/team-b/v1/batch", lines, {**OPERATOR, **NDJSON})
        self.assertEqual(batch.lines[0]["body"]["kind"], "/team-b")

    def test_pages_load_what_is_below_their_path(self):
        for team in TEAMS:
            for path in (team, team + "/", team + "/docs"):
                page = self.client.call("GET", path, headers={"Accept": "text/html"})
                self.assertEqual(page.status, 200, path)
                addresses = set(re.findall(r'(?:href|src)="(/[^"#]*)', page.body.decode()))
                self.assertTrue(addresses)
                for address in addresses:
                    self.assertTrue(address.startswith(team + "/"), address)
                    self.assertEqual(self.client.call("GET", address, headers=OPERATOR).status, 200, address)

    def test_a_session_is_for_one_of_them(self):
        opened = self.client.call("POST", "/team-a/v1/session", {"token": TOKEN})
        cookie = opened.headers["Set-Cookie"]

        self.assertEqual(opened.status, 204)
        self.assertIn("Path=/team-a", cookie)
        self.assertEqual("Secure" in cookie, self.kind.speaks_tls)
        session = {"Cookie": cookie.partition(";")[0]}
        self.assertEqual(self.client.call("GET", "/team-a/v1/session", headers=session).status, 200)
        self.assertEqual(self.client.call("GET", "/team-b/v1/session", headers=session).status, 401)

    def test_a_stream_passes(self):
        self.client.call("PUT", "/team-a/v1/progress/a", {"totalUnitCount": 1}, OPERATOR)
        stream = self.client.stream("/team-a/v1/progress/a/events")
        self.addCleanup(stream.close)

        self.assertEqual(stream.status, 200)
        self.assertEqual(stream.event().name, "snapshot")

    def test_no_other_path_reaches_one(self):
        for path in ("/", "/v1/progress", "/team-ab/v1/progress", "/healthz"):
            self.assertEqual(self.client.call("GET", path, headers=OPERATOR).status, 404, path)


class SettingTests(unittest.TestCase):
    def test_a_prefix_that_is_none_does_not_start(self):
        for prefix in ("team-a", "/", "/team-a/", "//a", "/a/../b", "/.well-known", "/a b", "/ä", "/" + 128 * "a"):
            for command in ("serve", "demo"):
                process = subprocess.run([os.environ["PROGRESSD"], command, "--port", "0", "--path-prefix", prefix],
                                         capture_output=True, text=True, timeout=30, check=False)
                self.assertEqual(process.returncode, 78, prefix)
                self.assertIn(f"path prefix “{prefix}” is not a path such as /team-a", process.stderr)

    def test_the_demonstration_reports_below_it(self):
        process = Process([os.environ["PROGRESSD"], "demo", "--port", "0", "--path-prefix", "/team-a"],
                          output=subprocess.PIPE)
        self.addCleanup(process.stop)
        line = process.process.stdout.readline()
        self.assertRegex(line, r"^progressd listening on http://127\.0\.0\.1:\d+/team-a\n$")
        with Client(int(line.rpartition(":")[2].partition("/")[0])) as client:
            names = {node["name"] for node in client.call("GET", "/team-a/v1/progress").json["items"]}
        self.assertIn("photo-import", names)


class NginxPrefixTests(PrefixTests, unittest.TestCase):
    kind = Nginx


class CaddyPrefixTests(PrefixTests, unittest.TestCase):
    kind = Caddy


class HAProxyPrefixTests(PrefixTests, unittest.TestCase):
    kind = HAProxy
