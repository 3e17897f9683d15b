"""Lets these tests use the desk of the banks' tests and the factories of payments."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
sys.path.append(str(_HERE))
sys.path.append(str(_HERE.parents[1] / "banks"))
