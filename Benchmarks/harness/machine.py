"""The machine and the software with which the figures were taken."""

import os
import platform
import re
import subprocess

from .peers import HUMMINGBIRD, PEERS


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


def package(name: str) -> str:
    """The version of a Debian package."""
    return output("dpkg-query", "-W", "-f", "${Version}", name) or "?"


def hummingbird() -> str:
    found = re.search(r'hummingbird", exact: "([^"]+)"', (HUMMINGBIRD / "Package.swift").read_text())
    return found.group(1) if found else "?"


def python_packages() -> str:
    wanted = {"fastapi": ("fastapi", "uvicorn", "uvloop", "httptools", "sse-starlette", "redis"),
              "progressista": ("progressista",)}
    return ", ".join(line.replace("==", " ") for peer, names in wanted.items()
                     for line in (PEERS / peer / "requirements.txt").read_text().splitlines()
                     if line.split("==")[0] in names)


def description() -> list[str]:
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    return [
        f"{processor()}, {os.cpu_count()} cores, Linux {os.uname().release}, {system()}",
        f"Swift {swift.group(1) if swift else '?'}, libmicrohttpd {package('libmicrohttpd-dev')}, "
        f"wrk {package('wrk')}",
        f"nginx {package('nginx')}, nchan {package('libnginx-mod-nchan')}, Redis {package('redis-server')}",
        f"{python_packages()}; Python {platform.python_version()}; Hummingbird {hummingbird()}",
    ]
