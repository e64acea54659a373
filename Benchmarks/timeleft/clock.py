"""A clock that stops until the player moves it, and a service that uses it."""

import pathlib
import time

from support.client import NDJSON, Client, Reply
from support.service import Service

#: The service's clock at the moment 0.
EPOCH = 1_800_000_000
#: The maximum number of milliseconds for one move: a connection that is idle for 75 s is closed.
HOP = 20_000
#: After more milliseconds than this without a request, work that is due by time may not be done yet.
SETTLED = 500


class Clock:
    """A file that libfaketime reads whenever the program asks for the time, of any clock of the system. For the program
    no time passes between two moves, so a run gives the same figures again."""

    def __init__(self, folder: pathlib.Path):
        self.file = folder / "clock"
        self.at = 0
        self._write()

    def move(self, at: int) -> None:
        """Sets the clock to `at` milliseconds."""
        self.at = at
        self._write()

    def _write(self) -> None:
        """Replaces the whole file at once: libfaketime ends the process if it reads half of it."""
        seconds, milliseconds = divmod(self.at, 1_000)
        new = self.file.with_suffix(".new")
        text = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(EPOCH + seconds))
        new.write_text(f"{text}.{milliseconds:03}\n")
        new.replace(self.file)

    @property
    def environment(self) -> dict[str, str]:
        library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
        if library is None:
            raise SystemExit("libfaketime is not installed: make bench-deps")
        return {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(self.file), "FAKETIME_NO_CACHE": "1",
                "TZ": "UTC"}


class ClockedService(Service):
    """The service, started by `env`: libfaketime changes the environment of its first process, and Swift would miss its
    options there."""

    def __init__(self, program: pathlib.Path, clock: Clock):
        super().__init__(program, "--threads", "1", wrapper=("env",), environment=clock.environment)
        self.clock = clock
        self.served = 0

    def listen(self) -> "ClockedService":
        super().listen()
        self.connection = Client(self.port)
        return self

    def move(self, at: int) -> None:
        """Moves the clock. A reactor checks deadlines at the end of a turn, which after a while takes a request."""
        while self.clock.at < at:
            self.clock.move(min(at, self.clock.at + HOP))
            if self.clock.at - self.served > SETTLED:
                self._call("GET", "/healthz")

    def batch(self, lines: list[str]) -> list[dict]:
        """Returns the bodies of the replies; all have to succeed."""
        reply = self._call("POST", "/v1/batch", "\n".join(lines), NDJSON)
        replies = reply.lines if reply.status == 200 else []
        if len(replies) != len(lines) or any(one["status"] >= 300 for one in replies):
            failed = next((one for one in replies if one["status"] >= 300), reply)
            raise SystemExit(f"the service answered {failed}")
        return [one.get("body") for one in replies]

    def _call(self, *request) -> Reply:
        self.served = self.clock.at
        return self.connection.call(*request)
