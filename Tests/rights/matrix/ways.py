"""The ways in which a call is made: a request, a line of a batch, a tool of an agent. Each gives statuses."""

import json

from support.client import NDJSON, Connection, encoded

from .calls import TOOLS, VIEWER, WRONG

#: Other things that a path may name.
OTHERS = {"{token}": "00000000-0000-4000-8000-00000000beef", "{grantID}": "00000000-0000-4000-8000-00000000feed",
          "{slug}": "not-found"}


def target(call, place, by_name, query=""):
    path = call.path
    if place:
        path = path.replace("{id}", place.name if by_name else place.id).replace("{runID}", place.id)
    for name, value in OTHERS.items():
        path = path.replace(name, value)
    return path + ("?" + query if query else "")


class Requests:
    """A kept connection; only the head of a stream is read."""

    def __init__(self, port):
        self.connection = Connection(port)

    def status(self, credential, call, place, by_name):
        return self.send(call.method, target(call, place, by_name, credential.query), call.body,
                         {**call.headers, **credential.headers})[0]

    def send(self, method, path, body, headers):
        data = encoded(body)
        kind = {} if data is None else {"Content-Type": "application/json"}
        try:
            self.connection.request(method, path, data, {**kind, **headers})
        except (BrokenPipeError, ConnectionResetError):
            pass  # It was refused by its head.
        reply = self.connection.getresponse()
        if (reply.headers["Content-Type"] or "").startswith("text/event-stream"):
            self.connection.close()
            return reply.status, b""
        return reply.status, reply.read()


def lines(requests, credential, cases, of_viewer):
    """The statuses of all cases as lines of one batch: sent with the credential, or with it in each line of a viewer's
    batch."""
    inner = credential.headers if of_viewer else {}
    sent = b""
    for call, place, by_name in cases:
        line = {"method": call.method, "path": target(call, place, by_name), "headers": {**call.headers, **inner}}
        if call.body is not None:
            line["body"] = call.body
        sent += json.dumps(line).encode() + b"\n"
    outer = of_viewer or credential.headers
    # A grant in the address of a line is not read.
    path = "/v1/batch" + (f"?{credential.query}" if credential.query and not of_viewer else "")
    status, body = requests.send("POST", path, sent, {**NDJSON, **outer})
    if status != 200:
        return status, []
    return status, [json.loads(line)["status"] for line in body.splitlines()]


def tool(requests, credential, name, place, by_name):
    """The status of the call that a tool becomes; that of the request if no tool is called."""
    node = place and (place.name if by_name else place.id)
    arguments = {"list_progress": {}, "create_progress": {"parentID": node, "pendingUnitCount": 1, **WRONG},
                 "report_progress": {"id": node, "completedUnitCount": "x"}}.get(name, {"id": node})
    if name in ("watch_progress", "wait_progress"):
        arguments["seconds"] = 0
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    path = "/mcp" + (f"?{credential.query}" if credential.query else "")
    status, body = requests.send("POST", path, message, {"Accept": "application/json", **credential.headers})
    if status != 200:
        return status
    result = json.loads(body)["result"]
    return result["structuredContent"]["status"] if result.get("isError") else 200


def unknown_tools(requests, headers):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    _, body = requests.send("POST", "/mcp", message, headers)
    told = {each["name"] for each in json.loads(body)["result"]["tools"]}
    return sorted(told ^ set(TOOLS))


def may_send(credential):
    """Whether a whole batch, or a message of an agent, is let in."""
    return credential.role >= VIEWER and not credential.only_reads
