"""Writes docs/benchmarks.md: the figures of one run, and the way to repeat it."""

from support.service import ROOT

from .figures import Figure, table
from .machine import description, today

PAGE = ROOT / "docs/benchmarks.md"

INTRODUCTION = """\
# Benchmarks

Side by side, in one run, on one machine: absolute numbers say something about the machine, ratios about the program.
`make bench` installs what is needed (Debian), measures everything again and writes this page;
`make bench BENCHFLAGS=--quick` is a check for CI, short and with generous limits. It needs two cores.
"""

METHOD = """\
## What is compared

All servers have one thread (nginx: one worker; FastAPI: one worker and Redis) and are pinned to core 0; `wrk` and the
program that reads streams are pinned to core 1. Every round runs every case, forwards and backwards in turns;
throughput and CPU are medians over the rounds, ratios medians of the rounds' ratios. CPU is user and system time of
all processes of a side, from `/proc/PID/stat`. Rounds in which others used the machine do not count, as long as three
are left. Before each load the run waits for a quiet machine, but only for a limited time.

- **bare** (`Benchmarks/Sources/bare`) is the least that a C server on libmicrohttpd can do: one thread, its own epoll
  loop around `MHD_run`, an answer of the same size with one header. It has a memory pool of 8 KiB for a connection,
  which libmicrohttpd clears for each request: the smaller, the faster. The service had 12 KiB when this was measured and
  has 8 now, the library's default of 32 KiB is in the table too. The target was 0.85, and is given up: both make the same calls of
  the kernel, which takes three quarters of bare's CPU, and what the service needs beyond it is spread thinly. In
  instructions for a full reply: 6,100 for the larger pool, 4,600 for the text of the reply (numbers, descriptions in
  the reader's language, times), 2,300 in the tree (write, snapshot, publication), 2,500 for the body, the precondition
  and the entity tag, 1,100 for the response, 900 for the request's head, 300 for right and route, and 1,900 around them.
- **nchan** (`Benchmarks/Peers/nchan`) is nginx with its publish and subscribe module: connections, messages and
  keep-alive unlimited for the run, no log. It counts nothing: what is posted is what its subscribers get.
- **one bare send each** (`Benchmarks/Sources/bare-push`) is the least that a C program can do for streams: it makes
  the bytes of an event once and calls `send` for each reader, without looking at anything. The rest is the kernel.
- **Hummingbird** (`Benchmarks/Peers/hummingbird-peer`) and **FastAPI** (`Benchmarks/Peers/fastapi`) are what teams
  would write by hand: an actor and Codable; pydantic, sse-starlette and Redis between writers and readers, with uvloop
  and httptools. They keep a count, reply with the same members, and send the same events. No targets.
- **Deliveries**: a wave is one post; it is over when the last subscriber has its event, and then the next begins. The
  service runs with `--stream-rate 0`, so that no two waves are merged; events have the same length on both sides.
  Each round starts all programs again, because their ratio depends on where their memory happens to lie.
  `Benchmarks/Sources/sse-load` holds the streams, from 64 loopback addresses, and tells a wave by the number in its
  events. CPU of the reading program is in the table: where it is all of a core, the rate is the reader's.
- **Streams that are held**: memory is the growth of the proportional set size (what processes share counts once)
  over that many streams. A stalled stream never reads, and its receive buffer is 8 KiB; its progress changes 200
  times a second until the buffers are full. The kernel's part is what `ss` says of the service's end of the connection.
- **Requests beside streams**: `wrk` posts to one of three services while another has 10,000 streams on a progress
  that is not written to, and the third 1,000 on the one that is, at the default of ten sends a second.
- **core** is the tree without HTTP; an update is one more unit of a leaf, carried to the root. The other side is
  Foundation's `Progress` with explicit children in the same shape, updated by `completedUnitCount += 1`. At depth *n*
  the leaf has *n* ancestors. Costs are CPU time of the thread, in rounds that alternate.
- **Descriptions**: `Copying “Text Edit”…` and amount, total, rate and remaining time, of a file whose numbers change,
  into a buffer that is used again; against Foundation's `ByteCountFormatStyle` and `Duration.UnitsFormatStyle`, made
  once, with English words between them.
- **Time left**: the service, tqdm and rich get the same writes under the same clock, which stands still until the suite
  moves it: the service by libfaketime, which stops all clocks of the process, tqdm and rich by the clocks that their
  bars ask. The 21 simulated kinds are in `Benchmarks/timeleft`, with seeds that are new in each run; recorded work is in
  `Benchmarks/timeleft/recordings`. At 100 evenly spaced moments of a trace what is told is compared with what was really
  left: median and 90th percentile of |told - true| / true, while 3 to 98 % of the work are left. Moves of the foretold
  end are added up, in lengths of the work. Declared pauses do not count; tqdm hears their ends (`unpause`), rich
  cannot. For tqdm and rich a tree is one bar of what its parts are worth. Means are geometric, of figures of at least
  1 %, over the traces of a kind and then over the kinds, recorded work included. Earlier runs take 0.7 to 1.4 times as
  long, and each twelfth of them has a pace of its own.
- **progressista** (`Benchmarks/Peers/progressista`) shows flat bars, and the service shows as many roots here. Both keep
  what they hold on disk: the service with `--durability interval`, progressista in its one file; without either, both
  lose everything at an end. 64 clients post to one of the bars. Delays are those of single updates, 150 ms apart, from
  before the request is sent until the connection that a page opens (`/v1/events`, `/ws`) has the whole message, and until
  Chromium, on the core of the clients, has drawn it in the list. Memory is that of the process with so many bars, before the load. For a kill, one
  client updates a bar, the server gets `kill -9`, starts again, and is asked.
- **Durability**: the recorder's thread shares the service's core. `commit` is compared with what 256 clients could reach
  if each sync took what a lone fdatasync of 4 KiB takes, or with `interval`, if that is less. The million are 1,000 trees.
- **Cluster**: PostgreSQL of Debian in a scratch folder, with fsync; one writer on core 0; `wrk`, PostgreSQL and the other
  replica on core 1. Updates go to 1,000 progresses in turns, so that each is a record. CPU of PostgreSQL is that of all
  its processes. Where streams are read at an edge, both replicas are on core 0; each round has a new cluster. Writes
  after SIGTERM and `kill -9` go to the replica that lives on.
- Allocations are counted by a preloaded library (`Benchmarks/Sources/malloc-counter`), by where the call came from: the
  program, with the Swift libraries linked into it, or a shared library. Instructions are counted by valgrind, where it
  is there; clearing the memory pools counts 18,280 for the service and 12,160 for bare.
- Memory of a node is the growth of the resident set over 1,000,000 nodes, each side in a process of its own.
- The service and the core are built for release with the Swift libraries linked statically.
"""


