"""When a rule applies, and which rules can be used at all."""

from decimal import Decimal

import pytest

from giroscope.features.payments.approvals.errors import BadRule
from giroscope.features.payments.approvals.rules import (
    CHANGED_PAYEE,
    FOUR_EYES,
    Facts,
    Rule,
    Step,
    applying,
    can_be_met,
    ensure_sound,
)

ANY = (Step(),)
PEOPLE = frozenset({"a", "b", "c"})


def facts(**changed: object) -> Facts:
    values = {
        "totals": {"DKK": Decimal(5000), "EUR": Decimal(900)},
        "accounts": frozenset({"DK1", "DK2"}),
        "connection_id": 7,
        "has_new_payee": False,
        "has_changed_payee": False,
    }
    return Facts(**(values | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "holds"),
    [
        (Rule("always", ANY), True),
        (Rule("exactly", ANY, amount_from=Decimal(5000)), True),
        (Rule("more", ANY, amount_from=Decimal("5000.01")), False),
        (Rule("euro", ANY, amount_from=Decimal(901), currency="EUR"), False),
        (Rule("euro", ANY, amount_from=Decimal(900), currency="EUR"), True),
        (Rule("currency alone", ANY, currency="EUR"), True),
        (Rule("no such currency", ANY, currency="SEK"), False),
        (Rule("account", ANY, accounts=("DK2", "DK9")), True),
        (Rule("other account", ANY, accounts=("DK9",)), False),
        (Rule("bank", ANY, connections=(7,)), True),
        (Rule("other bank", ANY, connections=(8,)), False),
        (Rule("new payee", ANY, new_payee=True), False),
        (Rule("all at once", ANY, amount_from=Decimal(1), accounts=("DK9",)), False),
    ],
    ids=lambda value: value.name if isinstance(value, Rule) else str(value),
)
def test_all_conditions_of_a_rule_must_hold(rule: Rule, holds: bool) -> None:
    assert rule.applies(facts()) is holds


def test_a_payee_nobody_was_paid_at_before_is_a_condition() -> None:
    assert Rule("new", ANY, new_payee=True).applies(facts(has_new_payee=True))


def test_a_changed_payee_account_takes_two_unless_a_rule_that_applies_says_else() -> (
    None
):
    changed = facts(has_changed_payee=True)
    large = Rule("large", ANY, amount_from=Decimal(1000))
    assert applying([], changed) == (CHANGED_PAYEE,)
    assert len(CHANGED_PAYEE.steps) == 2
    assert applying([large], changed) == (large, CHANGED_PAYEE)
    own = Rule("changed", ANY, changed_payee=True)
    elsewhere = Rule("elsewhere", ANY, changed_payee=True, currency="SEK")
    assert applying([own], changed) == (own,)
    assert applying([elsewhere], changed) == (CHANGED_PAYEE,)
    assert applying([own], facts()) == (FOUR_EYES,)


def test_rules_of_before_there_was_a_condition_lack_it() -> None:
    stored = Rule("old", ANY).as_data()
    del stored["changedPayee"]
    assert Rule.of(stored) == Rule("old", ANY)


def test_currencies_are_never_added_together() -> None:
    rule = Rule("large", ANY, amount_from=Decimal(5500))
    assert not rule.applies(facts())


def test_every_rule_that_applies_is_asked_for_and_else_four_eyes() -> None:
    one, other = Rule("one", ANY), Rule("other", ANY, currency="DKK")
    never = Rule("never", ANY, currency="SEK")
    assert applying([one, never, other], facts()) == (one, other)
    assert applying([never], facts()) == (FOUR_EYES,)
    assert applying([], facts()) == (FOUR_EYES,)


def test_a_rule_is_the_same_after_it_was_stored() -> None:
    rule = Rule(
        "Everything", (Step(("a", "b")), Step()), is_in_order=True,
        amount_from=Decimal("10.50"), currency="DKK", accounts=("DK1",),
        new_payee=True, connections=(1, 2), changed_payee=True,
    )  # fmt: skip
    assert Rule.of(rule.as_data()) == rule


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        (Rule(" ", ANY), "rules.0.name"),
        (Rule("x" * 81, ANY), "rules.0.name"),
        (Rule("no steps", ()), "rules.0.steps"),
        (Rule("ten", ANY * 10), "rules.0.steps"),
        (Rule("zero", ANY, amount_from=Decimal(0)), "rules.0.amountFrom"),
        (Rule("huge", ANY, amount_from=Decimal("1e99")), "rules.0.amountFrom"),
        (Rule("coin", ANY, currency="kroner"), "rules.0.currency"),
        (Rule("stranger", (Step(("z",)),)), "rules.0.steps"),
        (Rule("one person twice", (Step(("a",)), Step(("a",)))), "rules.0.steps"),
        (
            Rule("two for three", (Step(("a", "b")), Step(("a", "b")), Step(("a",)))),
            "rules.0.steps",
        ),
    ],
    ids=lambda value: value.name if isinstance(value, Rule) else value,
)
def test_a_rule_that_nobody_can_meet_is_refused(rule: Rule, path: str) -> None:
    with pytest.raises(BadRule) as refused:
        ensure_sound([rule], PEOPLE)
    assert refused.value.path == path


def test_as_much_is_taken_as_is_promised_and_no_more() -> None:
    names = tuple(f"p{number}" for number in range(51))
    many = [Rule(f"rule {number}", ANY) for number in range(50)]
    longest = Rule("x" * 80, ANY * 9)
    named = Rule("named", (Step(names[:50]),), connections=tuple(range(50)))
    people = frozenset(names)
    assert len(ensure_sound(many, people)) == 50
    assert ensure_sound([longest, named], people) == (longest, named)
    with pytest.raises(BadRule) as refused:
        ensure_sound([*many, Rule("one more", ANY)], people)
    assert refused.value.path == "rules"
    for rule in (
        Rule("people", (Step(names),)),
        Rule("banks", ANY, connections=tuple(range(51))),
        Rule("accounts", ANY, accounts=names),
    ):
        with pytest.raises(BadRule) as refused:
            ensure_sound([rule], people)
        assert refused.value.path == "rules.0"


def test_two_rules_of_one_name_are_refused() -> None:
    with pytest.raises(BadRule):
        ensure_sound([Rule("Large", ANY), Rule("large", ANY)], PEOPLE)


def test_a_sound_rule_is_kept_as_things_are_compared() -> None:
    rule = Rule(" Large ", (Step(("a", "a", "b")),), currency=" dkk",
                accounts=("dk 50 00", "DK5000"))  # fmt: skip
    (kept,) = ensure_sound([rule], PEOPLE)
    assert (kept.name, kept.currency, kept.accounts) == ("Large", "DKK", ("DK5000",))
    assert kept.steps == (Step(("a", "b")),)


def test_people_named_for_several_steps_are_shared_out() -> None:
    assert can_be_met(Rule("ok", (Step(("a", "b")), Step(("a",)), Step())))
    assert not can_be_met(Rule("no", (Step(("a",)), Step(("a",)))))
