"""A signed file in the queue of a realm with one connection."""

import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from giroscope.features.banks import BankConnection
from giroscope.features.documents import Vault
from giroscope.kernel.database import Database

sys.path.append(str(Path(__file__).parent))

from payment_factory import Order, pain001
from send_desk import NOW, REALM, Bank, Desk


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


@pytest.fixture
def document(import_bytes: Any) -> int:
    """A payment file that was imported."""
    data = pain001({"B1": [Order("E-1", "100.00")]}, message="MSG-1")
    return int(import_bytes(data, "payments.xml", "PAYMENT").document_id)


@pytest.fixture
def waiting(desk: Desk, document: int) -> int:
    """That file, signed and waiting to leave."""
    return desk.queue(document)
