"""Values of members as they are kept and sent."""

import json
import math
import re
from typing import Any, Dict, List, Optional, Tuple

#: Bytes of UTF-8 that the service takes as a text.
TEXT = 4_096
#: Levels that are kept of what is nested deeply; the service takes twice as many.
DEPTH = 32
#: Values of a member that are kept; the service takes 64 KiB.
MOST = 32_768
#: A sum of fractions may miss a whole number by its rounding, but not by more.
ROUNDING = 1e-6
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def is_name(name: str) -> bool:
    """Whether the service takes it: an id is none."""
    return bool(NAME.fullmatch(name)) and not ID.fullmatch(name)


def bounded(number: int) -> int:
    """An integer of 64 bits."""
    return max(-(2**63), min(2**63 - 1, number))


def total_count(value: Any) -> int:
    """-1 if unknown: None, infinite, or no number."""
    count = _whole(value)
    return -1 if count is None or _is_infinite(value) else count


def whole_count(value: Any) -> Optional[int]:
    """None for what is no number."""
    return _whole(value)


def split(value: Any, rest: float) -> Tuple[int, float]:
    """Whole units of `value` and the rest of those before it, and what is left of a fraction."""
    if isinstance(value, int) and not rest:
        return bounded(value), 0.0
    if _whole(value) is None or _is_infinite(value):
        return _whole(value) or 0, rest
    units = float(value) + rest
    if abs(units) >= 2**53:
        return bounded(int(value)), rest
    whole = int(units + math.copysign(ROUNDING, units))
    return whole, units - whole


def is_fraction(value: Any) -> bool:
    return value is not None and not isinstance(value, int) and math.isfinite(value) and value % 1 != 0


def scaled(value: Any, scale: int) -> int:
    """A count on the wire, of one in fractions; -1 if it is unknown or no number."""
    if value is None or not math.isfinite(value):
        return -1
    if scale == 1 and not is_fraction(value):
        return int(max(-(2**62), min(2**62, value)))
    return int(max(-(2**62), min(2**62, round(float(value) * scale))))


def how_far(done: Any, total: Any, unit: str = "") -> str:
    """`12.5 of 20 s`; the count alone where the total is unknown."""
    of_total = f" of {_amount(total)}" if total and math.isfinite(total) else ""
    return f"{_amount(done)}{of_total} {unit}".rstrip()


def _amount(value: Any) -> str:
    """With four digits, two decimals at least, and no more of them than are sent."""
    number = float(value)
    if not math.isfinite(number) or abs(number) >= 2**53:
        return f"{number:,.6g}"
    digits = math.floor(math.log10(abs(number))) if number else 0
    text = f"{number:,.{min(6, max(2, 3 - digits))}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _is_infinite(value: Any) -> bool:
    try:
        return math.isinf(value)
    except (TypeError, ValueError, OverflowError):
        return False


def _whole(value: Any) -> Optional[int]:
    if isinstance(value, int):
        return bounded(int(value))
    try:
        return bounded(int(value))
    except OverflowError:
        return 2**63 - 1 if value > 0 else -(2**63)
    except Exception:
        return None


def kept(value: Any) -> Any:
    """
    A value that can be sent: a copy, so that the caller may change what was given. Never raises.

    Texts are cut, and integers brought into 64 bits.

    A value that is not JSON becomes text; null if even that fails.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return bounded(int(value))
    if isinstance(value, str):
        return cut(value)
    try:
        if _has_at_most(MOST, value):
            return json.loads(json.dumps(value, allow_nan=False, default=str))
    except Exception:
        pass
    try:
        return json.loads(json.dumps(_plain(value, [MOST])))
    except Exception:
        return None


def _has_at_most(most: int, value: Any) -> bool:
    """Whether it has so many values: what several paths lead to counts for each of them."""
    left = [value]
    while left and most > 0:
        one = left.pop()
        most -= 1
        if isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, (list, tuple)):
            left.extend(one)
    return not left


def cut(words: str, most: int = TEXT) -> str:
    """The beginning of the text, at most that many bytes of UTF-8."""
    if 4 * len(words) <= most:
        return words
    return words.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")


def one_line(words: str, most: int = 400) -> str:
    """As a terminal may show it: what answers, and what the work gives, could hold control sequences."""
    return "".join(one if one.isprintable() else " " for one in words[:most]).strip()


def _plain(value: Any, room: List[int], depth: int = 0) -> Any:
    """`room`: for how many values."""
    room[0] -= 1
    if isinstance(value, (dict, list, tuple)):
        if depth == DEPTH or room[0] < 0:
            # Its text could be as long as all paths through it.
            return f"<{type(value).__name__}>"
        if isinstance(value, dict):
            return {text(key): _plain(one, room, depth + 1) for key, one in value.items()}
        return [_plain(one, room, depth + 1) for one in value]
    if value is None or isinstance(value, (int, str)) or isinstance(value, float) and math.isfinite(value):
        return value
    return text(value)


def text(value: Any) -> str:
    """It as text for people; never raises, and never is too long."""
    try:
        return cut(str(value))
    except Exception:
        return f"<{type(value).__name__}>"


def merged(older: Dict[str, Any], newer: Dict[str, Any]) -> Dict[str, Any]:
    """Members of two PATCHes in one: of objects both parts."""
    merged = {**older, **newer}
    for member, value in older.items():
        if isinstance(value, dict) and isinstance(newer.get(member), dict):
            merged[member] = {**value, **newer[member]}
    return merged
