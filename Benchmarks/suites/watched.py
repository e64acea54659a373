"""POST completed-units while streams are open: idle ones of another progress, and ones of the progress itself."""

from contextlib import ExitStack
from statistics import median

from harness import service
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.quiet import undisturbed
from harness.readers import Readers, most_streams
from suites.requests import CLIENTS_CORE, SERVERS_CORE

IDLE, WATCHING = 10_000, 1_000


def measure(plan: Plan) -> list[Figure]:
    """Measures three services on one core, only one of which has something to do at a time."""
    idle_count = most_streams(IDLE)
    loads: dict[str, list[Load]] = {}
    with ExitStack() as stack:
        cases = {name: service.start(stack, plan.service, SERVERS_CORE, *service.STREAMS)
                 for name in ("none", "idle", "watching")}
        # The idle streams watch a different progress from the one that is written to.
        elsewhere = service.create(cases["idle"]) + "/events"
        readers = [
            stack.enter_context(Readers(plan.reader, cases["idle"].port, CLIENTS_CORE, elsewhere)),
            stack.enter_context(Readers(plan.reader, cases["watching"].port, CLIENTS_CORE,
                                        cases["watching"].events)),
        ]
        for reader, count in zip(readers, (idle_count, WATCHING)):
            reader.open(count)
        for case in cases.values():
            post(case, case.updates, 64, 1, CLIENTS_CORE)
        for number in range(plan.rounds):
            plan.say(f"requests beside streams: round {number + 1} of {plan.rounds}")
            for name in plan.in_turns(number, list(cases)):
                plan.patience.wait()
                bystanders = readers + [case for other, case in cases.items() if other != name]
                load = post(cases[name], cases[name].updates, 64, plan.seconds, CLIENTS_CORE, bystanders=bystanders)
                loads.setdefault(name, []).append(load)
        sent = readers[1].tell("stats")["progress"]
    if not sent:
        raise SystemExit("the streams that watch got no event")
    return [
        against(f"updates/s with {idle_count:,} idle streams, against none", loads, "idle",
                target=(">=", 0.9), lenient=(">=", 0.6)),
        against(f"updates/s with {WATCHING:,} streams on the same progress, against none", loads, "watching",
                # If others take most of the core, the events of each second take most of the rest.
                target=(">=", 0.6), lenient=(">=", 0.1)),
        Figure("… errors and time-outs", f"{errors(loads)}", value=errors(loads),
               target=("<=", 0), lenient=("<=", 0)),
        calmness(loads),
    ]


def errors(loads: dict[str, list[Load]]) -> int:
    return sum(load.errors for case in loads.values() for load in case)


def against(what: str, loads: dict[str, list[Load]], name: str, **targets) -> Figure:
    pairs = undisturbed(list(zip(loads[name], loads["none"])))
    ours, theirs = (median(pair[side].requests_per_second for pair in pairs) for side in (0, 1))
    ratio = median(quotient(one.requests_per_second, other.requests_per_second) for one, other in pairs)
    return Figure(what, f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ratio, **targets)
