"""C11: one bit of a row is wrong."""

import os
import random
import re
import subprocess

from ..engine import PASSWORD
from ..replicas import Replicas

TABLES = {"progressd_log": "n", "progressd_snapshot": "n, part"}
#: Text that does not get smaller, so much that the log is due to become a snapshot.
FILLING, NODES, WRITES = 7_500, 2_000, 12_000


def damage(proof, flips):
    """Each is refused, and the line has the number of the entry; so is a row that is not there."""
    generator = random.Random(proof.options.seed)
    with proof.world(count=1) as world:
        replica, sql = world.replicas[0], world.engine.primary.sql
        fill(replica, generator)
        proof.expect(replica.stop() == 0, "the replica did not end in good order")
        rows = {table: sql(f"SELECT {key}, length(bytes) FROM {table}", database="progress").splitlines()
                for table, key in TABLES.items()}
        proof.expect(all(rows.values()), f"rows: {({table: len(found) for table, found in rows.items()})}")
        whole = export(world, replica)
        proof.expect(whole.returncode == 0, f"the undamaged log is not exported: {whole.stderr[-300:]}")
        refused = 0
        for number in range(flips):
            table = generator.choice([table for table in TABLES if rows[table]])
            *key, length = map(int, generator.choice(rows[table]).split("|"))
            condition = " AND ".join(f"{name} = {value}" for name, value in zip(TABLES[table].split(", "), key))
            flip(sql, table, condition, place := generator.randrange(length), bit := 1 << generator.randrange(8))
            result = export(world, replica)
            is_named = re.search(rf"\b{key[-1]}\b", result.stderr) is not None
            is_refused = result.returncode == 78 and len(result.stderr.splitlines()) == 1 and is_named
            refused += is_refused
            proof.expect(is_refused, f"{table} {condition}, byte {place}: status {result.returncode}, {result.stderr[-200:]!r}")
            flip(sql, table, condition, place, bit)
            if len(proof.faults) > 20:
                break
        proof.expect(export(world, replica).returncode == 0, "the mended log is not exported")
        start_on_damage(proof, world, rows["progressd_log"])
        counts = ", ".join(f"{len(found)} rows of {table}" for table, found in rows.items())
        return f"{refused} of {flips} refused with the number; {counts}"


def fill(replica, generator):
    """Until there are rows of a snapshot and of the log after it."""
    lines = [f'{{"method":"PUT","path":"/v1/progress/n{number}","body":{{"totalUnitCount":5}}}}' for number in range(NODES)]
    replica.call("POST", "/v1/batch", "\n".join(lines), {"Content-Type": "application/x-ndjson"})
    for begin in range(0, WRITES, 1000):
        lines = []
        for number in range(begin, begin + 1000):
            body = f'{{"userInfo":{{"t":"{generator.randbytes(FILLING).hex()}"}}}}'
            lines.append(f'{{"method":"PATCH","path":"/v1/progress/n{number % NODES}","body":{body}}}')
        reply = replica.call("POST", "/v1/batch", "\n".join(lines), {"Content-Type": "application/x-ndjson"})
        assert reply.status == 200 and all(line["status"] == 200 for line in reply.lines), reply


def flip(sql, table, condition, place, bit):
    sql(f"UPDATE {table} SET bytes = set_byte(bytes, {place}, get_byte(bytes, {place}) # {bit}) WHERE {condition}",
        database="progress")


def export(world, replica):
    command = [*replica.host.prefix, world.proof.program, "export", "--cluster", replica.url]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60,
                          env={**os.environ, "PGPASSWORD": PASSWORD})


def start_on_damage(proof, world, rows):
    """A replica that finds damage when it starts is not ready, says why, and rules nothing."""
    number = max(int(row.split("|")[0]) for row in rows)
    flip(world.engine.primary.sql, "progressd_log", f"n = {number}", 20, 1)
    replica = Replicas(proof.program, proof.network, world.engine.url, 1)[0].launch()
    try:
        status = replica.process.process.wait(20)
        proof.expect(status == 78, f"a replica that starts on damage ends with status {status}")
    except subprocess.TimeoutExpired:
        status, lines = replica.state()
        proof.expect(status == 503, f"a replica that starts on damage is ready: {lines}")
    proof.expect(re.search(rf"\b{number}\b", replica.logged()) is not None, f"the log does not name entry {number}")
    replica.close()
