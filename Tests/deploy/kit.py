"""The service, and a client that speaks TLS; waits by polling a condition, never by sleeping for a while."""

import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import time

NAME = "progress.example.org"
REPOSITORY = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
OPERATOR = {"Authorization": "Bearer an-operator-of-the-tests"}
NDJSON = {"Content-Type": "application/x-ndjson"}


def until(condition, what="the condition", timeout=10):
    """Gives the value of the condition as soon as it holds."""
    deadline = time.monotonic() + timeout
    value = None
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"{what} did not come to hold in {timeout} s; at last it was {value!r}")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


class Certificate:
    """Self-signed, for the name of the configurations."""

    def __init__(self, directory):
        self.file = os.path.join(directory, "certificate.pem")
        self.key = os.path.join(directory, "key.pem")
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        subprocess.run([*command, "-keyout", self.key, "-out", self.file], check=True, capture_output=True)


class Process:
    def __init__(self, command, log, **options):
        with open(log, "w", encoding="utf-8") as file:
            self.process = subprocess.Popen(command, stderr=file, **{"stdout": file, **options})
        self.log = log

    def wait_for(self, *ports):
        """Until it listens; says what it complained of where it does not."""
        try:
            until(lambda: all(answers(port) for port in ports), f"a listener on {ports}")
        except AssertionError as error:
            with open(self.log, encoding="utf-8") as file:
                raise AssertionError(f"{error}: {file.read()}") from None

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        if self.process.stdout:
            self.process.stdout.close()


class Service(Process):
    """progressd as the configurations say that it is to be started."""

    def __init__(self, directory, port=0):
        tokens = os.path.join(directory, "tokens")
        with open(tokens, "w", encoding="utf-8") as file:
            file.write("operator:an-operator-of-the-tests\n")
        command = [os.environ["PROGRESSD"], "--port", str(port), "--log-level", "error", "--token-file", tokens]
        command += ["--trusted-proxy", "127.0.0.1", "--allowed-host", NAME, "--max-streams-per-client", "2"]
        super().__init__(command, os.path.join(directory, "progressd.log"), stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"progressd listening on http://127\.0\.0\.1:(\d+)\n", line)
        assert found, f"the service does not start: {line!r}"
        self.port = int(found[1])

    def streams(self):
        client = Client(self.port)
        reply = client.call("GET", "/metrics", headers=OPERATOR)
        client.close()
        names = rb"^progressd_(?:streams|waiting_requests) (\d+)"
        return sum(int(count) for count in re.findall(names, reply.body, re.M))


class Connection(http.client.HTTPConnection):
    """To 127.0.0.1, whatever the name says, from an address of loopback."""

    def __init__(self, port, source, tls):
        super().__init__(NAME, port, timeout=10)
        self.source, self.tls = source, tls
        self.default_port = 443

    def connect(self):
        self.sock = socket.create_connection(("127.0.0.1", self.port), self.timeout, (self.source, 0))
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.tls:
            self.sock = self.tls.wrap_socket(self.sock, server_hostname=self.host)


class Reply:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    @property
    def json(self):
        return json.loads(self.body)


class Client:
    """Of one address; keeps its connection."""

    def __init__(self, port, source="127.0.0.1", tls=None):
        self.port, self.source, self.tls = port, source, tls
        self.connection = Connection(port, source, tls)

    def call(self, method, path, body=None, headers=None):
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        try:
            self.connection.request(method, path, data, {**kind, **(headers or {})})
        except (BrokenPipeError, ConnectionResetError, ssl.SSLEOFError):
            pass  # Whoever refuses a body may answer, and close, before all of it is sent.
        return Reply(self.connection.getresponse())

    def stream(self, path, headers=None):
        return Stream(Connection(self.port, self.source, self.tls), path, {**OPERATOR, **(headers or {})})

    def close(self):
        self.connection.close()


class Stream:
    """One reader of Server-Sent Events."""

    def __init__(self, connection, path, headers):
        self.connection = connection
        connection.request("GET", path, headers={"Accept": "text/event-stream", **headers})
        self.response = connection.getresponse()
        self.status, self.headers = self.response.status, self.response.headers

    def event(self):
        """The next event with its fields, data read as JSON; None at the end of the stream."""
        fields = {}
        while line := self.response.readline():
            text = line.decode().rstrip("\n")
            if not text and "event" in fields:
                return {**fields, "data": json.loads(fields["data"])}
            key, _, value = text.partition(": ")
            if key:
                fields[key] = value
        return None

    def close(self):
        self.response.close()
        self.connection.close()
