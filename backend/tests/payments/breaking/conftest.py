"""Lets these tests use the desk of the banks' tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "banks"))
