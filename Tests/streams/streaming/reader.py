"""A subscriber that reads, stalls, is cut off and reconnects, and keeps a copy made from its events."""

import asyncio
import contextlib
import socket

from support.connection import Unchunker, head
from support.events import EventParser
from support.mirror import Mirror

#: Seconds between two tries to connect while the service starts again.
PAUSE = 0.02
#: The buffer of a narrow reader: small enough that it falls behind a few events after it stalls.
RECEIVE_BUFFER = 4096
#: How many events a reader remembers.
MEMORY = 400


class Moment:
    """An event's id, and the copy right after it."""

    def __init__(self, id, nodes, text):
        self.id, self.nodes, self.text = id, nodes, text
        #: The next event had a lower id, so this one may have promised too much.
        self.is_doubtful = False


class Reader:
    """Runs as a task until it is closed or its stream ends for good."""

    def __init__(self, target, world, moment=None, is_narrow=False):
        self.target, self.world, self.is_narrow = target, world, is_narrow
        self.mirror = Mirror(target.descendants, dict(zip(target.texts, target.ids)), moment and moment.nodes)
        self.last_id = moment and moment.id
        self.moments, self.log, self.told = [], [], []
        self.is_flowing, self.may_connect = asyncio.Event(), asyncio.Event()
        self.is_flowing.set()
        self.may_connect.set()
        self.is_open = self.has_ended = self.is_closed = False
        self.cut_after = self.synced = None
        self.changed_at = world.now()
        self.socket = None
        self.task = asyncio.create_task(self._run())

    @property
    def is_steady(self):
        """Whether it keeps up, and so must be told everything."""
        return self.is_open and self.is_flowing.is_set() and self.cut_after is None and not self.is_narrow

    @property
    def last_moment(self):
        return Moment(self.last_id, self.mirror.nodes, f"its end at {self.last_id}")

    def note(self, text):
        self.log.append(text)
        del self.log[:-60]

    def complain(self, text):
        self.world.complain(text, self)

    def stall(self):
        self.note("-- stops reading")
        self.is_flowing.clear()

    def proceed(self):
        """Reads again, and reconnects if it was cut."""
        if not self.is_flowing.is_set():
            self.note("-- reads again")
        self.cut_after = None
        self.is_flowing.set()
        self.may_connect.set()

    def cut(self):
        """Disconnects it until `proceed`."""
        self.may_connect.clear()
        self.is_flowing.set()
        self._disconnect()

    def go_back(self, moment):
        """While it is away: makes it reconnect with the copy of that moment."""
        self.note(f"-- forgets what came after {moment.text}")
        self.last_id = moment.id
        self.mirror.begin(moment.nodes)

    async def close(self):
        self.is_closed = True
        self.task.cancel()
        self._disconnect()
        await asyncio.gather(self.task, return_exceptions=True)

    def _disconnect(self):
        self.is_open = False
        if self.socket:
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_RDWR)

    async def _run(self):
        try:
            while not self.has_ended:
                await self.may_connect.wait()
                await self._read()
        except asyncio.CancelledError:
            raise
        except Exception as error:  # A fault of the harness must not pass in silence.
            self.complain(f"harness: {error!r}")
            raise

    async def _read(self):
        """Serves one connection, from its head to its end."""
        loop, start = asyncio.get_running_loop(), self.world.start_count
        with socket.socket() as self.socket:
            self.socket.setblocking(False)
            if self.is_narrow:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
            try:
                await loop.sock_connect(self.socket, ("127.0.0.1", self.world.port))
                await loop.sock_sendall(self.socket, self._request())
                await self._hear_all(loop)
            except OSError:
                pass
            finally:
                self.is_open = False
                self.socket, connected = None, self.socket
            connected.close()
        if self.has_ended or self.is_closed or not self.may_connect.is_set():
            return
        if self.world.is_up and start == self.world.start_count:
            self.complain("stream: closed without `end`")
            self.has_ended = True
        await asyncio.sleep(PAUSE)

    def _request(self):
        headers = {"Accept": "text/event-stream"}
        if self.last_id:
            headers["Last-Event-ID"] = self.last_id
            self.mirror.begin(self.mirror.nodes)
        else:
            self.mirror.begin()
        self.synced = None
        self.note(f"-- connects, after {self.last_id}")
        return head("GET", self.target.path, headers)

    async def _hear_all(self, loop):
        chunks, parser, text = Unchunker(), EventParser(), b""
        while b"\r\n\r\n" not in text:
            piece = await loop.sock_recv(self.socket, 65_536)
            if not piece:
                return
            text += piece
        answer, rest = text.split(b"\r\n\r\n", 1)
        if not self._begin(int(answer.split()[1]), rest):
            return
        while True:
            for event in parser.feed(chunks.feed(rest)):
                self._hear(event)
                if not self.may_connect.is_set() or self.has_ended:
                    return
            if chunks.is_over:
                return
            await self.is_flowing.wait()
            rest = await loop.sock_recv(self.socket, 65_536)
            if not rest:
                return

    def _begin(self, status, text):
        self.changed_at = self.world.now()
        self.is_open = status == 200
        if status == 200:
            return True
        self.has_ended = True
        self.note(f"-- is answered {status}")
        if status == 204 and self.last_id and self.target.is_by_id:
            self.complain_of_working()
        elif not (status == 404 and not self.last_id and self.target.is_by_id):
            self.complain(f"stream: answered {status}: {text[:200]}")
        return False

    def complain_of_working(self):
        for text in self.mirror.hear_nothing_more():
            self.complain(text)

    def _hear(self, event):
        self.changed_at = self.world.now()
        self.note(str(event))
        problems = self.mirror.hear(event.name, event.data)
        self.world.note_event(event, self)
        self.last_id = event.id
        self.told.append(event)
        self.moments.append(Moment(event.id, dict(self.mirror.nodes), str(event)))
        del self.moments[:-MEMORY]
        for problem in problems:
            self.complain(problem)
        if event.name == "synced":
            self.synced = dict(self.mirror.nodes)
        if event.name == "end":
            self.has_ended = True
        if self.cut_after is not None:
            self.cut_after -= 1
            if self.cut_after <= 0:
                self.cut_after = None
                self.note("-- is cut")
                self.cut()
