"""What waits on an account is found by an index, however many entries it has."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import text

from giroscope.features.statements import versions
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Sheet, camt


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


@pytest.mark.parametrize(
    "settings", [pytest.param("postgres", marks=pytest.mark.integration)], indirect=True
)
def test_postgresql_looks_at_nothing_but_what_waits(
    import_bytes: Callable[..., Upload], database: Database, realm: str
) -> None:
    """A statement made anew has as many entries in one table as in the other."""
    lines = [Line(f"{number}.00", reference=f"R-{number}") for number in range(1, 800)]
    told = Sheet([Line("-1.00", status="PDNG"), *lines], "1", "0.00")
    import_bytes(camt(told), "told.xml")
    import_bytes(camt(replace(told, created="2026-03-04T06:00:00")), "again.xml")
    asked = {"account": 1, "first": date(2026, 3, 1), "last": date(2026, 3, 9)}
    plans = []
    with database.job_connection(realm) as connection:
        connection.execute(text("ANALYZE transactions, report_entries"))
        for query in (versions._WAITING, *versions._PENDING_NEAR):
            compiled = query.compile(connection)
            values = {**compiled.params, **asked}
            said = {name: values[name] for name in compiled.params}
            rows = connection.exec_driver_sql(f"EXPLAIN {compiled}", said)
            plans.append("\n".join(rows.scalars()))
        connection.rollback()
    indexes = (
        "ix_transactions_waiting", "ix_transactions_waiting",
        "ix_report_entries_waiting",
    )  # fmt: skip
    for plan, index in zip(plans, indexes, strict=True):
        assert f"using {index}" in plan or f"on {index}" in plan, plan
