"""Where and with what the figures were taken."""

import os
import re
import subprocess


def output(*command: str) -> str:
    try:
        run = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return ""
    return (run.stdout or run.stderr).strip()


def today() -> str:
    return output("date", "-u", "+%Y-%m-%d")


def processor() -> str:
    with open("/proc/cpuinfo") as file:
        found = re.search(r"model name\s*:\s*(.*)", file.read())
    return found.group(1).strip() if found else os.uname().machine


def system() -> str:
    with open("/etc/os-release") as file:
        found = re.search(r'PRETTY_NAME="(.*)"', file.read())
    return found.group(1) if found else "Linux"


def description() -> list[str]:
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    wrk = re.search(r"wrk (\S+)", output("wrk", "-v"))
    library = output("pkg-config", "--modversion", "libmicrohttpd")
    return [
        f"{processor()}, {os.cpu_count()} cores, Linux {os.uname().release}, {system()}",
        f"Swift {swift.group(1) if swift else '?'}, libmicrohttpd {library}, wrk {wrk.group(1) if wrk else '?'}",
    ]
