"""Lets the tests of this room import the factories of the rooms below it, and undo."""

from tests.journals.conftest import undo

__all__ = ["undo"]
