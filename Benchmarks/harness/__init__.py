"""The parts that all benchmarks share. Importing it lets them import the support of the tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests"))
