"""What waits on an account is found by an index, however many entries it has."""

from typing import Any

import pytest

from giroscope.features.statements import versions
from giroscope.kernel.database import Database


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("query", "index"),
    [
        (versions._WAITING, "ix_transactions_waiting (account_id=?)"),
        (
            versions._PENDING_NEAR[0],
            "ix_transactions_account (account_id=? AND day>? AND day<?)",
        ),
        (
            versions._PENDING_NEAR[1],
            "ix_report_entries_waiting (account_id=? AND day>? AND day<?)",
        ),
    ],
    ids=["reports", "pending that is shown", "pending that is kept"],
)
def test_no_import_reads_every_entry_of_its_account(
    database: Database, realm: str, query: Any, index: str
) -> None:
    with database.snapshot(realm) as connection:
        asked = query.compile(connection)
        values = (None,) * len(asked.positiontup)
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", values)
        steps = [row.detail for row in plan]
    assert steps[0].endswith(f"INDEX {index}")
    assert not any(step.startswith("SCAN") for step in steps)
