"""Which records fit which rules."""

from datetime import date
from typing import Any

import pytest

from giroscope.features.rules import Field, read_country, read_day, text_of
from giroscope.features.rules.matcher import Matcher, places_of
from giroscope.features.rules.model import Subject
from giroscope.features.rules.parse import body_of
from giroscope.features.rules.sources import Reading, read_weekday
from tests.rules.rule_factory import asks, body

TEXT, CURRENCY, SIZE, DAY, PARTY = "text", "currency", "size", "day", "party"
READINGS = {
    Field.TEXT: text_of(TEXT),
    Field.AMOUNT: Reading((CURRENCY, SIZE), tuple),
    Field.CURRENCY: Reading((CURRENCY,), str),
    Field.DATE: Reading((DAY,), read_day),
    Field.WEEKDAY: Reading((DAY,), read_weekday),
    Field.COUNTERPARTY_COUNTRY: Reading((PARTY,), read_country),
}
RECORD = {
    TEXT: "Gebyr  for MARTS", CURRENCY: "DKK", SIZE: 12_50000, DAY: "2026-03-02",
    PARTY: "SE45 5000 0000 0583 9825 7466",
}  # fmt: skip


def matcher(*bodies: dict[str, Any]) -> Matcher:
    return Matcher([body_of(Subject.TRANSACTION, one) for one in bodies], READINGS)


def row(asked: Matcher, number: int = 1, **changed: Any) -> tuple[Any, ...]:
    record = {**RECORD, **changed}
    return (number, *(record[column] for column in asked.columns))


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (asks("TEXT", "CONTAINS", "gebyr for"), True),
        (asks("TEXT", "CONTAINS", "renter"), False),
        (asks("TEXT", "CONTAINS", "renter", negated=True), True),
        (asks("TEXT", "STARTS_WITH", "GEBYR"), True),
        (asks("TEXT", "STARTS_WITH", "for"), False),
        (asks("TEXT", "EQUALS", "gebyr for marts"), True),
        (asks("TEXT", "ONE_OF", "x", "gebyr for marts"), True),
        (asks("TEXT", "EMPTY"), False),
        (asks("AMOUNT", "EQUALS", "12.5", currency="DKK"), True),
        (asks("AMOUNT", "EQUALS", "12.5", currency="EUR"), False),
        (asks("AMOUNT", "AT_LEAST", "12.50", currency="DKK"), True),
        (asks("AMOUNT", "AT_LEAST", "12.51", currency="DKK"), False),
        (asks("AMOUNT", "AT_MOST", "12.5", currency="DKK"), True),
        (asks("AMOUNT", "AT_MOST", "12.49", currency="DKK"), False),
        (asks("AMOUNT", "BETWEEN", "12.5", "12.5", currency="DKK"), True),
        (asks("AMOUNT", "AT_LEAST", "1", currency="EUR", negated=True), True),
        (asks("DATE", "AT_LEAST", "2026-03-02"), True),
        (asks("DATE", "AT_MOST", "2026-03-01"), False),
        (asks("DATE", "BETWEEN", "2026-03-01", "2026-03-02"), True),
        (asks("WEEKDAY", "ONE_OF", "1", "2"), True),
        (asks("WEEKDAY", "ONE_OF", "7"), False),
        (asks("COUNTERPARTY_COUNTRY", "ONE_OF", "SE"), True),
        (asks("CURRENCY", "ONE_OF", "EUR"), False),
    ],
)
def test_a_condition_holds_or_not(condition: dict[str, Any], *, holds: bool) -> None:
    asked = matcher(body(condition))
    assert bool(asked.fitting([row(asked)])) is holds
    # Values that come again and again are looked at in another way.
    again = [row(asked, number) for number in range(1, 5)]
    assert len(asked.fitting(again)) == 4 * holds


def test_nothing_is_empty_and_fits_no_comparison() -> None:
    asked = matcher(
        body(asks("TEXT", "EMPTY")),
        body(asks("TEXT", "CONTAINS", "x")),
        body(asks("DATE", "AT_MOST", "2099-01-01")),
        body(asks("COUNTERPARTY_COUNTRY", "EMPTY")),
    )
    empty = row(asked, text=None, day=None, party="1234 5678901")
    for count in (1, 4):
        found = asked.fitting([empty] * count)
        assert [places_of(rules) for _, rules in found] == [[0, 3]] * count


@pytest.mark.parametrize("count", [8, 9, 64, 65, 130])
def test_any_number_of_rules_is_asked(count: int) -> None:
    words = [f"no{n}" for n in range(count - 1)]
    asked = matcher(*(body(asks("TEXT", "CONTAINS", w)) for w in [*words, "gebyr"]))
    (found,) = asked.fitting([row(asked)])
    assert places_of(found[1]) == [count - 1]


def test_a_date_is_the_same_however_the_driver_gives_it() -> None:
    asked = matcher(body(asks("DATE", "EQUALS", "2026-03-02")))
    rows = [row(asked, 1), row(asked, 2, day=date(2026, 3, 2))]
    assert [record for record, _ in asked.fitting(rows)] == [1, 2]


def test_blocks_and_conditions_hold_all_or_any() -> None:
    yes, no = asks("TEXT", "CONTAINS", "gebyr"), asks("TEXT", "CONTAINS", "løn")

    def rule(match: str, *blocks: tuple[str, list[dict[str, Any]]]) -> dict[str, Any]:
        made = [{"match": each, "conditions": asked} for each, asked in blocks]
        return {**body(yes), "match": match, "blocks": made}

    cases = [
        (rule("ANY", ("ALL", [yes, no]), ("ALL", [yes])), True),
        (rule("ALL", ("ALL", [yes, no]), ("ALL", [yes])), False),
        (rule("ALL", ("ANY", [yes, no]), ("ALL", [yes])), True),
        (rule("ANY", ("ALL", [no]), ("ANY", [no])), False),
    ]
    asked = matcher(*(case for case, _ in cases))
    (found,) = asked.fitting([row(asked)])
    assert places_of(found[1]) == [n for n, (_, fits) in enumerate(cases) if fits]


def test_more_classes_of_values_than_a_byte_has_are_told_apart() -> None:
    bodies = [
        body(asks("AMOUNT", "EQUALS", str(n), currency="DKK")) for n in range(400)
    ]
    asked = matcher(*bodies)
    rows = [row(asked, n, size=n * 100_000) for n in range(400)]
    assert asked.fitting(rows) == [(n, 1 << n) for n in range(400)]
