"""A response that is read within a time, and up to a size."""

import io
import time
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Optional

#: Seconds that the thread that sends waits for the service. The work never waits for it.
TIMEOUT = 2.0
#: Bytes of a reply: what sends more is not the service, and must not fill the memory of the work.
LONGEST = 8 * 2**20


class Response(HTTPResponse):
    """One that comes byte by byte would else be waited for without end."""

    def __init__(self, connection: Any, **more: Any) -> None:
        super().__init__(_Received(connection, time.monotonic() + TIMEOUT), **more)  # type: ignore[arg-type]

    def content(self) -> bytes:
        """All of it. Raises `HTTPException`."""
        content = self.read(LONGEST + 1)
        if len(content) > LONGEST:
            raise HTTPException(f"a reply of more than {LONGEST:,} bytes")
        if self.length:
            raise IncompleteRead(content, self.length)
        return content


class _Received(io.RawIOBase):
    """Reads a socket until a deadline."""

    def __init__(self, connection: Any, until: float) -> None:
        self._connection, self._until = connection, until
        self._received = connection.makefile("rb", buffering=0)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        self._connection.settimeout(left)
        return self._received.readinto(buffer)  # type: ignore[no-any-return]

    def close(self) -> None:
        self._received.close()
        super().close()
