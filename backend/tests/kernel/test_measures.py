"""What is measured of tenants: joined over all of them, and seldom enough."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert, update

from giroscope.features.banks.tables import BankConnection
from giroscope.features.documents.tables import Document
from giroscope.features.payments.sending import Sending, SendState
from giroscope.features.uploads.tables import Upload
from giroscope.kernel import measures
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import new_job
from giroscope.kernel.measures import Family, Joined, Measure, Sample, TenantMeasures
from giroscope.kernel.tables import Job
from giroscope.measures import MEASURES
from giroscope.settings import Settings

pytestmark = pytest.mark.served

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
REALMS = ("giroscope", "acme")


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    made = Database(settings)
    yield made
    await made.close()


def _told(database: Database) -> dict[tuple[str, ...], float]:
    """Everything measured now, by name and what its labels say."""
    made = TenantMeasures(database, MEASURES, lambda: NOW)
    known = set(made.families)
    found = list(made.samples())
    assert {one.family for one in found} <= known
    return {
        (family.name, *(said for _, said in labels)): value
        for family, value, labels in found
    }


def _insert(database: Database, realm: str, table: Any, **values: Any) -> None:
    with database.job_connection(realm) as connection:
        connection.execute(insert(table).values(**values))
        connection.commit()


def _document(database: Database, realm: str, number: int = 1) -> None:
    _insert(
        database, realm, Document, id=number, sha256=f"{number:064}",
        name="secret.xml", size=1,
        kind="OTHER", source="WEB", received=NOW,
    )  # fmt: skip


def _send(
    database: Database, realm: str, number: int, state: SendState, age: timedelta
) -> None:
    _document(database, realm, number)
    _insert(
        database, realm, Sending, correlation_id="c", document_id=number,
        sha256="0" * 64,
        connection_id=1, state=state.value, since=NOW - age, asked=NOW - age,
    )  # fmt: skip


def test_what_tenants_have_is_added_and_the_worst_of_them_is_told(
    database: Database,
) -> None:
    first, second = REALMS
    _send(database, first, 1, SendState.UNKNOWN, timedelta(minutes=3))
    _send(database, second, 1, SendState.UNKNOWN, timedelta(minutes=7))
    _send(database, second, 2, SendState.UNKNOWN, timedelta(minutes=2))
    for realm, days in ((first, 40), (second, -1)):
        _insert(
            database, realm, BankConnection, name="Bank", sort_name="bank", type="X",
            profile="x", country="DK",
            environment="TEST", state="ACTIVE", created=NOW, created_by="u",
            created_by_name="U", expires=NOW + timedelta(days=days),
        )  # fmt: skip
    for realm, age in ((first, 5), (second, 90)):
        asked = new_job("import", 1, NOW - timedelta(seconds=age))
        _insert(database, realm, Job, **asked)
    told = _told(database)
    assert told["giroscope_sends", "UNKNOWN"] == 3
    assert told["giroscope_sends", "SENT"] == 0
    assert told["giroscope_send_oldest_seconds", "UNKNOWN"] == 420
    assert told["giroscope_send_oldest_seconds", "WAITING"] == 0
    assert told["giroscope_bank_connections", "ACTIVE"] == 2
    assert told["giroscope_certificate_days",] == -1
    assert told["giroscope_jobs", "QUEUED"] == 2
    assert told["giroscope_job_oldest_seconds", "QUEUED"] == 90
    assert told["giroscope_job_oldest_seconds", "RUNNING"] == 0


def test_a_job_at_work_is_as_old_as_its_beginning(database: Database) -> None:
    _insert(database, REALMS[0], Job, **new_job("import", 1, NOW - timedelta(hours=1)))
    with database.job_connection(REALMS[0]) as connection:
        began = NOW - timedelta(seconds=30)
        connection.execute(update(Job).values(state="RUNNING", started=began))
        connection.commit()
    told = _told(database)
    assert told["giroscope_job_oldest_seconds", "RUNNING"] == 30
    assert told["giroscope_job_oldest_seconds", "QUEUED"] == 0


def test_nothing_that_a_tenant_calls_by_name_is_told(database: Database) -> None:
    _document(database, REALMS[0])
    _insert(
        database, REALMS[0], Upload, document_id=1, name="secret.xml", kind="STATEMENT",
        state="IMPORTED", source="WEB", created=NOW, created_by="u",
        created_by_name="Olga",
    )  # fmt: skip
    told = _told(database)
    assert told["giroscope_uploads", "IMPORTED"] == 1
    assert not any(name in repr(told) for name in ("acme", "secret", "Olga"))


def test_who_asks_often_is_told_the_same_and_how_old_it_is(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    seen = Family("seen", "gauge", "Seen.", Joined.MOST)

    def count(_connection: Any, _now: datetime) -> Any:
        asked.append("once")
        clock[0] += 2
        return [Sample(seen, len(asked))]

    clock = [1000.0]
    monkeypatch.setattr(measures.time, "monotonic", lambda: clock[0])
    made = TenantMeasures(database, (Measure((seen,), count),), lambda: NOW)
    # Two tenants, two seconds each: what took four is kept for four hundred.
    first = {family.name: value for family, value, _ in made.samples()}
    clock[0] += 399
    later = {family.name: value for family, value, _ in made.samples()}
    assert (first["seen"], later["seen"], len(asked)) == (2, 2, 2)
    assert later["giroscope_measured_seconds"] == 399
    clock[0] += 2
    assert {value for _, value, _ in made.samples()} == {4, 0}
