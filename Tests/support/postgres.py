"""PostgreSQL of Debian in folders of our own: a primary, and a standby. A cluster of the system is neither used nor
touched."""

import contextlib
import glob
import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import tempfile

from .process import NotStarted, Process, free_port
from .waiting import until

ROLE, DATABASE = "progressd", "progress"
#: PostgreSQL refuses to run as root.
UNPRIVILEGED = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") if os.geteuid() == 0 else ()
SETTINGS = {
    # In its folder: of a server that is killed, segments in /dev/shm would stay.
    "dynamic_shared_memory_type": "mmap",
    "unix_socket_directories": "", "shared_buffers": "32MB", "max_wal_size": "256MB",
    "max_connections": "40", "log_min_messages": "warning", "wal_sender_timeout": "5s",
    "wal_retrieve_retry_interval": "200ms",
}


class RefusedQuery(Exception):
    """The server did not answer, or refused."""


def programs() -> str:
    """The folder of the newest version that is installed."""
    found = glob.glob("/usr/lib/postgresql/*/bin")
    if not found:
        raise NotStarted(None, "PostgreSQL is not installed (Debian: postgresql)")
    return max(found, key=lambda path: int(re.search(r"/(\d+)/", path)[1]))


class Scratch:
    """A folder that PostgreSQL's user may write to, and the password of all roles in it."""

    def __init__(self, password=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="progressd-postgres-"))
        self.password = password or secrets.token_hex(16)
        if UNPRIVILEGED:
            shutil.chown(self.folder, "postgres", "postgres")

    @property
    def environment(self):
        return {**os.environ, "PGPASSWORD": self.password, "PGCONNECT_TIMEOUT": "5", "LC_ALL": "C.UTF-8"}

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Server:
    """One PostgreSQL. It may end in any way, and be started again.

    `wrapper` is a command that runs its programs, such as `taskset`, or one that enters a network namespace; `settings`
    are added to those that all have.
    """

    def __init__(self, scratch, name, wrapper=(), address="127.0.0.1", port=None, settings=None):
        self.scratch, self.name, self.wrapper, self.process = scratch, name, wrapper, None
        self.data, self.address, self.port = scratch.folder / name, address, port or free_port()
        self.settings = {**SETTINGS, **(settings or {}), "listen_addresses": address, "port": self.port,
                         "cluster_name": name}
        self.log = open(scratch.folder / f"{name}.log", "a+b")

    def command(self, program, *words):
        return [*self.wrapper, *UNPRIVILEGED, f"{programs()}/{program}", *map(str, words)]

    def run(self, program, *words, patience=90):
        result = subprocess.run(self.command(program, *words), capture_output=True, text=True, cwd="/",
                                env=self.scratch.environment, timeout=patience)
        if result.returncode:
            raise NotStarted(result.returncode, result.stderr)

    def make(self, role=ROLE):
        """A new, empty one, with a role and a database for the service."""
        secret = self.scratch.folder / "password"
        secret.write_text(self.scratch.password)
        secret.chmod(0o644)
        self.run("initdb", "--pgdata", self.data, "--username=postgres", "--pwfile", secret, "--auth=scram-sha-256",
                 "--encoding=UTF8", "--no-locale", "--no-sync")
        secret.unlink()
        with open(self.data / "pg_hba.conf", "a") as file:
            file.write("host all,replication all 0.0.0.0/0 scram-sha-256\n")
        self.start()
        self.sql(f"CREATE ROLE {role} LOGIN PASSWORD '{self.scratch.password}'")
        self.sql(f"CREATE DATABASE {DATABASE} OWNER {role}")

    def copy(self, primary, slot=None):
        """Becomes a standby of a running primary, without its old data; with a slot the primary keeps log for it."""
        shutil.rmtree(self.data, ignore_errors=True)
        words = []
        if slot:
            with contextlib.suppress(RefusedQuery):
                primary.sql(f"SELECT pg_drop_replication_slot('{slot}')")
            words = ["--create-slot", f"--slot={slot}"]
        self.run("pg_basebackup", "--pgdata", self.data, "--host", primary.address, "--port", primary.port,
                 "--username=postgres", "--write-recovery-conf", "--checkpoint=fast", "--no-sync", *words)
        self.start()

    def start(self):
        words = [word for pair in self.settings.items() for word in ("-c", "{}={}".format(*pair))]
        self.process = Process(self.command("postgres", "-D", self.data, *words), folder="/", log=self.log)
        until(lambda: not self.is_running or self.answers(), f"PostgreSQL {self.name}", seconds=60, pause=0.05)
        if not self.is_running:
            raise self.process.failure()

    @property
    def is_running(self):
        return self.process is not None and self.process.is_running

    @property
    def pid(self):
        return self.process.pid

    def answers(self):
        with contextlib.suppress(RefusedQuery):
            return self.sql("SELECT 1") == "1"
        return False

    def sql(self, text, database="postgres", patience=30):
        """The output of psql, unaligned."""
        words = [f"{programs()}/psql", "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", self.address,
                 "-p", str(self.port), "-U", "postgres", "-d", database, "-c", text]
        try:
            result = subprocess.run(words, capture_output=True, text=True, env=self.scratch.environment,
                                    timeout=patience)
        except subprocess.TimeoutExpired:
            raise RefusedQuery(f"no answer in {patience} s: {text}") from None
        if result.returncode:
            raise RefusedQuery(result.stderr.strip())
        return result.stdout.strip()

    def wait_for_standby(self, is_on):
        """Whether a commit waits until a standby has it on its disk, too."""
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if is_on else ''}'")
        self.sql("SELECT pg_reload_conf()")

    def has_standby(self):
        return self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "0"

    def promote(self):
        """A standby becomes a primary that waits for no other."""
        self.run("pg_ctl", "promote", "--pgdata", self.data, "--wait", "--timeout=60")
        self.wait_for_standby(False)

    def signal(self, number, *pids):
        """Sends a signal to these processes, or to all of the server's."""
        for pid in pids or self.process.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def pause(self):
        self.signal(signal.SIGSTOP)

    def resume(self):
        self.signal(signal.SIGCONT)

    def crash(self):
        """Kills all of its processes at once, as if its machine were gone."""
        self.pause()
        self.signal(signal.SIGKILL)
        self.process.process.wait()

    def stop(self):
        """Stops in good order; the server can be started again."""
        if not self.is_running:
            return
        self.resume()
        self.signal(signal.SIGINT, self.pid)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.process.wait(20)
        self.signal(signal.SIGKILL)

    def close(self):
        """Stops the server for good."""
        if self.is_running:
            self.crash()
        self.log.close()


