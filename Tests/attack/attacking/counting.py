"""The longest step of the service, in instructions: what one client's request can make all others of its thread wait.

A step is one turn of the reactor's loop. Callgrind collects inside turns alone, and writes down each turn when it is
over; so the figure does not depend on the machine or its load. Callgrind makes the program fifty times slower, and what
is done in slices of a millisecond would take turns without end: libfaketime slows the program's clock down, too.
"""

import contextlib
import pathlib
import re
import socket
import subprocess
import tempfile

from support.measure import sockets
from support.service import Service
from support.waiting import until

#: Reactor.turn(), as the compiler names it.
TURN = "$s10MicroHTTPD7ReactorC4turnSbyF"
#: A slice holds a little more than without callgrind.
CLOCK = {"LD_PRELOAD": "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "FAKETIME": "+0 x0.05"}


class CountedService(Service):
    """The service on one thread, counted."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, *options: str):
        self.dumps = folder / "turns"
        stripped = folder / program.name
        # Valgrind cannot read Swift's debug information.
        subprocess.run(["strip", "-g", "-o", str(stripped), str(program)], check=True)
        names = subprocess.run(["nm", str(stripped)], check=True, capture_output=True, text=True).stdout
        if not re.search(rf" {re.escape(TURN)}$", names, re.M):
            raise SystemExit(f"the program has no {TURN}: its turns cannot be counted")
        wrapper = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.dumps}",
                   f"--toggle-collect={TURN}", f"--dump-after={TURN}"]
        super().__init__(stripped, "--threads", "1", *options, wrapper=wrapper, environment=CLOCK)

    def longest_step(self, request: bytes) -> tuple[int, bytes]:
        """Instructions of the longest turn from the request's last byte to its reply, and the reply."""
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.port))) as client:
            client.settimeout(300)
            client.sendall(request[:-1])
            until(self.has_read_all, seconds=60)
            self.forget()
            self.switch("on")
            client.sendall(request[-1:])
            reply = b"".join(iter(lambda: client.recv(1 << 16), b""))
            self.switch("off")
        return max(map(instructions, self.turns())), reply

    def has_read_all(self) -> bool:
        return all(line.split()[0] == "0" for line in sockets(self.port))

    def turns(self) -> list[pathlib.Path]:
        return list(self.dumps.parent.glob(f"{self.dumps.name}*"))

    def forget(self) -> None:
        for file in self.turns():
            file.unlink()

    def switch(self, to: str) -> None:
        subprocess.run(["callgrind_control", "-i", to, str(self.pid)], check=True, capture_output=True)


def instructions(dump: pathlib.Path) -> int:
    found = re.search(r"^totals: (\d+)", dump.read_text(), re.M)
    return int(found[1]) if found else 0


@contextlib.contextmanager
def counted(program: pathlib.Path, *options: str):
    with tempfile.TemporaryDirectory() as name, CountedService(program, pathlib.Path(name), *options) as service:
        yield service
