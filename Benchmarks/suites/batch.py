"""Many updates in one request, against one update a request."""

import json
import pathlib
from contextlib import ExitStack
from statistics import median

from harness import peers, service
from harness.figures import Figure, calmness, quotient
from harness.load import Load, post
from harness.plan import Plan
from harness.quiet import undisturbed
from suites.requests import CLIENTS_CORE, SERVERS_CORE
from support.client import NDJSON

LINES, BATCH_CLIENTS, CLIENTS = 1_000, 8, 64
#: Replies whose lines have a snapshot or none: the preference of the lines, and the factor over single updates.
FORMS = {"full replies": ("", 4), "`return=minimal`": ("return=minimal", 8)}


def measure(plan: Plan) -> list[Figure]:
    loads: dict[tuple[str, bool], list[Load]] = {}
    with ExitStack() as stack:
        ours = service.start(stack, plan.service, SERVERS_CORE)
        bodies = {form: write_body(ours, prefer, peers.folder(stack)) for form, (prefer, _) in FORMS.items()}

        def run(form: str, is_batch: bool) -> Load:
            if is_batch:
                return post(ours, "/v1/batch", BATCH_CLIENTS, plan.seconds, CLIENTS_CORE, body=bodies[form])
            return post(ours, ours.updates, CLIENTS, plan.seconds, CLIENTS_CORE, FORMS[form][0])

        cases = [(form, is_batch) for form in FORMS for is_batch in (True, False)]
        for number in range(plan.rounds):
            plan.say(f"batch: round {number + 1} of {plan.rounds}")
            for case in plan.in_turns(number, cases):
                plan.patience.wait()
                loads.setdefault(case, []).append(run(*case))
    return [figure(form, loads[form, True], loads[form, False]) for form in FORMS] + [calmness(loads)]


def write_body(ours: service.Measured, prefer: str, folder: pathlib.Path) -> pathlib.Path:
    """A file of lines, each an update; all have to be accepted."""
    line = {"method": "POST", "path": ours.updates, "body": {"count": 1}}
    if prefer:
        line["headers"] = {"Prefer": prefer}
    file = folder / "batch"
    file.write_text((json.dumps(line) + "\n") * LINES)
    reply = ours.call("POST", "/v1/batch", file.read_bytes(), NDJSON)
    statuses = {line["status"] for line in reply.lines}
    if reply.status != 200 or statuses != {204 if prefer else 200} or len(reply.lines) != LINES:
        raise SystemExit(f"the service answered a batch with {reply.status} and, in its lines, {statuses}")
    return file


def figure(form: str, batches: list[Load], singles: list[Load]) -> Figure:
    pairs = undisturbed(list(zip(batches, singles)))
    ours = median(batch.requests_per_second * LINES for batch, _ in pairs)
    theirs = median(single.requests_per_second for _, single in pairs)
    ratio = median(quotient(batch.requests_per_second * LINES, single.requests_per_second) for batch, single in pairs)
    errors = sum(load.errors for load in batches)
    return Figure(
        f"updates/s, {LINES:,} a request against one, {form}" + (f" ({errors} errors)" if errors else ""),
        f"{ours:,.0f}/s", f"{theirs:,.0f}/s", ratio, target=(">=", FORMS[form][1]), lenient=(">=", 3))
