"""What sockets hold in the kernel, as `ss` tells it: the resident set does not show it."""

import re
import subprocess


def queues(port: int) -> list[int]:
    """Bytes of memory in the queues of each connection, at the end that listens on the port: for data that was
    received, data that waits to be sent or to be acknowledged, and what is set aside for either."""
    command = ["ss", "--tcp", "--memory", "--numeric", "--no-header", "--oneline", "state", "established",
               "sport", "=", f":{port}"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = []
    for line in shown.splitlines():
        memory = re.search(r"skmem:\((.*?)\)", line)
        if memory:
            fields = dict(re.findall(r"([a-z]+)(\d+)", memory.group(1)))
            found.append(sum(int(fields.get(name, 0)) for name in ("r", "w", "f", "bl")))
    return found
