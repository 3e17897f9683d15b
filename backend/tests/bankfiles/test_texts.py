"""Texts of bank files become dates, amounts and accounts, or nothing."""

from __future__ import annotations

import io
from datetime import date
from decimal import Decimal

import pytest

from bankfiles import Entry, StatementEnd, read
from bankfiles._text import add, comma_decimal, day, decimal, flag, short_day, whole
from tests.bankfiles import made


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("790101", date(2079, 1, 1)), ("791231", date(2079, 12, 31)),
        ("800101", date(1980, 1, 1)), ("991231", date(1999, 12, 31)),
        ("000229", date(2000, 2, 29)), ("010229", None), ("261301", None),
        ("26010", None), ("2601011", None), ("\u0662" * 6, None), ("26 101", None),
    ],
)  # fmt: skip
def test_a_swift_date_is_of_the_century_that_is_meant(
    text: str, found: date | None
) -> None:
    assert short_day(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2026-03-02", date(2026, 3, 2)), ("2026-03-02Z", date(2026, 3, 2)),
        ("2026-03-02+01:00", date(2026, 3, 2)),
        ("2026-03-02T23:59:59.999-08:00", date(2026, 3, 2)),
        ("2026-02-30", None), ("2026-3-2", None), ("02-03-2026", None),
        ("2026-03-02 10:00", None), ("2026-03-02x", None), ("", None), (None, None),
    ],
)  # fmt: skip
def test_a_date_is_the_one_that_is_written(
    text: str | None, found: date | None
) -> None:
    assert day(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", "1"), ("+1.50", "1.50"), ("-0.01", "-0.01"), (".5", "0.5"), ("5.", "5"),
        ("9" * 40, "9" * 40), ("9" * 41, None), ("1e5", None), ("1.5e", None),
        ("1,50", None), ("1 000", None), ("NaN", None), ("--1", None), ("", None),
        ("1.2.3", None), ("0." + "0" * 29 + "1", "0." + "0" * 29 + "1"),
        ("0." + "0" * 30 + "1", None), ("\u0661", None), (None, None),
    ],
)  # fmt: skip
def test_an_amount_is_exactly_what_is_written(
    text: str | None, found: str | None
) -> None:
    value = decimal(text)
    assert value == (None if found is None else Decimal(found))
    if value is not None and found is not None and "." in found:
        assert value.as_tuple().exponent == Decimal(found).as_tuple().exponent


@pytest.mark.parametrize(
    ("text", "found"),
    [("12,34", "12.34"), ("12,", "12"), ("12.34", "12.34"), (",5", None),
     ("1,2,3", None), ("-1,", None), ("", None)],
)  # fmt: skip
def test_a_swift_amount_has_a_comma(text: str, found: str | None) -> None:
    assert comma_decimal(text) == (None if found is None else Decimal(found))


@pytest.mark.parametrize(
    ("text", "found"),
    [("0", 0), ("007", 7), ("9" * 15, int("9" * 15)), ("9" * 16, None), ("-1", None),
     ("1.0", None), ("²", None), ("", None), (None, None)],
)  # fmt: skip
def test_a_count_is_a_whole_number(text: str | None, found: int | None) -> None:
    assert whole(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("true", True), ("TRUE", True), ("1", True), ("false", False), ("0", False),
     ("yes", None), ("", None), (None, None)],
)  # fmt: skip
def test_a_flag_is_one_of_two(text: str | None, found: bool | None) -> None:
    assert flag(text) is found


def test_sums_are_exact_beyond_what_a_number_usually_holds() -> None:
    great, small = Decimal("9" * 35), Decimal("0.00001")
    assert str(add(great, small)) == "9" * 35 + ".00001"
    entries = [made.entry("90000000000000.01"), made.entry("0.00001")]
    values = read(io.BytesIO(made.camt(made.statement(entries))))
    (end,) = (value for value in values if isinstance(value, StatementEnd))
    assert str(end.credits) == "90000000000000.01001"


@pytest.mark.parametrize("own", [made.ACCOUNT, "DK50 0040 0440 1162 43"])
@pytest.mark.parametrize("direction", ["CRDT", "DBIT"])
def test_our_own_account_is_known_however_it_is_printed(
    own: str, direction: str
) -> None:
    # Against the roles: the account tells who is who.
    ours, theirs = ("Cdtr", "Dbtr") if direction == "DBIT" else ("Dbtr", "Cdtr")
    inside = (
        f"<NtryDtls><TxDtls><RltdPties><{ours}><Nm>We</Nm></{ours}><{ours}Acct><Id>"
        f"<IBAN>{own}</IBAN></Id></{ours}Acct><{theirs}><Nm>They</Nm></{theirs}>"
        "</RltdPties></TxDtls></NtryDtls>"
    )
    data = made.camt(made.statement([made.entry(inside=inside, direction=direction)]))
    (entry,) = (v for v in read(io.BytesIO(data)) if isinstance(v, Entry))
    party = entry.details[0].counterparty
    assert party is not None
    assert party.name == "They"
