"""A realm with an ERP whose books are a file, for each test of the exchange."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[2] / "payments"))
sys.path.append(str(Path(__file__).parents[2] / "statements"))

from exchange_desk import ExchangeDesk
from ledger_erp import LedgerErp

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings


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
