"""C11: one bit of a row is wrong, or a row has a form that a newer version wrote."""

import os
import random
import re
import struct
import subprocess
import tempfile
import time
import zlib

from support.service import Service
from support.waiting import until

from ..engine import PASSWORD
from ..replicas import Replicas

TABLES = {"progressd_log": "n", "progressd_snapshot": "n, part"}
#: The cluster's name; bytes of incompressible text of a progress; progresses in the snapshot; groups in the log, and
#: the progresses that each changes.
NAME, TEXT, NODES, GROUPS, GROUP = "damaged", 2_000, 600, 20, 10


def damage(proof, flips):
    """Each is refused, and the line has the number of the entry or of the snapshot's part."""
    generator = random.Random(proof.options.seed)
    with proof.world(count=1) as world:
        sql = world.engine.primary.sql
        fill(world, generator)
        rows = {table: sql(f"SELECT {key}, length(bytes) FROM {table} WHERE name = '{NAME}'",
                           database="progress").splitlines() for table, key in TABLES.items()}
        # The first entry represents everything that was imported: with a snapshot it is never read.
        rows["progressd_log"] = [row for row in rows["progressd_log"] if not row.startswith("1|")]
        proof.expect(all(len(found) > 5 for found in rows.values()), f"there are few rows: {rows}")
        whole = export(world)
        proof.expect(whole.returncode == 0, f"the undamaged log is not exported: {whole.stderr[-300:]}")
        refused, mend = 0, ""
        for _ in range(flips):
            table = generator.choice(list(TABLES))
            *key, length = map(int, generator.choice(rows[table]).split("|"))
            flip = flipping(table, key, place := generator.randrange(length), 1 << generator.randrange(8))
            sql(mend + flip, database="progress")
            mend = flip
            result = export(world)
            is_named = re.search(rf"\b{key[-1]}\b", result.stderr) is not None
            is_refused = (result.returncode == 78 and len(result.stderr.splitlines()) == 1 and is_named
                          and "newer" not in result.stderr)
            refused += is_refused
            proof.expect(is_refused, f"{table} {key}, byte {place}: status {result.returncode}, {result.stderr[-200:]!r}")
            if len(proof.faults) > 20:
                break
        sql(mend, database="progress")
        proof.expect(export(world).returncode == 0, "the mended log is not exported")
        start_on_newer(proof, world, sql)
        start_on_damage(proof, world, rows["progressd_log"])
        counts = ", ".join(f"{len(found)} rows of {table}" for table, found in rows.items())
        return f"{refused} of {flips} refused with the number; {counts}"


def fill(world, generator):
    """An import makes the rows of a snapshot, and a replica those of the log after it."""
    program = world.proof.program
    world.replicas[0].kill()
    with tempfile.TemporaryDirectory() as folder, Service(program, "--data-directory", folder) as service:
        text = "\n".join(line(generator, "PUT", number) for number in range(NODES))
        proven(service.call("POST", "/v1/batch", text, {"Content-Type": "application/x-ndjson"}))
        service.stop()
        trees = subprocess.run([program, "export", "--data-directory", folder], check=True, capture_output=True).stdout
    replica = damaged(world)
    subprocess.run([*replica.host.prefix, program, "import", "--cluster", replica.url, "--cluster-name", NAME], check=True,
                   input=trees, capture_output=True, env={**os.environ, "PGPASSWORD": PASSWORD})
    replica.start()
    until(lambda: replica.role() == "writer", "a writer")
    for begin in range(0, GROUPS * GROUP, GROUP):
        text = "\n".join(line(generator, "PATCH", number) for number in range(begin, begin + GROUP))
        proven(replica.call("POST", "/v1/batch", text, {"Content-Type": "application/x-ndjson"}))
    world.proof.expect(replica.stop() == 0, "the replica did not end in good order")
    replica.close()


def line(generator, method, number):
    body = f'{{"userInfo":{{"t":"{generator.randbytes(TEXT).hex()}"}}}}'
    return f'{{"method":"{method}","path":"/v1/progress/n{number}","body":{body}}}'


def proven(reply):
    assert reply.status == 200 and all(line["status"] in (200, 201) for line in reply.lines), reply


def damaged(world):
    """A replica of a cluster with damaged rows."""
    return Replicas(world.proof.program, world.network, world.engine.url, 1, ("--cluster-name", NAME))[0]


def flipping(table, key, place, bit):
    """The statement that changes one bit, or changes it back."""
    condition = " AND ".join(f"{name} = {value}" for name, value in zip(TABLES[table].split(", "), key))
    return (f"UPDATE {table} SET bytes = set_byte(bytes, {place}, get_byte(bytes, {place}) # {bit}) "
            f"WHERE name = '{NAME}' AND {condition};")


def export(world):
    replica = world.replicas[0]
    command = [*replica.host.prefix, world.proof.program, "export", "--cluster", replica.url, "--cluster-name", NAME]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60,
                          env={**os.environ, "PGPASSWORD": PASSWORD})


def start_on_newer(proof, world, sql):
    """A replica that starts on a log of a newer version is not ready, says so once, and changes nothing."""
    rows = sql(f"SELECT n, term, encode(bytes, 'hex') FROM progressd_log WHERE name = '{NAME}' ORDER BY n DESC LIMIT 2",
               database="progress").splitlines()
    (number, term, whole), (_, _, before) = (row.split("|") for row in rows)
    newer = bytearray.fromhex(whole)
    newer[4] += 1
    placed = zlib.crc32(struct.pack("<QQ", int(number), int(term)), struct.unpack("<I", bytes.fromhex(before)[:4])[0])
    newer[:4] = struct.pack("<I", zlib.crc32(newer[4:], placed))

    def write(row):
        sql(f"UPDATE progressd_log SET bytes = decode('{row}', 'hex') WHERE name = '{NAME}' AND n = {number}",
            database="progress")

    def tables():
        return [sql(f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {table} t", database="progress")
                for table in ("progressd_office", *TABLES)]

    write(newer.hex())
    written, sentence = tables(), f"entry {number} of the log was written by a newer progressd: its seal has the form 2"
    result = export(world)
    proof.expect(result.returncode == 78 and sentence in result.stderr,
                 f"an export of a newer log: status {result.returncode}, {result.stderr[-200:]!r}")
    replica = damaged(world).launch()
    until(lambda: sentence in replica.logged(), "a replica that names the newer entry")
    time.sleep(3)
    reply = replica.call("GET", "/readyz")
    proof.expect(reply.status == 503 and sentence in reply.body.decode(), f"on a newer log /readyz is {reply}")
    told = sum("the log was written by a newer progressd" in line for line in replica.logged().splitlines())
    proof.expect(told == 1, f"a newer log is told {told} times")
    replica.close()
    proof.expect(tables() == written, "a newer log is not left as it is")
    write(whole)
    proof.expect(export(world).returncode == 0, "the log is not exported after the newer version is gone")


def start_on_damage(proof, world, rows):
    """A replica that finds damage when it starts is not ready, says why, and rules nothing."""
    number = max(int(row.split("|")[0]) for row in rows)
    world.engine.primary.sql(flipping("progressd_log", [number], 20, 1), database="progress")
    replica = damaged(world).launch()
    try:
        status = replica.process.process.wait(20)
        proof.expect(status == 78, f"a replica that starts on damage ends with status {status}")
    except subprocess.TimeoutExpired:
        status, lines = replica.state()
        proof.expect(status == 503, f"a replica that starts on damage is ready: {lines}")
    proof.expect(re.search(rf"\b{number}\b", replica.logged()) is not None, f"the log does not name entry {number}")
    replica.close()
