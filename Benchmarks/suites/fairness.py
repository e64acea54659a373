"""Readers that stall, floods and reconnects: their effect on others, and their cost."""

import re
import subprocess
import time
from statistics import median

from harness.figures import Figure
from harness.plan import Plan
from harness.programs import BENCHMARKS
from support.crowd import Crowd, Stream, stalled
from support.measure import descriptors, queue_bytes, resident_bytes
from support.prober import percentile
from support.service import Service

#: Events per second for one node. The usual ten would delay most updates by up to 100 ms, by design.
STREAM_RATE = 200
HEALTHY = 20
UPDATES_PER_SECOND = 100
TICK = 0.1
#: The seconds for which a reader may stall before it is cut off, and within which its memory is freed then.
STALL_SECONDS, BACK_SECONDS = 30, 5
#: Seconds within which a reader's absence is noticed; the default.
HEARTBEAT = 15

COUNT = re.compile(rb'"completedUnitCount":(\d+)')


def service(program, *options) -> Service:
    return Service(program, "--max-streams", "12000", "--max-streams-per-client", "12000", *options)


def measure(plan: Plan) -> list[Figure]:
    service_program, say = plan.service, plan.say
    stalled_count, seconds = (1_000, 3) if plan.is_quick else (10_000, 10)
    found = stalled_readers(service_program, stalled_count, seconds, say)
    say("fairness: a flood")
    found.append(flood(service_program, seconds))
    say("fairness: reconnects")
    found += reconnects(service_program, 1_000)
    say("fairness: readers that vanish")
    found.append(vanished(service_program, 200))
    return found


class Updates:
    """A reporter that adds one unit at a time, and readers that note when they get each."""

    def __init__(self, server: Service, crowd: Crowd | None = None):
        self.client = server.client()
        self.path = server.call("POST", "/v1/progress", {"totalUnitCount": 10**9}).headers["Location"]
        self.count = 0
        self.sent: dict[int, float] = {}
        self.newest: dict[Stream, int] = {}
        self.delays: list[float] = []
        self.crowd = crowd or Crowd()

    @property
    def events(self) -> str:
        return self.path + "/events"

    def watch(self, count: int, last_ids: tuple[str, ...] = ()) -> None:
        last_ids = last_ids or ("",) * count
        port = self.client.port
        self.crowd.add([Stream(port, self.events, last_id=last) for last in last_ids], self.heard)

    def heard(self, stream: Stream, event: str, data: bytes) -> None:
        """Takes an event, which covers all updates up to its count that were still due: the newest one is counted."""
        if event == "synced":
            return
        count = int(COUNT.search(data).group(1))
        if count > self.newest.get(stream, -1):
            self.newest[stream] = count
            if count in self.sent:
                self.delays.append(time.monotonic() - self.sent[count])

    def send(self, body: str) -> None:
        reply = self.client.call("PATCH", self.path, body, {"Prefer": "return=minimal"})
        if reply.status != 204:
            raise SystemExit(f"an update was answered with {reply.status}")

    def update(self) -> None:
        self.count += 1
        self.sent[self.count] = time.monotonic()
        self.send(f'{{"completedUnitCount":{self.count}}}')

    def fill(self) -> None:
        """Sends events too large for the buffers of readers that do not read."""
        for number in range(8):
            self.send(f'{{"localizedAdditionalDescription":"{str(number) * 4_000}"}}')
            self.crowd.turn(time.monotonic() + 0.2)
        self.send('{"localizedAdditionalDescription":null}')

    def run(self, rate: float, seconds: float) -> list[float]:
        """Updates at that rate; returns the delays from before each update is sent until each reader has it."""
        self.delays = []
        start = time.monotonic()
        for number in range(int(rate * seconds)):
            self.crowd.turn(start + number / rate)
            self.update()
        self.crowd.turn(time.monotonic() + 0.2)
        return self.delays


