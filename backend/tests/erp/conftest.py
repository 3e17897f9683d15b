"""A desk with an ERP for each test."""

from collections.abc import Callable
from typing import Any

import pytest

from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.erp_desk import ErpDesk


@pytest.fixture
def desk(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> ErpDesk:
    """People, and an ERP of paper."""
    return ErpDesk(settings, database, in_own_loop)
