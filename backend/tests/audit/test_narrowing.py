"""Which events a list shows, and which refusals are written at all."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import select

from giroscope.features.audit import Subject, record_now
from giroscope.features.audit.policy import is_secret_name
from giroscope.features.audit.queries import Wanted, events
from giroscope.features.audit.refusals import Sampler
from giroscope.features.audit.tables import AuditEvent, AuditOutcome
from giroscope.kernel.access import Actor
from giroscope.kernel.database import Database

REALM = "giroscope"
ANN = Actor("ann", REALM, "ann", "Ann 100%", frozenset())
BOB = Actor("bob", REALM, "bob", "Bob", frozenset())


def _at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


@pytest.fixture
def filled(database: Database) -> Database:
    """Four events of three days."""
    with database.job_connection(REALM) as connection:
        for actor, verb, subject, at, outcome in (
            (ANN, "uploads.create", Subject("upload", "1", "a_b.xml"), _at(1, 23, 59),
             AuditOutcome.DONE),
            (BOB, "uploads.cancel", Subject("upload", "2", "axb.xml"), _at(2, 0),
             AuditOutcome.DONE),
            (ANN, "uploads_more.do", Subject("upload", "3"), _at(2, 23, 59),
             AuditOutcome.DONE),
            (BOB, "access.use", Subject("permission", "x.y"), _at(3, 0),
             AuditOutcome.REFUSED),
        ):  # fmt: skip
            record_now(connection, actor, verb, subject, outcome=outcome, at=at)
        connection.commit()
    return database


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [
        ({}, [1, 2, 3, 4]),
        ({"from_": date(2026, 11, 2)}, [2, 3, 4]),
        ({"to": date(2026, 11, 2)}, [1, 2, 3]),
        ({"from_": date(2026, 11, 2), "to": date(2026, 11, 2)}, [2, 3]),
        ({"actor": "ann"}, [1, 3]),
        ({"actor": "100%"}, [1, 3]),
        ({"actor": "%"}, [1, 3]),
        ({"verbs": ["uploads"]}, [1, 2]),
        ({"verbs": ["uploads.cancel", "access"]}, [2, 4]),
        ({"outcomes": ["REFUSED"]}, [4]),
        ({"subject_kind": "upload", "subject_id": "2"}, [2]),
        ({"subject_id": "x.y"}, [4]),
        ({"text": "a_b"}, [1]),
        ({"text": "BOB"}, [2, 4]),
    ],
)
def test_a_list_of_events_is_narrowed(
    filled: Database, wanted: dict[str, Any], numbers: list[int]
) -> None:
    asked = events(Wanted(**wanted)).with_only_columns(AuditEvent.id)
    with filled.job_connection(REALM) as connection:
        found = connection.execute(asked.order_by(AuditEvent.id)).scalars().all()
        assert list(found) == numbers
        assert len(connection.execute(select(AuditEvent.id)).all()) == 4


def test_refusals_are_counted_for_each_person_verb_and_realm() -> None:
    now = [0.0]
    sampler = Sampler(now=lambda: now[0])
    other = Actor("ann", "acme", "ann", "Ann", frozenset())
    for actor, verb in ((ANN, "a.b"), (BOB, "a.b"), (ANN, "a.c"), (other, "a.b")):
        assert sampler.admit(actor, verb) == 0
        assert sampler.admit(actor, verb) is None
    now[0] = 599.9
    assert sampler.admit(ANN, "a.b") is None
    now[0] = 600.0
    assert sampler.admit(ANN, "a.b") == 2
    assert sampler.admit(ANN, "a.b") is None


def test_so_many_refusals_of_a_realm_are_written_in_ten_minutes() -> None:
    now = [0.0]
    sampler = Sampler(now=lambda: now[0])
    told = [sampler.admit(ANN, f"room.verb{number}") for number in range(101)]
    assert told == [0] * 100 + [None]
    assert sampler.admit(Actor("x", "acme", "x", "X", frozenset()), "a.b") == 0
    now[0] = 600.0
    assert sampler.admit(ANN, "room.verb100") == 0


@pytest.mark.parametrize(
    "name",
    ["keys", "key", "pin", "otp", "tokens", "cookies", "seed", "apiKey", "mnemonic",
     "recoveryCodes", "clientSecrets", "accessToken", "userPasswords", "signature"],
)  # fmt: skip
def test_each_name_of_a_secret_is_one(name: str) -> None:
    assert is_secret_name(name)
    assert not is_secret_name(f"{name}Id")
