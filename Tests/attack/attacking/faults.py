from support.records import keep


class Faults:
    """The faults that an attack found."""

    def __init__(self, name: str):
        self.name = name
        self.found: list[str] = []

    def expect(self, holds: bool, otherwise: str) -> None:
        if not holds:
            self.found.append(otherwise)

    def verdict(self, *, seed: int | None = None, **counts: int) -> int:
        """The exit status; keeps the record, with what was counted."""
        for fault in self.found[:50]:
            print(f"fault: {fault}")
        print(f"{self.name}: " + (f"failed, {len(self.found)} faults" if self.found else "passed"), flush=True)
        keep(f"attack-{self.name}", not self.found, {**counts, "faults": len(self.found)}, seed=seed)
        return 1 if self.found else 0
