"""Which mapping takes which payment, and what a payment needs for each product."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from erplink import Creditor, OpenPayment, PaymentMethod, ReferenceKind
from giroscope.features.erp.mapping.compose import Ordered, transfer
from giroscope.features.erp.mapping.fitness import unfit
from giroscope.features.erp.mapping.rule import Rule, chosen, in_order, shadowed
from giroscope.features.erp.mapping.suggest import suggested
from giroscope.features.erp.mapping.tables import ReferenceRule, Target
from giroscope.features.erp.mapping.words import SENTENCES, sentence
from tests.erp.exchange.ledger_erp import by_slip, in_euro, to_bank

TODAY = date(2026, 11, 23)
ANY = Rule("M1", Target.DK_DOMESTIC, "SHAR", ReferenceRule.FREE, date(2026, 1, 1), id=1)


def rule(target: Target = Target.DK_DOMESTIC, **more: Any) -> Rule:
    ocr = {Target.DK_FIK_71, Target.DK_FIK_75, Target.DK_FIK_04}
    kind = ReferenceRule.OCR if target in ocr else ReferenceRule.FREE
    return replace(ANY, target=target, **{"reference_rule": kind, **more})


@pytest.mark.parametrize(
    ("narrowed", "matches"),
    [
        ({}, True),
        ({"method": "M2"}, False),
        ({"currency": "DKK"}, True),
        ({"currency": "EUR"}, False),
        ({"creditor_country": "DK"}, True),
        ({"creditor_country": "SE"}, False),
        ({"account": "A1"}, True),
        ({"account": "A2"}, False),
        ({"reference_kind": "FREE"}, True),
        ({"reference_kind": "OCR"}, False),
        ({"slip_type": "71"}, False),
        ({"amount_from": Decimal(1250), "amount_to": Decimal(1250)}, True),
        ({"amount_from": Decimal("1250.01")}, False),
        ({"amount_to": Decimal("1249.99")}, False),
    ],
)
def test_a_rule_takes_only_what_matches_it_wholly(
    narrowed: dict[str, Any], matches: bool
) -> None:
    assert replace(ANY, **narrowed).matches(to_bank("1")) is matches


def test_exceptions_for_an_account_go_before_defaults_then_the_position() -> None:
    late, early = replace(ANY, id=2, position=20), replace(ANY, id=3, position=10)
    special = replace(ANY, id=4, account="A1", position=99)
    ordered = in_order([late, early, special])
    assert [one.id for one in ordered] == [4, 3, 2]
    first = chosen(ordered, to_bank("1"), TODAY)
    assert first is not None
    assert first.id == 4
    other = chosen(ordered, to_bank("1", account="A2"), TODAY)
    assert other is not None
    assert other.id == 3


@pytest.mark.parametrize(
    "change",
    [
        {"is_enabled": False},
        {"valid_from": date(2026, 11, 24)},
        {"valid_to": date(2026, 11, 22)},
        {"currency": "EUR"},
    ],
)
def test_nothing_is_defaulted(change: dict[str, Any]) -> None:
    assert chosen([replace(ANY, **change)], to_bank("1"), TODAY) is None


def test_a_rule_behind_a_wider_one_is_shadowed() -> None:
    narrow = replace(ANY, id=2, position=2, currency="DKK", amount_from=Decimal(5))
    other = replace(ANY, id=3, position=3, method="M2")
    found = [(one.id, by.id) for one, by in shadowed(in_order([ANY, narrow, other]))]
    assert found == [(2, 1)]


@pytest.mark.parametrize(
    ("payment", "used", "code"),
    [
        (to_bank("1"), rule(), None),
        (by_slip("1"), rule(Target.DK_FIK_71), None),
        (in_euro("1"), rule(Target.SEPA_CT), None),
        (to_bank("1", "0"), rule(), "amount_not_positive"),
        (to_bank("1", "1.001"), rule(), "amount_decimals"),
        (to_bank("1", currency="EUR"), rule(), "currency_not_carried"),
        (to_bank("1", currency="XXQ"), rule(Target.CROSS_BORDER), "currency_unknown"),
        (in_euro("1"), rule(), "currency_not_carried"),
        (to_bank("1", "500000.01"), rule(Target.DK_INSTANT), "instant_amount"),
        (to_bank("1", creditor=Creditor("1", " ")), rule(), "needs_name"),
        (to_bank("1", creditor=Creditor("1", "A")), rule(), "needs_danish_account"),
        (to_bank("1", creditor=Creditor("1", "A", iban="DK12")), rule(),
         "iban_invalid"),
        (in_euro("1", creditor=Creditor("1", "A")), rule(Target.SEPA_CT),
         "needs_iban"),
        (in_euro("1", creditor=Creditor("1", "A" * 71, iban="DE89370400440532013000")),
         rule(Target.SEPA_CT), "name_too_long"),
        (in_euro("1", creditor=Creditor("1", "A", iban="TR330006100519786457841326")),
         rule(Target.SEPA_CT), "not_sepa"),
        (in_euro("1"), rule(Target.CROSS_BORDER), "needs_address"),
        (to_bank("1", creditor=Creditor("1", "A", number="123", town="B",
                                        country="US")),
         rule(Target.CROSS_BORDER), "needs_bic"),
        (by_slip("1", slip_type="75"), rule(Target.DK_FIK_71), "slip_type_differs"),
        (by_slip("1", reference="1234567890123456"), rule(Target.DK_FIK_71),
         "needs_ocr"),
        (by_slip("1", reference="17"), rule(Target.DK_FIK_71), "ocr_check_digit"),
        (by_slip("1", creditor=Creditor("1", "A")), rule(Target.DK_FIK_71),
         "needs_creditor_number"),
        (in_euro("1"), rule(Target.SEPA_CT, reference_rule=ReferenceRule.RF),
         "needs_rf"),
    ],
)  # fmt: skip
def test_what_a_payment_lacks_for_its_product_holds_it(
    payment: OpenPayment, used: Rule, code: str | None
) -> None:
    found = unfit(payment, used)
    assert (found.code if found else None) == code
    if found is not None:
        words = sentence(found.code, found.values)
        assert found.code in SENTENCES
        assert "…" not in words.en + words.da


@pytest.mark.parametrize(
    ("payment", "used", "account", "lines", "reference"),
    [
        (to_bank("1"), rule(), "04000440116243", ("Faktura 1",), ""),
        (to_bank("1", creditor=Creditor("1", "A", number="0400 440116243")), rule(),
         "04000440116243", ("Faktura 1",), ""),
        (by_slip("1", reference="18"), rule(Target.DK_FIK_71), "80012345", (),
         "71/000000000000018"),
        (by_slip("1", reference="+71<000000000000018+80012345<",
                 creditor=Creditor("1", "A")),
         rule(Target.DK_FIK_71), "80012345", (), "71/000000000000018"),
        (by_slip("1", slip_type="73", reference="Faktura 7",
                 reference_kind=ReferenceKind.FREE),
         rule(Target.DK_FIK_73), "80012345", ("Faktura 7",), "73/"),
        (in_euro("1", reference="RF18 5390 0754 7034"),
         rule(Target.SEPA_CT, reference_rule=ReferenceRule.RF),
         "DE89370400440532013000", (), "RF18539007547034"),
        (to_bank("1", reference="", invoices=("F1", "F2")), rule(),
         "04000440116243", ("F1, F2",), ""),
    ],
)  # fmt: skip
def test_each_product_is_written_as_the_banks_guides_say(
    payment: OpenPayment, used: Rule, account: str, lines: tuple[str, ...],
    reference: str,
) -> None:  # fmt: skip
    made = transfer(Ordered(payment, used, "E"), None)
    assert (made.receiver.account, made.lines, made.reference) == (
        account, lines, reference,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("code", "name", "currency", "paid", "target"),
    [
        ("FIK71", "Indbetalingskort +71", "", (), Target.DK_FIK_71),
        ("4", "Girokort 04", "", (), Target.DK_FIK_04),
        ("BANK", "Bankoverførsel", "", (), Target.DK_DOMESTIC),
        ("SEPA", "SEPA", "EUR", (), Target.SEPA_CT),
        ("INST", "Straksoverførsel", "EUR", (), Target.SEPA_INSTANT),
        ("X1", "Diverse", "EUR", (), Target.SEPA_CT),
        ("S", "Straksoverførsel", "DKK", (to_bank("1"),), Target.DK_INSTANT),
        ("X2", "Diverse", "", (by_slip("1"),), Target.DK_FIK_71),
        ("X3", "Diverse", "", (in_euro("1"),), Target.SEPA_CT),
    ],
)
def test_a_method_is_suggested_with_its_reasons(
    code: str, name: str, currency: str, paid: tuple[OpenPayment, ...], target: Target
) -> None:
    found = suggested(PaymentMethod("1", code, name, currency), paid)
    assert found is not None
    assert found.target is target
    assert found.reasons


def test_nothing_is_suggested_where_nothing_tells_or_money_comes_in() -> None:
    assert suggested(PaymentMethod("1", "X", "Diverse"), ()) is None
    slip = PaymentMethod("1", "X", "Indbetalingskort", "DKK")
    assert suggested(slip, ()) is None
    by_payments = suggested(slip, (by_slip("1"),))
    assert by_payments is not None
    assert by_payments.target is Target.DK_FIK_71
    inbound = PaymentMethod("1", "BANK", "Bank", is_outbound=False)
    assert suggested(inbound, ()) is None
