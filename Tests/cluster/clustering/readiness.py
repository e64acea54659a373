"""What replicas say of themselves to whoever routes requests to them, while something is wrong."""

import threading

from support.client import NoReply


class Readiness:
    """Asks every replica for `/readyz` and `/readyz/writes`, five times a second."""

    def __init__(self, replicas):
        self.replicas = list(replicas)
        #: By name: the replies of `/readyz` that were not 200, and what `/readyz/writes` said when it was 503.
        self.unready = {each.name: [] for each in self.replicas}
        self.refusals = {each.name: [] for each in self.replicas}
        self.asked = 0
        self.ended = threading.Event()
        self.threads = [threading.Thread(target=self.ask, args=(each,)) for each in self.replicas]

    def __enter__(self):
        for each in self.threads:
            each.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        for each in self.threads:
            each.join()

    def ask(self, replica):
        while not self.ended.wait(0.2):
            try:
                ready, writes = (replica.call("GET", path, patience=2) for path in ("/readyz", "/readyz/writes"))
            except NoReply as error:
                self.unready[replica.name].append(str(error))
                continue
            self.asked += 1
            if ready.status != 200:
                self.unready[replica.name].append(f"{ready.status} {ready.body[:200]}")
            if writes.status == 503:
                self.refusals[replica.name].append(writes.json.get("detail", ""))
