"""sse-load and its results."""

import pathlib
import resource
import subprocess
import time
from dataclasses import dataclass

from support.measure import cpu_seconds

from . import quiet
from .programs import pinned

#: The text before a wave's number in the events of the service and of the peers.
MARKER = '"completedUnitCount":'


@dataclass
class Waves:
    """Results of some seconds of waves to all readers of a server, one wave after another."""

    deliveries_per_second: float
    #: CPU time of the server for one delivery.
    cpu_microseconds: float
    #: From the post until the last reader has it.
    p50_microseconds: float
    p99_microseconds: float
    #: The number of waves that some reader never got, failed posts, and streams that ended.
    errors: int
    #: The share of its core that the reading program used.
    reader_share: float
    others: float


class Readers:
    """A process that holds streams to one server and reads them; it obeys one command at a time."""

    def __init__(self, program: pathlib.Path, port: int, core: int | None, path: str, *options: str):
        command = [str(program), "--connect", f"127.0.0.1:{port}", "--path", path, "--patience", "30", *options]
        self.process = subprocess.Popen(pinned(core, command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(self, command: str) -> dict[str, float]:
        """Sends a command; returns the answer, or ends the run if there is none."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        name, *pairs = self.process.stdout.readline().split() or ["nothing"]
        if name != command.split()[0]:
            raise SystemExit(f"sse-load: {command}: {name}")
        return {key: float(value) for key, value in (pair.split("=") for pair in pairs)}

    def open(self, count: int, command: str = "open") -> dict[str, float]:
        """Opens `count` streams, or ends the run."""
        found = self.tell(f"{command} {count}")
        if found["refused"] or found["late"]:
            raise SystemExit(f"of {count} streams {found['refused']:.0f} were refused (the last with "
                             f"{found['refusal']:.0f}), {found['late']:.0f} have no first event")
        return found

    def waves(self, server, seconds: float) -> Waves:
        start, busy, cpu, own = time.monotonic(), quiet.busy_seconds(), server.cpu_seconds(), self.cpu_seconds()
        found = self.tell(f"waves {seconds}")
        elapsed = time.monotonic() - start
        cpu, own = server.cpu_seconds() - cpu, self.cpu_seconds() - own
        return Waves(
            found["per_second"], cpu / max(found["deliveries"], 1) * 1e6, found["last_p50"], found["last_p99"],
            int(found["stuck"] + found["failed"] + found["unanswered"] + found["ended"]),
            found["cpu"] / found["seconds"], (quiet.busy_seconds() - busy - cpu - own) / elapsed)

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.process.pid)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Ends the process, and with it all streams."""
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def most_streams(wanted: int) -> int:
    """At most as many streams as this machine's descriptors allow for client and server each."""
    return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[1] - 200)
