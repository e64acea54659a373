"""Load that knows what it was promised, and the look at what is left after a crash. Importing it lets its modules import
the support of the tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
