"""The longest step of the service, in instructions: how long one client's request can make others of its thread wait.

A step is one turn of the reactor's loop. Callgrind collects only inside turns, and writes down each turn when it is
over; so the figure does not depend on the machine or its load. Callgrind makes the program fifty times slower, and work
done in slices of a millisecond would take endless turns: libfaketime slows the program's clock down, too.
"""

import contextlib
import os
import pathlib
import re
import selectors
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator

from support.measure import sockets
from support.service import Service
from support.waiting import until

#: Reactor.turn(), as the compiler names it.
TURN = "$s10MicroHTTPD7ReactorC4turnSbyF"
#: A slice holds a little more than without callgrind.
CLOCK = {"LD_PRELOAD": "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "FAKETIME": "+0 x0.05"}
#: A planted step: the function that makes an id counts to 61 million first.
PLANT = """
    #include <dlfcn.h>
    void uuid_generate_random(unsigned char *id) {
        for (volatile long count = 0; count < 61000000 / 4; count++) {}
        ((void (*)(unsigned char *))dlsym(RTLD_NEXT, "uuid_generate_random"))(id);
    }
"""


class CountedService(Service):
    """The service on one thread, counted; `folder` gets a file for each turn."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, *options: str, is_planted: bool = False):
        self.dumps = folder / "turns"
        stripped = folder / program.name
        # Valgrind cannot read Swift's debug information.
        subprocess.run(["strip", "-g", "-o", str(stripped), str(program)], check=True)
        names = subprocess.run(["nm", str(stripped)], check=True, capture_output=True, text=True).stdout
        if not re.search(rf" {re.escape(TURN)}$", names, re.M):
            raise SystemExit(f"the program has no {TURN}: its turns cannot be counted")
        environment = dict(CLOCK)
        if is_planted:
            environment["LD_PRELOAD"] += f":{planted(folder)}"
        wrapper = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.dumps}",
                   f"--toggle-collect={TURN}", "--dump-line=no", f"--dump-after={TURN}"]
        super().__init__(stripped, "--threads", "1", *options, wrapper=wrapper, environment=environment)

    def begin_counting(self) -> None:
        """Once: after it was switched off and on again, callgrind sometimes counts nothing more."""
        subprocess.run(["callgrind_control", "-i", "on", str(self.pid)], check=True, capture_output=True)
        # The turn that sleeps now began uncounted, the first request ends it; the count of the second one is written
        # down when the third is answered.
        for _ in range(3):
            self.call("GET", "/healthz", timeout=300)
        if not any(map(instructions, self.turns())):
            raise SystemExit("callgrind counts no turns")

    def longest_step(self, request: bytes, seconds: float = 300) -> tuple[int, bytes]:
        """Instructions of the longest turn from the request's last byte until all is quiet, and the reply. It is read
        for so many seconds at most; then the connection is closed."""
        with contextlib.closing(socket.create_connection(("127.0.0.1", self.port))) as client:
            client.sendall(request[:-1])
            until(self.has_read_all, "all but the last byte is read", seconds=300)
            self.forget()
            client.sendall(request[-1:])
            reply = read(client, seconds)
        # The turn writes its total after the reply.
        until(lambda: any(map(instructions, self.turns())), "a turn is counted", seconds=300)
        self.settle()
        return max(map(instructions, self.turns()), default=0), reply

    def spent(self) -> str:
        """The functions of the longest turn, each with all that it calls, most expensive first."""
        longest = max(self.turns(), key=instructions)
        command = ["callgrind_annotate", "--inclusive=yes", str(longest)]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        return "\n".join(line[:160] for line in lines if re.match(r" *[\d,]+ \(", line))[:6_000]

    def settle(self, seconds: float = 3) -> None:
        """Waits for quiet, at most `seconds`: streams of 100,000 nodes take longer, in slices that are alike."""
        end = time.monotonic() + seconds
        while not self.sleeps() and time.monotonic() < end:
            time.sleep(0.005)  # Valgrind needs the core

    def forget(self) -> None:
        for file in self.turns():
            file.unlink()

    def has_read_all(self) -> bool:
        return all(line.split()[0] == "0" for line in sockets(self.port))

    def sleeps(self) -> bool:
        """Whether all its threads have slept for a while. Those that wait for Valgrind sleep, too, but not all of them."""
        tasks = list(pathlib.Path(f"/proc/{self.pid}/task").iterdir())
        for _ in range(5):
            if any((task / "stat").read_text().rsplit(")", 1)[1].split()[0] != "S" for task in tasks):
                return False
            time.sleep(0.004)
        return True

    def turns(self) -> list[pathlib.Path]:
        return list(self.dumps.parent.glob(f"{self.dumps.name}*"))


def turns_folder() -> tempfile.TemporaryDirectory:
    """A folder for thousands of files a minute, in memory where that has room: on a disk they take as long as counting."""
    memory = "/dev/shm"
    has_room = os.path.isdir(memory) and shutil.disk_usage(memory).free > 1 << 30
    return tempfile.TemporaryDirectory(dir=memory if has_room else None)


@contextlib.contextmanager
def counted(program: pathlib.Path, *options: str, is_planted: bool = False) -> Iterator[CountedService]:
    """An empty service whose turns are counted from here on."""
    with turns_folder() as folder:
        with CountedService(program, pathlib.Path(folder), *options, is_planted=is_planted) as service:
            service.begin_counting()
            yield service


def instructions(dump: pathlib.Path) -> int:
    """Instructions of a turn; 0 for the dump in which the program ends. Callgrind collects in turns alone."""
    text = dump.read_text()
    found = re.search(r"^totals: (\d+)", text, re.M) if TURN in text else None
    return int(found[1]) if found else 0


def planted(folder: pathlib.Path) -> pathlib.Path:
    """A library that makes a step long, to be loaded before all others."""
    library = folder / "plant.so"
    command = ["gcc", "-shared", "-fPIC", "-D_GNU_SOURCE", "-O0", "-x", "c", "-o", str(library), "-"]
    subprocess.run(command, check=True, input=PLANT, text=True)
    return library


def read(client: socket.socket, seconds: float) -> bytes:
    reply, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        client.settimeout(left)
        try:
            piece = client.recv(1 << 18)
        except TimeoutError:
            break
        if not piece:
            break
        reply += piece
    return reply


class Readers:
    """Streams that are read all the time, by a separate thread."""

    def __init__(self, port: int):
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.stalled: list[socket.socket] = []
        self.tails: dict[str, bytes] = {}
        self.kinds: dict[str, set[str]] = {}
        threading.Thread(target=self.run, daemon=True).start()

    def open(self, path: str, stalls: bool) -> None:
        """Opens a stream or a text view, and waits until it is synced or drawn. If it stalls, reading stops then."""
        client = socket.create_connection(("127.0.0.1", self.port))
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        self.tails[path], self.kinds[path] = b"", set()
        self.selector.register(client, selectors.EVENT_READ, path)
        until(lambda: self.kinds[path] & {"synced", "drawn"}, f"{path} begins", seconds=300)
        if stalls:
            self.selector.unregister(client)
            self.stalled.append(client)

    def run(self) -> None:
        while True:
            if not self.selector.get_map():
                time.sleep(0.01)
                continue
            for key, _ in self.selector.select(0.05):
                piece = key.fileobj.recv(1 << 20)
                if not piece:
                    self.selector.unregister(key.fileobj)
                text = self.tails[key.data] + piece
                self.kinds[key.data] |= {kind.decode() for kind in re.findall(rb"^event: (\w+)\n", text, re.M)}
                if b"\x1b[" in text:
                    self.kinds[key.data].add("drawn")
                self.tails[key.data] = text[-20:]
