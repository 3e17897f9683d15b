"""What a rule can say, and what it cannot."""

from typing import Any

import pytest

from giroscope.features.rules import errors
from giroscope.features.rules.model import Subject
from giroscope.features.rules.parse import body_of, name_of, stored
from tests.rules.rule_factory import FEES, asks, body

HOLD = [{"kind": "HOLD"}]


def test_a_rule_is_stored_as_it_is_compared_and_read_again() -> None:
    read = body_of(
        Subject.TRANSACTION,
        body(
            asks("TEXT", "CONTAINS", "  GEBYR   for "),
            asks("COUNTERPARTY_ACCOUNT", "EQUALS", "dk50 0040 0440 1162 43"),
            asks("AMOUNT", "BETWEEN", "10.50", "10.50", currency="dkk"),
            asks("COUNTERPARTY_COUNTRY", "ONE_OF", "se", "SE", negated=True),
        ),
    )
    values = [one.values for one in read.blocks[0].conditions]
    assert values == [
        ("gebyr for",), ("DK5000400440116243",), ("10.50", "10.50"), ("SE",),
    ]  # fmt: skip
    assert read.blocks[0].conditions[2].currency == "DKK"
    assert stored(read.as_data()) == read
    assert body_of(Subject.TRANSACTION, read.as_data()) == read


@pytest.mark.parametrize(
    ("says", "refusal", "path"),
    [
        (body(), errors.NoConditions, "blocks.0"),
        ({**FEES, "blocks": []}, errors.NoConditions, "blocks"),
        ({**FEES, "actions": []}, errors.NoActions, "actions"),
        ({**FEES, "more": 1}, errors.BadRule, None),
        ({**FEES, "match": "SOME"}, errors.BadRule, "match"),
        (body(asks("AMOUNT", "AT_LEAST", "5")), errors.CurrencyNeeded,
         "blocks.0.conditions.0.currency"),
        (body(asks("AMOUNT", "AT_LEAST", "1e400", currency="DKK")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("AMOUNT", "BETWEEN", "10", "9", currency="DKK")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("DATE", "AT_LEAST", "2026-02-30")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("WEEKDAY", "ONE_OF", "8")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("ACCOUNT", "ONE_OF", "DK50")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("TEXT", "CONTAINS", "  ")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("TEXT", "EMPTY", "x")), errors.BadValue,
         "blocks.0.conditions.0.values"),
        (body(asks("DIRECTION", "CONTAINS", "DEBIT")), errors.NoSuchOperator,
         "blocks.0.conditions.0.operator"),
        (body(asks("PAYMENT_TYPE", "ONE_OF", "SEPA")), errors.NoSuchField,
         "blocks.0.conditions.0.field"),
        (body(asks("TEXT", "EMPTY"), actions=HOLD), errors.BadAction,
         "actions.0.kind"),
        (body(asks("TEXT", "EMPTY"), actions=[{"kind": "POSTING"}]), errors.BadAction,
         "actions.0.account"),
        (body(asks("TEXT", "EMPTY"), actions=[{"kind": "LABEL"}]), errors.BadAction,
         "actions.0.labelId"),
        (body(asks("TEXT", "EMPTY"), actions=FEES["actions"] * 2), errors.BadAction,
         "actions"),
    ],
)  # fmt: skip
def test_what_a_rule_cannot_say_is_refused_with_its_place(
    says: dict[str, Any], refusal: type[errors.BadRule], path: str | None
) -> None:
    with pytest.raises(refusal) as caught:
        body_of(Subject.TRANSACTION, says)
    assert caught.value.path == path


@pytest.mark.parametrize("count", [True, 1, 10, "2", None])
def test_more_approvals_are_two_to_nine(count: object) -> None:
    says = body(
        asks("TEXT", "EMPTY"), actions=[{"kind": "APPROVAL", "approvals": count}]
    )
    with pytest.raises(errors.BadAction):
        body_of(Subject.PAYMENT, says)


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\0b", None])
def test_a_name_is_one_line(name: object) -> None:
    with pytest.raises(errors.BadRuleName):
        name_of(name)


@pytest.mark.parametrize(
    ("actions", "needs"),
    [
        ([{"kind": "POSTING", "account": "1"}], True),
        (HOLD, True),
        ([{"kind": "APPROVAL", "approvals": 2}], True),
        ([{"kind": "LABEL", "labelId": 1}], False),
        ([{"kind": "NOTIFY", "role": "DEBUG"}], False),
    ],
)
def test_what_decides_about_money_takes_two(
    actions: list[dict[str, Any]], *, needs: bool
) -> None:
    posts = actions[0]["kind"] == "POSTING"
    subject = Subject.TRANSACTION if posts else Subject.PAYMENT
    read = body_of(subject, body(asks("TEXT", "EMPTY"), actions=actions))
    assert read.needs_second_person is needs


