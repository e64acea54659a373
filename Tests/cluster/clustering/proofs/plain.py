"""C16: without `--cluster` nothing of it is there."""

import pathlib
import subprocess

from support.service import Service


def plain(proof, _rounds):
    linked = subprocess.run(["ldd", proof.program], check=True, capture_output=True, text=True).stdout
    proof.expect("libpq" not in linked, "the program is linked with libpq")
    with Service(proof.program) as service:
        service.call("PUT", "/v1/progress/one", {"totalUnitCount": 1})
        maps = pathlib.Path(f"/proc/{service.pid}/maps").read_text()
        threads = sorted(path.joinpath("comm").read_text().strip()
                         for path in pathlib.Path(f"/proc/{service.pid}/task").iterdir())
        readyz = service.call("GET", "/readyz").body.decode()
        metrics = service.call("GET", "/metrics").body.decode()
    proof.expect("libpq" not in maps, "libpq is loaded")
    proof.expect("cluster" not in " ".join(threads), f"the threads are {threads}")
    proof.expect("role" not in readyz, f"/readyz says {readyz!r}")
    proof.expect("progressd_cluster" not in metrics, "/metrics has gauges of a cluster")
    return f"{len(linked.splitlines())} libraries, {len(threads)} threads: {', '.join(threads)}"
