"""Check digits and closing days, by examples from their sources and by their laws."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.payments.checks.calendars import (
    Calendar,
    closed_days,
    easter,
    is_closed,
    next_open,
)
from giroscope.features.payments.checks.numbers import (
    IBAN_LENGTHS,
    has_mod10,
    iban_fault,
    is_bic,
    is_creditor_reference,
    is_danish,
    is_norwegian,
)


@pytest.mark.parametrize(
    ("iban", "fault"),
    [
        ("DK5000400440116243", None),
        ("GB29NWBK60161331926819", None),
        ("NO9386011117947", None),
        ("MT84MALT011000012345MTLCAST001S", None),
        ("DK5000400440116244", "digits"),
        ("DK500040044011624", "length"),
        ("DK50 0040 0440 1162 43", "length"),
        ("dk5000400440116243", "country"),
        ("US5000400440116243", "country"),
        ("", "country"),
        ("DK\u0665\u06650400440116243", "length"),
    ],
)
def test_an_iban_is_told_by_country_length_and_digits(
    iban: str, fault: str | None
) -> None:
    assert iban_fault(iban) == fault


@given(
    st.sampled_from(sorted(IBAN_LENGTHS)),
    st.data(),
)
def test_one_wrong_sign_never_passes(country: str, data: st.DataObject) -> None:
    length = IBAN_LENGTHS[country] - 4
    body = data.draw(st.text("0123456789ABCDEFGHIJ", min_size=length, max_size=length))
    number = int("".join(str(int(sign, 36)) for sign in f"{body}{country}00"))
    iban = f"{country}{98 - number % 97:02d}{body}"
    assert iban_fault(iban) is None
    place = data.draw(st.integers(4, len(iban) - 1))
    other = "1" if iban[place] != "1" else "2"
    assert iban_fault(iban[:place] + other + iban[place + 1 :]) == "digits"


@pytest.mark.parametrize("digits", ["18", "26", "123456789012347", "79927398713"])
def test_mod_10_takes_what_the_slips_print(digits: str) -> None:
    assert has_mod10(digits)
    assert not has_mod10(digits[:-1] + str((int(digits[-1]) + 1) % 10))


def test_other_numbers() -> None:
    assert is_bic("NDEADKKK")
    assert is_bic("DABADKKKXXX")
    assert not is_bic("NDEADKK")
    assert not is_bic("ndeadkkk")
    assert is_creditor_reference("RF18539007547034")
    assert is_creditor_reference("RF18 5390 0754 7034")
    assert not is_creditor_reference("RF19539007547034")
    assert is_norwegian("86011117947")
    assert not is_norwegian("86011117948")
    assert is_danish("00400440116243")
    assert not is_danish("0000440116243")
    assert not is_danish("0040044011624X")


def test_easter_follows_the_almanac() -> None:
    almanac = {
        2024: date(2024, 3, 31),
        2025: date(2025, 4, 20),
        2026: date(2026, 4, 5),
        2027: date(2027, 3, 28),
        2038: date(2038, 4, 25),
    }
    assert {year: easter(year) for year in almanac} == almanac


def test_danish_banks_close_as_the_national_bank_lists_for_2026() -> None:
    assert closed_days(Calendar.DK, 2026) == {
        date(2026, 1, 1), date(2026, 4, 2), date(2026, 4, 3), date(2026, 4, 6),
        date(2026, 5, 14), date(2026, 5, 15), date(2026, 5, 25), date(2026, 6, 5),
        date(2026, 12, 24), date(2026, 12, 25), date(2026, 12, 26), date(2026, 12, 31),
    }  # fmt: skip


def test_great_prayer_day_was_closed_for_the_last_time_in_2023() -> None:
    assert date(2023, 5, 5) in closed_days(Calendar.DK, 2023)
    assert date(2024, 4, 26) not in closed_days(Calendar.DK, 2024)


@pytest.mark.parametrize(
    ("calendar", "closed", "is_open"),
    [
        (Calendar.TARGET, date(2026, 5, 1), date(2026, 5, 14)),
        (Calendar.SE, date(2026, 6, 19), date(2026, 6, 5)),
        (Calendar.NO, date(2027, 5, 17), date(2026, 6, 5)),
        (Calendar.FI, date(2027, 12, 6), date(2026, 6, 5)),
        (Calendar.DK, date(2026, 6, 5), date(2026, 5, 1)),
    ],
)
def test_each_country_has_its_own_days(
    calendar: Calendar, closed: date, is_open: date
) -> None:
    own = frozenset({calendar})
    assert is_closed(closed, own)
    assert not is_closed(is_open, own)


def test_a_closed_day_moves_past_weekend_and_holidays_of_both() -> None:
    both = frozenset({Calendar.DK, Calendar.TARGET})
    assert next_open(date(2026, 12, 24), both) == date(2026, 12, 28)
    assert next_open(date(2026, 4, 2), both) == date(2026, 4, 7)
