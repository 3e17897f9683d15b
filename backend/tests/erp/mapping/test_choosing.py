"""Which rule takes a payment, to the day and the øre, and what a product carries."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from erplink import Creditor, ErpAccount, OpenPayment, PaymentMethod
from giroscope.features.erp.mapping.fitness import unfit
from giroscope.features.erp.mapping.legality import Known, flaws, hints, number_of
from giroscope.features.erp.mapping.rule import Rule, chosen, in_order, shadowed
from giroscope.features.erp.mapping.tables import ReferenceRule, Target
from tests.erp.exchange.ledger_erp import by_slip, in_euro, to_bank

TODAY = date(2026, 11, 23)
DAY = timedelta(days=1)
ANY = Rule("M1", Target.DK_DOMESTIC, "SHAR", ReferenceRule.FREE, date(2026, 1, 1), id=1)


@pytest.mark.parametrize(
    ("change", "takes"),
    [
        ({"valid_from": TODAY}, True),
        ({"valid_from": TODAY + DAY}, False),
        ({"valid_to": TODAY}, True),
        ({"valid_to": TODAY - DAY}, False),
        ({"is_enabled": False}, False),
        ({"amount_from": Decimal("1250.00")}, True),
        ({"amount_from": Decimal("1250.01")}, False),
        ({"amount_to": Decimal("1250.00")}, True),
        ({"amount_to": Decimal("1249.99")}, False),
    ],
)
def test_a_rule_takes_what_lies_within_both_its_ends(
    change: dict[str, Any], takes: bool
) -> None:
    found = chosen([replace(ANY, **change)], to_bank("1", "1250.00"), TODAY)
    assert (found is not None) is takes


def test_the_country_is_the_payees_else_that_of_the_account() -> None:
    danish = replace(ANY, creditor_country="DK")
    iban = "DE89370400440532013000"
    for creditor, matches in (
        (Creditor("1", "A", country="dk", iban=iban), True),
        (Creditor("1", "A", country="DE"), False),
        (Creditor("1", "A", iban=iban), False),
        (Creditor("1", "A", iban="DK5000400440116243"), True),
        (Creditor("1", "A"), False),
    ):
        assert danish.matches(to_bank("1", creditor=creditor)) is matches


def test_rules_are_asked_in_one_order_whatever_order_they_came_in() -> None:
    rules = [
        replace(ANY, id=5, position=1), replace(ANY, id=4, position=1),
        replace(ANY, id=3, position=2, account="A1"),
        replace(ANY, id=2, position=1, account="A1"), replace(ANY, id=1, position=3),
    ]  # fmt: skip
    for given in (rules, rules[::-1]):
        assert [one.id for one in in_order(given)] == [2, 3, 4, 5, 1]


@pytest.mark.parametrize(
    ("change", "is_covered"),
    [
        ({}, True),
        ({"currency": "DKK"}, True),
        ({"method": "M2"}, False),
        ({"amount_from": Decimal(10), "amount_to": Decimal(20)}, True),
        ({"amount_from": Decimal("9.99"), "amount_to": Decimal(20)}, False),
        ({"amount_from": Decimal(10), "amount_to": Decimal("20.01")}, False),
        ({"amount_from": None, "amount_to": Decimal(20)}, False),
        ({"valid_from": date(2025, 12, 31)}, False),
        ({"valid_to": None}, False),
        ({"valid_to": date(2027, 1, 1)}, False),
        ({"valid_to": date(2026, 12, 31)}, True),
        ({"is_enabled": False}, False),
    ],
)
def test_a_rule_is_shadowed_where_another_takes_all_of_it(
    change: dict[str, Any], is_covered: bool
) -> None:
    ends = {"amount_from": Decimal(10), "amount_to": Decimal(20)}
    wide = replace(ANY, valid_to=date(2026, 12, 31), **ends)
    narrow = replace(wide, id=2, position=2, **change)
    found = [(one.id, by.id) for one, by in shadowed(in_order([wide, narrow]))]
    assert found == ([(2, 1)] if is_covered else [])


DANISH = Creditor("1", "A", iban="DK5000400440116243")
GERMAN = Creditor("1", "A", iban="DE89370400440532013000")


def _rule(target: Target) -> Rule:
    return replace(ANY, target=target)


@pytest.mark.parametrize(
    ("payment", "target", "code"),
    [
        (to_bank("1", "0.01", creditor=DANISH), Target.DK_DOMESTIC, None),
        (to_bank("1", "0.00", creditor=DANISH), Target.DK_DOMESTIC,
         "amount_not_positive"),
        (to_bank("1", "-5", creditor=DANISH), Target.DK_DOMESTIC,
         "amount_not_positive"),
        (to_bank("1", "1.005", creditor=DANISH), Target.DK_DOMESTIC, "amount_decimals"),
        (to_bank("1", "1.100", creditor=DANISH), Target.DK_DOMESTIC, None),
        (to_bank("1", "500000.00", creditor=DANISH), Target.DK_INSTANT, None),
        (to_bank("1", "500000.01", creditor=DANISH), Target.DK_INSTANT,
         "instant_amount"),
        (to_bank("1", creditor=replace(DANISH, name="A" * 140)), Target.DK_DOMESTIC,
         None),
        (to_bank("1", creditor=replace(DANISH, name="A" * 141)), Target.DK_DOMESTIC,
         "name_too_long"),
        (in_euro("1", creditor=replace(GERMAN, name="A" * 70)), Target.SEPA_CT, None),
        (in_euro("1", creditor=replace(GERMAN, name="A" * 71)), Target.SEPA_CT,
         "name_too_long"),
        (in_euro("1", creditor=GERMAN), Target.DK_DOMESTIC, "currency_not_carried"),
        (to_bank("1", creditor=GERMAN), Target.DK_DOMESTIC, "needs_danish_account"),
        (to_bank("1", creditor=DANISH), Target.SEPA_CT, "currency_not_carried"),
    ],
)  # fmt: skip
def test_a_product_carries_what_it_carries_and_no_more(
    payment: OpenPayment, target: Target, code: str | None
) -> None:
    found = unfit(payment, _rule(target))
    assert (None if found is None else found.code) == code


def test_a_slip_has_its_own_number_with_its_check_digit() -> None:
    rule = replace(ANY, target=Target.DK_FIK_71, reference_rule=ReferenceRule.OCR)
    good = by_slip("1")
    assert unfit(good, rule) is None
    last = int(good.reference[-1])
    wrong = replace(good, reference=f"{good.reference[:-1]}{(last + 1) % 10}")
    for payment, code in (
        (wrong, "ocr_check_digit"),
        (replace(good, reference="1" * 16), "needs_ocr"),
        (replace(good, reference="hello"), "needs_ocr"),
        (replace(good, slip_type="75"), "slip_type_differs"),
        (replace(good, creditor=replace(good.creditor, giro_creditor="70012345")),
         "needs_creditor_number"),
    ):  # fmt: skip
        found = unfit(payment, rule)
        assert found is not None
        assert found.code == code


METHOD = PaymentMethod("M1", "BANK", "Bank", bank_account="A1")
ACCOUNT = ErpAccount("A1", "Main", "DKK", iban="dk50 0040 0440 1162 43")


def _known(**banks: Any) -> Known:
    return Known({"M1": METHOD}, {"A1": ACCOUNT}, banks)


def test_an_account_is_the_rules_else_that_of_the_method() -> None:
    known = _known()
    number = "DK5000400440116243"
    assert number_of(ACCOUNT) == number
    assert known.paid_from(ANY) == number
    assert known.paid_from(replace(ANY, debtor_account="DK1")) == "DK1"
    assert known.paid_from(replace(ANY, account="A2")) == ""
    assert known.paid_from(replace(ANY, method="M9")) == ""


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({}, {"account_without_bank"}),
        ({"method": "M9"}, {"method_unknown"}),
        ({"account": "A9"}, {"account_unknown"}),
        ({"valid_to": date(2025, 12, 31)}, {"account_without_bank", "dates_crossed"}),
        ({"valid_to": date(2026, 1, 1)}, {"account_without_bank"}),
        ({"amount_from": Decimal(5), "amount_to": Decimal(4)},
         {"account_without_bank", "amounts_crossed"}),
        ({"amount_from": Decimal(5), "amount_to": Decimal(5)},
         {"account_without_bank"}),
        ({"amount_from": Decimal("-0.01")},
         {"account_without_bank", "amounts_crossed"}),
        ({"currency": "EUR"}, {"account_without_bank", "currency_not_carried"}),
        ({"slip_type": "71"}, {"account_without_bank", "slip_type_differs"}),
    ],
)  # fmt: skip
def test_a_mapping_is_not_saved_where_it_cannot_be(
    change: dict[str, Any], codes: set[str]
) -> None:
    rule = replace(ANY, service_level="NURG", **change)
    found = {one.code for one in flaws(rule, _known())}
    assert found - {"not_of_product"} == codes


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"valid_from": TODAY}, set()),
        ({"valid_from": TODAY + DAY}, {"not_yet"}),
        ({"valid_to": TODAY}, set()),
        ({"valid_to": TODAY - DAY}, {"ended"}),
    ],
)
def test_a_mapping_says_that_it_does_not_hold_today(
    change: dict[str, Any], codes: set[str]
) -> None:
    found = {one.code for one in hints(replace(ANY, **change), [], _known(), TODAY)}
    assert found - {"account_without_bank"} == codes


@pytest.mark.parametrize(
    ("first", "second", "is_told"),
    [
        ((TODAY, None), (TODAY, None), True),
        ((TODAY, TODAY), (TODAY, None), True),
        ((TODAY, TODAY), (TODAY + DAY, None), False),
    ],
)
def test_two_mappings_that_ask_the_same_on_one_day_are_told(
    first: tuple[date, date | None], second: tuple[date, date | None], is_told: bool
) -> None:
    one, other = (
        replace(ANY, id=number, valid_from=began, valid_to=ended)
        for number, (began, ended) in enumerate((first, second), 1)
    )
    found = {hint.code for hint in hints(one, [one, other], _known(), TODAY)}
    assert ("conflict" in found) is is_told
