"""PostgreSQL of Debian in a scratch folder: a primary, a standby if asked for, and what can happen to them."""

import contextlib
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile

from support.process import NotStarted, Process
from support.waiting import until

PROGRAMS = max(glob.glob("/usr/lib/postgresql/*/bin"), default="/nonexistent")
PORT, PASSWORD = 5432, "cluster tests"
SETTINGS = """
shared_buffers = 32MB
max_connections = 80
max_wal_size = 256MB
wal_sender_timeout = 10s
log_min_messages = warning
synchronous_commit = on
"""
#: PostgreSQL refuses to run as root.
AS_POSTGRES = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups") if os.geteuid() == 0 else ()

def make_scratch():
    """A folder that PostgreSQL's user may write to."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="progressd-cluster-"))
    if AS_POSTGRES:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder

class Server:
    """One PostgreSQL on one host. `start` and the others may be called again and again."""

    def __init__(self, host, folder):
        self.host, self.data, self.process = host, folder / "data", None
        self.log = open(folder / "log", "a+b")

    def command(self, program, *words):
        return [*self.host.prefix, *AS_POSTGRES, f"{PROGRAMS}/{program}", *words]

    def run(self, program, *words):
        result = subprocess.run([str(word) for word in self.command(program, *words)], capture_output=True, text=True,
                                cwd="/", env={**os.environ, "PGPASSWORD": PASSWORD, "LC_ALL": "C.UTF-8"})
        if result.returncode:
            raise NotStarted(result.returncode, result.stderr)
        return result.stdout

    def make(self, settings=""):
        """A new, empty database."""
        secret = self.data.parent / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self.run("initdb", "--pgdata", self.data, "--username=postgres", "--pwfile", secret, "--auth-local=trust",
                 "--auth-host=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync")
        with open(self.data / "postgresql.conf", "a") as file:
            file.write(f"{SETTINGS}{settings}\n")
        with open(self.data / "pg_hba.conf", "a") as file:
            file.write("host all,replication all 0.0.0.0/0 scram-sha-256\n")

    def copy(self, primary):
        """A standby of a running primary."""
        shutil.rmtree(self.data, ignore_errors=True)
        with contextlib.suppress(RefusedQuery):
            primary.sql("SELECT pg_drop_replication_slot('standby')")
        self.run("pg_basebackup", "--pgdata", self.data, "--host", primary.host.address, "--port", PORT,
                 "--username=postgres", "--write-recovery-conf", "--create-slot", "--slot=standby", "--no-sync",
                 "--checkpoint=fast")

    def start(self):
        words = ["-D", self.data, "-h", self.host.address, "-k", self.data.parent]
        self.process = Process(self.command("postgres", *words), folder="/", log=self.log)
        until(lambda: not self.process.is_running or self.answers(), "PostgreSQL", seconds=60, pause=0.05)
        if not self.process.is_running:
            raise self.process.failure()
        return self

    def answers(self):
        with contextlib.suppress(RefusedQuery):
            return self.sql("SELECT 1") == "1"
        return False

    def sql(self, text, database="postgres", user="postgres", seconds=30):
        """What psql prints, unaligned."""
        words = ["psql", "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", self.host.address, "-p", str(PORT), "-U", user,
                 "-d", database, "-c", text]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PGPASSWORD": PASSWORD, "PGCONNECT_TIMEOUT": "5"}) as query:
            try:
                output, errors = query.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                query.kill()
                raise RefusedQuery(f"no answer in {seconds} s: {text}") from None
        if query.returncode:
            raise RefusedQuery(errors.strip())
        return output.strip()

    def signal(self, number, *pids):
        for pid in pids or self.process.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def crash(self):
        """All of its processes at once, as if the machine were gone."""
        self.signal(signal.SIGSTOP)
        self.signal(signal.SIGKILL)
        self.process.process.wait()

    def pause(self):
        self.signal(signal.SIGSTOP)

    def resume(self):
        self.signal(signal.SIGCONT)

    def promote(self):
        self.run("pg_ctl", "promote", "--pgdata", self.data, "--wait", "--timeout=60")

    def stop(self):
        if self.process and self.process.is_running:
            self.resume()
            self.signal(signal.SIGINT, self.process.pid)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.process.wait(20)
            self.signal(signal.SIGKILL)

    def backends(self, application="progressd%"):
        """The processes that serve the replicas' connections, with the addresses they come from."""
        rows = self.sql("SELECT pid, host(client_addr) FROM pg_stat_activity WHERE datname = 'progress' "
                        f"AND usename = 'progress' AND application_name LIKE '{application}'")
        return {int(pid): address for pid, address in (row.split("|") for row in rows.splitlines())}

