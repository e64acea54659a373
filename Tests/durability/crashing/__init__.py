"""Load that records the promises made to it, and the check of the data left after a crash. Importing it lets its
modules import the support of the tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
