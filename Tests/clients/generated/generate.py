"""Clients from openapi.yaml, by the generators that people use: generate.py <folder>

Fails on any complaint of a generator. The clients of the folder are `python/openapi_client` and `swift6` by
openapi-generator, which also makes `go` and `typescript-fetch`, which are not built here, and `progressd_client` by
openapi-python-client.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = pathlib.Path(sys.executable).parent
GENERATORS = ("python", "swift6", "go", "typescript-fetch")
#: Calls that openapi-python-client leaves out: it knows no lines of JSON, no YAML and no pictures.
LEFT_OUT = {"POST /v1/batch", "GET /openapi.yaml", "GET /progress/{id}.svg"}


def output(*command: object) -> str:
    """The whole output of a program, with its exit status."""
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout + (f"\nERROR {command[0]} ended with status {done.returncode}" if done.returncode else "")


def openapi_generator(document: pathlib.Path, folder: pathlib.Path, generators=GENERATORS) -> list[str]:
    """Makes a client in `folder` with each generator, in one process of Java. Returns the complaints."""
    settings = []
    for name in generators:
        shutil.rmtree(folder / name, ignore_errors=True)
        settings.append(folder / f"{name}.yaml")
        settings[-1].write_text(f"generatorName: {name}\ninputSpec: {document}\noutputDir: {folder / name}\n")
    log = output(PROGRAMS / "openapi-generator-cli", "batch", "--threads", 1, *settings)
    return re.findall(r".*\bERROR\b.*", log)


def openapi_python_client(document: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """Makes `progressd_client` in `folder`. Returns the complaints."""
    shutil.rmtree(folder / "progressd_client", ignore_errors=True)
    settings = folder / "openapi-python-client.yaml"
    settings.write_text("post_hooks: []\n")
    log = output(PROGRAMS / "openapi-python-client", "generate", "--path", document, "--meta", "none",
                 "--output-path", folder / "progressd_client", "--config", settings)
    warnings = set(re.findall(r"WARNING parsing (.+) within", log))
    return [*re.findall(r".*\bERROR\b.*", log),
            *(f"openapi-python-client leaves out {call}" for call in sorted(warnings - LEFT_OUT)),
            *(f"openapi-python-client has {call} now: call it in the tests" for call in sorted(LEFT_OUT - warnings))]


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 64
    folder, document = pathlib.Path(sys.argv[1]), ROOT / "openapi.yaml"
    folder.mkdir(parents=True, exist_ok=True)
    complaints = openapi_generator(document, folder) + openapi_python_client(document, folder)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
