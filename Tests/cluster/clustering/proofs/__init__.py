"""The tests of a cluster, C1 to C23: each takes a `Proof` and how often or how long, and returns its numbers."""

from .contract import contract
from .copies import copies
from .damage import damage
from .failover import asynchronous, cut_short, failover
from .hangs import hangs
from .histories import histories
from .kills import clocks, kills
from .million import million
from .model import model
from .partitions import partitions
from .pauses import pauses
from .plain import plain
from .refusals import refusals
from .rolling import rolling
from .soak import soak
from .tokens import tokens
from .troubles import troubles
from .twice import emptied, lost_claims
from .versions import versions

#: By name: the test; its rounds or seconds in the short form, or 0; and those in the full form.
PROOFS = {
    "C1": (contract, 1, 1),
    "C2": (kills, 6, 200),
    "C3": (rolling, 4, 100),
    "C4": (failover, 3, 9),
    "C5": (asynchronous, 1, 3),
    "C6": (partitions, 45, 600),
    "C7": (pauses, 0, 3),
    "C8": (clocks, 0, 20),
    "C9": (cut_short, 4, 20),
    "C10": (refusals, 0, 1),
    "C11": (damage, 200, 300),
    "C12": (million, 0, 1),
    "C13": (histories, 0, 1000),
    "C14": (model, 1, 1),
    "C15": (soak, 0, 3600),
    "C16": (plain, 1, 1),
    "C17": (lost_claims, 1, 3),
    "C18": (emptied, 1, 3),
    "C19": (copies, 1, 3),
    "C20": (versions, 1, 5),
    "C21": (tokens, 2, 20),
    "C22": (hangs, 1, 20),
    "C23": (troubles, 1, 5),
}
#: Tests whose amount is in seconds.
TIMED = {"C6", "C15"}
