"""C17 and C18: the database loses a claim. After a failover another replica claims the term again, and one of the two
writers is left; a log that goes back without a failover is not followed."""

import contextlib
import os
import subprocess
import time

from support.client import NoReply
from support.postgres import DATABASE
from support.waiting import until

from ..engine import PASSWORD, ROLE

#: Writes that the first writer acknowledged before its claim was lost: more than the second appends until it is back.
LOST, LATER = 60, 5


def lost_claims(proof, rounds):
    """An asynchronous standby that has the hand-over, and not the claim after it, is promoted."""
    for number in range(rounds):
        with proof.world(standby="async") as world:
            engine, replicas = world.engine, world.replicas
            for each in [*replicas.heirs(), replicas.writer()]:
                each.stop()
            fall_behind(engine)
            replicas.start()
            old = begin(world)
            old.pause()
            engine.primary.crash()
            engine.promote()
            meet(proof, world, old, f"round {number}")
    return f"{rounds} claims lost by an asynchronous standby, each claimed again and found out"


#: Contents that may take the place of the right log, and the statements that bring the right one back.
WRONG = {
    "a row that is gone": ("CREATE TABLE kept AS TABLE progressd_office; DELETE FROM progressd_office",
                           "INSERT INTO progressd_office SELECT * FROM kept; DROP TABLE kept"),
    "an older term": ("UPDATE progressd_office SET term = term - 1", "UPDATE progressd_office SET term = term + 1"),
    "an older tail": ("UPDATE progressd_office SET tail = tail - 3", "UPDATE progressd_office SET tail = tail + 3"),
}
SENTENCE, BACK = "this is not the log that I followed", "the log that I followed is back"


def emptied(proof, rounds):
    """An empty database takes the place of the right one, or its row is deleted or goes back: the replicas keep their
    trees, and continue when the right one is back."""
    for number in range(rounds):
        with proof.world() as world:
            sql = world.engine.primary.sql
            begin(world)
            newest = f"/v1/progress/lost-{LOST - 1}"
            for each in world.replicas:
                until(lambda: each.call("GET", newest).status == 200, f"all of it at {each.name}")
            for what, (wrong, right) in WRONG.items():
                stay(proof, world, f"round {number}, {what}", lambda: sql(wrong, DATABASE), lambda: sql(right, DATABASE))
            come_late(proof, world, f"round {number}, a row that is gone at a start", *WRONG["a row that is gone"])
            stay(proof, world, f"round {number}, an empty database", lambda: swap(sql, "progress", "kept", ROLE),
                 lambda: swap(sql, "kept", "progress", None))
    return f"{rounds} times a row deleted, a term and a tail that went back, and an empty database in the place of the right one"


def stay(proof, world, where, spoil, mend):
    """All replicas keep their trees, and say so once; then they continue."""
    counts = [(each, each.logged().count(SENTENCE), each.logged().count(BACK)) for each in world.replicas]
    spoil()
    for each, said, _ in counts:
        proof.expect(comes(lambda: each.logged().count(SENTENCE) > said, 10), f"{where}: {each.name} says nothing")
    time.sleep(5)
    status = world.replicas[0].call("PUT", "/v1/progress/refused", {}, patience=20).status
    proof.expect(status == 503, f"{where}: a write was answered with {status}")
    for each, said, _ in counts:
        shown = {name: each.call("GET", f"/v1/progress/{name}").status for name in map("lost-{}".format, range(LOST))}
        lost = {name: status for name, status in shown.items() if status != 200}
        proof.expect(not lost, f"{where}: {each.name} lacks {len(lost)}: {[*lost.items()][:3]}")
        again = each.logged().count(SENTENCE) - said
        proof.expect(again == 1, f"{where}: {each.name} says so {again} times")
    mend()
    name = "after " + where.split(", ")[1]
    put(world.replicas[1], name.replace(" ", "-"))
    for each, _, back in counts:
        proof.expect(comes(lambda: each.logged().count(BACK) == back + 1, 10), f"{where}: {each.name} is not back")
        shown = [each.call("GET", f"/v1/progress/{one}").status for one in (name.replace(" ", "-"), "lost-0")]
        proof.expect(shown == [200, 200], f"{where}: {each.name} shows {shown}")


