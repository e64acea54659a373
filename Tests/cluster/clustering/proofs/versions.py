"""C20: a version with a newer form is rolled out, back and out again, unnoticed until the form may be written; then an
older version does not start, and changes nothing."""

import base64
import json
import os
import pathlib
import random
import subprocess
import tempfile
import time

from support.client import Client
from support.postgres import DATABASE
from support.process import Process
from support.waiting import until

from ..engine import PASSWORD
from ..network import HAS_NAMESPACES
from ..replicas import PORT
from .rolling import FAILURES, Restarts, begin, longest_pause

STREAMS = 24
#: That the program before reads, and that PROGRESSD_NEXT reads.
FORM, NEXT_FORM = 3, 4
#: Texts that no log may have: entries that one version writes are whole to the other.
COMPLAINTS = ("damaged", "loads the log again", "cannot announce itself", "written by a newer progressd")
REFUSAL = "was written by a newer progressd"


def versions(proof, rounds):
    old, new = proof.program, pathlib.Path(os.environ["PROGRESSD_NEXT"])
    home = "10.213.0.1" if HAS_NAMESPACES else "127.0.0.1"
    with proof.world(options=("--trusted-proxy", home)) as world:
        balancer, load = begin(world, home, STREAMS)
        restarts = Restarts(proof, load, balancer)
        for number in range(rounds):
            roll(proof, world, restarts, new, f"round {number}, out")
            expect_form(proof, world, 1, f"round {number}, out")
            roll(proof, world, restarts, old, f"round {number}, back")
        roll(proof, world, restarts, new, "out for good")
        failed = {name: load.counts[name] for name in FAILURES if load.counts[name]}
        proof.expect(not failed, f"clients saw {failed}")
        for each in world.replicas:
            found = [text for text in COMPLAINTS if text in each.logged()]
            proof.expect(not found, f"the log of {each.name} says {found}")
        waited = rise(proof, world)
        refuse_old(proof, world, old)
        pause = longest_pause(load)
        world.settle("at the end")
    killed = kills(proof, old, new)
    loaded = snapshot(proof, old, new)
    directory(proof, old, new)
    return (f"{restarts.count} restarts with another version, {load.counts['writes']:,} writes, "
            f"{sum(failed.values())} failed, {restarts.resets} resets, the longest pause of all writers "
            f"{pause * 1000:.0f} ms; the newer form {waited:.1f} s after --raise; an older version ended with 78; "
            f"{killed} kills of writers of both versions; an older one loaded {loaded} progresses from a newer one's snapshot")


def roll(proof, world, restarts, program, where):
    """One after the other: for a while heirs of one version follow a writer of the other."""
    for each in world.replicas:
        each.program = program
        restarts.restart(each, f"{where}, {each.name}")
        hold = 1 if proof.options.full is False else 20
        time.sleep(hold)
    world.take_faults(where)


def members(world, *options):
    """The exit status, the output, and the complaint of `progressd members`."""
    replica = world.replicas[0]
    command = [*replica.host.prefix, replica.program, "members", "--cluster", replica.url, *options]
    environment = {**os.environ, "PGPASSWORD": PASSWORD}
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment)
    return result.returncode, result.stdout, result.stderr


def expect_form(proof, world, form, where):
    shown = json.loads(members(world, "--json")[1])
    proof.expect(shown["form"] == form, f"{where}: the form is {shown['form']}, not {form}")
    # A killed replica counts for ten more leases.
    living = {each["address"] for each in shown["members"] if each["role"] != "gone"}
    running = sum(each.is_running for each in world.replicas)
    proof.expect(len(living) == running, f"{where}: {len(living)} members of {running}: {shown}")


def rise(proof, world):
    """An operator allows the newer form; returns how long it took."""
    held = members(world, "--hold")[0], members(world, "--raise")[0], members(world, "--release")[0]
    proof.expect(held == (0, 1, 0), f"--hold, --raise and --release ended with {held}")
    status, shown, complaint = members(world, "--raise")
    proof.expect(status == 0, f"--raise ended with {status}: {complaint}")
    lines = shown.splitlines()
    is_right = len(lines) >= 5 and lines[0].startswith("ADDRESS") and lines[-1] == f"form 1: {NEXT_FORM} is written soon"
    proof.expect(is_right, f"it prints {lines}")
    began = time.monotonic()
    until(lambda: json.loads(members(world, "--json")[1])["form"] == NEXT_FORM, "the newer form", seconds=20)
    waited = time.monotonic() - began
    version = world.engine.primary.sql("SELECT max(version) FROM progressd_schema", DATABASE)
    proof.expect(version == "2", f"the tables have version {version}")
    until(lambda: all(each.metric("progressd_cluster_form") == NEXT_FORM for each in world.replicas), "all know it", seconds=20)
    return waited


