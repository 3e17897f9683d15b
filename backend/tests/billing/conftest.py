"""A tenant that is billed, on both databases, with a clock that tests set."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

sys.path.insert(0, str(Path(__file__).parent))

from billed_tenant import BUYER, Tenant

from giroscope.features.billing import details
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.example import EXAMPLE
from giroscope.kernel.database import Database
from giroscope.kernel.tables import RealmKey


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue.model_validate(EXAMPLE)


@pytest.fixture
def tenant(database: Database, realm: str, catalogue: Catalogue) -> Tenant:
    """A tenant that is new today, with an address for its invoices."""
    now = datetime.now(UTC)
    with database.job_session(realm) as session:
        session.execute(update(RealmKey).values(created=now))
    made = Tenant(database, realm, catalogue, now)
    made.bill()
    with made.billing() as billing:
        details.change(billing, BUYER)
    return made
