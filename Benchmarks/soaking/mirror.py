"""A reader that mirrors every tree from its stream; at the end, its trees have to equal those of the service."""

import json
import time

from support.crowd import Crowd, Stream
from support.mirror import Mirror


def run(port: int, begun, ended, results) -> None:
    """Puts its trees once all is over and nothing came for a second, or a sentence about a fault."""
    try:
        results.put(read(port, begun, ended))
    except (LookupError, OSError) as error:
        results.put(str(error))


def read(port: int, begun, ended) -> tuple[dict, int]:
    mirror, crowd = Mirror(descendants=True), Crowd()
    event_count, quiet_since = 0, time.monotonic()

    def hear(_: Stream, event: str, data: bytes) -> None:
        nonlocal event_count, quiet_since
        event_count += event != "synced"
        quiet_since = time.monotonic()
        for broken in mirror.hear(event, json.loads(data)):
            raise LookupError(f"{broken}: {event} {data.decode()}")

    stream = Stream(port, "/v1/events?descendants=true")
    crowd.add([stream], hear)
    while not (ended.is_set() and time.monotonic() - quiet_since > 1.5):
        crowd.turn(time.monotonic() + 0.2)
        if not stream.is_open:
            raise LookupError("the stream ended")
        if stream.is_answered:
            begun.set()
    crowd.close()
    return mirror.nodes, event_count
