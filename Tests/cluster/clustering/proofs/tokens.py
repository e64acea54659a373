"""C21: tokens change under load, and no caller with a listed token is refused; rights made with the removed one end
with it. A second cluster under the same name is refused."""

import pathlib
import signal
import tempfile
import threading
import time

from support.client import NoReply
from support.process import Process
from support.waiting import until

from ..replicas import Replica

OLD, NEW, OTHER = (f"{name}-token-of-the-test" for name in ("old", "new", "other"))
CHANGED, KEPT = "read the tokens again", "keeps the tokens that it has"
#: Between two writes of one caller, in seconds.
PACE = 0.01


def tokens(proof, rounds):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "tokens"
        path.write_text(f"operator:{OLD}\n")
        with proof.world(options=("--token-file", str(path))) as world:
            change = Change(proof, world, path)
            numbers = [change.run(number) for number in range(rounds)]
            change.keep_on_flaw()
            strangers(proof, world, folder)
            change.is_over = True
            change.join()
            kept = change.check_kept()
    hang_up(proof)
    writes = sum(count for count, _ in numbers)
    return (f"{writes:,} writes by callers with a listed token while it changed, {change.refused} refused; what the old "
            f"one made ended {max(seconds for _, seconds in numbers):.1f} s after the last replica; {kept} progresses "
            "kept; two other clusters refused with 78")


class Caller(threading.Thread):
    """Writes at one replica, with whatever token it has at the moment."""

    def __init__(self, change, replica, number):
        super().__init__(daemon=True)
        self.change, self.replica, self.name = change, replica, f"caller-{number}"
        self.token, self.count = OLD, 0

    def run(self):
        while not self.change.is_over:
            token = self.token
            body = {"count": 1, "writer": self.name, "sequence": self.count + 1}
            try:
                if self.count == 0:
                    self.replica.call("PUT", f"/v1/progress/{self.name}", {"totalUnitCount": 10**6}, bearer(token))
                reply = self.replica.call("POST", f"/v1/progress/{self.name}/completed-units", body, bearer(token))
            except NoReply as error:
                self.change.refuse(f"{self.name} at {self.replica.name}: {error}")
                continue
            if reply.status == 200:
                self.count += 1
            else:
                self.change.refuse(f"{self.name} at {self.replica.name}: {reply.status} {reply.body[:200]}")
            time.sleep(PACE)


