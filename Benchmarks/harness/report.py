"""docs/benchmarks.md: the figures of one run, and how to take them again."""

from .figures import Figure, table
from .machine import description, today
from .programs import BENCHMARK_BUILD, ROOT, SERVICE_BUILD

PAGE = ROOT / "docs/benchmarks.md"

INTRODUCTION = """\
# Benchmarks

Side by side, in one run, on one machine: absolute numbers say something about the machine, ratios about the program.
`Benchmarks/run` measures all of it anew and writes this page; `Benchmarks/run --quick` is a check for CI, short and
with generous limits. It needs `wrk`, `taskset`, Python 3.11 and two cores.
"""

METHOD = """\
## What is compared

- **bare** (`Benchmarks/Sources/bare`) is the least that a C server on libmicrohttpd can do: one thread, its own epoll
  loop around `MHD_run`, an answer of the same size with one header. It has the same memory pool for a connection as
  the service (8 KiB), which is faster than the library's default; that one is in the table too.
- Both servers have one thread, pinned to core 0; `wrk` is pinned to core 1. Every round runs every case, forwards and
  backwards in turns; throughput and CPU are medians over the rounds, ratios medians of the rounds' ratios. CPU is user
  and system time from `/proc/PID/stat`. Rounds in which others used the machine do not count, as
  long as three are left.
- **core** is the tree without HTTP; an update is a look-up by id, one more unit, and the roll-up to the root. The other
  side is Foundation's `Progress` with explicit children in the same shape, updated by `completedUnitCount += 1`. At
  depth *n* the leaf has *n* ancestors. Costs are CPU time of the thread, in rounds that alternate.
- Allocations are counted by a preloaded library (`Benchmarks/Sources/malloc-counter`), by where the call came from: the
  program, with the Swift libraries linked into it, or a shared library. Instructions are counted by valgrind, where it
  is there; both servers clear a memory pool of 8 KiB for each request, which counts 12,160 on either side.
- Memory is the growth of the resident set over 1,000,000 nodes, each side in a process of its own.
- The service and the core are built for release with the Swift libraries linked statically.
"""


def page(sections: list[tuple[str, list[Figure]]], rounds: int, seconds: int) -> str:
    lines = [INTRODUCTION, f"Taken on {today()}, {rounds} rounds of {seconds} s:", ""]
    lines += [f"- {line}" for line in description()] + [""]
    for title, figures in sections:
        lines += [f"## {title}", "", table(figures, quick=False), ""]
    lines += [METHOD, "## Commands", "", "```sh", " ".join(SERVICE_BUILD),
              " ".join(BENCHMARK_BUILD) + " --package-path Benchmarks",
              f"Benchmarks/run --rounds {rounds} --seconds {seconds}", "```", ""]
    return "\n".join(lines)


def write(sections: list[tuple[str, list[Figure]]], rounds: int, seconds: int) -> None:
    PAGE.write_text(page(sections, rounds, seconds))
