"""Lets the tests of this room import the factories of the rooms below it, and undo."""

import pytest
from sqlalchemy import update

from giroscope.features.documents import Vault
from giroscope.features.erp.tables import ErpConnection
from giroscope.kernel.database import Database
from giroscope.settings import Settings
from tests.erp.exchange.exchange_desk import NOW, ExchangeDesk
from tests.erp.exchange.ledger_erp import LedgerErp
from tests.journals.conftest import undo
from tests.reconciliation.desk import Desk

__all__ = ["undo"]


@pytest.fixture
def desk(database: Database, realm: str) -> Desk:
    """The desk of a tenant."""
    return Desk(database, realm)


@pytest.fixture
def long_in_use(
    settings: Settings, database: Database, vault: Vault, ledger: LedgerErp
) -> ExchangeDesk:
    """The module's ERP, in use for so long that it is told of every statement."""
    made = ExchangeDesk(settings, database, vault, ledger)
    made.set_up()
    made.change(
        lambda c: c.execute(update(ErpConnection).values(began=NOW.replace(year=2020)))
    )
    made.fetch()
    return made
