"""A desk with an ERP for each test."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from erp_desk import ErpDesk

from giroscope.kernel.database import Database
from giroscope.settings import Settings


@pytest.fixture
def desk(
    settings: Settings, database: Database, in_own_loop: Callable[[Any], Any]
) -> ErpDesk:
    """People, and an ERP of paper."""
    return ErpDesk(settings, database, in_own_loop)
