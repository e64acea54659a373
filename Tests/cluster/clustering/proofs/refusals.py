"""C10: a database that refuses, is full, loses its tables, or is behind PgBouncer."""

import os
import subprocess
import tempfile
import time
from contextlib import contextmanager

from support.postgres import UNPRIVILEGED, Scratch
from support.process import Process
from support.waiting import until

from ..engine import PASSWORD, Bouncer
from ..replicas import Replicas


def refusals(proof, _rounds):
    settings(proof)
    with_pool(proof)
    is_full = full(proof)
    without_rights(proof)
    without_password(proof)
    without_tables(proof)
    return f"settings, PgBouncer, {'a full database, ' if is_full else ''}rights, a password and tables that go"


def refused(proof, name, words, environment=None):
    """The program ends with status 78 and one line."""
    process = Process([*proof.network.host("r1").prefix, proof.program, "--port", 0, *words],
                      environment={"PGPASSWORD": PASSWORD, **(environment or {})})
    try:
        status = process.process.wait(30)
    except subprocess.TimeoutExpired:
        status = "none"
        process.kill()
    lines = process.logged().splitlines()
    proof.expect(status == 78 and len(lines) == 1, f"{name}: status {status} and {lines[-4:]}")
    proof.expect(PASSWORD not in process.logged(), f"{name}: the password is in the log")


def settings(proof):
    with proof.world(count=1) as world:
        url, sql = world.replicas[0].url, world.engine.primary.sql
        refused(proof, "not PostgreSQL", ["--cluster", "redis://localhost"])
        refused(proof, "no URL", ["--cluster", "postgres://progress@host:port/progress"])
        with tempfile.TemporaryDirectory() as folder:
            refused(proof, "both kinds of storage", ["--cluster", url, "--data-directory", folder])
        refused(proof, "wrong password", ["--cluster", url], {"PGPASSWORD": "wrong"})
        refused(proof, "no such role", ["--cluster", url.replace("progress@", "nobody@")])
        refused(proof, "no such database", ["--cluster", url.replace("/progress?", "/nothing?")])
        sql(f"CREATE ROLE weak LOGIN PASSWORD '{PASSWORD}'")
        refused(proof, "role without rights", ["--cluster", url.replace("progress@", "weak@")])
        sql("CREATE DATABASE other")
        refused(proof, "role that may make no tables",
                ["--cluster", url.replace("progress@", "weak@").replace("/progress?", "/other?")])
        sql("INSERT INTO progressd_schema (version) VALUES (1000)", database="progress")
        refused(proof, "tables of a newer version", ["--cluster", url])


def with_pool(proof):
    """PgBouncer in transaction mode: neither LISTEN nor settings of a session pass it."""
    with proof.world(count=1) as world:
        pool = Bouncer(world.engine)
        world.closing.callback(pool.close)
        replicas = Replicas(proof.program, proof.network, pool.url, options=("--cluster-name", "pooled"))
        world.closing.callback(replicas.close)
        world.replicas.close()
        world.replicas = replicas.start()
        load = world.begin()
        time.sleep(3)
        moment = replicas.writer().kill()
        taken = load.first_answer_after(moment + 0.1) - moment
        proof.expect(taken < Replicas.LEASE + 5, f"PgBouncer: {taken:.1f} s from the kill to the first answer")
        next(each for each in replicas if not each.is_running).start()
        world.settle("PgBouncer")


@contextmanager
def small_disk(mebibytes):
    """Yields the folder of one; None without the right to mount it. Servers that start later see it."""
    folder = Scratch().folder
    words = ["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m,mode=0777", "tmpfs", str(folder)]
    is_there = subprocess.run(words, capture_output=True).returncode == 0
    try:
        yield folder if is_there else None
    finally:
        if is_there:
            subprocess.run(["umount", "-l", folder], check=True)
        folder.rmdir()


def full(proof):
    """The tables' disk is full: 507, as for a full disk; with room again everything continues, and nothing is lost."""
    with small_disk(24) as small, proof.world(count=2) as world:
        if not small:
            return False
        folder, sql = small / "space", world.engine.primary.sql
        folder.mkdir()
        if UNPRIVILEGED:
            subprocess.run(["chown", "postgres:", folder], check=True)
        sql(f"CREATE TABLESPACE small LOCATION '{folder}'")
        sql("ALTER TABLE progressd_log SET TABLESPACE small", database="progress")
        load = world.begin()
        filling = small / "filling"
        with open(filling, "wb") as file:
            while piece := room(small):
                file.write(b"." * min(piece, 1 << 16))
                file.flush()
        until(lambda: load.counts["storage-full"], "507 of a full database", seconds=30)
        proof.expect(world.replicas.writer().call("GET", "/v1/progress").status == 200, "full: no reads")
        filling.unlink()
        load.first_answer_after(time.monotonic())
        world.settle("full")
    return True


def room(folder):
    state = os.statvfs(folder)
    return state.f_bavail * state.f_bsize


def without_rights(proof):
    """The role may not write for a while."""
    with proof.world(count=2, load={}) as world:
        world.engine.primary.sql("REVOKE INSERT ON progressd_log FROM progress", database="progress")
        writer = world.replicas.writer()
        until(lambda: "trouble" in writer.state()[1], "trouble in /readyz", seconds=30)
        world.engine.primary.sql("GRANT INSERT ON progressd_log TO progress", database="progress")
        world.load.first_answer_after(time.monotonic())
        world.settle("the rights are back")


def without_password(proof):
    """No replica gets another connection: reads are answered, proxies keep their backends, and no restart is needed."""
    with proof.world(count=2, load={}) as world:
        sql = world.engine.primary.sql
        world.replicas.writer().call("PUT", "/v1/progress/kept", {"totalUnitCount": 5})
        sql("ALTER ROLE progress PASSWORD 'another'")
        sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'progress'")
        for each in world.replicas:
            until(lambda each=each: not each.takes_writes(), f"{each.name} not ready for writes", seconds=30)
            status, lines = each.state()
            proof.expect(status == 200 and "trouble" in lines, f"without a password {each.name} is {status}, {lines}")
            proof.expect(each.call("GET", "/v1/progress/kept").status == 200, f"without a password {each.name} reads none")
        sql(f"ALTER ROLE progress PASSWORD '{PASSWORD}'")
        for each in world.replicas:
            until(each.takes_writes, f"{each.name} ready for writes", seconds=30)
        world.settle("the password is back")


def without_tables(proof):
    """The tables go while the replicas run: they say so, refuse writes, answer reads, and do not crash."""
    with proof.world(count=2) as world:
        writer = world.replicas.writer()
        writer.call("PUT", "/v1/progress/kept", {"totalUnitCount": 5})
        world.engine.primary.sql("DROP TABLE progressd_log", database="progress")
        reply = writer.call("PUT", "/v1/progress/lost", {"totalUnitCount": 5})
        proof.expect(reply.status in (503, 507), f"without its table a write was answered {reply}")
        until(lambda: writer.state()[0] == 503 or "trouble" in writer.state()[1], "trouble in /readyz", seconds=30)
        proof.expect(not writer.takes_writes(), "without its table the writer is ready for writes")
        proof.expect(writer.call("GET", "/v1/progress/kept").status == 200, "without a table: no reads")
        for each in world.replicas:
            proof.expect(each.is_running, f"{each.name} ended without its table")

