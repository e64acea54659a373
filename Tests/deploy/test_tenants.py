"""deploy/haproxy-tenants.cfg: two clusters in one database, each behind its own host name."""

import os
import shutil
import unittest

from kit import REPOSITORY
from support.client import Client
from support.postgres import Scratch, Server
from support.process import Process, free_port
from support.waiting import until

TENANTS = ("red", "blue")


class TenantTests(unittest.TestCase):
    def setUp(self):
        scratch = Scratch()
        self.addCleanup(scratch.remove)
        self.database = Server(scratch, "tenants")
        self.addCleanup(self.database.close)
        self.database.make()
        places = {}
        for tenant in TENANTS:
            for number in (1, 2):
                places[f"PROGRESS_{tenant.upper()}_{number}"] = f"127.0.0.1:{self.replica(scratch, tenant)}"
        self.port = free_port()
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        proxy = Process([program, "-db", "-f", f"{REPOSITORY}/deploy/haproxy-tenants.cfg"],
                        environment={"PROGRESS_BIND": f"127.0.0.1:{self.port}", **places})
        self.addCleanup(proxy.stop)
        proxy.wait_for(self.port)
        for tenant in TENANTS:
            until(lambda tenant=tenant: self.call(tenant, "GET", "/readyz").status == 200, f"{tenant} ready", seconds=30)

    def replica(self, scratch, tenant):
        port = free_port()
        tokens = scratch.folder / f"{tenant}.tokens"
        tokens.write_text(f"operator:a-long-token-of-{tenant}\n")
        url = f"postgres://progressd@{self.database.address}:{self.database.port}/progress"
        process = Process([os.environ["PROGRESSD"], "--port", port, "--cluster", url, "--cluster-name", tenant,
                           "--token-file", tokens, "--trusted-proxy", "127.0.0.1",
                           "--allowed-host", f"{tenant}.progress.example"],
                          environment={"PGPASSWORD": scratch.password})
        self.addCleanup(process.stop)
        until(lambda: "listening on" in process.logged(), f"a replica of {tenant}", seconds=30)
        return port

    def call(self, host, method, path, token=None, body=None):
        with Client(self.port, token=f"a-long-token-of-{token}" if token else None) as client:
            return client.call(method, path, body, {"Host": f"{host}.progress.example"})

    def test_each_host_name_has_a_service_of_its_own(self):
        for tenant in TENANTS:
            made = self.call(tenant, "PUT", "/v1/progress/deploy", tenant, {"totalUnitCount": 3, "kind": tenant})
            self.assertEqual(made.status, 201, made)
        for tenant, other in (TENANTS, TENANTS[::-1]):
            for _ in range(4):
                shown = self.call(tenant, "GET", "/v1/progress/deploy", tenant)
                self.assertEqual((shown.status, shown.json["kind"]), (200, tenant))
            self.assertEqual(self.call(tenant, "GET", "/v1/progress/deploy", other).status, 401)
            counted = self.call(tenant.upper(), "POST", "/v1/progress/deploy/completed-units", tenant, {"count": 1})
            self.assertEqual((counted.status, counted.json["completedUnitCount"]), (200, 1))

    def test_another_host_name_is_nobodys(self):
        for host in ("green", "nobody", "progress"):
            reply = self.call(host, "GET", "/v1/progress", "red")
            self.assertEqual((reply.status, reply.json["detail"]), (404, "No cluster has this host name."))


if __name__ == "__main__":
    unittest.main()
