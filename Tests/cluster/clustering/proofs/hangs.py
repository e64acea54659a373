"""C22: the writer hangs: it is frozen, or its host is cut off in the middle of everything. Also, the reads of a writer
that is cut off from the database alone."""

import concurrent.futures
import contextlib
import time

from support.client import NoReply
from support.waiting import until

from ..replicas import Replicas, problem

#: The replies in 95 of 100 cases, and in all, in seconds after the lease.
USUAL, LATEST = 1, 3
#: Reads of a writer that is cut off from the database, and how often that is at most.
READS, CUTS = 10, 5


def hangs(proof, rounds):
    with proof.world() as world, concurrent.futures.ThreadPoolExecutor(12) as pool:
        run = Run(proof, world, pool)
        times = {hang.__name__: run.measure(hang, rounds) for hang in (frozen, vanished)}
        reads = run.read_when_cut_off(min(rounds, CUTS))
        run.check_counts()
    texts = [f"{kind} {rounds} times: {told(values)}" for kind, values in times.items()]
    outcomes = ", ".join(f"{count} × {name}" for name, count in sorted(run.outcomes.items()))
    return f"{'; '.join(texts)}; {outcomes}; {reads} reads at a writer without the database, none old"


@contextlib.contextmanager
def frozen(world, writer):
    writer.pause()
    yield
    writer.resume()


@contextlib.contextmanager
def vanished(world, writer):
    """Packets are dropped both ways, between it and all others: connections stay open, and nothing comes."""
    for host in [world.engine.primary.host, *(each.host for each in world.replicas if each is not writer)]:
        world.network.cut(writer.host, host)
    yield
    world.network.heal()


