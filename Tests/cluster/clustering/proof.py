"""Parts that the proofs share: the network, the faults, and the lines that report them."""

import pathlib
import tempfile
import time

from .network import make_network
from .world import World


class Proof:
    """One run of the tests. A test asks it for worlds, says what it expects, and returns its numbers."""

    def __init__(self, program, options):
        self.program, self.options = program, options
        self.network = make_network()
        self.faults, self.kept = [], []

    def world(self, **options):
        return World(self, **options)

    def expect(self, holds, otherwise):
        if not holds:
            self.faults.append(otherwise)

    def keep(self, world):
        """Keeps the logs of a world, to look into a failure."""
        kept = pathlib.Path(tempfile.mkdtemp(prefix="progressd-cluster-logs-"))
        self.kept.append(kept)
        for each in world.replicas:
            (kept / each.name).write_text(each.logged())
        if world.balancer:
            (kept / "haproxy").write_text(world.balancer.logged())
        if world.load:
            (kept / "doubts").write_text("".join(f"{line}\n" for line in world.load.ledger.doubts))
        for server in world.engine.servers:
            server.log.flush()
            (kept / server.name).write_bytes(pathlib.Path(server.log.name).read_bytes())

    def run(self, name, test, amount):
        """Prints one line, and the faults; returns whether there were no faults."""
        self.faults, self.kept, began = [], [], time.monotonic()
        try:
            numbers = test(self, amount)
        except (AssertionError, Exception, SystemExit) as error:
            numbers = "it did not come to its end"
            self.expect(False, f"{type(error).__name__}: {error}")
            if self.options.trace:
                raise
        self.network.heal()
        verdict = f"FAILED, {len(self.faults)} faults" if self.faults else "passed"
        print(f"{name} {verdict} ({time.monotonic() - began:.0f} s): {numbers}", flush=True)
        for fault in self.faults[:self.options.shown]:
            print(f"  {fault}")
        for kept in self.kept:
            print(f"  logs are in {kept}", flush=True)
        return not self.faults
