"""One kept HTTP connection to the service."""

# Sockets import it at the first connection. That would be on the thread that sends, and a fork meanwhile would leave
# the child with an import that never ends.
import encodings.idna  # noqa: F401
import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Dict, Mapping, NamedTuple, Optional

from ._response import TIMEOUT, Response
from ._settings import Address, secret


class Unreachable(Exception):
    """
    No reply came, or none that can be read.

    `may_be_done`: the service may have done what was asked. `is_closed`: the connection had been kept, and was closed
    meanwhile. `has_answered`: something answered, but not as the service does.
    """

    def __init__(
        self, text: str, may_be_done: bool = False, is_closed: bool = False, has_answered: bool = False
    ) -> None:
        super().__init__(text)
        self.may_be_done, self.is_closed, self.has_answered = may_be_done, is_closed, has_answered


class Reply(NamedTuple):
    """A status, headers in lower case, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Connection:
    """Not for several threads."""

    def __init__(self, url: str, token: Optional[str]) -> None:
        address = Address.parsed(url)
        self._kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        self._address = (address.host.strip("[]"), address.port)
        self._prefix = address.prefix
        self._token = secret("PROGRESSD_TOKEN", token)
        self._connection: Optional[HTTPConnection] = None

    def open(self, timeout: float = TIMEOUT) -> HTTPConnection:
        """A connection that is not kept: for streams."""
        return self._kind(*self._address, timeout=timeout)

    def headers(self, more: Mapping[str, str]) -> Dict[str, str]:
        headers = dict(more)
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers

    def path(self, path: str) -> str:
        return self._prefix + path

    def authorize(self, token: str) -> None:
        """From now on with this token."""
        self._token = token

    def send(self, method: str, path: str, body: bytes, headers: Mapping[str, str], is_safe: bool = True) -> Reply:
        """
        One request. What was sent on a kept connection that turns out to be closed is sent once more, if that is safe.

        Raises `Unreachable`.
        """
        was_kept = self._connection is not None
        try:
            return self._exchange(method, path, body, headers)
        except (OSError, HTTPException) as error:
            was_reached = self._connection is not None
            self.close()
            is_closed = was_kept and not isinstance(error, TimeoutError) and "timed out" not in str(error)
            if not is_closed or not is_safe:
                raise Unreachable(str(error) or type(error).__name__, was_reached, is_closed) from error
        try:
            return self._exchange(method, path, body, headers)
        except (OSError, HTTPException) as error:
            was_reached = self._connection is not None
            self.close()
            raise Unreachable(str(error) or type(error).__name__, was_reached) from error

    def _exchange(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Reply:
        if self._connection is None:
            connection = self.open()
            connection.connect()
            connection.response_class = Response
            self._connection = connection
        self._connection.sock.settimeout(TIMEOUT)
        try:
            self._connection.request(method, self.path(path), body, self.headers(headers))
        except (BrokenPipeError, ConnectionResetError):
            # A body that is too large is answered before all of it was read.
            pass
        reply = self._connection.getresponse()
        assert isinstance(reply, Response)
        content = reply.content()
        if self._connection.sock is None:
            # It asked to be closed.
            self._connection = None
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, content)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
