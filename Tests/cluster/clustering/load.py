"""All reporters and readers at once, in one separate thread, so that a test reads from top to bottom."""

import asyncio
import collections
import json
import random
import threading
import time

from support.client import NoReply
from support.waiting import until

from .caller import Caller, Unanswered
from .ledger import Ledger
from .readers import ParentReader, Reader, Waiter
from .replicas import PORT
from .reporters import Batch, Child, Controller, Creator, Family, Numbered, Plain
from .streams import StreamReader

#: The number of each; a test may give others.
CROWD = {Numbered: 8, Plain: 3, Batch: 2, Controller: 2, Creator: 1, Family: 1, Child: 2}


class Load:
    """Reporters and readers of these replicas, from `start` to `stop`. `front` has the addresses that clients use in place
    of the replicas' own, such as a proxy's."""

    def __init__(self, replicas, *, front=None, readers=None, crowd=CROWD, streams_each=1, more_streams=None, seed=1):
        self.replicas = replicas
        self.addresses = [(each.address, PORT) for each in replicas]
        self.front = front or self.addresses
        self.readers = readers or self.addresses
        self.crowd, self.random = crowd, random.Random(seed)
        self.streams_each, self.more_streams = streams_each, more_streams or (lambda _: [])
        #: The addresses of replicas that are cut off from the database: their reads may be old.
        self.may_be_stale = set()
        self.ledger = Ledger()
        self.counts = self.ledger.counts
        self.is_over, self.working = False, 0
        #: When writes were answered, and by whom.
        self.acknowledged = collections.deque(maxlen=200_000)
        self.reporters, self.streams = [], []
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    encode = staticmethod(lambda value: json.dumps(value, separators=(",", ":")))

    def caller(self, number):
        return Caller(self.front, self, first=number)

    def answered(self, method, path, reply, address):
        self.counts["writes"] += 1
        if reply.status < 300:
            self.acknowledged.append((time.monotonic(), address))

    async def moving(self):
        await self.may_move.wait()

    # Called in the thread of the test

    def wait_for(self, coroutine, seconds=120):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(seconds)

    def start(self):
        self.wait_for(self.begin())
        until(lambda: self.counts["writes"] >= 10 * len(self.reporters) and all(s.is_synced for s in self.streams),
              "the load", seconds=60)
        return self

    async def begin(self):
        self.may_move = asyncio.Event()
        self.may_move.set()
        for kind, count in self.crowd.items():
            self.reporters += [kind(self, number) for number in range(count)]
        self.tasks = [asyncio.create_task(self.guarded(each.run())) for each in self.reporters]
        await asyncio.sleep(0.3)
        paths = ["/v1/events?label=load:1&maxRate=4"] * self.streams_each
        self.streams += [StreamReader(self, [address], path) for address in self.addresses for path in paths]
        self.streams += self.more_streams(self)
        readers = [kind(self, address, self.random) for kind in (Reader, ParentReader) for address in self.readers]
        readers += [Waiter(self, number, f"numbered-{number}") for number in range(len(self.addresses))]
        readers = readers if self.crowd else []
        self.tasks += [asyncio.create_task(self.guarded(each.run())) for each in [*self.streams, *readers]]

    def begin_more(self, reporters):
        """Others than the crowd; returns their tasks."""
        async def start():
            return [asyncio.create_task(self.guarded(each.run())) for each in reporters]
        return self.wait_for(start())

    def end_some(self, tasks, reporters, seconds=60):
        """Lets these come to their end."""
        for each in reporters:
            each.is_over = True
        self.wait_for(asyncio.wait(tasks, timeout=seconds), seconds + 10)

    async def guarded(self, task):
        """Runs a task; one that fails is a fault, too."""
        try:
            await task
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.ledger.expect(False, f"a client gave up: {error!r}")

    def first_answer_after(self, moment, seconds=60):
        """When the first write was answered after this moment; waits for it."""
        def find():
            return next((at for at, _ in list(self.acknowledged) if at > moment), None)
        return until(find, "an answered write", seconds=seconds)

    def rest(self, seconds=60):
        """Lets the reporters end their current operations, and begin no others."""
        async def hold():
            self.may_move.clear()
        # No reporter begins a request once this has returned.
        self.wait_for(hold())
        until(lambda: self.working == 0, "rest", seconds=seconds)

    def settle(self, seconds=60):
        """Lets the reporters rest, compares all replicas and streams with the ledger, and lets them continue."""
        self.rest(seconds)
        try:
            self.wait_for(self.compare(), seconds=120)
        finally:
            self.loop.call_soon_threadsafe(self.may_move.set)

    async def compare(self):
        shown, lists = {}, {}
        for address in sorted(set(self.addresses)):
            caller, where = Caller([address], self), f"settled, at {address[0]}"
            try:
                shown[address] = await self.read_all(caller, where)
                lists = {label: await self.list_all(caller, label) for label in {each.label for each in self.streams}}
                for each in self.reporters:
                    if isinstance(each, Creator):
                        await each.settle(caller, where)
            except (Unanswered, NoReply) as error:
                self.ledger.expect(False, f"{where}: {error}")
            finally:
                caller.close()
        first, *others = shown.values()
        for other in others:
            for name, (tag, _) in first.items():
                self.ledger.expect(other[name][0] == tag, f"settled: {name} has the tags {tag} and {other[name][0]}")
        await self.compare_streams([snapshot for _, snapshot in first.values()], lists)

    async def read_all(self, caller, where):
        found = {}
        for account in self.ledger.accounts.values():
            reply, _ = await caller.call("GET", f"/v1/progress/{account.name}")
            if reply.status != 200:
                self.ledger.expect(False, f"{where}: {account.name} is {reply}")
                continue
            self.ledger.settled(account, reply.json, where)
            found[account.name] = reply.headers["etag"], reply.json
        return found

    async def list_all(self, caller, label):
        """The roots with this label; none without one."""
        items, cursor = [], "" if label else None
        while cursor is not None:
            reply, _ = await caller.call("GET", f"/v1/progress?label={label}&limit=500{cursor}")
            items += reply.json["items"]
            following = reply.json["nextCursor"]
            cursor = f"&cursor={following}" if following else None
        return items

    async def compare_streams(self, snapshots, lists, seconds=20):
        deadline = time.monotonic() + seconds
        for stream in self.streams:
            named = [snapshot for snapshot in snapshots if snapshot["name"] in stream.names]
            wanted = lists[stream.label] if stream.label else named
            while found := stream.flaw(wanted):
                if time.monotonic() > deadline:
                    self.ledger.expect(False, f"settled: the stream {found}")
                    break
                await asyncio.sleep(0.05)

    def stop(self):
        """Ends all reporters and readers."""
        self.is_over = True
        self.loop.call_soon_threadsafe(self.may_move.set)
        self.wait_for(self.end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()

    async def end(self):
        for each in self.streams:
            each.close()
        late = (await asyncio.wait(self.tasks, timeout=10))[1] if self.tasks else set()
        for each in late:
            each.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def forget(self):
        """Ignores all faults from now on: the database lost writes that it had acknowledged."""
        self.ledger.faults = collections.deque(maxlen=0)

    def faults(self):
        """The faults since the last call."""
        return self.ledger.take_faults()
