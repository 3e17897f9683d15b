"""After a large import PostgreSQL's table is in order before anybody looks."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from giroscope.features.statements import planner_statistics
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Sheet, camt

pytestmark = pytest.mark.both_stores

_PATIENCE = 120.0


def test_large_import_leaves_its_table_vacuumed(
    import_bytes: Callable[..., Any],
    database: Database,
    realm: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(planner_statistics, "_MANY_ROWS", 1)
    upload = import_bytes(camt(Sheet([Line("1.00")])), "day.xml", "STATEMENT")
    assert upload.state == "IMPORTED"
    if database.is_sqlite:
        return
    deadline = time.monotonic() + _PATIENCE
    while _vacuumed(database, realm) is None:
        assert time.monotonic() < deadline, "nothing was vacuumed"
        time.sleep(0.1)


def _vacuumed(database: Database, realm: str) -> object:
    with database.job_connection(realm) as connection:
        return connection.execute(
            text(
                "SELECT last_vacuum FROM pg_stat_user_tables"
                " WHERE schemaname = current_schema() AND relname = 'transactions'"
            )
        ).scalar_one()
