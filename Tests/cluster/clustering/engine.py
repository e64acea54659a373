"""The database that the replicas share: a primary, a standby if asked for, and their faults."""

import os
import shutil

from support.postgres import DATABASE, UNPRIVILEGED, Scratch, Server
from support.process import Process
from support.waiting import until

ROLE, PORT, PASSWORD = "progress", 5432, "cluster tests"
SETTINGS = {"max_connections": 80, "wal_sender_timeout": "10s", "wal_retrieve_retry_interval": "5s"}


class Database(Server):
    """One PostgreSQL on one host."""

    def __init__(self, scratch, host):
        super().__init__(scratch, host.name, wrapper=host.prefix, address=host.address, port=PORT, settings=SETTINGS)
        self.host = host

    def backends(self, application="progressd%"):
        """The processes that serve the replicas' connections, with the addresses they come from."""
        rows = self.sql(f"SELECT pid, host(client_addr) FROM pg_stat_activity WHERE datname = '{DATABASE}' "
                        f"AND usename = '{ROLE}' AND application_name LIKE '{application}'")
        return {int(pid): address for pid, address in (row.split("|") for row in rows.splitlines())}


class Engine:
    """The replicas' database: a primary and, with `standby`, a copy that can take over: `sync` or `async`."""

    def __init__(self, network, standby=None):
        self.network, self.standby_kind, self.scratch = network, standby, Scratch(PASSWORD)
        self.servers = [Database(self.scratch, network.host(name)) for name in ["db1", "db2"][:2 if standby else 1]]
        self.primary, self.standby = self.servers[0], None
        self.primary.make(ROLE)
        if standby:
            self.attach(self.servers[1])

    @property
    def folder(self):
        return self.scratch.folder

    def attach(self, server):
        """Makes a server the standby, from nothing."""
        server.copy(self.primary, slot="standby")
        self.standby = server
        until(lambda: self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'") == "1",
              "replication", seconds=60)
        if self.standby_kind == "sync":
            self.primary.wait_for_standby(True)
            until(self.primary.has_standby, "a sync standby")

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
        return (f"postgres://{ROLE}@{','.join(f'{address}:{port}' for address, port in places)}/{DATABASE}?"
                + "&".join(f"{name}={value}" for name, value in options.items()))

    def close(self):
        for server in self.servers:
            server.close()
        self.scratch.remove()


class Bouncer:
    """PgBouncer in transaction mode before the primary: LISTEN and settings of a session do not get through."""

    PORT = 6432

    def __init__(self, engine):
        self.engine, self.host = engine, engine.network.host("pool")
        folder = engine.folder / "pool"
        folder.mkdir()
        primary = engine.primary.address
        (folder / "users").write_text(f'"{ROLE}" "{PASSWORD}"\n')
        (folder / "settings").write_text(
            f"[databases]\n{DATABASE} = host={primary} port={PORT} dbname={DATABASE} user={ROLE} password='{PASSWORD}'\n"
            f"[pgbouncer]\nlisten_addr = {self.host.address}\nlisten_port = {self.PORT}\nunix_socket_dir =\n"
            f"auth_type = plain\nauth_file = {folder}/users\npool_mode = transaction\n"
            "ignore_startup_parameters = extra_float_digits,options\nserver_lifetime = 5\n")
        program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
        self.process = Process([*self.host.prefix, *UNPRIVILEGED, program, folder / "settings"], folder="/")
        until(lambda: self.process.is_running and "up" in self.process.logged(), "PgBouncer")

    def url(self, host):
        address, port = self.engine.network.way(host, self.host, self.PORT)
        return f"postgres://{ROLE}@{address}:{port}/{DATABASE}?connect_timeout=2"

    def close(self):
        self.process.stop()

