"""Lets the tests of this room import the factories of the rooms below it."""

import sys
from pathlib import Path

for room in ("statements", "payments"):
    sys.path.append(str(Path(__file__).parents[1] / room))
