"""A realm with an ERP whose books are a file, for each test of the exchange."""

from pathlib import Path

import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import LedgerErp


@pytest.fixture
def ledger(tmp_path: Path) -> LedgerErp:
    """An ERP with nothing to pay."""
    return LedgerErp(tmp_path / "ledger.sqlite3")


@pytest.fixture
def desk(
    settings: Settings, database: Database, vault: Vault, ledger: LedgerErp
) -> ExchangeDesk:
    """An ERP in use with every method mapped."""
    made = ExchangeDesk(settings, database, vault, ledger)
    made.set_up()
    made.map_all()
    return made
