"""Lines on standard error. They change nothing for the work, also where standard error has lost its reader."""

import contextlib
import io
import os
import signal
import sys
from typing import Iterator


def say(line: str) -> None:
    """
    Writes the line, or drops it.

    Past the buffer of the stream: what stays in one that cannot be written makes Python end with the status 120.
    """
    stream = sys.stderr
    if stream is None:
        return
    with contextlib.suppress(Exception), without_sigpipe():
        if type(stream) is not io.TextIOWrapper:
            # A notebook's, or one that keeps what is written.
            print(line, file=stream)
            return
        stream.flush()
        left = f"{line}\n".encode(stream.encoding, "backslashreplace")
        while left:
            left = left[os.write(stream.fileno(), left):]


@contextlib.contextmanager
def without_sigpipe() -> Iterator[None]:
    """In a program that wants to die of SIGPIPE, as many do for `| head`, a write of ours is no reason to."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        if signal.SIGPIPE not in before:
            if signal.SIGPIPE in signal.sigpending():
                signal.sigwait({signal.SIGPIPE})
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGPIPE})
