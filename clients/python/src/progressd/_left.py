"""
Why a generator was closed: by an exception in the loop over it, or in good order.

Inside the generator both are a `GeneratorExit`. What tells them apart is the frame that let go of it: a frame that unwinds
stands at the instruction that raised, and has left a traceback; one that leaves a loop stands at an instruction that drops
what the loop was over.
"""

import gc
import itertools
import opcode
import sys
from types import FrameType, TracebackType
from typing import Any, Iterator, Optional, Set, Tuple

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

    `may_be_exit`: it may come from `sys.exit()`, which leaves in good order.
    """

    def __init__(self, trace: Optional[TracebackType]) -> None:
        super().__init__("The loop was left by an exception.")
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        self.may_be_exit = trace is not None and _calls_without_failure(trace)


class Unseen(Exception):
    """
    A function in C let go of the generator, as `any` does in good order, and `list` over a `map` where something was
    raised. No exception was found, but one without a line of Python, as of `int`, is not to be found either.
    """


def in_flight(closing: Optional[BaseException]) -> Optional[BaseException]:
    """
    The exception that closed the generator in which `closing`, a `GeneratorExit`, was raised; None where it was left in
    good order, and `Unseen` where that cannot be told.
    """
    trace = closing.__traceback__ if closing is not None else None
    return _left_at(trace.tb_frame.f_back if trace is not None else None)


def dropped() -> Optional[BaseException]:
    """The same for an object whose `__del__` is running."""
    frame = _frame_of_del()
    error = _left_at(frame.f_back if frame is not None else None)
    return None if isinstance(error, Unseen) else error


def is_dropped() -> bool:
    """Whether a `__del__` is running."""
    return _frame_of_del() is not None


def _frame_of_del() -> Optional[FrameType]:
    frame: Optional[FrameType] = sys._getframe(2)
    while frame is not None and frame.f_code.co_name != "__del__":
        frame = frame.f_back
    return frame


def _left_at(frame: Optional[FrameType]) -> Optional[BaseException]:
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
        return name, _raised_below(frame) or Unseen()
    youngest = traces[-1] if traces else None
    for error in gc.get_referrers(youngest) if youngest is not None else ():
        if isinstance(error, BaseException) and error.__traceback__ is youngest:
            return name, error
    return name, _only_untraced() or Unknown(youngest)


def _raised_below(frame: FrameType) -> Optional[BaseException]:
    """Raised by a function that C called for that frame, as `map` does: its own frame still says who called it."""
    running = _running()
    for callee in gc.get_referrers(frame):
        if not isinstance(callee, FrameType) or id(callee) in running or callee.f_back is not frame:
            continue
        for trace in gc.get_referrers(callee):
            if isinstance(trace, TracebackType) and trace.tb_frame is callee:
                error = _on_its_way(trace)
                if error is not None:
                    return error
    return None


def _on_its_way(trace: TracebackType) -> Optional[BaseException]:
    """The exception of that traceback; None if it was caught: it left one more frame, or an object refers to it."""
    error = None
    for holder in gc.get_referrers(trace):
        if isinstance(holder, TracebackType) and holder.tb_next is trace:
            return None
        if isinstance(holder, BaseException) and holder.__traceback__ is trace:
            error = holder
    if error is None:
        return _only_untraced() or Unknown(trace)
    running = _running()
    return None if any(id(one) not in running for one in gc.get_referrers(error)) else error


def _running() -> Set[int]:
    """The frames of this thread, each by its `id`."""
    found = set()
    frame: Optional[FrameType] = sys._getframe(1)
    while frame is not None:
        found.add(id(frame))
        frame = frame.f_back
    return found


def _calls_without_failure(trace: TracebackType) -> bool:
    """Whether it was raised by a call in C that may be `sys.exit()`, `sys.exit(0)` or `sys.exit(None)`."""
    import dis

    before = None
    for one in dis.get_instructions(trace.tb_frame.f_code):
        if one.offset == trace.tb_lasti:
            is_call = one.opname.startswith(("CALL", "PRECALL"))
            is_plain = before is not None and before.opname == "LOAD_CONST" and before.argval in (None, 0)
            return is_call and (one.arg == 0 or (one.arg == 1 and is_plain))
        if one.opname != "PRECALL":
            before = one
    return False


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


def _young_objects() -> Iterator[Any]:
    """Oldest first. Not one list: that would have itself among the youngest, and keep all of them."""
    older = gc.get_objects(generation=1)
    return itertools.chain(older, gc.get_objects(generation=0))
