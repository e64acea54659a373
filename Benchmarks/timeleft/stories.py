"""Writes to the service and their times: for one trace, perhaps after earlier runs of the same name."""

import json

from .runs import COARSE
from .traces import Trace

#: The minimum number of milliseconds between two runs of a name.
BETWEEN = 10_000


class Story:
    """Runs of one name, the last of which is looked at. Times count from the start of the first."""

    def __init__(self, name: str, trace: Trace, earlier: list[Trace]):
        self.name, self.trace = name, trace
        #: Times, and lines of a batch.
        self.acts: list[tuple[int, str]] = []
        self.start = 0
        for run in [*earlier, trace]:
            if self.acts:
                self.start = (self.acts[-1][0] + BETWEEN) // COARSE * COARSE
            self._tell(run)

    @property
    def looks(self) -> list[int]:
        return [self.start + at for at in self.trace.looks()]

    @property
    def look(self) -> str:
        return json.dumps({"method": "GET", "path": f"/v1/progress/{self.name}"})

    def _tell(self, run: Trace) -> None:
        acts = [(0, line("PUT", f"/v1/progress/{self.name}", self._body(run)))]
        for begin, end in run.pauses:
            acts += [(begin, line("POST", f"/v1/progress/{self.name}/pause")),
                     (end, line("POST", f"/v1/progress/{self.name}/resume"))]
        for at, leaf, units in run.writes:
            name = f"{self.name}.{leaf}" if run.pending else self.name
            acts.append((at, line("POST", f"/v1/progress/{name}/completed-units", {"count": units})))
        # At the same moment, a pause begins or ends before a write.
        self.acts += [(self.start + at, act) for at, act in sorted(acts, key=lambda act: act[0])]

    def _body(self, run: Trace) -> dict:
        kind = {"kind": "file", "fileOperationKind": "downloading"} if run.is_bytes else {}
        if not run.pending:
            return {"totalUnitCount": run.totals[0], "completedUnitCount": run.initial, **kind}
        children = [{"name": f"{self.name}.{leaf}", "pendingUnitCount": pending, "totalUnitCount": total, **kind}
                    for leaf, (pending, total) in enumerate(zip(run.pending, run.totals))]
        return {"totalUnitCount": sum(run.pending), "children": children}


def line(method: str, path: str, body: dict | None = None) -> str:
    content = {} if body is None else {"body": body}
    return json.dumps({"method": method, "path": path, **content, "headers": {"Prefer": "return=minimal"}})