def _many(*parts: int) -> dict[str, Any]:
    """So many blocks of so many conditions each."""
    blocks = [
        {"match": "ALL", "conditions": [asks("TEXT", "CONTAINS", f"{b} {c}")
                                        for c in range(count)]}
        for b, count in enumerate(parts)
    ]  # fmt: skip
    return {**body(asks("TEXT", "EMPTY")), "blocks": blocks}


def _does(*actions: dict[str, Any]) -> dict[str, Any]:
    return body(asks("TEXT", "EMPTY"), actions=list(actions))


def _said(operator: str, *values: str, field: str = "AMOUNT") -> dict[str, Any]:
    currency = {"currency": "dkk"} if field == "AMOUNT" else {}
    return body(asks(field, operator, *values, **currency))


def _labels(count: int) -> list[dict[str, Any]]:
    return [{"kind": "LABEL", "labelId": n + 1} for n in range(count)]


@pytest.mark.parametrize(
    ("largest", "too_large"),
    [
        (_many(*[1] * 10), _many(*[1] * 11)),
        (_many(50), _many(51)),
        (_many(*[5] * 10), _many(*[5] * 9, 6)),
        (_does(*_labels(10)), _does(*_labels(11))),
        (_said("ONE_OF", *map(str, range(200)), field="TEXT"),
         _said("ONE_OF", *map(str, range(201)), field="TEXT")),
        (_said("CONTAINS", "x" * 200, field="TEXT"),
         _said("CONTAINS", "x" * 201, field="TEXT")),
        (_does({"kind": "POSTING", "account": "1" * 40}),
         _does({"kind": "POSTING", "account": "1" * 41})),
        (_does({"kind": "POSTING", "account": "1", "text": "x" * 200}),
         _does({"kind": "POSTING", "account": "1", "text": "x" * 201})),
        (_said("BETWEEN", "10", "10.00"), _said("BETWEEN", "10.01", "10")),
        (_said("BETWEEN", "9", "10"), _said("BETWEEN", "10", "9")),
        (_said("BETWEEN", "2026-11-01", "2026-11-01", field="DATE"),
         _said("BETWEEN", "2026-11-02", "2026-11-01", field="DATE")),
        (_said("AT_LEAST", "0"), _said("AT_LEAST", "-0.01")),
        (_said("AT_MOST", "999999999999999999.99999"),
         _said("AT_MOST", "1000000000000000000")),
        (_said("AT_LEAST", "0.00001"), _said("AT_LEAST", "0.000001")),
        (_does(*_labels(2)), _does({"kind": "LABEL", "labelId": 0})),
        (_does({"kind": "POSTING", "account": "1"}, *_labels(1)),
         _does(*[{"kind": "POSTING", "account": "1"}] * 2)),
        (_said("EMPTY", field="TEXT"), _said("EMPTY", "x", field="TEXT")),
        (_said("EQUALS", "x", field="TEXT"), _said("EQUALS", "x", "y", field="TEXT")),
    ],
)  # fmt: skip
def test_a_rule_may_say_so_much_and_no_more(
    largest: dict[str, Any], too_large: dict[str, Any]
) -> None:
    assert stored(body_of(Subject.TRANSACTION, largest).as_data())
    with pytest.raises(errors.BadRule):
        body_of(Subject.TRANSACTION, too_large)


@pytest.mark.parametrize("currency", ["", "DK", "DKKK", "D1K", None, "ÆØÅ"])
def test_an_amount_is_one_of_a_currency(currency: object) -> None:
    with pytest.raises(errors.CurrencyNeeded):
        body_of(
            Subject.TRANSACTION,
            body(asks("AMOUNT", "AT_LEAST", "1", currency=currency)),
        )
    read = body_of(Subject.TRANSACTION, _said("AT_LEAST", "1"))
    assert read.blocks[0].conditions[0].currency == "DKK"


@pytest.mark.parametrize(
    ("subject", "kind"),
    [(Subject.TRANSACTION, "HOLD"), (Subject.TRANSACTION, "APPROVAL"),
     (Subject.PAYMENT, "POSTING")],
)  # fmt: skip
def test_a_rule_does_only_what_can_be_done_to_its_records(
    subject: Subject, kind: str
) -> None:
    wanted = {"kind": kind, "account": "1", "approvals": 2}
    own = {name: value for name, value in wanted.items() if _has(kind, name)}
    with pytest.raises(errors.BadAction):
        body_of(subject, body(asks("CURRENCY", "ONE_OF", "DKK"), actions=[own]))


def _has(kind: str, name: str) -> bool:
    return name == "kind" or (kind, name) in {
        ("POSTING", "account"), ("APPROVAL", "approvals")
    }  # fmt: skip
