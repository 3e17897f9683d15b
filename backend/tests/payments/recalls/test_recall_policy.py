"""What of a bank's answers counts, and until when one is waited for."""

from datetime import UTC, datetime

import pytest

from giroscope.features.payments.recalls.policy import RecallAnswer, Said, counting
from giroscope.features.payments.recalls.waiting import due
from giroscope.kernel.banking_days import Calendar


@pytest.mark.parametrize(
    ("sent_at", "days", "until"),
    [
        ("2026-03-06T13:00Z", 1, "2026-03-09T13:00Z"),
        # On a Saturday, and on the Thursday before Easter: the bank is closed until.
        ("2026-03-07T13:00Z", 1, "2026-03-09T23:00Z"),
        ("2026-04-01T13:00Z", 2, "2026-04-08T13:00Z"),
    ],
)
def test_banking_days_are_waited(sent_at: str, days: int, until: str) -> None:
    calendars = frozenset({Calendar.DK})
    assert due(datetime.fromisoformat(sent_at), days, calendars) == (
        datetime.fromisoformat(until)
    )


def test_a_final_word_counts_before_a_pending_one_whenever_it_comes() -> None:
    early, late = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
    done, waits = Said("ACCR", early, 1), Said("PDCR", late, 2)
    assert counting([done, waits]) == done
    assert counting([waits, done]) == done
    assert counting([done, Said("RJCR", late, 3)]) == Said("RJCR", late, 3)
    assert counting([]) is None
    assert Said("WHAT", None, 1).answer is RecallAnswer.PENDING
