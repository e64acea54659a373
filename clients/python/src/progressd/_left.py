"""
Why a generator was closed: by an exception in the loop over it, or in good order.

Inside the generator both are a `GeneratorExit`. What tells them apart is the frame that let go of it: a frame that unwinds
stands at the instruction that raised, and has left a traceback; one that leaves a loop stands at an instruction that drops
what the loop was over.
"""

import gc
import opcode
from types import FrameType, TracebackType
from typing import Any, List, Optional, Tuple

#: Instructions that only let go of values. What is closed at them is closed in good order.
DROPS = frozenset((
    "POP_TOP", "POP_ITER", "END_FOR", "RETURN_VALUE", "RETURN_CONST", "STORE_FAST", "STORE_NAME", "STORE_GLOBAL",
    "STORE_DEREF", "DELETE_FAST", "DELETE_NAME", "DELETE_GLOBAL", "DELETE_DEREF", "STORE_FAST_LOAD_FAST",
    "STORE_FAST_STORE_FAST", "STORE_FAST_MAYBE_NULL", "POP_BLOCK", "JUMP_ABSOLUTE", "JUMP_FORWARD", "NOP",
    "JUMP_BACKWARD", "LOAD_CONST", "SWAP", "ROT_TWO",
))
#: Instructions that only raise.
RAISES = frozenset(("RAISE_VARARGS", "RERAISE", "END_FINALLY", "END_ASYNC_FOR", "CLEANUP_THROW"))
#: Where a generator stands that another one is closed in: it may be closed itself.
YIELDS = frozenset(("YIELD_VALUE", "RESUME", "YIELD_FROM", "SEND"))


class Unknown(Exception):
    """
    An exception that cannot be seen: before Python 3.12 it belongs to no object that Python can find.

    `may_be_exit`: a call in C raised it, perhaps `sys.exit()`.
    """

    def __init__(self, trace: Optional[TracebackType]) -> None:
        super().__init__("The loop was left by an exception.")
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        name = _instruction(trace.tb_frame, trace.tb_lasti) if trace is not None else ""
        self.may_be_exit = name.startswith(("CALL", "PRECALL"))


def in_flight(closing: Optional[BaseException]) -> Optional[BaseException]:
    """
    The exception that closed the generator in which `closing`, a `GeneratorExit`, was raised; None where it was left in
    good order.
    """
    trace = closing.__traceback__ if closing is not None else None
    frame = trace.tb_frame.f_back if trace is not None else None
    while frame is not None:
        name, error = _raised_in(frame)
        if error is None:
            return None
        if not isinstance(error, GeneratorExit) and not (isinstance(error, Unknown) and name in YIELDS):
            return error
        # A generator around ours was closed. By what?
        frame = frame.f_back
    return None


def _raised_in(frame: FrameType) -> Tuple[str, Optional[BaseException]]:
    """At what the frame stands, and what leaves it."""
    name = _instruction(frame, frame.f_lasti)
    if name == "POP_EXCEPT" or (name.startswith("STORE_") and _instruction(frame, frame.f_lasti - 4) == "POP_EXCEPT"):
        # An exception that was caught goes, and with it the frame that held the generator in a variable.
        return name, Unknown(None)
    if name in DROPS:
        return name, None
    is_again = name in RAISES
    # By what refers to the frame, and not by age: a collection may come between, and makes what was just raised old.
    traces = [
        one
        for one in gc.get_referrers(frame)
        if isinstance(one, TracebackType) and (is_again or one.tb_lasti == frame.f_lasti)
    ]
    if len(traces) > 1:
        ages = {id(one): age for age, one in enumerate(_young_objects())}
        traces.sort(key=lambda one: ages.get(id(one), -1))
    if not traces and not is_again:
        return name, None
    youngest = traces[-1] if traces else None
    for error in gc.get_referrers(youngest) if youngest is not None else ():
        if isinstance(error, BaseException) and error.__traceback__ is youngest:
            return name, error
    return name, _only_untraced() or Unknown(youngest)


def _instruction(frame: FrameType, at: int) -> str:
    code = frame.f_code.co_code
    return opcode.opname[code[at]] if 0 <= at < len(code) else ""


def _only_untraced() -> Optional[BaseException]:
    """
    Before Python 3.12 an exception gets its traceback when it is caught. Where one alone of the young ones has none, it is
    that.
    """
    usual = (GeneratorExit, StopIteration, StopAsyncIteration)
    found = [
        one
        for one in _young_objects()
        if isinstance(one, BaseException) and one.__traceback__ is None and not isinstance(one, usual)
    ]
    return found[0] if len(found) == 1 else None


def _young_objects() -> List[Any]:
    """Oldest first."""
    return [*gc.get_objects(generation=1), *gc.get_objects(generation=0)]
