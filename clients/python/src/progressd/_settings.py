"""The environment's settings: where the service is, and who we are there."""

import os
import re
from typing import Dict, NamedTuple, Optional

#: Rounds of one process in a second, at most.
REQUESTS_A_SECOND = 4
#: Seconds without a word after which a progress counts as stalled.
LEASE_SECONDS = 60.0
#: Rule 18 of docs/reporting.md: scheme, host, port and prefix.
ADDRESS = re.compile(
    r"(?:(https?)://)?(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([0-9]{1,5}))?((?:/[a-z0-9._~!$&'()*+,;=:%-]*)*)", re.IGNORECASE
)


def shown(url: str) -> str:
    """
    An address as a message may have it: without a user and a password, and without a query, which may have a token.

    Where it is not clear what of it is a password, only its scheme.
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        scheme, rest = "", url
    authority, *others = re.split(r"([/?#])", rest, maxsplit=1)
    behind = "".join(others)
    if "@" in behind:
        return f"{scheme}{mark}…"
    return f"{scheme}{mark}{authority.rpartition('@')[2]}{re.split('[?#]', behind, maxsplit=1)[0]}"


class Address(NamedTuple):
    """Where the service is: `http` or `https`, a host, a port where one was given, and a prefix without a slash at its end."""

    scheme: str
    host: str
    port: Optional[int]
    prefix: str

    @classmethod
    def parsed(cls, text: str) -> "Address":
        """Raises `ValueError`, which shows neither user information nor a query."""
        found = ADDRESS.fullmatch(text.strip())
        port = int(found[3]) if found and found[3] else None
        if found is None or port == 0 or (port or 0) > 65_535:
            expected = "expected http://host:port, without user, password or query"
            raise ValueError(f"invalid PROGRESSD_URL {shown(text.strip())!r}: {expected}")
        scheme = (found[1] or "http").lower()
        usual = 443 if scheme == "https" else 80
        return cls(scheme, found[2].lower(), None if port == usual else port, found[4].rstrip("/"))

    def __str__(self) -> str:
        port = "" if self.port is None else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{self.prefix}"


def secret(name: str, text: Optional[str]) -> Optional[str]:
    """A token as a header can carry it, or None. Raises `ValueError`, which does not show it."""
    token = (text or "").strip()
    if not re.fullmatch(r"[\x21-\x7e]*", token):
        raise ValueError(f"{name} has characters that no header can carry")
    return token or None


class Settings(NamedTuple):
    """Where to report to, with what token, and labels for every root."""

    url: str
    token: Optional[str]
    reservation: Optional[str]
    labels: Dict[str, str]

    @classmethod
    def from_environment(cls) -> "Settings":
        """`PROGRESSD_URL`, `PROGRESSD_TOKEN`, `PROGRESSD_RESERVATION`, and `PROGRESSD_LABELS` as `key=value,key=value`."""
        pairs = (pair.partition("=") for pair in os.environ.get("PROGRESSD_LABELS", "").split(","))
        return cls(
            os.environ.get("PROGRESSD_URL", "").strip() or "http://127.0.0.1:8080",
            os.environ.get("PROGRESSD_TOKEN") or None,
            os.environ.get("PROGRESSD_RESERVATION") or None,
            {key.strip(): value.strip() for key, _, value in pairs if key.strip()},
        )

    @property
    def place(self) -> str:
        """The service, for messages."""
        try:
            return str(Address.parsed(self.url))
        except ValueError:
            return shown(self.url)
