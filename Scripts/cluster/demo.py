"""A cluster on this machine, to kill parts of: PostgreSQL with a synchronous standby, three replicas, a proxy, and a bar
that moves.

Everything is in a scratch folder and ends with Ctrl-C; a PostgreSQL of the system is neither used nor touched. Needs
Debian's postgresql and haproxy (`make cluster` installs them).
"""

import argparse
import asyncio
import pathlib
import shutil
import signal
import sys

from bar import Bar, Watcher
from keepers import DatabaseKeeper, ProxyKeeper, ReplicaKeeper
from screen import Screen
from support.postgres import Pair
from support.process import NotStarted, answers
from support.service import PROGRAM


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", type=pathlib.Path, default=PROGRAM, help="default: the release build")
    parser.add_argument("--port", type=int, default=8080, help="of the proxy; the replicas have the three after it")
    return parser.parse_args()


def main():
    options = arguments()
    ports = range(options.port, options.port + 4)
    taken = [str(port) for port in ports if answers(port)]
    if taken:
        return f"something listens on port {', '.join(taken)}; choose others, such as ARGS='--port 9000'"
    if not shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin"):
        return "haproxy is not installed"
    # Otherwise, closing the terminal would leave everything running.
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    try:
        run(options.program.resolve(), list(ports))
    except KeyboardInterrupt:
        pass
    except NotStarted as failure:
        return str(failure)
    return 0


def run(program, ports):
    screen = Screen(sys.stdout)
    screen.say("starting PostgreSQL and a synchronous standby in a scratch folder")
    database = Pair()
    keepers = [ReplicaKeeper(screen, program, port, database) for port in ports[1:]]
    keepers.append(ProxyKeeper(screen, ports[0], ports[1:]))
    keepers.append(DatabaseKeeper(screen, database))
    bar = Bar(screen, ports[0])
    try:
        for keeper in keepers:
            keeper.start()
        screen.say(f"open http://127.0.0.1:{ports[0]}/ and kill what you like; Ctrl-C ends it and removes everything")
        asyncio.run(show(screen, keepers, bar, ports[1:]))
    finally:
        screen.say(f"stopping; {bar.sum()}")
        for keeper in keepers:
            keeper.stop()
        database.close()


async def show(screen, keepers, bar, ports):
    """Shows the cluster until it is interrupted."""
    watchers = [Watcher(port) for port in ports]
    async with asyncio.TaskGroup() as group:
        for one in [*keepers, *watchers, bar]:
            group.create_task(one.run())
        while True:
            screen.draw([bar.line()] + [watcher.line(keeper) for watcher, keeper in zip(watchers, keepers)]
                        + keepers[-1].lines())
            await asyncio.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
