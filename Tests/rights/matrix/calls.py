"""The calls of the matrix: the right that each needs, and a request for it that changes nothing even if allowed."""

import re
import typing

from support.service import ROOT

VIEWER, REPORTER, OPERATOR = range(1, 4)
#: No ETag: a write that is allowed fails with 412.
PRECONDITION = {"If-Match": '"none"'}
#: A body that every create refuses, once the caller may make it.
WRONG = {"totalUnitCount": "x"}


class Call(typing.NamedTuple):
    method: str
    #: The path as openapi.yaml has it.
    path: str
    #: The least role; 0 if all callers may.
    role: int
    body: object = None
    headers: dict = {}
    #: Whether a right on a subtree may make it, too, where it names no node.
    for_all: bool = False
    #: Whether a line of a batch may make it.
    batches: bool = True
    #: The status for a place outside of a right's subtree, and for one that does not exist, named by its id.
    outside: int = 403
    unknown: int = 404
    creates: bool = False
    #: It takes names alone.
    is_by_name: bool = False

    @property
    def is_of_node(self):
        return "{id}" in self.path

    @property
    def operation(self):
        return self.method, self.path

    @property
    def writes(self):
        return self.method != "GET"


def node(method, word, role, body=None, **more):
    path = "/v1/progress/{id}" + (f"/{word}" if word else "")
    headers = PRECONDITION if method != "GET" else {}
    return Call(method, path, role, body, headers, **more)


ABSENT = "00000000-0000-4000-8000-00000000dead"

CALLS = [
    Call("GET", "/v1/progress", VIEWER),
    Call("POST", "/v1/progress", REPORTER, WRONG, creates=True),
    node("GET", "", VIEWER),
    Call("PUT", "/v1/progress/{id}", REPORTER, WRONG, creates=True, is_by_name=True),
    node("PATCH", "", REPORTER, {"kind": "x"}),
    node("DELETE", "", OPERATOR),
    node("GET", "tree", VIEWER),
    # A name outlives its runs: a caller that may see none of them learns no more than that.
    Call("GET", "/v1/progress/{id}/runs", VIEWER, outside=404),
    Call("DELETE", "/v1/progress/{id}/runs", OPERATOR, outside=404),
    Call("GET", "/v1/progress/{id}/runs/{runID}", VIEWER, outside=404),
    node("GET", "children", VIEWER),
    node("POST", "children", REPORTER, {**WRONG, "pendingUnitCount": 1}),
    node("POST", "completed-units", REPORTER, {"count": 1}),
    node("POST", "heartbeat", REPORTER),
    node("POST", "reservations", REPORTER, {"pendingUnitCount": 1}),
    Call("DELETE", "/v1/reservations/{token}", REPORTER, for_all=True),
    Call("GET", "/v1/reservations", OPERATOR, for_all=True, batches=False),
    node("POST", "grants", OPERATOR, {"role": "viewer"}, batches=False),
    Call("DELETE", "/v1/grants/{grantID}", OPERATOR, for_all=True, batches=False),
    Call("GET", "/v1/grants", OPERATOR, for_all=True, batches=False),
    Call("GET", "/v1/session", VIEWER, for_all=True, batches=False),
    Call("POST", "/v1/session", 0, {"tokens": 1}, batches=False),
    Call("DELETE", "/v1/session", 0, batches=False),
    node("POST", "cancel", OPERATOR),
    node("POST", "pause", OPERATOR),
    node("POST", "resume", OPERATOR),
    node("POST", "fail", REPORTER, {"message": "m"}),
    node("POST", "finish", REPORTER),
    Call("POST", "/v1/batch", VIEWER, "", {"Content-Type": "application/x-ndjson"}, for_all=True, batches=False),
    node("GET", "events", VIEWER, batches=False),
    Call("GET", "/v1/events", VIEWER, batches=False),
    Call("GET", "/healthz", 0, batches=False),
    Call("GET", "/readyz", 0, batches=False),
    Call("GET", "/readyz/writes", 0, batches=False),
    Call("GET", "/metrics", VIEWER, batches=False),
    Call("GET", "/openapi.yaml", 0, batches=False),
    Call("GET", "/openapi.json", 0, batches=False),
    Call("GET", "/docs", 0, batches=False),
    Call("GET", "/", 0, batches=False),
    Call("GET", "/progress/{id}", 0, batches=False),
    # A badge of a progress that is gone has no data; it is no secret that an id is gone.
    Call("GET", "/progress/{id}.svg", VIEWER, batches=False, unknown=200),
    Call("GET", "/progress/{id}.txt", VIEWER, batches=False),
    Call("GET", "/progress.txt", VIEWER, batches=False),
    Call("GET", "/problems/{slug}", 0, batches=False),
    Call("GET", "/problems", 0, batches=False),
    Call("GET", "/.well-known/api-catalog", 0, batches=False),
    Call("GET", "/v1", 0, batches=False),
]

#: The call that each tool of agents becomes.
TOOLS = {
    "list_progress": Call("GET", "/v1/progress", VIEWER),
    "get_progress": node("GET", "", VIEWER),
    "watch_progress": node("GET", "", VIEWER),
    "wait_progress": node("GET", "", VIEWER),
    "create_progress": node("POST", "children", REPORTER),
    "report_progress": node("PATCH", "", REPORTER),
    "cancel_progress": node("POST", "cancel", OPERATOR),
    "pause_progress": node("POST", "pause", OPERATOR),
    "resume_progress": node("POST", "resume", OPERATOR),
}


def documented(text=None):
    """The operations of openapi.yaml, read by its indentation, which `make lint` keeps."""
    text = text or (ROOT / "openapi.yaml").read_text()
    found, path = set(), None
    for line in text[text.index("\npaths:") : text.index("\ncomponents:")].splitlines():
        if match := re.fullmatch(r"  (/\S*):", line):
            path = match[1]
        elif match := re.fullmatch(r"    (get|put|post|patch|delete):", line):
            found.add((match[1].upper(), path))
    return found


def differences(text=None):
    """Calls that only the document has, and calls that only the matrix has."""
    made = {call.operation for call in CALLS}
    known = documented(text)
    return sorted(known - made), sorted(made - known)
