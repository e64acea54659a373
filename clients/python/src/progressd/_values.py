"""Values of members as they are kept and sent."""

import json
import math
from typing import Any

#: Bytes of UTF-8 that the service takes as a text.
TEXT = 4_096
#: Levels that are kept of what is nested deeply; the service takes twice as many.
DEPTH = 32


def kept(value: Any) -> Any:
    """
    A value that can be sent: a copy, so that the caller may change what was given. Never raises.

    Texts are cut, and integers brought into 64 bits.

    What is no JSON becomes a text; what cannot even become one is null.
    """
    if value is None:
        return value
    if isinstance(value, int):
        return max(-(2**63), min(2**63 - 1, value))
    if isinstance(value, str):
        return cut(value)
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=str))
    except Exception:
        pass
    try:
        return json.loads(json.dumps(_plain(value)))
    except Exception:
        return None


def cut(text: str, most: int = TEXT) -> str:
    """The beginning of the text, at most that many bytes of UTF-8."""
    if 4 * len(text) <= most:
        return text
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")


def _plain(value: Any, depth: int = 0) -> Any:
    if isinstance(value, dict) and depth < DEPTH:
        return {_text(key): _plain(one, depth + 1) for key, one in value.items()}
    if isinstance(value, (list, tuple)) and depth < DEPTH:
        return [_plain(one, depth + 1) for one in value]
    if value is None or isinstance(value, (int, str)) or isinstance(value, float) and math.isfinite(value):
        return value
    return _text(value)


def _text(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return f"<{type(value).__name__}>"
