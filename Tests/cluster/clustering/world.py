"""A database, the replicas that share it, and those who use them: made for one test, and gone after it."""

import contextlib

from .engine import Engine
from .load import Load
from .replicas import Replicas


class World:
    def __init__(self, proof, *, standby=None, count=3, options=(), make_url=None, wrappers=(), load=None):
        self.proof, self.network = proof, proof.network
        self.closing, self.load, self.balancer = contextlib.ExitStack(), None, None
        try:
            self.engine = Engine(self.network, standby)
            self.closing.callback(self.engine.close)
            self.closing.callback(self.network.heal)
            self.replicas = Replicas(proof.program, self.network, make_url or self.engine.url, count, options,
                                     wrappers=wrappers)
            self.closing.callback(self.replicas.close)
            self.replicas.start()
            if load is not None:
                self.begin(**load)
        except BaseException:
            if hasattr(self, "replicas"):
                proof.keep(self)
            self.closing.close()
            raise

    def begin(self, **options):
        """The load; its options are those of `Load`."""
        self.load = Load(self.replicas, **options)
        self.closing.callback(self.load.stop)
        return self.load.start()

    def settle(self, where):
        """Compares the promises made to all clients with the trees that they see."""
        try:
            self.load.settle()
        except AssertionError as error:
            self.proof.expect(False, f"{where}: {error}")
        self.take_faults(where)

    def take_faults(self, where):
        self.proof.faults += [f"{where}: {fault}" for fault in self.load.faults()]

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        if self.load:
            self.take_faults("at the end")
        for each in self.replicas:
            if "Fatal error" in each.logged() or "Crash" in each.logged():
                self.proof.expect(False, f"{each.name} crashed")
        if kind or self.proof.faults:
            self.proof.keep(self)
        self.closing.close()
