"""What a running process holds, as the system tells."""

import pathlib
import re
import subprocess


def resident_bytes(pid: int) -> int:
    return status(pid, "VmRSS")


def peak_bytes(pid: int) -> int:
    """The most that was resident since the start, or since `forget_peak`."""
    return status(pid, "VmHWM")


def forget_peak(pid: int) -> None:
    pathlib.Path(f"/proc/{pid}/clear_refs").write_text("5")


def status(pid: int, name: str) -> int:
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(rf"^{name}:\s*(\d+) kB", text, re.MULTILINE).group(1)) * 1024


def descriptors(pid: int) -> int:
    return len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def socket_bytes(port: int) -> list[int]:
    """Kernel memory of each connection of the server on that port: both queues and what is set aside."""
    shown = subprocess.run(["ss", "-tmnH", f"sport = :{port}"], check=True, capture_output=True, text=True).stdout
    sizes = []
    for memory in re.findall(r"skmem:\(([^)]*)\)", shown):
        values = {name: int(value) for name, value in re.findall(r"([a-z]+)(\d+)", memory)}
        sizes.append(values["r"] + values["w"] + values["f"] + values["o"] + values["bl"])
    return sizes


def metric(server, name: str) -> int:
    """The sum over all labels."""
    text = server.call("GET", "/metrics")[2].decode()
    return sum(int(count) for count in re.findall(rf"^{name}(?:{{.*}})? (\d+)$", text, re.MULTILINE))
