"""The writes that were sent and acknowledged, and the values that readers may be shown."""

import collections
import dataclasses
import datetime


@dataclasses.dataclass
class Floor:
    """The least that is certain at a moment: a read that begins later may show no less."""
    units: int = 0
    version: int = 0
    updated: str = ""
    control: int = 0


class Account:
    """One progress that one reporter writes to."""

    def __init__(self, name):
        self.name, self.floor, self.id = name, Floor(), None
        #: Units that were sent at all, and those in doubt for good: they may be counted or not.
        self.sent = self.doubtful = 0
        #: The number of the newest control call that was sent; odd ones pause, even ones resume.
        self.control_sent = 0
        #: The values that each version showed.
        self.shown = {}


class Ledger:
    """All accounts, and the faults. Used in one thread."""

    def __init__(self):
        self.accounts, self.faults, self.doubts = {}, [], []
        self.counts = collections.Counter()

    def account(self, name):
        return self.accounts.setdefault(name, Account(name))

    def expect(self, holds, otherwise):
        if not holds:
            self.faults.append(f"{otherwise} ({moment()})")

    def doubt(self, what):
        """A client was told that the outcome of its write is unknown."""
        self.doubts.append(f"{moment()} {what}")

    def acknowledge(self, account, units, snapshot, control=0):
        """A write was answered: `units` of this account, all those that were acknowledged, are safe."""
        floor = account.floor
        self.look(account, snapshot, Floor(units, floor.version, floor.updated, floor.control), "a write's reply")
        account.floor = Floor(max(floor.units, units), max(floor.version, snapshot["version"]),
                              max(floor.updated, snapshot["updatedAt"]), max(floor.control, control))

    def look(self, account, snapshot, floor, where):
        """A snapshot that was shown by a request that began when `floor` was certain."""
        units, version, updated = (snapshot[name] for name in ("completedUnitCount", "version", "updatedAt"))
        name = f"{where}: {account.name}"
        self.expect(floor.units <= units <= account.sent,
                    f"{name} shows {units} units; {floor.units} were acknowledged before, {account.sent} sent")
        self.expect(version >= floor.version, f"{name} shows version {version} after {floor.version}")
        self.expect(updated >= floor.updated, f"{name} was updated at {updated}, after {floor.updated}")
        control = control_number(snapshot)
        self.expect(floor.control <= control <= account.control_sent,
                    f"{name} shows control {control}; {floor.control} was acknowledged, {account.control_sent} sent")
        content = units, snapshot["isPaused"], control
        self.expect(account.shown.setdefault(version, content) == content,
                    f"{name} shows {content} as version {version}, which was {account.shown[version]}")

    def settled(self, account, snapshot, where):
        """Nothing is under way: the snapshot has to have all acknowledged units, and may have those in doubt."""
        floor, units = account.floor, snapshot["completedUnitCount"]
        self.look(account, snapshot, floor, where)
        self.expect(units <= floor.units + account.doubtful,
                    f"{where}: {account.name} shows {units} units in the end; {floor.units} were acknowledged, "
                    f"{account.doubtful} are in doubt")

    def take_faults(self):
        faults = list(self.faults)
        self.faults.clear()
        return faults


def moment():
    """The time as the replicas' logs have it."""
    return datetime.datetime.now(datetime.UTC).strftime("%H:%M:%S.%f")[:-3]


def control_number(snapshot):
    """The number of the newest control call, which is in its reason."""
    control = snapshot["control"]
    return int(control["reason"]) if control else 0