class Run:
    def __init__(self, proof, world, pool):
        self.proof, self.world, self.pool = proof, world, pool
        self.numbered, self.unnumbered = (self.create(name) for name in ("numbered", "unnumbered"))
        self.sequence = self.doubtful = self.certain = 0
        self.outcomes = {}

    def create(self, name):
        reply = self.world.replicas.writer().call("PUT", f"/v1/progress/{name}", {"totalUnitCount": 1_000_000})
        assert reply.status == 201, reply
        return f"/v1/progress/{name}"

    def calls(self, heir):
        """One request of each kind, each on its own connection."""
        self.sequence += 1
        name = f"made-{self.sequence}"
        numbered = {"count": 1, "writer": heir.name, "sequence": self.sequence}
        return {
            "numbered": ("POST", f"{self.numbered}/completed-units", numbered),
            "unnumbered": ("POST", f"{self.unnumbered}/completed-units", {"count": 1}),
            "PUT": ("PUT", f"/v1/progress/{name}", {"totalUnitCount": 3}),
        }

    def send(self, heirs):
        """Sends all at once; yields the kind and the heir of each, and the future of its reply and its moment."""
        def call(heir, request):
            try:
                reply = heir.call(*request, patience=40)
            except NoReply as error:
                return None, time.monotonic(), error
            return reply, time.monotonic(), None
        return [(kind, heir, self.pool.submit(call, heir, request))
                for heir in heirs for kind, request in self.calls(heir).items()]

    def measure(self, hang, rounds):
        """Seconds from the moment of the hang to each reply."""
        seconds = []
        for number in range(rounds):
            where = f"{hang.__name__}, round {number}"
            writer = self.world.replicas.writer()
            heirs = [each for each in self.world.replicas if each is not writer]
            for kind, _, future in self.send(heirs):
                self.note(kind, future.result()[0], f"{where}, before")
            moment = time.monotonic()
            with hang(self.world, writer):
                for kind, heir, future in self.send(heirs):
                    reply, end, error = future.result()
                    self.note(kind, reply, f"{where} at {heir.name} after {end - moment:.2f} s", error)
                    seconds.append(end - moment)
                self.expect_one_writer(heirs if hang is frozen else self.world.replicas, where)
                time.sleep(0.5)
            self.settle(writer, where)
        self.expect_in_time(seconds, hang.__name__)
        return sorted(seconds)

    def note(self, kind, reply, where, error=None):
        """Checks the outcome of a request: done once, or, if it cannot be repeated, in doubt."""
        slug = problem(reply) if reply and reply.status >= 400 else None
        name = slug or ("done" if reply else "no reply")
        self.outcomes[f"{kind} {name}"] = self.outcomes.get(f"{kind} {name}", 0) + 1
        is_fine = name == "done" or kind == "unnumbered" and name == "outcome-unknown"
        self.proof.expect(is_fine, f"{where}: {kind}: {reply or error}")
        if kind == "numbered":
            self.certain += name == "done"
        if kind == "unnumbered":
            self.doubtful += name != "done"

    def expect_one_writer(self, replicas, where):
        roles = [each.role() for each in replicas]
        self.proof.expect(roles.count("writer") == 1, f"{where}: the roles are {roles}")

    def expect_in_time(self, seconds, kind):
        values = sorted(seconds)
        usual, latest = values[int(len(values) * 0.95)], values[-1]
        self.proof.expect(usual <= Replicas.LEASE + USUAL, f"{kind}: {usual:.2f} s at the 95th percentile")
        self.proof.expect(latest <= Replicas.LEASE + LATEST, f"{kind}: {latest:.2f} s at most")

    def settle(self, old, where):
        """Waits until all follow the same writer again. Restarts the old one, since a replica that loses its office
        three times in a minute gives up."""
        def agree():
            with contextlib.suppress(NoReply):
                states = [each.state() for each in self.world.replicas]
                terms = {lines.get("term") for _, lines in states}
                calm = all(status == 200 and not {"trouble", "unreachable-writer"} & set(lines) for status, lines in states)
                return calm and len(terms) == 1 and [lines["role"] for _, lines in states].count("writer") == 1
            return False
        until(agree, f"{where}: one term, and no trouble", seconds=30, pause=0.05)
        old.stop()
        old.start()

    def read_when_cut_off(self, rounds):
        """The old writer does not hear of the next one, but still shows the writes that this has acknowledged."""
        reads = 0
        for number in range(rounds):
            where = f"without the database, round {number}"
            old = self.world.replicas.writer()
            # Wait until it has seen the others announce themselves twice more: it asks no other replicas.
            time.sleep(3.5 * Replicas.LEASE)
            self.world.network.cut(old.host, self.world.engine.primary.host)
            others = [each for each in self.world.replicas if each is not old]
            new = until(lambda others=others: next((each for each in others if each.role() == "writer"), None), where, 20)
            for _ in range(READS):
                acknowledged = new.call("POST", f"{self.numbered}/completed-units", {"count": 1}).json["completedUnitCount"]
                self.certain += 1
                shown = old.call("GET", self.numbered).json["completedUnitCount"]
                self.proof.expect(shown == acknowledged, f"{where}: {old.name} shows {shown} after {acknowledged}")
                reads += 1
            self.expect_one_writer(self.world.replicas, where)
            self.world.network.heal()
            self.settle(old, where)
        return reads

    def check_counts(self):
        """Confirmed units counted once, and those in doubt at most once."""
        for each in self.world.replicas:
            count = each.call("GET", self.numbered).json["completedUnitCount"]
            self.proof.expect(count == self.certain, f"{each.name}: {count} units, {self.certain} were confirmed")
            count = each.call("GET", self.unnumbered).json["completedUnitCount"]
            done = self.outcomes.get("unnumbered done", 0)
            self.proof.expect(done <= count <= done + self.doubtful, f"{each.name}: {count} units, {done} were confirmed")


def told(values):
    middle, usual = values[len(values) // 2], values[int(len(values) * 0.95)]
    return f"{len(values)} replies after {middle:.2f} s (median), {usual:.2f} s (95th percentile), {values[-1]:.2f} s at most"
