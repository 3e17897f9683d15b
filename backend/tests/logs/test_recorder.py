"""What is exchanged is written by a thread of its own, and never holds anybody up."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

import banklink
from giroscope.features.logs import (
    LogBytes,
    LogEntry,
    LogType,
    Recorder,
    Witnesses,
    about,
    correlate,
)
from giroscope.features.logs import recorder as recording_module
from giroscope.features.logs.retention import keeping_now
from giroscope.features.logs.rows import opened, sealing_key
from giroscope.features.logs.trim import due, trimmer
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.migrate import realm_key
from giroscope.kernel.tables import Job
from tests.logs.log_desk import NOON, REPLY, REQUEST, captured

KEY = bytes(range(32))


def rows(database: Database, realm: str = "giroscope") -> list[Any]:
    with database.job_connection(realm) as connection:
        query = select(LogEntry.__table__).order_by(LogEntry.id)
        return list(connection.execute(query))


def test_an_exchange_is_two_rows_of_one_pair(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured(reply=REPLY, status=500, correlation_id="c-1"))
    assert recorder.flush()
    asked, answered = rows(database)
    assert asked.exchange == answered.exchange
    assert (asked.direction, answered.direction) == ("OUT", "IN")
    assert (asked.is_reply, answered.is_reply) == (False, True)
    assert asked.created == (NOON - timedelta(milliseconds=250)).replace(
        tzinfo=asked.created.tzinfo
    )
    assert (asked.duration_ms, answered.status, answered.size) == (250, 500, len(REPLY))
    assert "Jane" not in asked.data
    assert "DK50***6243" in asked.data
    assert "jane" not in asked.words
    assert asked.cause is None
    assert answered.cause == "HTTP 500: No such agreement …"
    assert answered.correlation_id == "c-1"


def test_bytes_are_kept_sealed_and_only_with_the_realms_key(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured())
    recorder.take(captured(may_keep_bytes=False))
    assert recorder.flush()
    asked = rows(database)[0]
    with database.job_connection("giroscope") as connection:
        kept = connection.execute(select(LogBytes.__table__)).all()
    assert len(kept) == 2
    assert REQUEST not in kept[0].sealed
    key = sealing_key(realm_key(database, "giroscope", KEY))
    assert kept[0].log_id == asked.id
    assert opened(key, kept[0].sealed) == REQUEST
    assert [row.has_bytes for row in rows(database)] == [True, True, False, False]


def test_a_bank_that_refuses_in_a_good_answer_is_a_failure(
    database: Database, recorder: Recorder
) -> None:
    said = (
        b"<out><c:ResponseCode>%s</c:ResponseCode>"
        b"<c:ResponseText>Contract 4711 not found</c:ResponseText></out>"
    )
    recorder.take(captured(reply=said % b"34"))
    recorder.take(captured(reply=said % b"00"))
    # There is nothing to fetch.
    recorder.take(captured(reply=said % b"24"))
    assert recorder.flush()
    assert [row.cause for row in rows(database)] == [
        None, "ResponseCode 34: Contract … not found", *[None] * 4,
    ]  # fmt: skip


def test_a_failure_without_an_answer_is_told_by_its_cause(
    database: Database, recorder: Recorder
) -> None:
    failure = "The bank could not be reached: [Errno 111] Connection refused."
    recorder.take(captured(reply=None, status=None, failure=failure))
    assert recorder.flush()
    (asked,) = rows(database)
    assert asked.failure == failure
    assert asked.cause == "The bank could not be reached: [Errno …] Connection refused."


def test_what_overflows_is_counted_and_told(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, waited = threading.Event(), []
    written = recording_module.rows.rows_of

    def slowly(*values: Any) -> Any:
        waited.append(gate.wait(60))
        return written(*values)

    monkeypatch.setattr(recording_module.rows, "rows_of", slowly)
    recorder = Recorder(database, KEY, lambda: NOON, most_waiting=3)
    for _ in range(500):
        recorder.take(captured())
    gate.set()
    assert recorder.flush()
    # A database that stands still holds nobody up: the gate was opened in time.
    assert all(waited)
    recorder.take(captured())
    assert recorder.flush()
    recorder.close()
    with database.job_connection("giroscope") as connection:
        kept = keeping_now(connection)
    assert kept.lost >= 490
    assert kept.lost_at is not None
    assert kept.lost + len(rows(database)) / 2 == 501


def test_a_heavy_queue_is_bounded_by_its_bytes(database: Database) -> None:
    recorder = Recorder(database, KEY, lambda: NOON, most_bytes=1_000)
    recorder.take(captured(request=b"x" * 2_000))
    assert recorder.flush()
    assert rows(database) == []
    recorder.take(captured())
    assert recorder.flush()
    recorder.close()
    assert len(rows(database)) == 2


def test_closing_writes_what_waits(database: Database) -> None:
    # As long as a busy machine takes: how long it may take is no matter here.
    recorder = Recorder(database, KEY, lambda: NOON, close_seconds=60.0)
    for _ in range(300):
        recorder.take(captured())
    recorder.close()
    assert len(rows(database)) == 600


def test_a_row_no_database_takes_keeps_no_other_waiting(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured(request=b"a\x00b\xed\xa0\x80", uri="x://\x00"))
    recorder.take(captured(correlation_id="c" * 300))
    recorder.take(captured(operation="after"))
    assert recorder.flush()
    assert {row.operation for row in rows(database)} >= {"after"}


def test_a_realm_that_is_gone_is_forgotten(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured(realm="nobody"))
    recorder.take(captured())
    assert recorder.flush(20) or database.is_sqlite
    assert len(rows(database)) == 2


def test_a_body_of_any_length_is_cut_and_its_length_told(
    database: Database, recorder: Recorder
) -> None:
    body = b"<x>" + b"word " * 1_200_000 + b"</x>"
    recorder.take(captured(request=body))
    assert recorder.flush(30)
    asked = rows(database)[0]
    assert asked.size == len(body)
    assert asked.is_cut
    assert not asked.has_bytes
    assert len(asked.data) <= 256 << 10


def test_a_bank_tells_its_journal_and_a_code_keeps_no_bytes(
    database: Database, recorder: Recorder
) -> None:
    see = Witnesses(recorder.take, lambda: NOON).of_bank("giroscope", 7)

    def exchange(operation: str) -> banklink.Exchange:
        return banklink.Exchange(
            uri="https://bank.example", operation=operation, request_id="r-1",
            request=REQUEST, reply=b"<ok/>", status=200, seconds=0.1,
        )  # fmt: skip

    with about("c-9"):
        see(exchange("UploadFile"))
    see(exchange("GetCertificate"))
    assert recorder.flush()
    first, _, third, _ = rows(database)
    assert (first.peer, first.correlation_id, first.has_bytes) == (
        "bank:7",
        "c-9",
        True,
    )
    assert (third.correlation_id, third.has_bytes) == (None, False)
    assert first.request_id == "r-1"


def test_what_came_is_tied_to_its_journal_once_with_what_was_asked(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured(reply=b"<statement/>"))
    recorder.take(captured(reply=b"<nothing/>"))
    assert recorder.flush()
    digest = rows(database)[1].sha256
    with database.job_connection("giroscope") as connection:
        assert correlate(connection, [digest], "c-1") == 2
        assert correlate(connection, [digest], "c-2") == 0
        assert correlate(connection, [], "c-2") == 0
        connection.commit()
    tied = [row.correlation_id for row in rows(database)]
    assert tied == ["c-1", "c-1", None, None]
    # Of an exchange, what was tied otherwise stays as it is.
    first, *_, last = rows(database)[2:]
    with database.job_connection("giroscope") as connection:
        connection.execute(
            update(LogEntry).where(LogEntry.id == first.id).values(correlation_id="c-0")
        )
        assert correlate(connection, [last.sha256], "c-3") == 1
        connection.commit()
    assert [row.correlation_id for row in rows(database)[2:]] == ["c-0", "c-3"]


def test_old_entries_go_and_the_oldest_where_the_log_is_too_large(
    database: Database, recorder: Recorder
) -> None:
    recorder.take(captured(ended=NOON - timedelta(days=200), operation="old"))
    recorder.take(captured(log_type=LogType.ERP))
    assert recorder.flush()
    with database.job_connection("giroscope") as connection:
        before = keeping_now(connection).stored
        due("giroscope", connection, NOON)
        connection.commit()
        assert connection.execute(select(Job.verb)).scalars().all() == ["trim-logs"]
    trimmer(lambda: NOON)(JobRun(database, "giroscope", 1, 0))
    assert {row.log_type for row in rows(database)} == {"ERP"}
    with database.job_connection("giroscope") as connection:
        assert 0 < keeping_now(connection).stored < before
        assert len(connection.execute(select(LogBytes.__table__)).all()) == 2
