"""C23: bad days of the database cost at most one change of the writer each, and a line or two in the log. Every replica
stays ready for reads, and says while they last that it is not for writes, and why."""

import contextlib
import pathlib
import subprocess
import tempfile
import time

from support.postgres import DATABASE, UNPRIVILEGED
from support.waiting import until

from ..network import HAS_NAMESPACES
from ..readiness import Readiness
from .refusals import room, small_disk

#: Log lines that begin a trouble.
BEGINNINGS = ("the log refuses", "the log does not answer", "the log is damaged", "this is not the log that I followed",
              "loads the log again", "cannot announce itself")
#: PostgreSQL turns the writer's bytes into text: it writes on, and others cannot read that.
WRITES_ON = "a column of another type"
#: The most of these lines in each replica's log for one cause.
MOST_LINES = 4


def troubles(proof, rounds):
    takeovers = {}
    with small_disk(24) as small, proof.world(load={}) as world:
        if small:
            prepare(world, small)
        for _ in range(rounds):
            for name, spoil, most in (("a locked table", locked_table, 0), ("a locked row", locked_row, 1),
                                      ("a full disk", full_disk, 0), (WRITES_ON, other_column, 1),
                                      ("a password withdrawn", password, 1)):
                if spoil is full_disk and not small:
                    continue
                before, logged = world.replicas.takeovers(), [each.logged() for each in world.replicas]
                with Readiness(world.replicas) as readiness:
                    spoil(world, small)
                world.load.first_answer_after(time.monotonic())
                expect_readiness(proof, world, name, readiness)
                taken = takeovers[name] = world.replicas.takeovers() - before
                proof.expect(taken <= most, f"{name}: the writer changed {taken} times")
                for each, text in zip(world.replicas, logged):
                    new = each.logged()[len(text):]
                    lines = [line for line in new.splitlines() if any(one in line for one in BEGINNINGS)]
                    proof.expect(len(lines) <= MOST_LINES, f"{name}: {each.name} says {len(lines)} lines: {lines[:6]}")
                world.settle(name)
                # A line is not repeated for a minute; the next cause has lines of another kind.
    stopped = silent_resolver(proof)
    return f"changes of the writer: {takeovers}; SIGTERM beside a silent resolver takes {stopped}"


def expect_readiness(proof, world, name, readiness):
    for each in world.replicas:
        unready, refusals = readiness.unready[each.name], readiness.refusals[each.name]
        proof.expect(not unready, f"{name}: /readyz of {each.name} said {unready[:3]}")
        if name != WRITES_ON or each is not world.replicas.writer():
            proof.expect(refusals and all(refusals), f"{name}: /readyz/writes of {each.name} gave {refusals[:3]}")
    until(lambda: all(each.takes_writes() for each in world.replicas), f"{name}: /readyz/writes is 200 again", seconds=10)


def prepare(world, small):
    folder, sql = small / "space", world.engine.primary.sql
    folder.mkdir()
    if UNPRIVILEGED:
        subprocess.run(["chown", "postgres:", folder], check=True)
    sql(f"CREATE TABLESPACE small LOCATION '{folder}'")
    sql("ALTER TABLE progressd_log SET TABLESPACE small", DATABASE)


def locked_table(world, _small):
    world.engine.primary.sql("BEGIN; LOCK TABLE progressd_log; SELECT pg_sleep(7); COMMIT", DATABASE)


def locked_row(world, _small):
    world.engine.primary.sql("BEGIN; SELECT * FROM progressd_office FOR UPDATE; SELECT pg_sleep(7); COMMIT", DATABASE)


def full_disk(_world, small):
    filling = small / "filling"
    with open(filling, "wb") as file:
        end = time.monotonic() + 7
        while time.monotonic() < end:
            while piece := room(small):
                file.write(b"." * min(piece, 1 << 16))
                file.flush()
            time.sleep(0.1)
    filling.unlink()


def other_column(world, _small):
    sql, change = world.engine.primary.sql, "ALTER TABLE progressd_log ALTER COLUMN bytes TYPE"
    sql(f"{change} text USING bytes::text", DATABASE)
    time.sleep(6)
    sql(f"{change} bytea USING bytes::bytea", DATABASE)


def password(world, _small):
    sql = world.engine.primary.sql
    # Without a database and a writer, a replica shows the trees that it has.
    world.load.may_be_stale = {replica.address for replica in world.replicas}
    kept = sql("SELECT rolpassword FROM pg_authid WHERE rolname = 'progress'")
    sql("ALTER ROLE progress PASSWORD 'another'")
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'progress'")
    time.sleep(6)
    sql(f"ALTER ROLE progress PASSWORD '{kept}'")
    world.load.first_answer_after(time.monotonic())
    world.load.may_be_stale = set()


def silent_resolver(proof):
    """A replica whose database has a host name, and a silent nameserver. Only in separate network namespaces."""
    if not HAS_NAMESPACES:
        return "(not tried)"
    with proof.world(count=1) as world, contextlib.ExitStack() as closing:
        folder = closing.enter_context(tempfile.TemporaryDirectory())
        file = pathlib.Path(folder) / "resolv.conf"
        file.write_text("nameserver 10.213.0.250\n")
        file.chmod(0o644)
        pathlib.Path(folder).chmod(0o755)
        subprocess.run(["mount", "--bind", file, "/etc/resolv.conf"], check=True)
        closing.callback(subprocess.run, ["umount", "-l", "/etc/resolv.conf"], check=True)
        replica = world.replicas[0]
        replica.stop()
        replica.url = replica.url.replace(world.engine.primary.address, "database.example")
        replica.launch()
        until(lambda: "database.example was not resolved in time" in replica.logged(since_start=True),
              "a line about the name", seconds=30)
        trouble = replica.state()[1].get("trouble", "") or replica.call("GET", "/readyz").body.decode()
        proof.expect("database.example" in trouble, f"/readyz says {trouble}")
        began = time.monotonic()
        replica.stop()
        taken = time.monotonic() - began
        proof.expect(taken < 5, f"SIGTERM took {taken:.1f} s")
        return f"{taken:.1f} s"
