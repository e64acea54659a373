"""A cluster on this machine, what can go wrong with it, and load that knows what it was promised. Importing it lets its
modules import the support of the tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