class RefusedQuery(Exception):
    """PostgreSQL did not answer, or refused."""

class Engine:
    """What the replicas share: a primary and, with `standby`, a copy that can take over: `sync` or `async`."""

    def __init__(self, network, standby=None, settings="", folder=None):
        self.network, self.standby_kind, self.folder = network, standby, folder or make_scratch()
        self.servers = []
        for name in ["db1", "db2"][:2 if standby else 1]:
            place = self.folder / name
            place.mkdir()
            if AS_POSTGRES:
                shutil.chown(place, "postgres", "postgres")
            self.servers.append(Server(network.host(name), place))
        self.primary, self.standby = self.servers[0], None
        self.primary.make(settings)
        self.primary.start()
        self.primary.sql(f"CREATE ROLE progress LOGIN PASSWORD '{PASSWORD}'")
        self.primary.sql("CREATE DATABASE progress OWNER progress")
        if standby:
            self.attach(self.servers[1])

    def attach(self, server):
        """Makes a server the standby, from nothing."""
        server.copy(self.primary)
        self.standby = server.start()
        until(lambda: self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1",
              "replication", seconds=60)
        if self.standby_kind == "sync":
            self.be_synchronous(self.primary, True)
            until(lambda: self.primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync", "a sync standby")

    @staticmethod
    def be_synchronous(server, is_on):
        server.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{'*' if is_on else ''}'")
        server.sql("SELECT pg_reload_conf()")

    def promote(self):
        """The standby becomes the primary; the old one is left as it is."""
        self.standby.promote()
        self.primary, self.standby = self.standby, None
        return self.primary

    def repair(self):
        """The server that is left over becomes the standby again."""
        other = next(server for server in self.servers if server is not self.primary)
        other.stop()
        self.attach(other)

    def url(self, host, **options):
        """For a replica on a host."""
        places = [self.network.way(host, server.host, PORT) for server in self.servers]
        options = {"target_session_attrs": "read-write", "connect_timeout": 2, **options}
        return (f"postgres://progress@{','.join(f'{address}:{port}' for address, port in places)}/progress?"
                + "&".join(f"{name}={value}" for name, value in options.items()))

    def close(self):
        for server in self.servers:
            server.stop()
            server.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

class Bouncer:
    """PgBouncer in transaction mode before the primary: LISTEN, and what a session sets, do not pass it."""

    PORT = 6432

    def __init__(self, engine):
        self.engine, self.host = engine, engine.network.host("pool")
        folder = engine.folder / "pool"
        folder.mkdir()
        primary = engine.primary.host.address
        (folder / "users").write_text(f'"progress" "{PASSWORD}"\n')
        (folder / "settings").write_text(
            f"[databases]\nprogress = host={primary} port={PORT} dbname=progress user=progress password='{PASSWORD}'\n"
            f"[pgbouncer]\nlisten_addr = {self.host.address}\nlisten_port = {self.PORT}\nunix_socket_dir =\n"
            f"auth_type = plain\nauth_file = {folder}/users\npool_mode = transaction\n"
            "ignore_startup_parameters = extra_float_digits,options\nserver_lifetime = 5\n")
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        self.process = Process([*self.host.prefix, *AS_POSTGRES, program, folder / "settings"], folder="/")
        until(lambda: self.process.is_running and "up" in self.process.logged(), "PgBouncer")

    def url(self, host):
        address, port = self.engine.network.way(host, self.host, self.PORT)
        return f"postgres://progress@{address}:{port}/progress?connect_timeout=2"

    def close(self):
        self.process.stop()

