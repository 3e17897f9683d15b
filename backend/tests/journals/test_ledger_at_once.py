"""Whatever changes the ledger waits while another does: rows would be told twice."""

import io
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial

import pytest

from giroscope.features.documents import Vault
from giroscope.features.journals.ledger_decisions import (
    SETTLE_JOB,
    decide_entries,
    settler,
)
from giroscope.features.journals.preview import preview
from giroscope.features.journals.rebuild import rebuild, unobserved
from giroscope.features.uploads import Upload
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.database import Database
from tests.journals.ledger_book import book
from tests.journals.test_ledger_stories import BARE
from tests.journals.two_at_once import ON_POSTGRES, in_thread
from tests.statements.statement_factory import ACCOUNT, Sheet, camt

pytestmark = ON_POSTGRES

Import = Callable[..., Upload]
NOW = datetime(2026, 4, 1, tzinfo=UTC)
NOTIFIED = [
    camt(Sheet([BARE], "1", None, name=name), kind="camt.054") for name in ("N1", "N2")
]


def ensure_waits(database: Database, realm: str, act: Callable[[], object]) -> None:
    """Do it while somebody else changes the ledger: it begins when they are done."""
    with ExitStack() as other:
        other.enter_context(database.alone(realm))
        with in_thread(database, realm, act) as running:
            assert not running.done()
            other.close()
    running.result()


def test_a_rebuild_and_a_preview_wait_for_an_import(
    import_bytes: Import, database: Database, realm: str, vault: Vault
) -> None:
    import_bytes(NOTIFIED[0], "1.xml")
    file = io.BytesIO(NOTIFIED[1])
    show = partial(preview, database, realm, file, "2.xml", NOW)
    again = partial(rebuild, database, realm, vault, NOW, unobserved)
    for act in (show, again):
        ensure_waits(database, realm, act)


@pytest.mark.parametrize("is_same", [True, False])
async def test_what_a_person_decides_waits_for_an_import(
    import_bytes: Import, database: Database, realm: str, *, is_same: bool
) -> None:
    for number, data in enumerate(NOTIFIED):
        import_bytes(data, f"{number}.xml")
    with database.job_connection(realm) as connection:
        rows = connection.exec_driver_sql("SELECT id FROM transactions ORDER BY id")
        left, right = rows.scalars()
    async with database.writing(realm) as session:
        job_id = await decide_entries(
            session, shell_actor(realm), (left, right), are_same=is_same,
            reason="Seen", now=NOW,
        )  # fmt: skip
    works = {SETTLE_JOB: settler()}
    ensure_waits(database, realm, partial(jobs.perform, database, works, realm, job_id))
    assert len(book(database, realm, ACCOUNT).booked) == (1 if is_same else 2)
