"""A tenant that is billed, on both databases, with a clock that tests set."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from giroscope.features.billing import details
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.example import EXAMPLE
from giroscope.kernel.database import Database
from giroscope.kernel.tables import RealmKey

# What watches the locks of rows, and what makes statements, is of other rooms.
from tests.billing.billed_tenant import BUYER, Tenant


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
