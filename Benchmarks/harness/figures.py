"""A measured figure and its target, and the table of all of them."""

from dataclasses import dataclass

from . import quiet


@dataclass
class Figure:
    what: str
    ours: str
    theirs: str = ""
    ratio: float | None = None
    #: (relation, bound): (">=", 0.9) or ("<=", 200).
    target: tuple[str, float] | None = None
    #: The value to compare with the target, if it is not the ratio.
    value: float | None = None
    unit: str = ""
    #: The target of a short and noisy run; None if it has none.
    lenient: tuple[str, float] | None = None

    def verdict(self, quick: bool) -> str:
        target = self.lenient if quick else self.target
        value = self.ratio if self.value is None else self.value
        if target is None or value is None:
            return ""
        relation, bound = target
        return "ok" if (value >= bound if relation == ">=" else value <= bound) else "miss"

    def goal(self, quick: bool) -> str:
        target = self.lenient if quick else self.target
        if target is None:
            return ""
        relation, bound = target
        return f"{'≥' if relation == '>=' else '≤'} {bound:g}{self.unit}"

    def row(self, quick: bool) -> list[str]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}" if self.ratio < 10 else f"{self.ratio:.0f}"
        return [self.what, self.ours, self.theirs, ratio, self.goal(quick), self.verdict(quick)]


def quotient(ours: float, theirs: float) -> float:
    """The ratio, even if the machine was so busy that one side did nothing."""
    return ours / theirs if theirs else float("inf")


def calmness(loads: dict) -> Figure:
    """The number of quiet rounds; `loads` has a list of rounds for each case."""
    return Figure("rounds in which nothing else ran on the machine", quiet.calm(list(zip(*loads.values()))))


HEAD = ["what", "ours", "theirs", "ratio", "target", ""]


def table(figures: list[Figure], quick: bool) -> str:
    """A Markdown table, aligned so that it can be read as plain text, too."""
    rows = [HEAD] + [figure.row(quick) for figure in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]

    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([line(rows[0]), rule] + [line(row) for row in rows[1:]])
