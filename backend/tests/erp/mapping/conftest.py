"""A realm with an ERP whose lists were read, and no mapping yet."""

from pathlib import Path

import pytest

from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import ExchangeDesk
from tests.erp.exchange.ledger_erp import LedgerErp


@pytest.fixture
def desk(
    settings: Settings, database: Database, vault: Vault, tmp_path: Path
) -> ExchangeDesk:
    """An ERP in use with nothing mapped."""
    made = ExchangeDesk(settings, database, vault, LedgerErp(tmp_path / "l.sqlite3"))
    made.set_up()
    made.fetch_lists()
    return made
