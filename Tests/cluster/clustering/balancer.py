"""HAProxy of Debian before the replicas, with the settings that users get."""

import contextlib
import csv
import pathlib
import shutil
import socket

from support.client import Client, NoReply
from support.process import Process
from support.waiting import until

from .replicas import PORT

SETTINGS = pathlib.Path(__file__).parents[3] / "deploy/haproxy.cfg"


class Balancer:
    """HAProxy with deploy/haproxy.cfg, and a socket that shows its view of the replicas."""

    FRONT = 8090

    def __init__(self, replicas, folder, address):
        self.address, self.socket = (address, self.FRONT), pathlib.Path(folder) / "haproxy.socket"
        control = pathlib.Path(folder) / "haproxy.cfg"
        control.write_text(f"global\n    stats socket {self.socket} level admin\n")
        environment = {"PROGRESS_BIND": f"{address}:{self.FRONT}"}
        environment |= {f"PROGRESS_REPLICA_{number}": f"{each.address}:{PORT}" for number, each in enumerate(replicas, 1)}
        program = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
        self.process = Process([program, "-db", "-f", control, "-f", SETTINGS], environment=environment)
        until(lambda: self.process.is_running and self.answers(), "HAProxy")

    def answers(self):
        address, port = self.address
        with contextlib.suppress(NoReply), Client(port, address=address, timeout=2) as client:
            return client.call("GET", "/readyz").status == 200
        return False

    def ask(self, command):
        """The answer of HAProxy's socket."""
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(5)
            line.connect(str(self.socket))
            line.sendall(f"{command}\n".encode())
            return b"".join(iter(lambda: line.recv(1 << 16), b"")).decode()

    def uses_all(self):
        """Whether requests go to each of the replicas."""
        rows = csv.DictReader(self.ask("show stat").lstrip("# ").splitlines())
        return all(row["status"].startswith("UP") for row in rows if row["svname"].startswith("replica-"))

    def logged(self):
        """Its log, to look into a failure."""
        if not self.process.is_running:
            return f"exit status {self.process.process.returncode}\n{self.process.logged()}"
        questions = ("show info", "show stat", "show errors", "show threads", "show sess all")
        return "\n".join([self.process.logged(), *map(self.ask, questions)])

    def close(self):
        self.process.stop()
