"""Waiting for what comes, by looking again and again."""

import time


def until(condition, what, seconds=20):
    """Gives the condition's value when it holds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come to hold in {seconds} s")
