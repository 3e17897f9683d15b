"""What may be done with a connection, and when, as tables of cases."""

from datetime import UTC, datetime, timedelta

import pytest

from giroscope.features.banks import policy
from giroscope.features.banks.errors import (
    BadAccount,
    BadCode,
    BadField,
    BadSchedule,
    NotPossibleNow,
)
from giroscope.features.banks.policy import Hours
from giroscope.features.banks.tables import ConnectionState

END = datetime(2026, 11, 20, 12, tzinfo=UTC)
SECOND, DAY = timedelta(seconds=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("left", "state", "days", "alarm"),
    [
        (61 * DAY, "ACTIVE", 61, None),
        (61 * DAY - SECOND, "EXPIRING", 60, 60),
        (60 * DAY, "EXPIRING", 60, 60),
        (31 * DAY, "EXPIRING", 31, 60),
        (31 * DAY - SECOND, "EXPIRING", 30, 30),
        (15 * DAY, "EXPIRING", 15, 30),
        (14 * DAY, "EXPIRING", 14, 14),
        (8 * DAY - SECOND, "EXPIRING", 7, 7),
        (2 * DAY, "EXPIRING", 2, 7),
        (DAY, "EXPIRING", 1, 1),
        (SECOND, "EXPIRING", 0, 1),
        (timedelta(), "EXPIRED", 0, 1),
        (-SECOND, "EXPIRED", -1, None),
    ],
)
def test_a_certificate_grows_old_by_the_second(
    left: timedelta, state: str, days: int, alarm: int | None
) -> None:
    now = END - left
    assert policy.state_by_age(END, now) == state
    assert policy.days_left(END, now) == days
    assert policy.alarm_due(days) == alarm


@pytest.mark.parametrize(
    ("minutes", "first", "last", "is_one"),
    [
        (0, 6, 20, True), (5, 0, 24, True), (720, 23, 24, True), (4, 6, 20, False),
        (1, 6, 20, False), (721, 6, 20, False), (-5, 6, 20, False), (15, 8, 8, False),
        (15, 9, 8, False), (15, -1, 8, False), (15, 8, 25, False),
    ],
)  # fmt: skip
def test_a_schedule_has_its_bounds(
    minutes: int, first: int, last: int, *, is_one: bool
) -> None:
    if is_one:
        policy.ensure_schedule(minutes, first, last)
    else:
        with pytest.raises(BadSchedule):
            policy.ensure_schedule(minutes, first, last)


@pytest.mark.parametrize(
    ("now", "minutes", "looked"),
    [
        # 19:44, 19:45 and 19:46 in Copenhagen; the hours end at eight.
        ("2026-11-19T18:44", 15, "2026-11-19T18:59"),
        ("2026-11-19T18:45", 15, "2026-11-20T05:00"),
        ("2026-11-19T18:46", 15, "2026-11-20T05:00"),
        # 5:40, 5:45 and 5:50: at six, and then as it comes.
        ("2026-11-19T04:40", 15, "2026-11-19T05:00"),
        ("2026-11-19T04:45", 15, "2026-11-19T05:00"),
        ("2026-11-19T04:50", 15, "2026-11-19T05:05"),
        # By summer time an hour earlier in UTC.
        ("2026-07-01T03:00", 15, "2026-07-01T04:00"),
        ("2026-07-01T17:45", 15, "2026-07-02T04:00"),
    ],
)
def test_a_bank_is_looked_at_within_its_hours_to_the_minute(
    now: str, minutes: int, looked: str
) -> None:
    after, expected = (
        datetime.fromisoformat(one).replace(tzinfo=UTC) for one in (now, looked)
    )
    hours = Hours(6, 20, every_day=False)
    assert policy.next_fetch(after, minutes, hours, country="DK") == expected


@pytest.mark.parametrize(
    ("told", "number"),
    [
        ("DK61 2999 0004 2811 01", "DK6129990004281101"),
        ("dk61-2999-0004-281101", "DK6129990004281101"),
        ("2999 0004281101", "29990004281101"),
        ("12345", "12345"),
        ("DK6229990004281101", None),
        ("DK6129990004281110", None),
        ("DK61", None),
        ("1234", None),
        ("1" * 35, None),
        ("29/990", None),
        ("", None),
    ],
)
def test_an_account_is_compared_in_one_spelling(told: str, number: str | None) -> None:
    if number is not None:
        assert policy.account_number(told) == number
        return
    with pytest.raises(BadAccount):
        policy.account_number(told)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("", ""),
        ("1", "•"),
        ("123", "•••"),
        ("1234", "•234"),
        ("5300048211", "•••••••211"),
    ],
)
def test_a_number_of_the_letter_is_hidden_but_for_its_end(
    value: str, shown: str
) -> None:
    assert policy.masked(value) == shown


def test_each_state_allows_what_its_certificate_does() -> None:
    states = {state.value for state in ConnectionState}
    for allowed, named in (
        (policy.ACTIVATES, {"NEW", "KEY_CREATED", "ACTIVATING", "EXPIRED"}),
        (policy.RENEWS, {"ACTIVE", "EXPIRING", "RENEWING"}),
    ):
        for state in states:
            if state in named:
                policy.ensure_state(state, allowed)
                continue
            with pytest.raises(NotPossibleNow):
                policy.ensure_state(state, allowed)


def test_a_letter_is_taken_as_the_bank_writes_it() -> None:
    kind = "NORDEA_CA"
    letter = {
        "agreementId": " 5300 048211 ", "senderId": "10428836015",
        "signerId": "20931174406", "name": " Havnens Handel ApS ",
        "countryCode": "DK",
    }  # fmt: skip
    taken = policy.parameters(kind, letter)
    assert (taken["agreementId"], taken["name"]) == ("5300048211", "Havnens Handel ApS")
    for changed in (
        {"senderId": ""},
        {"senderId": "x"},
        {"countryCode": "Denmark"},
        {"unheard": "1"},
        {"name": "x" * 500},
    ):
        with pytest.raises(BadField) as refused:
            policy.parameters(kind, letter | changed)
        assert refused.value.path == next(iter(changed))


@pytest.mark.parametrize(
    ("told", "is_one"),
    [("7392051846", True), ("73920 51846", True), ("739205184", False),
     ("73920518461", False), ("739205184x", False), ("", False)],
)  # fmt: skip
def test_an_activation_code_has_ten_digits(told: str, *, is_one: bool) -> None:
    if is_one:
        assert policy.activation_code("NORDEA_CA", told) == "7392051846"
        return
    with pytest.raises(BadCode):
        policy.activation_code("NORDEA_CA", told)
