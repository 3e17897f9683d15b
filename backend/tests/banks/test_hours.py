"""When a bank is looked at, and for how long it could be heard."""

from datetime import UTC, datetime, timedelta

import pytest

from giroscope.features.banks.availability import Listening
from giroscope.features.banks.policy import Hours, looked_at, next_fetch

USUAL = Hours(6, 20, every_day=False)
ALWAYS = Hours(0, 24, every_day=True)
FRIDAY = datetime(2026, 11, 20, 18, 50, tzinfo=UTC)
"""19:50 in Copenhagen."""


@pytest.mark.parametrize(
    ("after", "country", "expected"),
    [
        ("2026-11-20T11:00Z", "DK", "2026-11-20T11:15Z"),
        # After hours on a Friday: on Monday at six.
        ("2026-11-20T18:50Z", "DK", "2026-11-23T05:00Z"),
        # Christmas Eve and Christmas are closed, the 26th is a Saturday.
        ("2026-12-23T19:00Z", "DK", "2026-12-28T05:00Z"),
        # The day after Ascension is closed in Denmark only.
        ("2026-05-13T19:00Z", "DK", "2026-05-18T04:00Z"),
        ("2026-05-13T19:00Z", "SE", "2026-05-15T04:00Z"),
        ("2026-05-13T19:00Z", "NO", "2026-05-15T04:00Z"),
        ("2026-12-06T10:00Z", "FI", "2026-12-07T05:00Z"),
        # Nobody knows when the banks of other countries close.
        ("2026-12-23T19:00Z", "", "2026-12-24T05:00Z"),
    ],
)
def test_a_bank_is_looked_at_when_it_is_open(
    after: str, country: str, expected: str
) -> None:
    found = next_fetch(datetime.fromisoformat(after), 15, USUAL, country=country)
    assert found == datetime.fromisoformat(expected)


def test_a_bank_can_be_looked_at_every_day_or_never() -> None:
    eve = datetime(2026, 12, 24, 12, tzinfo=UTC)
    wanted = Hours(6, 20, every_day=True)
    assert next_fetch(eve, 15, wanted, country="DK") == eve + timedelta(minutes=15)
    assert next_fetch(eve, 0, wanted, country="DK") is None


def test_only_hours_in_which_it_is_looked_at_count() -> None:
    monday = FRIDAY + timedelta(days=2, hours=14)
    assert looked_at(FRIDAY, FRIDAY + timedelta(hours=10), USUAL, country="DK") == (
        timedelta(minutes=10)
    )
    # 08:50 on Monday: ten minutes on Friday, and since six.
    assert looked_at(FRIDAY, monday - timedelta(hours=1), USUAL, country="DK") == (
        timedelta(hours=3)
    )
    assert looked_at(FRIDAY, monday, ALWAYS, country="DK") == monday - FRIDAY
    assert looked_at(monday, FRIDAY, ALWAYS, country="DK") == timedelta()


def test_a_paused_bank_is_not_heard_and_one_looked_at_by_hand_always() -> None:
    day = FRIDAY + timedelta(days=1)
    by_hand = Listening(0, USUAL, "DK", None)
    assert by_hand.heard(FRIDAY, day) == timedelta(days=1)
    paused = Listening(15, ALWAYS, "DK", FRIDAY + timedelta(hours=1))
    assert paused.heard(FRIDAY, day) == timedelta(hours=1)
    assert paused._replace(minutes=0, paused=FRIDAY).heard(day, day) == timedelta()
