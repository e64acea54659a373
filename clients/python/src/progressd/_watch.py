"""Watching: the newest state of a progress, whenever it changes."""

import json
import time
from http.client import HTTPException
from typing import Any, Dict, Iterator, Optional
from urllib.parse import quote

from ._connection import Connection
from ._settings import Settings
from ._snapshot import Snapshot, lead

#: A stream is never silent that long: a comment comes every 15 seconds.
SILENCE = 45.0


class NotFound(LookupError):
    """The service knows no such progress."""


class Refused(Exception):
    """The service will not show this, or what answered is no progressd; `status` is its answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def watch(progress: str, *, url: Optional[str] = None, token: Optional[str] = None) -> Iterator[Snapshot]:
    """
    Yields what the progress shows, a dictionary as in the API, now and after each change, until it has ended or is gone.
    `time_remaining()` of each counts its time left down until the next.

    A lost connection is taken up where it broke, for as long as it takes. `progress` is a name or an id. Raises
    `NotFound`; `PermissionError` for 401 and 403; `Refused` for other answers that will not change.
    """
    settings = Settings.from_environment()
    settings = settings._replace(url=url or settings.url, token=token or settings.token)
    connection = Connection(settings.url, settings.token)
    shown: Dict[str, Dict[str, Any]] = {}
    last = ""
    pause = 0.5
    while True:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": last} if last else {})}
        try:
            stream = connection.open(SILENCE)
            stream.request("GET", connection.path(f"/v1/progress/{quote(progress, safe=':')}/events"), headers=connection.headers(headers))
            reply = stream.getresponse()
            if reply.status == 204:
                return
            _check(progress, settings.place, reply)
            if reply.status == 200:
                pause = 0.5
                ahead = lead(reply.getheader("Date"))
                for name, last, data in _events(reply, last):
                    if name == "end":
                        return
                    changed = _merge(shown, name, data)
                    if changed is not None:
                        yield Snapshot(changed, ahead)
        except (OSError, HTTPException, ValueError) as error:
            if isinstance(error, PermissionError):
                raise
        time.sleep(pause)
        pause = min(pause * 2, 10.0)


def _check(progress: str, place: str, reply: Any) -> None:
    """Raises for what will not change. Outages, as 502 to 504 of a proxy, are waited out."""
    status, kind = reply.status, (reply.getheader("Content-Type") or "").partition(";")[0].strip().lower()
    if status == 404:
        raise NotFound(progress)
    if status in (401, 403):
        raise PermissionError(f"{status}: {progress} needs a token that may read it")
    if status == 200 and kind != "text/event-stream":
        raise Refused(status, f"{place} is no progressd: it answers with {kind or 'something'}, not with a stream of events")
    if status < 500 and status not in (200, 408, 429):
        raise Refused(status, f"{status} for {progress}: {reply.read(1_000).decode('utf-8', 'replace')}")


def _merge(shown: Dict[str, Dict[str, Any]], name: str, data: Dict[str, Any]) -> Optional[Dict[str, Any]]:
    if name == "reset":
        shown.clear()
    elif name == "removed":
        shown.pop(data["id"], None)
    elif name in ("snapshot", "progress", "state"):
        data.pop("reason", None)
        shown[data["id"]] = {**shown.get(data["id"], {}), **data}
        return dict(shown[data["id"]])
    return None


def _events(reply: Any, last: str) -> Iterator[Any]:
    name, data = "", ""
    for raw in iter(reply.readline, b""):
        line = raw.decode().rstrip("\r\n")
        if not line:
            if data:
                yield name or "message", last, json.loads(data)
            name, data = "", ""
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data += line[5:].strip()
        elif line.startswith("id:"):
            last = line[3:].strip()
