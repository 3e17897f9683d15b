"""A desk with banks for each test."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "web"))

from bank_desk import BankDesk

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings


@pytest.fixture
def desk(
    settings: Settings,
    database: Database,
    vault: Vault,
    in_own_loop: Callable[[Any], Any],
) -> BankDesk:
    """People, their banks, and a bank of paper."""
    return BankDesk(settings, database, vault, in_own_loop)
