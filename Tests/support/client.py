"""HTTP with blocking calls."""

import http.client
import json
import socket
import ssl
import typing

NDJSON = {"Content-Type": "application/x-ndjson"}


class NoReply(Exception):
    """The connection ended before the reply was complete: whether the request was carried out is in doubt."""


class Reply(typing.NamedTuple):
    status: int
    #: Found by a name in any case after `Client`, by a lower-case one after `Connection`.
    headers: typing.Mapping
    body: bytes

    @property
    def json(self):
        return json.loads(self.body) if self.body else None

    @property
    def lines(self):
        return [json.loads(line) for line in self.body.splitlines()]

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


def encoded(body):
    """The bytes of a body: those of text, or of JSON."""
    if isinstance(body, (bytes, type(None))):
        return body
    return (body if isinstance(body, str) else json.dumps(body)).encode()


class Connection(http.client.HTTPConnection):
    """Connects to an address, whatever the host's name, from any address or `source`; with TLS if given a context."""

    def __init__(self, port, host=None, address="127.0.0.1", source=None, tls=None, timeout=30):
        super().__init__(host or address, port, timeout=timeout)
        self.address, self.source, self.tls = address, source, tls
        if tls:
            self.default_port = http.client.HTTPS_PORT

    def connect(self):
        self.sock = socket.create_connection((self.address, self.port), self.timeout, self.source and (self.source, 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            self.sock = self.tls.wrap_socket(self.sock, server_hostname=self.host)


class Client:
    """One connection that is kept, and opened again after it was closed. The options are those of `Connection`."""

    def __init__(self, port, token=None, **options):
        self.port, self.token, self.options = port, token, options
        self.connection = Connection(port, **options)

    def call(self, method, path, body=None, headers=None):
        """A body that is no bytes and no text is sent as JSON."""
        data = encoded(body)
        try:
            try:
                self.connection.request(method, path, data, self.fields(data, headers))
            except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
                pass  # A server that refuses a body may answer and close before it has read everything.
            reply = self.connection.getresponse()
            return Reply(reply.status, reply.headers, reply.read())
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise NoReply(repr(error)) from error

    def fields(self, data, headers):
        kind = {} if data is None else {"Content-Type": "application/json"}
        token = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {**kind, **token, **(headers or {})}

    def close(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
