"""A counter that several clients add one to and read, and the question whether one order of these explains them all."""

import bisect


class History:
    """Each operation has the moments when it began and ended, and the count that it was answered. A read may show additions
    that are not safe yet and vanish with the writer (docs/contract.md, section 11), so a read promises nothing to later
    reads; an addition that was answered promises to everything that begins after it."""

    def __init__(self):
        self.adds, self.reads, self.adds_begun, self.in_doubt = [], [], [], 0

    def add(self, began, ended, count):
        self.adds.append((began, ended, count))

    def read(self, began, ended, count):
        self.reads.append((began, ended, count))

    @property
    def size(self):
        return len(self.adds) + len(self.reads)

    def violations(self, final):
        """Violations, a sentence each; none if an order exists. `final` is the count when nothing is under way."""
        found = []
        if not len(self.adds) <= final <= len(self.adds) + self.in_doubt:
            found.append(f"{final} in the end; {len(self.adds)} additions were answered, {self.in_doubt} are in doubt")
        by_end = sorted((ended, count) for _, ended, count in self.adds)
        ends, begun = [ended for ended, _ in by_end], sorted(self.adds_begun)
        highest = [0]
        for _, count in by_end:
            highest.append(max(highest[-1], count))
        for kind, operations in (("an addition", self.adds), ("a read", self.reads)):
            for began, ended, count in operations:
                before = bisect.bisect_left(ends, began)
                # Additions that ended before are in the count, and it is not below what any of them was answered.
                low = max(highest[before], before) + (kind == "an addition")
                high = bisect.bisect_right(begun, ended)
                if not low <= count <= high:
                    found.append(f"{kind} from {began:.3f} to {ended:.3f} was answered {count}, not {low} to {high}")
        return found
