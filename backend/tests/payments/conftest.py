"""Lets the tests of this room import its factories; a queue and a bank behind it."""

import pytest
from sqlalchemy import insert

from giroscope.features.banks import BankConnection
from giroscope.features.documents import Vault
from giroscope.kernel.database import Database
from tests.payments.sending.send_desk import NOW, REALM, Bank, Desk


@pytest.fixture
def bank() -> Bank:
    """A bank that takes everything."""
    return Bank()


@pytest.fixture
def desk(database: Database, vault: Vault, bank: Bank) -> Desk:
    """The queue of a realm with one connection."""
    with database.job_connection(REALM) as connection:
        connection.execute(
            insert(BankConnection).values(
                id=1, name="Fjordbanken", sort_name="fjordbanken", type="FOLDER",
                profile="folder", environment="PRODUCTION", country="DK",
                state="ACTIVE", created=NOW, created_by="u", created_by_name="U",
                parameters={}, version=1, renews_itself=True, renew_days_before=45,
                fetch_minutes=15, fetch_from=6, fetch_to=20, fetches_on_weekends=False,
            )
        )  # fmt: skip
        connection.commit()
    return Desk(database, vault, bank)
