"""C14: the protocol's model, in `Tests/cluster/model`."""

import pathlib
import subprocess

RUNNER = pathlib.Path(__file__).resolve().parents[2] / "model" / "run"


def model(proof, _rounds):
    result = subprocess.run([RUNNER], capture_output=True, text=True, timeout=600)
    proof.expect(result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:])
    return "; ".join(" ".join(line.split()) for line in result.stdout.splitlines())
