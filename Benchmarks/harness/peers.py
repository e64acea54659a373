"""The peers, which others would use: each started from its template, in a temporary directory, on one core."""

import contextlib
import pathlib
import resource
import shutil
import string
import tempfile
from dataclasses import dataclass

from support.client import Reply
from support.process import free_port
from support.service import ROOT

from .programs import BENCHMARKS, Server, build

PEERS = BENCHMARKS / "Peers"
ENVIRONMENT = ROOT / ".build/environments/peers"
BARS = ROOT / ".build/environments/progressista"
#: For what pages draw: that of the browser tests.
BROWSER = ROOT / ".build/environments/browser/bin/python"
HUMMINGBIRD = PEERS / "hummingbird-peer"
NCHAN_MODULE = pathlib.Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
#: Streams, and a few other connections.
NCHAN_CONNECTIONS = 11_000


@dataclass
class Peer:
    """Servers that together do what the service does alone; the first takes the requests."""

    servers: list[Server]
    #: The paths of streams, and of posts.
    events: str = ""
    updates: str = ""

    @property
    def port(self) -> int:
        return self.servers[0].port

    def cpu_seconds(self) -> float:
        return sum(server.cpu_seconds() for server in self.servers)

    def resident_bytes(self) -> int:
        return sum(server.resident_bytes() for server in self.servers)

    def call(self, method: str, path: str, body=None) -> Reply:
        return self.servers[0].call(method, path, body)


def fill(template: pathlib.Path, folder: pathlib.Path, **values) -> pathlib.Path:
    """The template with its $names replaced, in the folder."""
    file = folder / template.stem
    file.write_text(string.Template(template.read_text()).substitute(values))
    return file


def folder(stack: contextlib.ExitStack) -> pathlib.Path:
    return pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="benchmark-")))


def nginx() -> str | None:
    return shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin") or shutil.which("nginx")


def nchan(stack: contextlib.ExitStack, core: int) -> Peer:
    """nginx with nchan: a channel without counts; subscribers get the posted text."""
    port, place = free_port(), folder(stack)
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    file = fill(PEERS / "nchan/nginx.conf.template", place, port=port, module=NCHAN_MODULE,
                descriptors=descriptors, connections=min(NCHAN_CONNECTIONS, descriptors - 100))
    command = [nginx(), "-p", f"{place}/", "-e", "error.log", "-c", str(file)]
    server = stack.enter_context(Server(command, port, core, speaks=False, folder=place))
    return Peer([server], "/subscribe", "/publish")


def fastapi(stack: contextlib.ExitStack, core: int) -> Peer:
    """FastAPI on uvicorn's fastest loop and parser, with Redis between writers and readers; both on the same core."""
    redis_port, port, place = free_port(), free_port(), folder(stack)
    file = fill(PEERS / "fastapi/redis.conf.template", place, port=redis_port)
    redis = stack.enter_context(Server(["redis-server", str(file)], redis_port, core, speaks=False,
                                       folder=place))
    command = [str(ENVIRONMENT / "bin/uvicorn"), "app:app", "--app-dir", str(PEERS / "fastapi"), "--host", "127.0.0.1",
               "--port", str(port), "--workers", "1", "--loop", "uvloop", "--http", "httptools", "--no-access-log",
               "--log-level", "error", "--backlog", "4096", "--timeout-keep-alive", "3600",
               "--timeout-graceful-shutdown", "1"]
    app = stack.enter_context(Server(command, port, core, speaks=False, folder=place, environment={
        "PEER_REDIS": f"redis://127.0.0.1:{redis_port}", "PYTHONDONTWRITEBYTECODE": "1"}))
    return with_progress(Peer([app, redis]))


def hummingbird(stack: contextlib.ExitStack, core: int) -> Peer:
    """Hummingbird with an actor and Codable, on one event loop."""
    port = free_port()
    program = build("hummingbird-peer", HUMMINGBIRD) / "hummingbird-peer"
    server = stack.enter_context(Server([str(program), str(port)], port, core, speaks=False,
                                        folder=folder(stack)))
    return with_progress(Peer([server]))


def with_progress(peer: Peer) -> Peer:
    """The peer with the paths of a progress made for it."""
    reply = peer.call("POST", "/v1/progress")
    where = reply.headers.get("Location")
    if reply.status != 201 or not where:
        raise SystemExit(f"a peer answered a create with {reply.status}")
    peer.events, peer.updates = f"{where}/events", f"{where}/completed-units"
    return peer


def progressista(port: int, core: int, place: pathlib.Path) -> Server:
    """progressista as it serves itself, with one file that has all tasks; without a log of each request, and on the
    fastest loop and parser."""
    command = [str(BARS / "bin/uvicorn"), "progressista.server:create_app", "--factory", "--host", "127.0.0.1", "--port",
               str(port), "--workers", "1", "--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level",
               "error"]
    return Server(command, port, core, speaks=False, folder=place, environment={
        "PROGRESSISTA_STORAGE_PATH": str(place / "tasks.json"), "PYTHONDONTWRITEBYTECODE": "1"})


#: Those that serve one progress and its readers.
ALL = {"nchan": nchan, "fastapi": fastapi, "hummingbird": hummingbird}


def is_installed(name: str) -> bool:
    if name == "nchan":
        return nginx() is not None and NCHAN_MODULE.exists()
    if name == "fastapi":
        return shutil.which("redis-server") is not None and (ENVIRONMENT / "bin/uvicorn").exists()
    if name == "progressista":
        return (BARS / "bin/uvicorn").exists() and BROWSER.exists()
    return True
