"""Lets the tests of this room import the factories of the rooms below it, and undo."""

import pytest

from giroscope.kernel.database import Database
from tests.journals.conftest import undo
from tests.reconciliation.desk import Desk

__all__ = ["undo"]


@pytest.fixture
def desk(database: Database, realm: str) -> Desk:
    """The desk of a tenant."""
    return Desk(database, realm)
