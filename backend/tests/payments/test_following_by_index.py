"""What is looked for at each import is found by an index, however much there is."""

import pytest
from sqlalchemy import text

from giroscope.features.payments import follow
from giroscope.kernel.database import Database

pytestmark = pytest.mark.both_stores

_FEW = {"SCAN few", "SCAN r USING INDEX ix_transactions_reversal"}
"""Reversals are few, and have an index of their own."""


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize("name", ["_PAIRS", "_RETURNS", "_REVERSALS"])
def test_no_import_reads_every_entry_or_payment(
    database: Database, realm: str, name: str
) -> None:
    by = "INDEXED BY ix_transactions_reversal"
    query = getattr(follow, name).replace("{by}", by)
    values = {"document": 1, "correlation": None}
    with database.snapshot(realm) as connection:
        plan = connection.execute(text(f"EXPLAIN QUERY PLAN {query}"), values)
        read = {row.detail for row in plan if row.detail.startswith("SCAN")}
    assert read <= _FEW
