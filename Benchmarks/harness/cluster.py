"""Replicas of the service that share a PostgreSQL, on the cores that a measurement chooses."""

import contextlib
import itertools
import os
import pathlib
import re

from support.client import Client, NoReply
from support.measure import TICKS
from support.postgres import Pair
from support.service import Service
from support.waiting import until

from .programs import pinned

#: A number for each cluster in the shared database.
numbers = itertools.count(1)
#: The default of --lease-seconds.
LEASE = 3


class Replica(Service):
    """One thread, on one core; `move` puts it on another one."""

    def __init__(self, program: pathlib.Path, database: Pair, name: str, core: int, *options: str):
        super().__init__(program, "--threads", 1, "--cluster", database.url, "--cluster-name", name, *options,
                         wrapper=pinned(core, []), environment=database.environment)

    def move(self, core: int) -> "Replica":
        for task in pathlib.Path(f"/proc/{self.pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(task.name), {core})
        return self

    def role(self) -> str:
        """The role that /readyz gives; empty if it does not answer, or is not ready."""
        with contextlib.suppress(NoReply):
            reply = self.call("GET", "/readyz", timeout=2)
            found = re.search(r"^role: (\w+)$", reply.body.decode(), re.M)
            return found[1] if found and reply.status == 200 else ""
        return ""


class Cluster:
    """The first replica is the writer until something happens to it. A `with` block stops all replicas."""

    def __init__(self, program: pathlib.Path, database: Pair, core: int, count: int = 2, options: tuple = ()):
        self.program, self.database, self.core, self.options = program, database, core, options
        self.name, self.replicas = f"benchmark-{os.getpid()}-{next(numbers)}", []
        try:
            for _ in range(count):
                self.add()
        except BaseException:
            self.close()
            raise

    def add(self) -> Replica:
        """Adds a replica; returns it once it is ready. The first one is the writer by then."""
        replica = Replica(self.program, self.database, self.name, self.core, *self.options).listen()
        self.replicas.append(replica)
        role = "writer" if len(self.replicas) == 1 else "heir"
        until(lambda: replica.role() == role or not replica.is_running, f"a replica that is {role}", seconds=60)
        if not replica.is_running:
            raise replica.failure()
        return replica

    @property
    def writer(self) -> Replica:
        return self.replicas[0]

    @property
    def edge(self) -> Replica:
        return self.replicas[1]

    def drop(self, replica: Replica) -> None:
        """Forgets a replica that has ended."""
        self.replicas.remove(replica)

    def new_writer(self) -> Replica:
        """Waits for a writer, and puts it first."""
        found = until(lambda: next((one for one in self.replicas if one.role() == "writer"), None), "a writer", 60)
        self.replicas.sort(key=lambda one: one is not found)
        return found

    def wait_for_edges(self, path: str) -> None:
        """Waits until every replica serves the progress."""
        for replica in self.replicas:
            until(lambda each=replica: each.call("GET", path).status == 200, f"{path} at every replica", 60)

    def cpu_seconds(self) -> float:
        return sum(replica.cpu_seconds() for replica in self.replicas)

    def close(self) -> None:
        for replica in self.replicas:
            replica.stop()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_) -> None:
        self.close()


def seconds_with_children(pid: int) -> float:
    """CPU time of a process and of its ended children; 0 if it has just ended itself."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
        return sum(map(int, text[text.rindex(")") + 2:].split()[11:15])) / TICKS
    return 0


class DatabaseLoad:
    """The resources that PostgreSQL's processes have used."""

    def __init__(self, database: Pair):
        self.database = database

    def cpu_seconds(self) -> float:
        """CPU time of all processes, alive and ended: PostgreSQL starts and ends workers by itself."""
        alive = [server.process for server in self.database.servers if server.is_running]
        return sum(seconds_with_children(pid) for process in alive for pid in process.pids())

    def log_bytes(self) -> int:
        """All bytes that the primary has ever written to its write-ahead log."""
        return int(self.database.primary.sql("SELECT pg_current_wal_lsn() - '0/0'"))

    def statements(self) -> int:
        """The statements that ended a transaction in the database of the progresses."""
        query = "SELECT sum(xact_commit + xact_rollback) FROM pg_stat_database WHERE datname = 'progress'"
        return int(self.database.primary.sql(query))



def fill(replica: Service, count: int, prefix: str = "bench") -> str:
    """Creates `count` progresses that do not end; returns their path, with %d for the number."""
    with Client(replica.port) as client:
        for number in range(count):
            body = {"totalUnitCount": 2 * 10**9, "completedUnitCount": 10**9}
            reply = client.call("PUT", f"/v1/progress/{prefix}-{number}", body)
            if reply.status not in (200, 201):
                raise SystemExit(f"the service answered a create with {reply}")
    return f"/v1/progress/{prefix}-%d"
