"""C19: a backup is restored beside the living database, and replicas on it do nothing to the original."""

import contextlib
import threading

from support.client import NoReply
from support.postgres import DATABASE
from support.waiting import until

from ..engine import PORT, ROLE, Database
from ..replicas import Replicas

#: The database of the logical copy, on the same server.
RESTORED = "restored"


def copies(proof, rounds):
    """A dump restored into another database, and a copy of the server's files, which has its identifiers, too. Both name
    the living writer, with its key, as if it were theirs."""
    for number in range(rounds):
        with proof.world(count=2) as world:
            heir = world.replicas.heirs()[0]
            assert heir.call("PUT", "/v1/progress/prod", {"totalUnitCount": 9}).status == 201
            restore_dump(world.engine)
            server = copy_files(world)
            urls = {"dump": lambda host: world.engine.url(host).replace(f"/{DATABASE}?", f"/{RESTORED}?"),
                    "files": lambda host: url(world, host, server)}
            for kind, make_url in urls.items():
                replicas = act(proof, world, kind, make_url, f"round {number}, {kind}")
                if kind == "dump":
                    refresh(proof, world, replicas, f"round {number}")
            check_original(proof, world, f"round {number}")
    return (f"{rounds} dumps and {rounds} copies of files, each with two replicas that acted on it alone, also when a newer "
            "dump took the place of the first")


def restore_dump(engine):
    server, file = engine.primary, engine.folder / "dump"
    place = ("--host", server.address, "--port", server.port, "--username=postgres")
    server.run("pg_dump", "--format=custom", "--file", file, *place, DATABASE)
    server.run("createdb", *place, f"--owner={ROLE}", RESTORED)
    server.run("pg_restore", *place, f"--dbname={RESTORED}", file)


def copy_files(world):
    """An independent server, made as a standby is, but without a primary to follow."""
    engine = world.engine
    server = Database(engine.scratch, world.network.host("db3"))
    world.closing.callback(server.close)
    server.run("pg_basebackup", "--pgdata", server.data, "--host", engine.primary.address, "--port", PORT,
               "--username=postgres", "--checkpoint=fast", "--no-sync")
    server.start()
    identifier = "SELECT system_identifier FROM pg_control_system()"
    assert server.sql(identifier) == engine.primary.sql(identifier)
    return server


def url(world, host, server):
    address, port = world.network.way(host, server.host, PORT)
    return f"postgres://{ROLE}@{address}:{port}/{DATABASE}?connect_timeout=2"


def act(proof, world, kind, make_url, where):
    """Writes at replicas that have just started are answered by them; the first cancels a progress that both have."""
    replicas = Replicas(proof.program, world.network, make_url, 2, prefix=f"{kind}-r")
    world.closing.callback(replicas.close)
    for each in replicas:
        each.launch()
    for each in replicas:
        until(each.is_ready, f"{each.name} ready")
    for each in replicas:
        cancelled = each.call("POST", "/v1/progress/prod/cancel")
        made = each.call("PUT", f"/v1/progress/made-at-{each.name}", {"totalUnitCount": 9})
        statuses = cancelled.status, made.status
        proof.expect(statuses == (200, 201), f"{where}: {each.name} answers {statuses}")
    for each in replicas:
        shown = each.call("GET", "/v1/progress/prod").json
        made = [each.call("GET", f"/v1/progress/made-at-{other.name}").status for other in replicas]
        proof.expect(shown.get("isCancelled") is True and made == [200, 200],
                     f"{where}: {each.name} lacks what was done there: {shown.get('isCancelled')}, {made}")
    proof.expect(all("was deposed" not in each.logged() for each in replicas), f"{where}: one was deposed")
    return replicas


def refresh(proof, world, replicas, where):
    """A newer dump of the original takes the place of the database that the replicas of the copy use, while they run."""
    server, file = world.engine.primary, world.engine.folder / "dump"
    place = ("--host", server.address, "--port", server.port, "--username=postgres")
    server.run("pg_dump", "--format=custom", "--file", file, *place, DATABASE)
    done, asked = threading.Event(), []

    def ask(replica):
        while not done.is_set():
            name = f"after-{replica.name}-{len(asked)}"
            asked.append(name)
            with contextlib.suppress(NoReply):
                replica.call("PUT", f"/v1/progress/{name}", {}, patience=10)

    askers = [threading.Thread(target=ask, args=(each,)) for each in replicas]
    for each in askers:
        each.start()
    server.run("pg_restore", "--clean", "--if-exists", "--single-transaction", *place, f"--dbname={RESTORED}", file)
    sentence = "this is not the log that I followed"
    until(lambda: all(sentence in each.logged() for each in replicas), "the copy is another one now")
    done.set()
    for each in askers:
        each.join()
    for each in replicas:
        each.stop()
    for each in replicas:
        each.launch()
    until(lambda: any(each.is_ready() and each.call("PUT", "/v1/progress/again", {}).status in (200, 201)
                      for each in replicas), "the copy takes writes again", seconds=30)
    made = [name for name in asked if world.replicas.heirs()[0].call("GET", f"/v1/progress/{name}").status == 200]
    proof.expect(not made, f"{where}: {len(made)} of {len(asked)} writes after the refresh were done in the original")


def check_original(proof, world, where):
    """The original has none of the writes at the copies, and continues."""
    for each in world.replicas:
        items = each.call("GET", "/v1/progress?limit=100").json["items"]
        shown = [(item["name"], item["isCancelled"]) for item in items]
        proof.expect(shown == [("prod", False)], f"{where}: the original's {each.name} shows {shown}")
        reply = each.call("POST", "/v1/progress/prod/completed-units", {"count": 1})
        proof.expect(reply.status == 200, f"{where}: the original's {each.name} answers {reply.status}")
    proof.expect(world.replicas.takeovers() == 1, f"{where}: the original's writer changed")
