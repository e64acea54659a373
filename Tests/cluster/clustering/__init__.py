"""A cluster on this machine, its faults, and load that checks the promises made to it. Importing it lets its modules
import the support of the tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