def page(sections: list[tuple[str, list[Figure]]], rounds: int, seconds: int) -> str:
    lines = [INTRODUCTION, f"Taken on {today()}, {rounds} rounds of {seconds} s:", ""]
    lines += [f"- {line}" for line in description()] + [""]
    for title, figures in sections:
        lines += [f"## {title}", "", table(figures, quick=False), ""]
    lines += [METHOD, "## Commands", "", "```sh", "make bench-deps",
              f"Benchmarks/run --rounds {rounds} --seconds {seconds}", "```", ""]
    return "\n".join(lines)


def write(sections: list[tuple[str, list[Figure]]], rounds: int, seconds: int) -> None:
    PAGE.write_text(page(sections, rounds, seconds))


def refresh(sections: list[tuple[str, list[Figure]]]) -> None:
    """Puts new tables into the page, and keeps everything else."""
    text = PAGE.read_text()
    for title, figures in sections:
        text = replaced(text, title, table(figures, quick=False))
    PAGE.write_text(text)


def replaced(text: str, title: str, new: str) -> str:
    """The text with a new table in place of the section's first one."""
    before, heading, rest = text.partition(f"\n## {title}\n")
    if not heading:
        raise SystemExit(f"{PAGE.name} has no section {title}")
    lines = rest.split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith("|"))
    last = next(number for number, line in enumerate(lines) if number > first and not line.startswith("|"))
    return before + heading + "\n".join([*lines[:first], new, *lines[last:]])
