"""Readers that watch while others report: a change that they see before it is safe counts as shown, too."""

import threading

from kit.service import TOKEN
from support.client import Client, NoReply
from support.events import EventStream


def watch_events(port, ledger):
    before = {}
    try:
        for event in EventStream(port, "/v1/events?descendants=true", token=TOKEN):
            if "version" in event.data:
                ledger.check_order(before, event.data)
                ledger.note(event.data)
    except NoReply:
        pass


def watch_tags(port, ledger):
    """Tags of single nodes only: a whole tree is not one instant, and two replies that began together may differ."""
    client = Client(port, TOKEN)
    try:
        while True:
            for root in client.call("GET", "/v1/progress?limit=20").json["items"]:
                for path in (f"/v1/progress/{root['id']}", f"/v1/progress/{root['id']}/tree?depth=0"):
                    reply = client.call("GET", path)
                    if reply.status == 200:
                        ledger.note_tag(reply.headers["ETag"], {**reply.json, "expiresAt": None})
    except NoReply:
        client.close()


def start_watchers(port, ledger):
    threads = [threading.Thread(target=each, args=(port, ledger), daemon=True) for each in (watch_events, watch_tags)]
    for each in threads:
        each.start()
    return threads
