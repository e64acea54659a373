"""Who looks on while others report: what they see before a change is safe counts as shown, too."""

import json
import threading

from kit.client import Client, Events, NoReply


def without_expiry(node):
    node.pop("expiresAt", None)
    for child in node.get("children", ()):
        without_expiry(child)
    return node


def watch_events(port, ledger):
    before = {}
    try:
        for node in Events(port, "/v1/events?descendants=true").nodes():
            ledger.check_order(before, node)
            ledger.note(node)
    except OSError:
        pass


def watch_trees(port, ledger):
    client = Client(port)
    try:
        while True:
            for root in client.call("GET", "/v1/progress?limit=20").json["items"]:
                reply = client.call("GET", f"/v1/progress/{root['id']}/tree")
                if reply.status == 200:
                    ledger.note_tag(reply.headers["ETag"], hash(json.dumps(without_expiry(reply.json))))
    except NoReply:
        client.close()


def start_watchers(port, ledger):
    threads = [threading.Thread(target=each, args=(port, ledger), daemon=True) for each in (watch_events, watch_trees)]
    for each in threads:
        each.start()
    return threads
