"""The program under attack, started as somebody would start it."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Benchmarks"))

from harness.programs import Server, free_port  # noqa: E402

PROGRAM = ROOT / ".build/release/progressd"


def arguments(text: str, **counts: tuple[int, str]) -> argparse.Namespace:
    """--program, and an option for each count: its default and its meaning."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=PROGRAM, help="what to attack (default: %(default)s)")
    for name, (default, meaning) in counts.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{meaning} (default %(default)s)")
    return parser.parse_args()


class Service(Server):
    """The program on a free port. Its log is kept."""

    def __init__(self, program: pathlib.Path, *options: str, before: tuple[str, ...] = (), **environment: str):
        port = free_port()
        self.log = tempfile.TemporaryFile("w+")
        super().__init__([*before, str(program), "--port", str(port), *options], port, None, log=self.log,
                         **environment)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        return self.process.pid

    def logged(self) -> str:
        self.log.seek(0)
        return self.log.read()

    def is_well(self) -> bool:
        return self.process.poll() is None and self.call("GET", "/healthz")[2] == b"ok\n"


def connections(port: int) -> int:
    """How many the service's side of the system holds established."""
    shown = subprocess.run(["ss", "-tnH", "state", "established", f"sport = :{port}"], check=True,
                           capture_output=True, text=True).stdout
    return len(re.findall(r"\n", shown))


class Faults:
    """What should not have been."""

    def __init__(self, name: str):
        self.name = name
        self.found: list[str] = []

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.found.append(otherwise)

    def verdict(self) -> int:
        """The exit status."""
        for fault in self.found[:50]:
            print(f"fault: {fault}")
        print(f"{self.name}: " + (f"failed, {len(self.found)} faults" if self.found else "passed"), flush=True)
        return 1 if self.found else 0


