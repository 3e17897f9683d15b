"""Lets these tests use the desk of the banks' tests and the factories of payments."""

from pathlib import Path

_HERE = Path(__file__).parent
