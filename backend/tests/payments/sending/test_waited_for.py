"""What the schedule looks at, and since when a file that left is waited for."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from giroscope.features.banks import BankConnection
from giroscope.features.payments.sending import (
    Sending,
    SendState,
    sent_unanswered,
    standing_of,
)
from giroscope.features.payments.sending.queries import due
from giroscope.kernel.tables import Job
from tests.payments.payment_factory import Order, pain001, pain002
from tests.payments.sending.send_desk import NOW, Desk

FRIDAY = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
"""19:30 in Copenhagen; the bank is looked at until 20."""


def test_the_night_and_the_weekend_are_not_waited(desk: Desk, document: int) -> None:
    journal = desk.sending(desk.queue(document)).correlation_id
    sunday = FRIDAY + timedelta(days=2)
    with desk.connection() as connection:
        connection.execute(update(Sending).values(state="SENT", sent=FRIDAY))
        since = sent_unanswered(connection, sunday)
        assert since == {journal: sunday - timedelta(minutes=30)}
        connection.execute(
            update(BankConnection).values(
                fetches_on_weekends=True, fetch_from=0, fetch_to=24
            )
        )
        assert sent_unanswered(connection, sunday) == {journal: FRIDAY}


def test_what_the_bank_has_answered_is_not_waited_for(
    desk: Desk, document: int, import_bytes: Any
) -> None:
    desk.queue(document)
    with desk.connection() as connection:
        connection.execute(update(Sending).values(state="SENT", sent=FRIDAY))
        connection.commit()
    import_bytes(pain002(original="MSG-1", group="ACTC"), "status.xml", "PAYMENT")
    with desk.connection() as connection:
        assert sent_unanswered(connection, FRIDAY + timedelta(days=2)) == {}


SECOND = timedelta(seconds=1)
IN_A_SECOND = NOW + SECOND


@pytest.mark.parametrize(
    ("values", "is_due"),
    [
        ({"state": "WAITING"}, True),
        ({"state": "WAITING", "next_try": NOW - SECOND}, True),
        ({"state": "WAITING", "next_try": NOW}, True),
        ({"state": "WAITING", "next_try": IN_A_SECOND}, False),
        ({"state": "WAITING", "held": "not_reached", "next_try": NOW}, True),
        ({"state": "WAITING", "held": "paused"}, True),
        # A run let bytes go and did not come back: whatever the clock says.
        ({"state": "LEAVING", "next_try": IN_A_SECOND}, True),
        ({"state": "SENT"}, False),
        ({"state": "UNKNOWN"}, False),
        ({"state": "REFUSED"}, False),
        ({"state": "NOT_TAKEN"}, False),
        ({"state": "CANCELLED"}, False),
    ],
)
def test_the_schedule_looks_at_what_may_leave_and_at_what_was_interrupted(
    desk: Desk, document: int, values: dict[str, Any], is_due: bool
) -> None:
    desk.queue(document)
    with desk.connection() as connection:
        connection.execute(Job.__table__.delete())
        connection.execute(update(Sending).values(**values))
        due("giroscope", connection, NOW)
        asked = connection.execute(select(Job.id).where(Job.verb == "send")).all()
        assert len(asked) == is_due


@pytest.mark.parametrize(
    ("held", "is_held"),
    [(None, False), ("paused", False), ("not_reached", True), ("not_ready", True)],
)
def test_only_what_nobody_decided_holds_a_file_back(
    desk: Desk, document: int, held: str | None, is_held: bool
) -> None:
    journal = desk.sending(desk.queue(document)).correlation_id
    with desk.connection() as connection:
        connection.execute(update(Sending).values(held=held))
        assert standing_of(connection, journal) == (SendState.WAITING, is_held)
        assert standing_of(connection, "another journal") is None


def test_the_newest_file_says_how_far_a_journal_is(
    desk: Desk, document: int, import_bytes: Any
) -> None:
    first = desk.sending(desk.queue(document))
    data = pain001({"B1": [Order("E-9", "5.00")]}, message="MSG-2")
    other = import_bytes(data, "anew.xml", "PAYMENT")
    with desk.connection() as connection:
        connection.execute(update(Sending).values(state="REFUSED"))
        connection.commit()
    desk.queue(other.document_id, correlation_id=first.correlation_id)
    with desk.connection() as connection:
        found = standing_of(connection, first.correlation_id)
    assert found == (SendState.WAITING, False)
