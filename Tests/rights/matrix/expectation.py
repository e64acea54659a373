"""The answer of docs/contract.md to a call by a given caller, worked out the slow and plain way.

An answer is a status, or `ALLOWED`: any status but 401 and 403.
"""

ALLOWED = "allowed"


def expected(credential, call, place, by_name):
    """For a call that names a node, of a place that is there or not, by its name or its id."""
    if call.role == 0:
        return ALLOWED
    if call.creates and credential.claims:
        # Whether the name is free is asked with the body.
        return ALLOWED
    if not credential.role:
        return 401
    if credential.only_reads and call.writes:
        return 403
    if credential.role < call.role:
        return 403
    if credential.inside is None or call.for_all:
        return ALLOWED
    if not call.is_of_node:
        return 403
    if place.name in credential.inside:
        return ALLOWED
    if not place.is_there and not by_name:
        return call.unknown
    return call.outside


def agrees(status, answer):
    return status not in (401, 403) if answer == ALLOWED else status == answer
