"""progressd, started as the configurations say, and the parts that its proxies need."""

import os
import subprocess

import support.service
from support.client import Client
from support.events import EventStream

NAME = "progress.example.org"
REPOSITORY = str(support.service.ROOT)
TOKEN = "an-operator-of-the-tests"
OPERATOR = {"Authorization": f"Bearer {TOKEN}"}


class Certificate:
    """Self-signed, for the name of the configurations."""

    def __init__(self, directory):
        self.file = os.path.join(directory, "certificate.pem")
        self.key = os.path.join(directory, "key.pem")
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        subprocess.run([*command, "-keyout", self.key, "-out", self.file], check=True, capture_output=True)


class Service(support.service.Service):
    def __init__(self, directory, port=0):
        tokens = os.path.join(directory, "tokens")
        with open(tokens, "w", encoding="utf-8") as file:
            file.write(f"operator:{TOKEN}\n")
        super().__init__(
            os.environ["PROGRESSD"], "--log-level", "error", "--token-file", tokens, "--trusted-proxy", "127.0.0.1",
            "--allowed-host", NAME, "--max-streams-per-client", "2", port=port)
        self.token = TOKEN
        self.listen()

    def streams(self):
        return self.metric("progressd_(?:streams|waiting_requests)")


class Caller(Client):
    """A client with one address, for a port that answers to the name of the configurations; without a token."""

    def __init__(self, port, source="127.0.0.1", tls=None, timeout=10):
        super().__init__(port, host=NAME, source=source, tls=tls, timeout=timeout)

    def stream(self, path, headers=None):
        return EventStream(self.port, path, headers, token=TOKEN, **self.options)
