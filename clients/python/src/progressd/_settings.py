"""What the environment says: where the service is, and who we are there."""

import os
import re
from typing import Dict, NamedTuple, Optional

#: Requests that one process sends in a second, at most.
REQUESTS_A_SECOND = 4
#: Seconds without a word after which a progress counts as stalled.
LEASE_SECONDS = 60.0


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
            os.environ.get("PROGRESSD_URL") or "http://127.0.0.1:8080",
            os.environ.get("PROGRESSD_TOKEN") or None,
            os.environ.get("PROGRESSD_RESERVATION") or None,
            {key.strip(): value.strip() for key, _, value in pairs if key.strip()},
        )

    @property
    def place(self) -> str:
        """The service, for messages."""
        return shown(self.url).rstrip("/")