class Pair:
    """A primary, and a standby that every commit waits for. The standby can become the primary, and a new one follows."""

    def __init__(self, has_standby=True, wrapper=()):
        self.scratch = Scratch()
        self.servers = [Server(self.scratch, name, wrapper) for name in ("db1", "db2")[:2 if has_standby else 1]]
        self.primary, self.standby = self.servers[0], None
        try:
            self.primary.make()
            if has_standby:
                self.attach()
        except BaseException:
            self.close()
            raise

    @property
    def url(self):
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self.servers)
        return f"postgres://{ROLE}@{hosts}/{DATABASE}?target_session_attrs=read-write&connect_timeout=2"

    @property
    def environment(self):
        """The environment variables that a replica needs besides the URL."""
        return {"PGPASSWORD": self.scratch.password}

    def attach(self):
        """The server that is not the primary becomes its standby, from nothing."""
        other = next(server for server in self.servers if server is not self.primary)
        other.copy(self.primary)
        self.standby = other
        self.primary.wait_for_standby(True)
        until(self.primary.has_standby, "a synchronous standby", seconds=60, pause=0.05)

    def promote(self):
        """The standby is the primary from now on."""
        self.standby.promote()
        self.primary, self.standby = self.standby, None

    def close(self):
        for server in self.servers:
            server.close()
        self.scratch.remove()
