"""A tenant that is billed, on both databases, with a clock that tests set."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from billed_tenant import BUYER, Tenant

from giroscope.features.billing import details
from giroscope.features.billing.catalogue import Catalogue
from giroscope.features.billing.example import EXAMPLE
from giroscope.kernel.database import Database


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue.model_validate(EXAMPLE)


@pytest.fixture
def tenant(database: Database, realm: str, catalogue: Catalogue) -> Tenant:
    """A tenant whose trial began today, with an address for its invoices."""
    made = Tenant(database, realm, catalogue, datetime.now(UTC))
    made.bill()
    with made.billing() as billing:
        details.change(billing, BUYER)
    return made
