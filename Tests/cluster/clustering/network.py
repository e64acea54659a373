"""Hosts on this machine that can be cut off from each other.

With root, and where the kernel has them, each host is a network namespace on a bridge, and a cut drops packets, one way
or both. Elsewhere hosts are addresses of loopback, and relays between them hold back the bytes that are cut off.
"""

import asyncio
import contextlib
import os
import socket
import subprocess
import threading

#: Set by `run`, which gives the tests their own network, mount table and processes.
HAS_NAMESPACES = os.environ.get("CLUSTER_NAMESPACES") == "1"


def run(*words):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if result.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {result.stderr.strip()}")
    return result.stdout


class Host:
    """Has a name, an address, and the words before each command that runs there."""

    def __init__(self, name, address, prefix):
        self.name, self.address, self.prefix = name, address, prefix


def make_network():
    return Namespaces() if HAS_NAMESPACES else Relays()


class Namespaces:
    """One network namespace for each host. The tests themselves are at home, from where every host is reached."""

    def __init__(self):
        self.hosts, self.cuts = {}, set()
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "hosts", "type", "bridge")
        run("ip", "address", "add", "10.213.0.1/24", "dev", "hosts")
        run("ip", "link", "set", "hosts", "up")

    def host(self, name):
        if name in self.hosts:
            return self.hosts[name]
        address = f"10.213.0.{len(self.hosts) + 11}"
        run("ip", "netns", "add", name)
        run("ip", "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "link", "set", f"to-{name}", "master", "hosts", "up")
        run("ip", "-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        run("ip", "-n", name, "link", "set", "eth0", "up")
        run("ip", "-n", name, "link", "set", "lo", "up")
        self.hosts[name] = Host(name, address, ("ip", "netns", "exec", name))
        return self.hosts[name]

    def way(self, _source, target, port):
        """Where `source` reaches a port of `target`; with None as the source, where all reach it."""
        return target.address, port

    def cut(self, source, target, both=True):
        """From now on no packet of `source` reaches `target`; with `both` none the other way either."""
        for one, other in [(source, target), (target, source)][:1 + both]:
            if (one, other) not in self.cuts:
                self.cuts.add((one, other))
                self._rule("--append", one, other)

    def heal(self):
        """Removes all cuts."""
        for one, other in self.cuts:
            self._rule("--delete", one, other)
        self.cuts.clear()

    def _rule(self, verb, source, target):
        run(*target.prefix, "iptables", "--wait", verb, "INPUT", "--source", source.address, "--jump", "DROP")

    def close(self):
        for name in self.hosts:
            run("ip", "netns", "delete", name)
        run("ip", "link", "delete", "hosts")


class Relays:
    """Addresses of loopback, and a relay for each way that may be cut. Bytes held back arrive after the healing."""

    def __init__(self):
        self.hosts, self.cuts, self.ways, self.held = {}, set(), {}, []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def host(self, name):
        if name not in self.hosts:
            self.hosts[name] = Host(name, f"127.0.213.{len(self.hosts) + 11}", ())
        return self.hosts[name]

    def way(self, source, target, port):
        if (source, target, port) not in self.ways:
            listener = socket.create_server(("127.0.0.1", 0))
            self.ways[source, target, port] = listener.getsockname()

            async def accept(reader, writer):
                await self._relay(source, target, port, reader, writer)

            asyncio.run_coroutine_threadsafe(asyncio.start_server(accept, sock=listener), self.loop).result(10)
        return self.ways[source, target, port]

    def cut(self, source, target, both=True):
        self.cuts.update([(source, target), (target, source)][:1 + both])

    def heal(self):
        self.cuts.clear()

    def _is_cut(self, source, target):
        """All hosts are cut off from a host as soon as one of them is: the relay cannot tell them apart."""
        return any((source in (None, one)) and target is other or (target is None and source is one)
                   for one, other in list(self.cuts))

    async def _relay(self, source, target, port, reader, writer):
        while self._is_cut(source, target) or self._is_cut(target, source):
            await asyncio.sleep(0.02)
        try:
            there, back = await asyncio.open_connection(target.address, port)
        except OSError:
            writer.transport.abort()
            return
        await asyncio.gather(self._pump(source, target, reader, back), self._pump(target, source, there, writer))

    async def _pump(self, source, target, reader, writer):
        with contextlib.suppress(OSError):
            while piece := await reader.read(1 << 16):
                while self._is_cut(source, target):
                    await asyncio.sleep(0.02)
                writer.write(piece)
                await writer.drain()
        writer.close()

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)
