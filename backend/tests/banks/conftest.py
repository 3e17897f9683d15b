"""A desk with banks for each test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import banksim
from giroscope.features.banks import Banks
from giroscope.features.documents import Vault
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.banks.bank_desk import BankDesk


@pytest.fixture
def desk(
    settings: Settings,
    database: Database,
    vault: Vault,
    in_own_loop: Callable[[Any], Any],
) -> BankDesk:
    """People, their banks, and a bank of paper."""
    return BankDesk(settings, database, vault, in_own_loop)


@pytest.fixture(params=["sqlite"])
def bank(bank_folder: Path) -> Iterator[banksim.Running]:
    """The simulated bank, with its folder where the product looks for roots."""
    with banksim.running(bank_folder) as running:
        yield running


@pytest.fixture
def real(
    bank: banksim.Running,
    settings: Settings,
    database: Database,
    vault: Vault,
    in_own_loop: Callable[[Any], Any],
) -> BankDesk:
    """The desk, with ways that lead to the simulated bank."""
    port = int(bank.url.rpartition(":")[2])
    there = settings.model_copy(update={"bank_simulator_port": port})
    desk = BankDesk(there, database, vault, in_own_loop)
    desk.now = system_clock()
    desk.banks = Banks(there, database)  # type: ignore[assignment]
    return desk
