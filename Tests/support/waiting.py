"""Waits by polling a condition, never by sleeping for a while."""

import time


def until(condition, what="the condition", seconds=60, pause=0.01):
    """Returns the value of the condition as soon as it is true."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come to hold in {seconds} s; at last it was {value!r}")
        time.sleep(pause)
