"""What a rule can say, and what it cannot."""

from typing import Any

import pytest
from rule_factory import FEES, asks, body

from giroscope.features.rules import errors
from giroscope.features.rules.model import Subject
from giroscope.features.rules.reading import body_of, name_of, stored

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
