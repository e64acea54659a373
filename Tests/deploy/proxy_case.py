"""The base of the tests of the proxies."""

import ssl
import tempfile

from kit import NAME, OPERATOR, Caller, Certificate, Service


class Site:
    """One service behind one proxy."""

    def __init__(self, kind):
        self.folder = tempfile.TemporaryDirectory(prefix="progressd-proxy-")
        self.directory = self.folder.name
        self.certificate = Certificate(self.directory)
        self.service = Service(self.directory)
        self.proxy = kind(self.directory, self.certificate, self.service.port)
        self.tls = ssl.create_default_context(cafile=self.certificate.file) if kind.speaks_tls else None
        self.origin = f"https://{NAME}:{self.proxy.port}"

    def restart(self):
        """Once it was stopped."""
        self.service = Service(self.directory, self.service.port)

    def caller(self, source="127.0.0.1"):
        return Caller(self.proxy.port, source, self.tls)

    def close(self):
        self.proxy.stop()
        self.service.stop()
        self.folder.cleanup()


class ProxyCase:
    """One site for all tests of a class, which says by `kind` what proxy."""

    @classmethod
    def setUpClass(cls):
        cls.site = Site(cls.kind)
        cls.addClassCleanup(cls.site.close)

    def setUp(self):
        self.service, self.proxy = self.site.service, self.site.proxy
        self.client = self.from_address("127.0.0.1")
        self.name = self.id().rpartition(".")[2]
        self.node = f"/v1/progress/{self.name}"

    def from_address(self, source):
        return self.closing(self.site.caller(source))

    def to_port(self, port, source="127.0.0.1"):
        return self.closing(Caller(port, source))

    def closing(self, one):
        self.addCleanup(one.close)
        return one

    def stream(self, caller, path, headers=None):
        return self.closing(caller.stream(path, headers))

    def put(self, **members):
        reply = self.client.call("PUT", self.node, members, OPERATOR)
        self.assertEqual(reply.status, 201, reply)
        return reply.json

    def complete(self, count=1):
        reply = self.client.call("POST", self.node + "/completed-units", {"count": count}, OPERATOR)
        self.assertEqual(reply.status, 200, reply)
