"""What the tests of the proxies share."""

import ssl
import tempfile

from kit import NAME, OPERATOR, Certificate, Client, Service


class ProxyCase:
    """One service and one proxy for all tests of a class, which says by `kind` what proxy."""

    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory(prefix="progressd-proxy-")
        cls.addClassCleanup(directory.cleanup)
        cls.directory = directory.name
        certificate = Certificate(cls.directory)
        cls.service = Service(cls.directory)
        cls.addClassCleanup(lambda: cls.service.stop())
        cls.proxy = cls.kind(cls.directory, certificate, cls.service.port)
        cls.addClassCleanup(cls.proxy.stop)
        cls.certificate = certificate
        cls.tls = ssl.create_default_context(cafile=certificate.file)
        cls.origin = f"https://{NAME}:{cls.proxy.port}"

    def setUp(self):
        self.client = self.from_address("127.0.0.1")
        self.name = self.id().rpartition(".")[2]
        self.node = f"/v1/progress/{self.name}"

    def from_address(self, source):
        return self.to_port(self.proxy.port, source, self.tls)

    def to_port(self, port, source="127.0.0.1", tls=None):
        client = Client(port, source, tls)
        self.addCleanup(client.close)
        return client

    def stream(self, client, path, headers=None):
        stream = client.stream(path, headers)
        self.addCleanup(stream.close)
        return stream

    def put(self, **members):
        reply = self.client.call("PUT", self.node, members, OPERATOR)
        self.assertEqual(reply.status, 201, reply.body)
        return reply.json

    def complete(self, count=1):
        reply = self.client.call("POST", self.node + "/completed-units", {"count": count}, OPERATOR)
        self.assertEqual(reply.status, 200, reply.body)
