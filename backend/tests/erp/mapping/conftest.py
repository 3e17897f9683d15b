"""A realm with an ERP whose lists were read, and no mapping yet."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))
sys.path.append(str(Path(__file__).parents[1] / "exchange"))

from exchange_desk import ExchangeDesk
from ledger_erp import LedgerErp

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings


@pytest.fixture
def desk(
    settings: Settings, database: Database, vault: Vault, tmp_path: Path
) -> ExchangeDesk:
    """An ERP in use with nothing mapped."""
    made = ExchangeDesk(settings, database, vault, LedgerErp(tmp_path / "l.sqlite3"))
    made.set_up()
    made.fetch_lists()
    return made
