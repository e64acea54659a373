"""A service, its reporter with the model, and its readers."""

import asyncio
import json
import time

from support.client import NDJSON, NoReply
from support.connection import Connection
from support.mirror import has_ended

from .complaint import Complaint
from .ledger import Ledger
from .model import Model
from .promise import check_promises
from .reader import Reader
from .reporter import Reporter
from .request import compare
from .truth import Truth, flat

#: Seconds that a reply may take.
REPLY_SECONDS = 10
#: Seconds without an event after which a wrong copy counts as a fault.
PATIENCE = 5.0
#: Like `PATIENCE`, but while events keep coming.
MOST_PATIENCE = 20.0


class World:
    def __init__(self, service, random, features, crowd):
        self.service, self.random, self.features, self.crowd = service, random, features, crowd
        self.model, self.ledger = Model(), Ledger()
        self.reporter = Reporter(self.model, random)
        self.readers, self.complaints, self.requests = [], [], []
        self.names, self.last_truth = {}, None
        self.start_count, self.is_up, self.connection = 0, False, None
        self.event_count = self.request_count = self.resume_count = self.decrease_count = 0
        self.last_decrease = None

    now = staticmethod(time.monotonic)

    @property
    def port(self):
        return self.service.port

    @property
    def ids(self):
        return {name: id for id, name in self.names.items()}

    # The service

    async def start(self):
        self.service.start()
        self.connection = await Connection.open(self.port, REPLY_SECONDS)
        self.start_count += 1
        self.is_up = True
        self.requests.append("-- the service starts")

    async def restart(self, is_killed):
        """Call this only when every request has its reply."""
        self.is_up = False
        self.connection.close()
        if is_killed:
            self.service.kill()
        elif await asyncio.to_thread(self.service.stop) != 0:
            self.complain("service: it did not exit with 0 after SIGTERM")
        await self.start()

    async def close(self):
        await asyncio.gather(*(reader.close() for reader in self.readers))
        if self.connection:
            self.connection.close()
        self.service.close()

    # Complaints

    def complain(self, text, reader=None):
        self.complaints.append(Complaint(text, reader, self.requests))

    def note_event(self, event, reader):
        self.event_count += 1
        data = event.data
        if "version" in data:
            if "name" in data:
                # It may have been renamed since; then a reply has said so.
                self.names.setdefault(data["id"], data["name"])
            for difference in self.ledger.note(data, reader.target.locale):
                self.complain(f"version: {data['id'][:8]} at {data['version']}: {difference}", reader)
        if reader.last_id:
            (epoch, sequence), (last_epoch, last) = event.epoch_and_sequence, self.parse(reader.last_id)
            if epoch == last_epoch and sequence < last:
                self.decrease_count += 1
                if reader.moments:
                    reader.moments[-1].is_doubtful = True
                self.last_decrease = f"{reader.target}: {event} after {reader.last_id}"

    @staticmethod
    def parse(id):
        epoch, _, sequence = id.partition("-")
        return epoch, int(sequence)

    # The reporter

    async def send(self, *requests, is_batch=False):
        """Sends requests pipelined, or as one batch, and checks the replies."""
        self.requests += [f"{'| ' if is_batch else ''}{each}" for each in requests]
        self.request_count += len(requests)
        try:
            await (self._send_batch if is_batch else self._send_ahead)(requests)
        except NoReply as error:
            self.complain(f"reply: none came: {error}")
            raise

    async def _send_ahead(self, requests):
        for each in requests:
            self.connection.send(each.method, each.path, each.body)
        for each in requests:
            reply = await self.connection.receive()
            self._check(each, reply.status, reply.headers, reply.json)

    async def _send_batch(self, requests):
        text = b"\n".join(json.dumps(each.line).encode() for each in requests)
        lines = (await self.connection.call("POST", "/v1/batch", text, NDJSON)).lines
        for each, line in zip(requests, lines, strict=True):
            headers = {name.lower(): value for name, value in line["headers"].items()}
            self._check(each, line["status"], headers, line.get("body"))

    def _check(self, request, status, headers, body):
        if body and "version" in body:
            self.names[body["id"]] = body["name"]
            for difference in self.ledger.note(body, "en"):
                self.complain(f"version: {body['name']} at {body['version']}: {difference}")
        for difference in request.differences(status, headers, body, self.names):
            self.complain(f"reply: to {request}: {difference}")

    # The readers

    def open(self, target, is_narrow=False):
        self.reporter.asked.update(target.texts)
        reader = Reader(target, self, is_narrow=is_narrow)
        self.readers.append(reader)
        return reader

    async def connected(self):
        """Waits until every reader has the head of its reply."""
        await self._until(lambda: all(reader.is_open or reader.has_ended for reader in self.readers), 5)

    async def _until(self, condition, seconds):
        deadline = self.now() + seconds
        while not condition():
            if self.now() > deadline:
                return False
            await asyncio.sleep(0.003)
        return True

    async def settle(self, expected=None):
        """Waits until every copy equals GET, and compares GET with the model. Returns what GET shows.

        `expected` holds for each reader the (event, id) pairs that it must have been told by then.
        """
        for reader in self.readers:
            reader.proceed()
        begin = self.now()
        while True:
            truth = await self.fetch()
            if await self._until(lambda: not self._unsettled(truth, expected), 0.3):
                break
            last = max([begin, *(reader.changed_at for reader in self._unsettled(truth, expected))])
            if self.now() > min(last + PATIENCE, begin + MOST_PATIENCE):
                truth = await self.fetch()
                await self._give_up(truth, expected)
                break
        self._check_gone(truth)
        await self._drop_ended(truth)
        return truth

    async def fetch(self, readers=None):
        """Fetches the views of these readers, or of all open ones, and compares with the model."""
        views = {reader.target.view for reader in (self.readers if readers is None else readers)}
        truth, trees = await Truth.fetch(self.connection, views)
        self.last_truth = truth
        for id, node in truth.nodes.items():
            self.names[id] = node["name"]
        self._check_model(truth, trees)
        return truth

    def _check_model(self, truth, trees):
        shown = {node["name"]: node for node in truth.nodes.values()}
        if shown.keys() != self.model.nodes.keys():
            self.complain(f"model: GET and the model differ in {shown.keys() ^ self.model.nodes.keys()}")
            return
        in_trees = {node["name"]: node for tree in trees for node in flat(tree)}
        for name, node in self.model.nodes.items():
            for source, nodes in (("GET", shown), ("the tree", in_trees)):
                for difference in compare(node.shown(), nodes[name], self.names):
                    self.complain(f"model: {name} by {source}: {difference}")
            children = [child["name"] for child in in_trees[name]["children"]]
            if children != [child.key for child in node.children]:
                self.complain(f"model: the children of {name} are {children}")
        for (locale, _), nodes in truth.views.items():
            for node in nodes.values():
                for difference in self.ledger.note(node, locale):
                    self.complain(f"version: {node['name']} at {node['version']}, by GET: {difference}")

    def _unsettled(self, truth, expected):
        return [reader for reader in self.readers if self._difference(reader, truth, expected)]

    def _difference(self, reader, truth, expected):
        difference = None if reader.has_ended else truth.difference(reader)
        if difference:
            return f"copy: {difference}"
        if not reader.is_open and not reader.has_ended:
            return "stream: it does not reconnect"
        told = {(event.name, event.node) for event in reader.told}
        missing = (expected or {}).get(reader, set()) - told
        if missing:
            return "told: not " + ", ".join(f"{name} of {self.names.get(id)} {id}" for name, id in missing)
        if reader.target.is_by_id and not reader.has_ended and self._is_over(reader, truth):
            return "stream: no `end` although all has ended"
        return None

    @staticmethod
    def _is_over(reader, truth):
        nodes = truth.views[reader.target.view]
        return all(has_ended(nodes[id]) for id in reader.target.selected(nodes))

    async def _give_up(self, truth, expected):
        for reader in self._unsettled(truth, expected):
            self.complain(self._difference(reader, truth, expected), reader)
            await self.drop(reader)

    def _check_gone(self, truth):
        for reader in self.readers:
            for id in reader.mirror.gone & truth.nodes.keys():
                self.complain(f"rule: {id} was `removed` without a reason, and lives", reader)
            reader.mirror.gone.clear()

    async def drop(self, reader):
        self.readers.remove(reader)
        await reader.close()

    async def _drop_ended(self, truth):
        """Changes after `end` reach a reader when it reconnects; 204 means that there were none."""
        ended = [reader for reader in self.readers if reader.has_ended]
        for reader in ended:
            await self.drop(reader)
        await check_promises(self, [(reader, reader.last_moment) for reader in ended if reader.last_id], truth)

    async def check_promises(self, readers, limit=None):
        """Reconnects after each event of these readers, or after `limit` of them and all doubtful ones."""
        moments = [(reader, moment) for reader in readers for moment in reader.moments]
        if limit is not None and len(moments) > limit:
            doubtful = [each for each in moments if each[1].is_doubtful]
            moments = doubtful + self.random.sample(moments, limit)
        await check_promises(self, moments, await self.fetch(readers))
