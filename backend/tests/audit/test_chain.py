"""The chain on both databases: every way of changing it is found and named."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError

from giroscope.features.audit import record_now, verify
from giroscope.features.audit.anchors import Anchor
from giroscope.features.audit.tables import AuditEvent
from giroscope.features.audit.verify import Fault, FaultKind
from giroscope.kernel import migrate
from giroscope.kernel.access import system_actor
from giroscope.kernel.database import Database
from giroscope.kernel.migrate import migrate_realm
from giroscope.kernel.tables import ChainHead

pytestmark = pytest.mark.both_stores

COLUMNS = [column.name for column in AuditEvent.__table__.columns]
FORGED: dict[str, str] = {
    "instant": "'2026-11-02 12:00:00.123457'",
    "recorded": "'2020-01-01 00:00:00.000000'",
    "sequence": "99",
    "key_id": "7",
}
COPIED = ", ".join(name for name in COLUMNS if name not in {"sequence", "outside_id"})

SHORTENED = (
    "UPDATE chain_heads SET hash = (SELECT hash FROM audit_events WHERE sequence = 3)"
)


def copied(source: int, target: int) -> str:
    """A statement that puts a copy of an event in at another place."""
    return (
        f"INSERT INTO audit_events (sequence, {COPIED})"
        f" SELECT {target}, {COPIED} FROM audit_events WHERE sequence = {source}"
    )


def test_untouched_chain_is_intact(say: Any, check: Any) -> None:
    assert check().is_intact
    assert check().end.length == 0
    say(5)
    verdict = check()
    assert (verdict.is_intact, verdict.end.length) == (True, 5)
    assert check(verdict.end).is_intact


def test_events_are_numbered_without_gaps_and_say_who_and_what(
    say: Any, database: Database, realm: str
) -> None:
    say(2)
    with database.job_session(realm) as session:
        first, second = session.scalars(select(AuditEvent).order_by(AuditEvent.id))
    assert [first.id, second.id] == [1, 2]
    assert second.previous == first.hash
    assert (first.actor_id, first.actor_name, first.actor_kind) == (
        "ann", "Ann Holm", "PERSON",
    )  # fmt: skip
    assert (first.was, first.now) == ('{"state":"OLD"}', '{"number":0,"state":"NEW"}')
    assert first.instant.isoformat() == "2026-11-02T12:00:00.123456+00:00"


@pytest.mark.parametrize("column", COLUMNS)
def test_every_field_that_is_changed_is_found(
    say: Any, intrude: Any, check: Any, column: str
) -> None:
    say(4)
    forged = FORGED.get(column, "'forged'")
    intrude(f"UPDATE audit_events SET {column} = {forged} WHERE sequence = 2")
    fault = check().fault
    # An event that was given another number is missing at its own.
    kind = FaultKind.MISSING if column == "sequence" else FaultKind.CHANGED
    assert fault == Fault(2, kind)
    assert fault.message.startswith("Event 2 ")


@pytest.mark.parametrize(
    ("statements", "fault"),
    [
        (["DELETE FROM audit_events WHERE sequence = 1"], (1, FaultKind.MISSING)),
        (["DELETE FROM audit_events WHERE sequence = 3"], (3, FaultKind.MISSING)),
        (["DELETE FROM audit_events WHERE sequence > 3"], (4, FaultKind.MISSING)),
        (["DELETE FROM audit_events"], (1, FaultKind.MISSING)),
        (
            [
                "UPDATE audit_events SET sequence = 9 WHERE sequence = 2",
                "UPDATE audit_events SET sequence = 2 WHERE sequence = 3",
                "UPDATE audit_events SET sequence = 3 WHERE sequence = 9",
            ],
            (2, FaultKind.CHANGED),
        ),
        (
            [copied(5, 6)],
            (6, FaultKind.ADDED),
        ),
        (
            [copied(5, 0)],
            (0, FaultKind.ADDED),
        ),
        (["DELETE FROM chain_heads"], (5, FaultKind.HEAD_MISSING)),
        (["UPDATE chain_heads SET seal = 'forged'"], (5, FaultKind.HEAD_CHANGED)),
        (
            [
                "DELETE FROM audit_events WHERE sequence > 3",
                "UPDATE chain_heads SET length = 3",
                SHORTENED,
            ],
            (3, FaultKind.HEAD_CHANGED),
        ),
    ],
)
def test_rows_taken_out_moved_or_put_in_are_found(
    say: Any, intrude: Any, check: Any, statements: list[str], fault: Any
) -> None:
    say(5)
    intrude(*statements)
    assert check().fault == fault


# PostgreSQL keeps only instants in a column of instants.
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
def test_an_instant_that_is_none_is_a_changed_event(
    say: Any, intrude: Any, check: Any
) -> None:
    say(3)
    intrude("UPDATE audit_events SET instant = 'soon' WHERE sequence = 3")
    assert check().fault == Fault(3, FaultKind.CHANGED)


def test_a_broken_chain_goes_on_but_is_never_sealed_again(
    say: Any, intrude: Any, check: Any
) -> None:
    say(3)
    intrude(
        "DELETE FROM audit_events WHERE sequence = 3",
        "UPDATE chain_heads SET length = 2",
    )
    say(2)
    assert check().fault is not None
    intrude("DELETE FROM chain_heads")
    say(1)
    assert check().fault is not None


def test_a_row_put_in_after_the_last_does_not_stop_the_work(
    say: Any, intrude: Any, check: Any
) -> None:
    say(2)
    intrude(copied(2, 3))
    say(2)
    assert check().fault is not None


def test_going_back_to_an_earlier_state_is_found_by_what_was_noted_outside(
    say: Any, intrude: Any, check: Any, database: Database, realm: str
) -> None:
    say(3)
    with database.job_connection(realm) as connection:
        old = connection.execute(select(ChainHead)).one()
    say(2)
    noted = check().end
    intrude(
        "DELETE FROM audit_events WHERE sequence > 3",
        "UPDATE chain_heads SET length = :length, hash = :hash, seal = :seal",
        length=old.length, hash=old.hash, seal=old.seal,
    )  # fmt: skip
    assert check().is_intact
    assert check(noted).fault == Fault(4, FaultKind.ROLLED_BACK)
    say(2)
    assert check(Anchor.of(str(noted))).fault == Fault(5, FaultKind.ROLLED_BACK)


def test_a_head_that_is_gone_is_not_made_anew_by_a_start(
    say: Any, intrude: Any, check: Any, database: Database, realm: str
) -> None:
    say(1)
    intrude("DELETE FROM audit_events", "DELETE FROM chain_heads")
    migrate_realm(database, realm, bytes(range(32)))
    assert check().fault == Fault(0, FaultKind.HEAD_MISSING)


def test_a_head_that_is_gone_is_not_made_anew_by_an_upgrade(
    say: Any,
    intrude: Any,
    check: Any,
    database: Database,
    realm: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say(1)
    intrude("DELETE FROM audit_events", "DELETE FROM chain_heads")
    # As where the next release adds a table.
    monkeypatch.setattr(migrate, "_newest", lambda: "the next")
    monkeypatch.setattr(migrate, "upgrade", lambda _connection: None)
    assert migrate_realm(database, realm, bytes(range(32)))
    assert check().fault == Fault(0, FaultKind.HEAD_MISSING)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_events SET verb = 'x.y' WHERE sequence = 1",
        "DELETE FROM audit_events WHERE sequence = 1",
        "DELETE FROM chain_heads",
        "UPDATE chain_heads SET length = length",
        "UPDATE chain_heads SET length = 0",
    ],
)
def test_the_database_itself_refuses(
    say: Any, database: Database, realm: str, check: Any, statement: str
) -> None:
    say(2)
    with (
        database.job_connection(realm) as connection,
        pytest.raises(DatabaseError, match="append-only"),
    ):
        connection.execute(text(statement))
    assert check().end.length == 2


@pytest.mark.parametrize("table", ["audit_events", "chain_heads"])
def test_emptying_or_replacing_at_one_stroke_is_refused(
    say: Any, database: Database, realm: str, check: Any, table: str
) -> None:
    say(2)
    statement = f"TRUNCATE {table}"
    if database.is_sqlite:
        statement = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}"
    with (
        database.job_connection(realm) as connection,
        pytest.raises(DatabaseError, match="append-only"),
    ):
        connection.execute(text(statement))
    assert check().is_intact


def test_writers_at_the_same_time_make_one_chain(say: Any, check: Any) -> None:
    with ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(say, 20) for _ in range(2)]:
            done.result()
    assert (check().is_intact, check().end.length) == (True, 40)


def test_what_is_not_committed_leaves_no_gap(
    say: Any, check: Any, database: Database, realm: str
) -> None:
    say(1)
    with database.job_connection(realm) as connection:
        assert record_now(connection, system_actor(realm), "rooms.act") == 2
        connection.rollback()
    say(1)
    assert (check().is_intact, check().end.length) == (True, 2)


def test_a_chain_longer_than_a_portion_is_read_in_portions(
    say: Any, check: Any, intrude: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "PORTION", 3)
    say(8)
    assert (check().is_intact, check().end.length) == (True, 8)
    intrude("DELETE FROM audit_events WHERE sequence = 7")
    assert check().fault == Fault(7, FaultKind.MISSING)