def stalled_readers(program, count: int, seconds: int, say) -> list[Figure]:
    with service(program, "--stream-rate", STREAM_RATE) as server:
        pid = server.pid
        updates = Updates(server)
        updates.watch(HEALTHY)
        updates.run(UPDATES_PER_SECOND, 1)
        say("fairness: healthy readers alone")
        alone = load(server, updates, seconds)
        resident, before = resident_bytes(pid), descriptors(pid)

        say(f"fairness: {count} readers that stall")
        crowd = stalled(server.port, updates.events, count)
        updates.crowd.wait(lambda: server.metric("progressd_streams") == count + HEALTHY, 20)
        updates.fill()
        start = time.monotonic()
        skipped = server.metric("progressd_readers_skipped_total")
        updates.update()
        updates.crowd.turn(time.monotonic() + 0.1)
        behind = server.metric("progressd_readers_skipped_total") - skipped
        crowded = load(server, updates, min(seconds, STALL_SECONDS - 10))
        cost = (resident_bytes(pid) - resident) / count
        kernel = sorted(queue_bytes(server.port))
        held = descriptors(pid) - before

        say("fairness: until they are cut off")
        cut = {}
        while len(cut) < 2 and time.monotonic() < start + STALL_SECONDS + 30:
            updates.update()
            updates.crowd.turn(time.monotonic() + 0.1)
            left = descriptors(pid) - before
            for name, limit in ("first", held - 1), ("last", 0):
                if left <= limit:
                    cut.setdefault(name, time.monotonic())
        back = None
        while "last" in cut and back is None and time.monotonic() < cut["last"] + 30:
            updates.crowd.turn(time.monotonic() + 0.1)
            if resident_bytes(pid) <= resident * 1.1 + (4 << 20):
                back = time.monotonic() - cut["last"]
        lost = (resident_bytes(pid) - resident) / count
        for stream in crowd:
            stream.close()
        updates.crowd.close()
    never = 1e9
    first, last = (cut.get(name, never) - start for name in ("first", "last"))
    return [
        Figure(f"{count:,} stalled readers: those that are behind", f"{behind:,}", value=behind, target=(">=", count)),
        Figure(f"p99 of {HEALTHY} healthy readers, {UPDATES_PER_SECOND} updates/s (alone)",
               milliseconds(crowded, 0.99), milliseconds(alone, 0.99), value=percentile(crowded.delays, 0.99),
               target=("<=", 25), unit=" ms"),
        Figure("… events that they got, of all updates (alone)", f"{crowded.share:.0%}", f"{alone.share:.0%}"),
        Figure("… cores that the service used more than alone", f"{crowded.cores:.2f}", f"{alone.cores:.2f}",
               value=crowded.cores - alone.cores, target=("<=", 0.5)),
        Figure("a stalled reader in the process", f"{cost / 1024:.1f} KiB", value=cost / 1024, target=("<=", 16),
               unit=" KiB"),
        Figure("… in the kernel (the worst)", f"{median(kernel) / 1024:.1f} KiB ({kernel[-1] / 1024:.1f} KiB)",
               value=kernel[-1] / 1024, target=("<=", 32), unit=" KiB"),
        Figure("… first and last cut off after its last byte", f"{first:.1f} s, {last:.1f} s", value=last,
               target=("<=", STALL_SECONDS + 3), unit=" s"),
        Figure("… memory back then (what is left a reader)",
               f"{'never' if back is None else f'{back:.1f} s'} ({lost / 1024:.2f} KiB)",
               value=never if back is None else back, target=("<=", BACK_SECONDS), unit=" s"),
    ]


class Load:
    def __init__(self, delays: list[float], cores: float, updates: int):
        self.delays, self.cores = delays, cores
        self.share = len(delays) / updates / HEALTHY


def load(server: Service, updates: Updates, seconds: float) -> Load:
    start, before, count = time.monotonic(), server.cpu_seconds(), updates.count
    delays = updates.run(UPDATES_PER_SECOND, seconds)
    cores = (server.cpu_seconds() - before) / (time.monotonic() - start)
    return Load(delays, cores, updates.count - count)


def milliseconds(load: Load, share: float) -> str:
    return f"{percentile(load.delays, share):.1f} ms"


def flood(program, seconds: int) -> Figure:
    """Measures updates of a node while sixty-four clients update another one as fast as they can."""
    with service(program) as server:
        updates = Updates(server)
        flooded = Updates(server, updates.crowd)
        updates.watch(1)
        flooded.watch(1)
        updates.run(5, 1)
        wrk = subprocess.Popen(
            ["wrk", "-t1", "-c64", f"-d{seconds}s", "-s", str(BENCHMARKS / "lua/post.lua"),
             f"http://127.0.0.1:{server.port}{flooded.path}/completed-units"], stdout=subprocess.PIPE, text=True)
        try:
            delays = updates.run(5, seconds - 0.5)
        finally:
            wrk.communicate(timeout=30)
        updates.crowd.close()
    return Figure("worst delay of a node's stream while another node is flooded (median)",
                  f"{max(delays) * 1e3:.1f} ms ({median(delays) * 1e3:.1f} ms)", value=max(delays) / TICK,
                  target=("<=", 1), unit=" tick")


def reconnects(program, count: int) -> list[Figure]:
    """Lets all readers vanish, something happen, and all come back at once."""
    with service(program) as server:
        updates = Updates(server)
        updates.watch(count)
        updates.crowd.wait(lambda: len(updates.newest) == count, 20)
        found = []
        for name in "without", "with":
            last_ids = tuple(stream.last_id if name == "with" else "" for stream in updates.newest)
            for stream in list(updates.crowd.streams):
                updates.crowd.remove(stream, abruptly=True)
            updates.newest.clear()
            updates.update()
            start = time.monotonic()
            updates.watch(count, last_ids)
            updates.crowd.wait(
                lambda: sum(seen == updates.count for seen in updates.newest.values()) == count, 30)
            took = time.monotonic() - start
            found.append(Figure(f"{count:,} readers reconnect at once {name} Last-Event-ID: all served",
                                f"{took:.2f} s", value=took, target=("<=", 2), unit=" s"))
        updates.crowd.close()
    return found


def vanished(program, count: int) -> Figure:
    """Lets half of the readers vanish silently, of a node that is updated and of one that is not."""
    with service(program) as server:
        updates = Updates(server)
        still = Updates(server, updates.crowd)
        updates.watch(count // 2)
        still.watch(count // 2)
        updates.crowd.wait(lambda: len(updates.newest) + len(still.newest) == count, 20)
        lost = list(updates.newest)[::2] + list(still.newest)[::2]
        for stream in lost:
            stream.become_deaf()
        start = time.monotonic()
        while server.metric("progressd_streams") > count - len(lost) and time.monotonic() < start + 60:
            updates.update()
            updates.crowd.turn(time.monotonic() + 0.2)
        took = time.monotonic() - start
        left = server.metric("progressd_streams")
        updates.crowd.close()
    return Figure(f"{len(lost)} readers vanish silently: all noticed (streams left of {count - len(lost)})",
                  f"{took:.1f} s ({left})", value=took if left == count - len(lost) else 1e9,
                  target=("<=", HEARTBEAT), unit=" s")
