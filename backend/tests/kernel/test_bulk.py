"""What is staged can be joined with what is here by the indexes that are here."""

from sqlalchemy import text

from giroscope.kernel.bulk import Staging
from giroscope.kernel.database import Database
from giroscope.settings import Settings


def test_staged_bytes_are_looked_up_in_an_index(
    sqlite_settings: Settings, realm: str
) -> None:
    with Database(sqlite_settings).job_connection(realm) as connection:
        staging = Staging(
            connection, "staged", [("id", "BIGINT"), ("mark", "BYTEA")], key="id"
        )
        plan = connection.execute(
            text(
                "EXPLAIN QUERY PLAN SELECT t.id FROM staged s CROSS JOIN transactions t"
                " WHERE t.entry_key = s.mark AND t.occurrence = 1"
                " AND t.parent_id IS NULL AND s.id BETWEEN 1 AND 5"
            )
        )
        steps = [row.detail for row in plan]
        staging.drop()
    assert steps[0].startswith("SEARCH s USING INTEGER PRIMARY KEY")
    assert "ux_transactions_entry (entry_key=? AND occurrence=?)" in steps[1]
