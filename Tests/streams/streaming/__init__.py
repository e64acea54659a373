"""One reporter, its exact model, and readers of every kind. Importing it lets its modules import the support of the
tests, too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
