"""A recorder beside a realm, on SQLite and PostgreSQL."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from giroscope.features.logs import Recorder
from giroscope.kernel.database import Database

KEY = bytes(range(32))


@pytest.fixture
def recorder(database: Database) -> Iterator[Recorder]:
    made = Recorder(database, KEY, lambda: datetime(2026, 11, 18, 11, 0, tzinfo=UTC))
    yield made
    made.close()
