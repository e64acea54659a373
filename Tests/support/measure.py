"""Measures of a process and its sockets, as the system shows them."""

import contextlib
import os
import pathlib
import re
import subprocess

TICKS = os.sysconf("SC_CLK_TCK")


def resident_bytes(pid):
    return status(pid, "VmRSS")


def peak_bytes(pid):
    """The most that was resident since the start, or since `forget_peak`."""
    return status(pid, "VmHWM")


def forget_peak(pid):
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def status(pid, name):
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{name}:\s*(\d+) kB", text, re.M)[1]) * 1024


def proportional_bytes(pid):
    """Resident bytes; shared memory is divided among its processes."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+) kB", text, re.M)[1]) * 1024


def cpu_seconds(pid):
    """CPU seconds of a process, or of one thread, given as `<pid>/task/<tid>`."""
    text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    fields = text[text.rindex(")") + 2:].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def descriptors(pid):
    return len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def family(pid):
    """The process and its descendants."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):
            for task in pathlib.Path(f"/proc/{each}/task").iterdir():
                found += [int(child) for child in (task / "children").read_text().split()]
    return found


def connections(port):
    """How many connections the end that listens on the port has established."""
    return len(sockets(port))


def queue_bytes(port):
    """Kernel memory of each connection at the end that listens on the port: received bytes, those that wait to be sent
    or acknowledged, and memory set aside for either."""
    found = []
    for line in sockets(port):
        if memory := re.search(r"skmem:\(([^)]*)\)", line):
            fields = dict(re.findall(r"([a-z]+)(\d+)", memory[1]))
            found.append(sum(int(fields.get(name, 0)) for name in ("r", "w", "f", "o", "bl")))
    return found


def sockets(port):
    command = ["ss", "--tcp", "--memory", "--numeric", "--no-header", "--oneline", "state", "established",
               "sport", "=", f":{port}"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