class Change:
    """The procedure of docs/operating.md: add, read again everywhere, move clients, remove, read again everywhere."""

    def __init__(self, proof, world, path):
        self.proof, self.world, self.path = proof, world, path
        self.is_over, self.refused = False, 0
        self.callers = [Caller(self, replica, f"{replica.name}-{number}") for replica in world.replicas
                        for number in range(2)]
        for each in self.callers:
            each.start()

    def refuse(self, reason):
        self.refused += 1
        self.proof.expect(False, f"refused: {reason}")
        time.sleep(0.1)

    def join(self):
        for each in self.callers:
            each.join(timeout=60)

    def list(self, text, where):
        """Writes the file, and has the replicas read it one after the other, for a while with different lists."""
        self.path.write_text(text)
        for replica in self.world.replicas:
            count = replica.logged().count(CHANGED)
            replica.signal(signal.SIGHUP)
            until(lambda: replica.logged().count(CHANGED) > count, f"{where}: {replica.name} has read its tokens", seconds=9)
            time.sleep(1)

    def run(self, number):
        """Returns the number of writes, and how long the rights made with the old token outlived it."""
        old, new = (OLD, NEW) if number % 2 == 0 else (NEW, OLD)
        before = sum(each.count for each in self.callers)
        replica = self.world.replicas[number % 3]
        made = self.make(replica, old, number)
        self.list(f"operator:{old}\noperator:{new}\n", "added")
        for each in self.callers:
            each.token = new
            time.sleep(0.2)
        # Waits for requests with the old one that are under way.
        time.sleep(1)
        self.expect(made, {"link": 200, "claim": 200}, "before the removal")
        self.list(f"operator:{new}\n", "removed")
        began = time.monotonic()
        until(lambda: self.has_credit(new, number), "the units of the reservation that ended", seconds=20)
        seconds = time.monotonic() - began
        self.expect({**made, "old": old}, {"link": 401, "claim": 401, "old": 401}, "after the removal")
        writes = sum(each.count for each in self.callers) - before
        self.proof.expect(writes > 100, f"only {writes} writes in round {number}")
        return writes, seconds

    def make(self, replica, token, number):
        """A grant, a claim, and an unclaimed reservation."""
        path = f"/v1/progress/top-{number}"
        replica.call("PUT", path, {"totalUnitCount": 10}, bearer(token))
        link = replica.call("POST", f"{path}/grants", {"role": "viewer"}, bearer(token)).json["token"]
        claim, _ = (replica.call("POST", f"{path}/reservations", {"pendingUnitCount": 3}, bearer(token)).json["token"]
                    for _ in range(2))
        child = replica.call("POST", "/v1/progress", {"totalUnitCount": 1}, {"Progress-Reservation": claim})
        self.proof.expect(child.status == 201, f"a claim got {child.status}")
        self.paths = {"link": path, "claim": f"/v1/progress/{child.json['id']}", "old": path}
        return {"link": link, "claim": claim}

    def expect(self, made, statuses, where):
        for replica in self.world.replicas:
            for name, token in made.items():
                status = replica.call("GET", self.paths[name], headers=bearer(token)).status
                self.proof.expect(status == statuses[name], f"{where}: {name} at {replica.name} got {status}")

    def has_credit(self, token, number):
        """The units of the unclaimed reservation are credited; the child of the other has done nothing."""
        found = self.world.replicas[0].call("GET", f"/v1/progress/top-{number}", headers=bearer(token)).json
        return found["completedUnitCount"] == 3

    def keep_on_flaw(self):
        """A file that cannot be read changes nothing."""
        text = self.path.read_text()
        for replica, flaw in zip(self.world.replicas, ("owner:nobody\n", "", None)):
            self.path.unlink(missing_ok=True)
            if flaw is not None:
                self.path.write_text(flaw)
            replica.signal(signal.SIGHUP)
            until(lambda: replica.logged().count(KEPT) == 1, f"{replica.name} keeps its tokens", seconds=10)
        self.path.write_text(text)

    def check_kept(self):
        """Everything that was acknowledged is there."""
        token = self.callers[0].token
        for each in self.callers:
            found = self.world.replicas[1].call("GET", f"/v1/progress/{each.name}", headers=bearer(token)).json
            is_whole = found.get("completedUnitCount") == each.count
            self.proof.expect(is_whole, f"{each.name} has {found.get('completedUnitCount')} of {each.count}")
        return len(self.callers)


def strangers(proof, world, folder):
    """Replicas with other tokens, or none, under the same name: they do not start, and the others do not notice."""
    one = world.replicas[0]
    path = pathlib.Path(folder) / "others"
    path.write_text(f"operator:{OTHER}\n")
    term = world.replicas.writer().state()[1]["term"]
    for options in (("--token-file", str(path)), ()):
        host = world.network.host("stranger")
        stranger = Replica(proof.program, host, world.engine.url(host), f"{host.address}:8080", options)
        stranger.launch()
        until(lambda: not stranger.is_running, "the end of a stranger", seconds=20)
        status, said = stranger.process.process.returncode, stranger.logged()
        is_told = status == 78 and "shares no token with" in said and stranger.advertise in said
        proof.expect(is_told and any(each.advertise in said for each in world.replicas),
                     f"a stranger ended with {status}: {said[-500:]}")
        stranger.close()
    proof.expect(world.replicas.writer().state()[1]["term"] == term, "a stranger changed the writer")
    proof.expect(one.is_running, "a stranger ended a replica")


def hang_up(proof):
    """Without a file of tokens a hangup ends the service, unless it was started to outlive one."""
    # Whoever started this may have set it to be ignored.
    for wrapper, ends in (("env", "--default-signal=HUP"), True), (("nohup",), False):
        with Process([*wrapper, proof.program, "--port", "0"]) as process:
            until(lambda: "listening on" in process.logged(), "a service")
            process.process.send_signal(signal.SIGHUP)
            if ends:
                until(lambda: not process.is_running, "its end", seconds=10)
            else:
                time.sleep(1)
            status = process.process.poll()
            proof.expect(status == (0 if ends else None), f"SIGHUP with {wrapper} gave {status}")


def bearer(token):
    return {"Authorization": f"Bearer {token}"}
