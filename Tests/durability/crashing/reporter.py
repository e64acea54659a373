"""A client that reports without end, alone on its trees, and never says more than it knows."""

import json
import threading
import time

from kit.service import TOKEN
from support.client import NDJSON, Client, NoReply

from .operation import Journal


class Reporter(threading.Thread):
    """Runs until the service is gone. Every breach of the contract until then is a complaint."""

    def __init__(self, choice, model, port, ledger):
        super().__init__(name=choice.name, daemon=True)
        self.client = Client(port, TOKEN)
        self.ledger = ledger
        self.journal = Journal(model)
        self.model = model.copy()
        self.choice = choice
        choice.model = self.model
        self.complaints = []
        self.stopping = threading.Event()

    def run(self):
        try:
            while not self.stopping.is_set() and not self.complaints:
                operations = self.choice.next()
                if len(operations) == 1:
                    self.send(operations[0])
                else:
                    self.send_batch(operations)
        except NoReply:
            pass
        finally:
            self.client.close()

    def send(self, operation):
        self.begin([operation])
        reply = self.call(operation.method, operation.path, operation.body, operation.headers)
        self.end(operation, reply.status, reply.json)

    def send_batch(self, operations):
        self.begin(operations)
        text = "\n".join(json.dumps(each.line) for each in operations).encode()
        reply = self.call("POST", "/v1/batch", text, NDJSON)
        lines = reply.lines if reply.status == 200 else []
        if len(lines) != len(operations):
            self.complaints.append(f"a batch was answered {reply}")
            return
        for operation, line in zip(operations, lines):
            self.end(operation, line["status"], line.get("body"))

    def call(self, *request):
        """Sends a request; a reply about a bad disk counts as none: both leave the outcome of a write unknown."""
        reply = self.client.call(*request)
        if reply.status in (503, 507) and b"/problems/storage-" in reply.body:
            raise NoReply(reply)
        return reply

    def begin(self, operations):
        now = time.monotonic()
        for each in operations:
            each.sent = now
        self.journal.operations += operations

    def end(self, operation, status, body):
        operation.replied, operation.reply = time.monotonic(), body
        if status not in operation.expected:
            self.complaints.append(f"{operation.method} {operation.path} {operation.body} was answered {status} {body}")
            return
        operation.change(self.model)
        self.choice.learn(operation)
        if body and "version" in body:
            self.ledger.note(body)
            self.compare(operation.node, body)

    def compare(self, name, body):
        node = self.model.nodes.get(name)
        if node and (node.completed, node.total) != (body["completedUnitCount"], body["totalUnitCount"]):
            self.complaints.append(f"{name} is {node.completed}/{node.total}, and was answered as {body}")
