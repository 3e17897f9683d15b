"""What the product fetched itself: once by its key, and once by its bytes."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import select, update

from giroscope.features.uploads import Fetched, Kind, Upload, enter
from giroscope.kernel.database import Database
from giroscope.kernel.tables import Job
from tests.statements.statement_factory import Line, Sheet, camt

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
DATA = camt(Sheet([Line("1.00")]), message="M")
Enter = Callable[..., Upload]


@pytest.fixture
def document(import_bytes: Callable[..., Upload]) -> int:
    """A document that an import has brought."""
    return import_bytes(DATA, "day.xml").document_id


@pytest.fixture
def fetch(database: Database, realm: str) -> Enter:
    """Enter a document as fetched; gives back its upload."""

    def run(document_id: int, *, name: str = "a.xml", key: str | None = None) -> Upload:
        fetched = Fetched(document_id, name, Kind.STATEMENT, "BANK", "Nordea", key)
        with database.job_connection(realm) as connection:
            upload_id = enter(connection, fetched, NOW)
            connection.commit()
        with database.job_session(realm) as session:
            row = session.get_one(Upload, upload_id)
            session.expunge(row)
            return row

    return run


@pytest.mark.parametrize(
    ("state", "is_known"),
    [
        ("IMPORTED", True), ("QUEUED", True), ("RUNNING", True), ("FAILED", False),
        ("REFUSED", False), ("CANCELLED", False), ("UNDONE", False),
    ],
)  # fmt: skip
def test_bytes_are_imported_again_only_where_no_import_of_them_holds(
    fetch: Enter, document: int, database: Database, realm: str, state: str,
    *, is_known: bool,
) -> None:  # fmt: skip
    with database.job_session(realm) as session:
        session.execute(update(Upload).values(state=state))
        (first,) = session.scalars(select(Upload)).all()
    found = fetch(document)
    assert (found.state, found.created_by_name) == (
        "KNOWN" if is_known else "QUEUED", "Nordea",
    )  # fmt: skip
    assert found.duplicate_of == (first.id if is_known else None)
    assert (found.job_id is None) is is_known
    with database.job_session(realm) as session:
        assert len(session.scalars(select(Job)).all()) == (1 if is_known else 2)


def test_a_repeat_shows_the_figures_of_the_first_and_names_no_other_repeat(
    fetch: Enter, document: int, database: Database, realm: str
) -> None:
    with database.job_session(realm) as session:
        (first,) = session.scalars(select(Upload)).all()
    for _ in range(2):
        repeat = fetch(document)
        assert repeat.duplicate_of == first.id
        assert (repeat.format, repeat.version) == (first.format, first.version)
        assert (repeat.totals, repeat.accounts) == (first.totals, first.accounts)
        assert (repeat.from_date, repeat.to_date) == (date(2026, 3, 2),) * 2
        assert repeat.correlation_id == first.correlation_id
    with database.job_session(realm) as session:
        # The import they repeat is undone: what comes next is no repeat of repeats.
        session.execute(
            update(Upload).where(Upload.id == first.id).values(state="UNDONE")
        )
    assert fetch(document).state == "QUEUED"


def test_the_same_key_gives_the_same_upload_and_another_key_another(
    fetch: Enter, document: int
) -> None:
    one = fetch(document, key="erp:7")
    assert fetch(document, name="renamed.xml", key="erp:7").id == one.id
    assert fetch(document, key="erp:8").id != one.id
    assert len({fetch(document).id, fetch(document).id, one.id}) == 3
