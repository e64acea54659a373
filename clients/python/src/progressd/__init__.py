"""
Report progress to progressd, and watch it.

    for row in progressd.track(rows, "Importing"):
        ...

Reporting never breaks, delays or outlives the work. `PROGRESSD_URL` names the service.
"""

from ._auto import auto
from ._control import Cancelled
from ._progress import Progress, track
from ._reporter import flush
from ._snapshot import Snapshot
from ._watch import NotFound, Refused, watch

__all__ = ["Cancelled", "NotFound", "Progress", "Refused", "Snapshot", "auto", "flush", "track", "watch"]
