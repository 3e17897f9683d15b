"""What the ledger lost of a statement is found again, with all that belongs to it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from giroscope.features.documents import Vault
from giroscope.features.journals.rebuild import rebuild, unobserved
from giroscope.features.uploads import Upload
from giroscope.kernel.database import Database
from tests.statements.statement_factory import Line, Part, Sheet, camt

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 4, 1, tzinfo=UTC)
BATCH = Line("-75.00", parts=[Part("40.00", "Aage", "E1"), Part("35.00", "Bo", "E2")])
_IDS = """
SELECT 'shown', id, parent_id, amount FROM transactions
UNION ALL SELECT 'kept', own_id, parent_id, amount FROM report_entries
ORDER BY 1, 2
"""
_SHOWN = """
SELECT t.amount, e.amount FROM transactions t
LEFT JOIN transactions e ON e.id = t.parent_id ORDER BY 1
"""


def test_an_entry_that_was_lost_is_shown_and_details_stay_with_theirs(
    import_bytes: Callable[..., Upload], database: Database, realm: str, vault: Vault
) -> None:
    import_bytes(camt(Sheet([BATCH, Line("3.00")])), "day.xml")
    with database.job_connection(realm) as connection:
        before = connection.execute(text(_SHOWN)).all()
        connection.execute(text("DELETE FROM transactions WHERE amount = 300000"))
        connection.commit()
    rebuild(database, realm, vault, NOW, unobserved)
    with database.job_connection(realm) as connection:
        found = connection.execute(text(_SHOWN)).all()
        connection.rollback()
    assert found == before
    assert [row[0] for row in found] == [-7500000, -4000000, -3500000, 300000]


def test_entries_and_their_details_are_known_by_the_ids_that_they_had(
    import_bytes: Callable[..., Upload], database: Database, realm: str, vault: Vault
) -> None:
    told = [replace(BATCH, reference="B1"), Line("3.00")]
    import_bytes(camt(Sheet(told), kind="camt.054"), "batch.xml")
    import_bytes(camt(Sheet([replace(told[0], parts=()), told[1]])), "day.xml")
    seen = []
    for _ in range(3):
        with database.job_connection(realm) as connection:
            seen.append(connection.execute(text(_IDS)).all())
            connection.rollback()
        rebuild(database, realm, vault, NOW, unobserved)
    assert len(seen[0]) == 9
    assert seen[1:] == [seen[0]] * 2
