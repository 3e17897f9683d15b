"""Many records together fit what each of them fits by itself, plainly compared."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from giroscope.features.rules import Field, Reading, read_day, text_of
from giroscope.features.rules.matcher import Matcher, places_of
from giroscope.features.rules.model import Body, Condition, Match, Operator, Subject
from giroscope.features.rules.parse import body_of
from giroscope.features.rules.sources import read_country, read_weekday
from giroscope.features.rules.texts import all_folded, folded
from giroscope.kernel.columns import from_units
from tests.rules.rule_factory import asks

NAMES = ("text", "currency", "units", "day", "party")
TEXT, CURRENCY, UNITS, DAY, PARTY = NAMES
READINGS = {
    Field.TEXT: text_of(TEXT),
    Field.AMOUNT: Reading((CURRENCY, UNITS), tuple),
    Field.CURRENCY: Reading((CURRENCY,), str),
    Field.DATE: Reading((DAY,), read_day),
    Field.WEEKDAY: Reading((DAY,), read_weekday),
    Field.COUNTERPARTY_COUNTRY: Reading((PARTY,), read_country),
}
Record = dict[str, Any]


def plain(text: str | None) -> str:
    return " ".join((text or "").casefold().split())


days = st.dates(date(2026, 1, 1), date(2026, 2, 1))
amounts = st.integers(0, 40).map(lambda half: Decimal(half) / 2)
scraps = st.sampled_from(
    [
        *("gebyr", "Gebyr", "løn", "LØN", "STRASSE", "straße", "µ", "€", "é", "İ", "0"),
        *(" ", "  ", "\t", "\N{NO-BREAK SPACE}", "\N{EM SPACE}", "\x1c", "\0"),
    ]
)
texts = st.lists(scraps, max_size=6).map("".join)
records = st.fixed_dictionaries(
    {
        TEXT: texts | st.none(),
        CURRENCY: st.sampled_from(["DKK", "EUR", "SEK"]),
        UNITS: amounts.map(lambda amount: int(amount * 100_000)),
        DAY: days | days.map(str) | st.none(),
        PARTY: st.sampled_from(["DK50 0040", "se45", "SE4550", "1234", "", None]),
    }
)
words = texts.filter(lambda text: plain(text) and plain(text).isprintable())
codes = st.sampled_from(["DK", "SE", "NO"])


def in_order(two: tuple[Any, Any]) -> tuple[str, ...]:
    return tuple(map(str, sorted(two)))


spans = st.tuples(amounts, amounts).map(in_order)
CONDITIONS = st.one_of(
    st.builds(asks, st.just("TEXT"),
              st.sampled_from(["CONTAINS", "STARTS_WITH", "EQUALS", "ONE_OF"]), words),
    st.builds(asks, st.sampled_from(["TEXT", "DATE", "COUNTERPARTY_COUNTRY"]),
              st.just("EMPTY")),
    st.builds(lambda code: asks("COUNTERPARTY_COUNTRY", "ONE_OF", code), codes),
    st.builds(lambda code: asks("CURRENCY", "ONE_OF", code),
              st.sampled_from(["DKK", "EUR", "USD"])),
    st.builds(lambda day: asks("WEEKDAY", "ONE_OF", day), st.sampled_from("1234567")),
    st.builds(lambda how, day: asks("DATE", how, str(day)),
              st.sampled_from(["AT_LEAST", "AT_MOST", "EQUALS"]), days),
    st.builds(lambda two: asks("DATE", "BETWEEN", *in_order(two)),
              st.tuples(days, days)),
    st.builds(lambda how, amount, currency:
              asks("AMOUNT", how, str(amount), currency=currency),
              st.sampled_from(["AT_LEAST", "AT_MOST", "EQUALS"]), amounts,
              st.sampled_from(["DKK", "EUR"])),
    st.builds(lambda two: asks("AMOUNT", "BETWEEN", *two, currency="DKK"), spans),
)  # fmt: skip
conditions = st.builds(
    lambda condition, negated: {**condition, "negated": negated},
    CONDITIONS, st.booleans(),
)  # fmt: skip
matches = st.sampled_from(["ALL", "ANY"])
blocks = st.fixed_dictionaries(
    {"match": matches, "conditions": st.lists(conditions, min_size=1, max_size=4)}
)
rules = st.fixed_dictionaries(
    {
        "match": matches,
        "blocks": st.lists(blocks, min_size=1, max_size=3),
        "actions": st.just([{"kind": "POSTING", "account": "1"}]),
    }
).map(lambda says: body_of(Subject.TRANSACTION, says))


def told(record: Record, field: Field) -> str:
    """What a record says, as a person would write it down; empty for nothing."""
    day, party = record[DAY], (record[PARTY] or "").replace(" ", "").upper()
    if field is Field.TEXT:
        return plain(record[TEXT])
    if field is Field.CURRENCY:
        return str(record[CURRENCY])
    if field is Field.COUNTERPARTY_COUNTRY:
        return party[:2] if party[:2].isalpha() and party[2:4].isdigit() else ""
    if day is None:
        return ""
    if field is Field.WEEKDAY:
        return str(date.fromisoformat(str(day)).isoweekday())
    return str(day)


def holds(condition: Condition, record: Record) -> bool:
    """The condition asked of the record by comparing the one with the other."""
    values: Sequence[Any] = condition.values
    said: Any = told(record, condition.field)
    if condition.field is Field.AMOUNT:
        values = [Decimal(value) for value in values]
        said = from_units(record[UNITS])
        if record[CURRENCY] != condition.currency:
            return condition.is_negated
    found = {
        Operator.EMPTY: lambda: said == "",
        Operator.CONTAINS: lambda: values[0] in said,
        Operator.STARTS_WITH: lambda: said.startswith(values[0]),
        Operator.AT_LEAST: lambda: said != "" and said >= values[0],
        Operator.AT_MOST: lambda: said != "" and said <= values[0],
        Operator.BETWEEN: lambda: said != "" and values[0] <= said <= values[-1],
        Operator.EQUALS: lambda: said in values,
        Operator.ONE_OF: lambda: said in values,
    }[condition.operator]()
    return bool(found) is not condition.is_negated


def fits(body: Body, record: Record) -> bool:
    """The rule, asked condition by condition."""
    joined = {Match.ALL: all, Match.ANY: any}
    return joined[body.match](
        joined[block.match](holds(one, record) for one in block.conditions)
        for block in body.blocks
    )


@given(
    st.lists(rules, min_size=1, max_size=5),
    st.lists(records, max_size=30),
    st.integers(1, 3),
    st.integers(1, 30),
)
def test_many_records_fit_what_each_fits_plainly_compared(
    bodies: list[Body], drawn: list[Record], again: int, size: int
) -> None:
    matcher = Matcher(bodies, READINGS)
    # Values that come again are looked at in another way than values that do not.
    taken = drawn * again
    rows = [
        (number, *(record[column] for column in matcher.columns))
        for number, record in enumerate(taken)
    ]
    found = [
        one
        for start in range(0, len(rows), size)
        for one in matcher.fitting(rows[start : start + size])
    ]
    expected = {
        number: [place for place, body in enumerate(bodies) if fits(body, record)]
        for number, record in enumerate(taken)
    }
    assert {number: places_of(bits) for number, bits in found} == {
        number: places for number, places in expected.items() if places
    }


@given(rules, records)
def test_a_single_record_tells_which_conditions_hold(
    body: Body, record: Record
) -> None:
    matcher = Matcher([body], READINGS)
    row = (1, *(record[column] for column in matcher.columns))
    asked = {one for block in body.blocks for one in block.conditions}
    assert matcher.conditions_of(row) == {one for one in asked if holds(one, record)}


@given(st.lists(texts | st.text(max_size=8), max_size=12))
def test_texts_folded_together_are_texts_folded_one_by_one(many: list[str]) -> None:
    assert all_folded(many) == [folded(one) for one in many]
    repeated = many * 60
    assert all_folded(repeated) == [folded(one) for one in many] * 60
