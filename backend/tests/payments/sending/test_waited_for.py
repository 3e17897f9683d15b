"""Since when a file that left is waited for: only while its bank is looked at."""

from datetime import UTC, datetime, timedelta

from send_desk import Desk
from sqlalchemy import update

from giroscope.features.banks import BankConnection
from giroscope.features.payments.sending import Sending, sent_unanswered

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
