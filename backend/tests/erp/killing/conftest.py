"""Lets these tests use the desk of the exchange's tests and the files of banks."""

from pathlib import Path

_HERE = Path(__file__).parent
