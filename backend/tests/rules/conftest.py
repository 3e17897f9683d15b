"""Lets the tests of this room import its factory and those of the records it rules."""

import sys
from pathlib import Path

for room in ("statements", "payments", "rules"):
    sys.path.append(str(Path(__file__).parents[1] / room))