def come_late(proof, world, where, wrong, right):
    """A replica that starts while the row is gone does not take the log for an empty one, makes no row, and continues
    when the row is back; nor does an export make one."""
    sql, late = world.engine.primary.sql, world.replicas.heirs()[0]
    others = [(each, each.logged().count(BACK)) for each in world.replicas if each is not late]
    sql(wrong, DATABASE)
    late.stop()
    late.launch()
    time.sleep(5)
    proof.expect(late.call("GET", "/readyz").status == 503, f"{where}: it is ready")
    said = export(world)
    proof.expect(said.returncode == 78 and "the row of their office is gone" in said.stderr,
                 f"{where}: export said {said.stderr[-200:]!r} with {said.returncode}")
    count = sql("SELECT count(*) FROM progressd_office", DATABASE)
    proof.expect(count == "0", f"{where}: somebody made {count} rows")
    sql(right, DATABASE)
    proof.expect(comes(lambda: late.call("GET", "/readyz").status == 200, 20), f"{where}: it is not ready again")
    proof.expect(late.call("GET", "/v1/progress/lost-0").status == 200, f"{where}: it lacks what the log has")
    for each, back in others:
        proof.expect(comes(lambda: each.logged().count(BACK) > back, 10), f"{where}: {each.name} is not back")


def swap(sql, old, new, owner):
    """Renames the database; with `owner` an empty one takes its place, otherwise one with the new name goes first."""
    sql("UPDATE pg_database SET datallowconn = false WHERE datname = 'progress'")
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'progress'")
    until(lambda: sql("SELECT count(*) FROM pg_stat_activity WHERE datname = 'progress'") == "0", "no session")
    if owner is None:
        sql(f"DROP DATABASE {new}")
    sql(f"ALTER DATABASE {old} RENAME TO {new}")
    if owner is None:
        sql(f"UPDATE pg_database SET datallowconn = true WHERE datname = '{new}'")
    else:
        sql(f"CREATE DATABASE {old} OWNER {owner}")


def fall_behind(engine):
    """The standby gets what there is, and nothing more."""
    newest = engine.primary.sql("SELECT pg_current_wal_flush_lsn()")
    until(lambda: engine.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{newest}'") == "t", "replication")
    engine.standby.sql("ALTER SYSTEM SET primary_conninfo = ''")
    engine.standby.sql("SELECT pg_reload_conf()")
    until(lambda: engine.standby.sql("SELECT count(*) FROM pg_stat_wal_receiver") == "0", "a standby that falls behind")


def begin(world):
    """The writer, whose claim and entries the database is about to lose."""
    writer = world.replicas.writer()
    for number in range(LOST):
        put(writer, f"lost-{number}")
    return writer


def meet(proof, world, old, where):
    """Another replica claims the same term; then the old writer is back. All writes acknowledged from then on stay."""
    others = [each for each in world.replicas if each is not old]
    new = until(lambda: next((each for each in others if each.role() == "writer"), None), "another writer", seconds=30)
    kept = [f"kept-{number}" for number in range(LATER)]
    for name in kept:
        put(new, name)
    old.resume()
    terms = [each.state()[1]["term"] for each in (old, new)]
    proof.expect(terms[0] == terms[1], f"{where}: the terms are {terms}")
    proof.expect(comes(lambda: old.role() == "heir", 5), f"{where}: the old writer is {old.role()}")
    for number, each in enumerate([*world.replicas] * LATER):
        kept.append(f"later-{number}")
        put(each, kept[-1])
    compare(proof, world, kept, where)
    for each in world.replicas:
        each.stop()
    status = export(world).returncode
    proof.expect(status == 0, f"{where}: the log is exported with status {status}")
    for each in world.replicas:
        each.launch()
    proof.expect(comes(lambda: all(each.is_ready() for each in world.replicas), 20), f"{where}: not all are ready again")
    compare(proof, world, kept, f"{where}, started again")


def put(replica, name):
    """Until it is acknowledged."""
    def is_acknowledged():
        with contextlib.suppress(NoReply):
            return replica.call("PUT", f"/v1/progress/{name}", {"totalUnitCount": 9}, patience=8).status in (200, 201)
        return False
    until(is_acknowledged, f"a PUT of {name} at {replica.name}")


def compare(proof, world, names, where):
    """Each replica shows the acknowledged writes, and none that the database lost."""
    for each in world.replicas:
        missing = [name for name in names if each.call("GET", f"/v1/progress/{name}").status != 200]
        lost = [name for name in map("lost-{}".format, range(LOST)) if each.call("GET", f"/v1/progress/{name}").status != 404]
        proof.expect(not missing and not lost, f"{where}: {each.name} lacks {missing[:5]}, and shows {lost[:5]}")


def comes(condition, seconds):
    with contextlib.suppress(AssertionError):
        return until(condition, seconds=seconds, pause=0.05)
    return False


def export(world):
    """An export, which checks the chain of the log."""
    replica = world.replicas[0]
    command = [*replica.host.prefix, world.proof.program, "export", "--cluster", replica.url]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60,
                          env={**os.environ, "PGPASSWORD": PASSWORD})