def refuse_old(proof, world, old):
    """A way back there is not: the older version does not start, and the others do not notice."""
    replica = world.replicas.heirs()[0]
    new, replica.program = replica.program, old
    replica.stop()
    term = world.replicas.writer().state()[1]["term"]
    replica.launch()
    until(lambda: not replica.is_running, "the end of the older version", seconds=20)
    status, said = replica.process.process.returncode, replica.logged(since_start=True)
    proof.expect(status == 78 and REFUSAL in said, f"the older version ended with {status}: {said[-500:]}")
    proof.expect(world.replicas.writer().state()[1]["term"] == term, "the older version changed the writer")
    replica.program = new
    replica.start()


def kills(proof, old, new):
    """Writers of both versions are killed while the others have the other, and one when the newer form is written.
    Returns how many."""
    programs = (new, old, new, new) if proof.options.full else (new, old)
    with proof.world(load={}) as world:
        for number, program in enumerate(programs):
            kill_writer(world, program)
            world.settle(f"kill {number}")
        for each in world.replicas:
            if each.program is not new:
                each.program = new
                each.stop()
                each.start()
        for each in json.loads(members(world, "--json")[1])["members"]:
            if each["reads"] < NEXT_FORM:
                proof.expect(members(world, "--forget", each["id"])[0] == 0, f"{each} was not forgotten")
        rise(proof, world)
        kill_writer(world, new)
        world.settle("a kill in the newer form")
        expect_form(proof, world, NEXT_FORM, "after a kill")
        for each in world.replicas:
            proof.expect("damaged" not in each.logged(), f"the log of {each.name} says damaged")
    return len(programs) + 1


def kill_writer(world, program):
    replica = world.replicas.writer()
    moment = replica.kill()
    world.load.first_answer_after(moment + 0.5)
    replica.program = program
    replica.start()


def snapshot(proof, old, new):
    """A snapshot by a writer of the newer version, in the form before, is loaded by the older. Returns of how many
    progresses."""
    text = random.Random(proof.options.seed)
    with proof.world(load={}) as world:
        for each in world.replicas:
            each.program = new
            each.stop()
            each.start()
        writer, names = world.replicas.writer(), []
        with Client(PORT, address=writer.address) as client:
            while len(names) % 100 or not int(world.engine.primary.sql("SELECT snapshot FROM progressd_office", DATABASE)):
                names.append(f"big-{len(names)}")
                userInfo = {"text": base64.b64encode(text.randbytes(12_000)).decode()}
                reply = client.call("POST", "/v1/progress", {"name": names[-1], "totalUnitCount": 3, "userInfo": userInfo})
                assert reply.status == 201 and len(names) < 10_000, f"{names[-1]}: {reply.status}, and no snapshot"
        heir = world.replicas.heirs()[0]
        heir.program = old
        heir.stop()
        heir.start()
        shown = [[each.call("GET", f"/v1/progress/{name}").json for name in names[::50]] for each in (writer, heir)]
        proof.expect(shown[0] == shown[1], "the older version shows other progresses than the newer")
        proof.expect("damaged" not in heir.logged(), "the older version says damaged")
    return len(names)


def directory(proof, old, new):
    """One process: the newest form, unless it is told to keep the way back."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data"
        for program, options, form in ((new, ["--record-form", "1"], 1), (old, ["--record-form", "1"], 1), (old, [], FORM),
                                       (new, [], NEXT_FORM)):
            is_whole = visit(program, data, options)
            text = (data / "format").read_text()
            is_right = is_whole and text.startswith(f"progressd data, format {form}\n")
            proof.expect(is_right, f"{program} {options}: {text}")
        before = {each.name: each.read_bytes() for each in data.iterdir()}
        for program, options, sentence in ((old, [], REFUSAL), (new, ["--record-form", "1"], "cannot take back")):
            result = subprocess.run([program, "--port", "0", "--data-directory", data, *options], capture_output=True,
                                    text=True, timeout=60)
            proof.expect(result.returncode == 78 and sentence in result.stderr, f"{options}: {result}")
        after = {each.name: each.read_bytes() for each in data.iterdir()}
        proof.expect(after == before, "a refusal changed the directory")


def visit(program, data, options):
    """Starts the service on the directory, adds a progress, and stops it; returns whether all of before are there."""
    process = Process([program, "--port", "0", "--data-directory", data, *options])
    until(lambda: "listening on" in process.logged(), "a service on a directory")
    port = int(process.logged().split("listening on http://127.0.0.1:")[1].split()[0])
    with Client(port) as client:
        before = len(client.call("GET", "/v1/progress").json["items"])
        client.call("POST", "/v1/progress", {"name": f"run-{before}", "totalUnitCount": 3})
        whole = all(client.call("GET", f"/v1/progress/run-{number}").status == 200 for number in range(before + 1))
    return process.stop() == 0 and whole
