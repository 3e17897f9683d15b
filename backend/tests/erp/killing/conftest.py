"""Lets these tests use the desk of the exchange's tests and the files of banks."""

import sys
from pathlib import Path

_HERE = Path(__file__).parent
sys.path.append(str(_HERE))
sys.path.append(str(_HERE.parent / "exchange"))
sys.path.append(str(_HERE.parents[1] / "payments"))
sys.path.append(str(_HERE.parents[1] / "statements"))
