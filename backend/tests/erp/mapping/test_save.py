"""Mappings are judged before they are saved, and every change can be gone back to."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import update

from giroscope.features.audit.tables import AuditEvent
from giroscope.features.banks import BankConnection
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.erp.mapping import acts as mapping_acts
from giroscope.features.erp.mapping.check import checked
from giroscope.features.erp.mapping.configuration_checks import MappingsChecked
from giroscope.features.erp.mapping.context import accounts_of, methods_of
from giroscope.features.erp.mapping.errors import ChangedMeanwhile, MappingRefused
from giroscope.features.erp.mapping.import_sheet import bring_in
from giroscope.features.erp.mapping.legality import Flaw
from giroscope.features.erp.mapping.queries import hints_of
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMappingVersion,
    ReferenceRule,
    Target,
)
from tests.erp.exchange.exchange_desk import BOOKS, SOMEBODY, ExchangeDesk
from tests.erp.exchange.ledger_erp import ACCOUNT, to_bank

NEW = Rule("M1", Target.DK_DOMESTIC, "", ReferenceRule.FREE, date(2026, 1, 1),
           position=0)  # fmt: skip


def save(desk: ExchangeDesk, rule: Rule) -> Rule:
    mapping_id = desk.change(lambda c: mapping_acts.save(c, SOMEBODY, rule, desk.now))
    return Rule.of(desk.one(ErpMapping, ErpMapping.id == mapping_id))


def test_what_nobody_chose_is_filled_in_for_the_bank(desk: ExchangeDesk) -> None:
    made = save(desk, NEW)
    assert (made.charge_bearer, made.service_level, made.local_instrument) == (
        "SHAR", "NURG", "ONCL",
    )  # fmt: skip
    assert (made.position, made.version) == (10, 1)
    same_day = save(desk, replace(NEW, service_level="SDVA"))
    assert (same_day.local_instrument, same_day.position) == ("SDCL", 20)


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"method": "M9"}, "method", "method_unknown"),
        ({"method": "M4"}, "method", "method_inbound"),
        ({"account": "A9"}, "account", "account_unknown"),
        ({"charge_bearer": "DEBT"}, "chargeBearer", "not_of_product"),
        ({"service_level": "SEPA"}, "serviceLevel", "not_of_product"),
        ({"target": Target.SEPA_CT, "charge_bearer": "SHAR"}, "chargeBearer",
         "not_of_product"),
        ({"target": Target.DK_FIK_71}, "referenceRule", "not_of_product"),
        ({"currency": "EUR"}, "currency", "currency_not_carried"),
        ({"creditor_country": "QQ"}, "creditorCountry", "country_unknown"),
        ({"slip_type": "71"}, "slipType", "slip_type_differs"),
        ({"amount_from": Decimal(2), "amount_to": Decimal(1)}, "amountFrom",
         "amounts_crossed"),
        ({"valid_to": date(2025, 1, 1)}, "validTo", "dates_crossed"),
        ({"category_purpose": "TAXS"}, "categoryPurpose", "code_not_taken_by_bank"),
        ({"debtor_account": "DK5000400440116243"}, "debtorAccount",
         "account_without_bank"),
    ],
)  # fmt: skip
def test_what_the_product_the_bank_or_the_erp_forbids_is_not_saved(
    desk: ExchangeDesk, change: dict[str, Any], field: str, code: str
) -> None:
    with pytest.raises(MappingRefused) as refused:
        save(desk, replace(NEW, **change))
    assert (refused.value.path, refused.value.values["flaw"]) == (field, code)
    assert desk.all(ErpMapping) == []


def test_a_product_the_bank_has_not_is_not_saved(desk: ExchangeDesk) -> None:
    desk.change(lambda c: c.execute(update(BankConnection).values(profile="nordea-dk")))
    with pytest.raises(MappingRefused) as refused:
        save(desk, replace(NEW, target=Target.DK_INSTANT))
    assert refused.value.values["flaw"] == "not_carried_by_bank"


def test_two_people_do_not_overwrite_each_other(desk: ExchangeDesk) -> None:
    made = save(desk, NEW)
    changed = save(desk, replace(made, currency="DKK"))
    assert changed.version == 2
    with pytest.raises(ChangedMeanwhile):
        save(desk, replace(made, is_enabled=False))


def test_a_change_and_a_removal_can_be_taken_back(desk: ExchangeDesk) -> None:
    made = save(desk, NEW)
    save(desk, replace(made, currency="DKK"))
    desk.change(lambda c: mapping_acts.undo(c, SOMEBODY, made.id, desk.now))
    back = Rule.of(desk.one(ErpMapping))
    assert (back.currency, back.version) == ("", 3)
    desk.change(lambda c: mapping_acts.remove(c, SOMEBODY, made.id, 3, desk.now))
    assert desk.one(ErpMapping).removed is not None
    desk.change(lambda c: mapping_acts.undo(c, SOMEBODY, made.id, desk.now))
    assert desk.one(ErpMapping).removed is None
    acts = [row.act for row in desk.all(ErpMappingVersion)]
    assert acts == ["CREATED", "CHANGED", "RESTORED", "REMOVED", "RESTORED"]
    verbs = [row.verb for row in desk.all(AuditEvent)]
    assert verbs == [
        "erp.map", "erp.map", "erp.undo_mapping", "erp.unmap", "erp.undo_mapping",
    ]  # fmt: skip


def _hints(desk: ExchangeDesk, mapping_id: int) -> list[tuple[str, int | None]]:
    found: dict[int, list[Flaw]] = desk.change(
        lambda c: hints_of(c, [mapping_id], desk.now)
    )
    return [(one.code, one.other) for one in found[mapping_id]]


def test_conflicts_shadows_and_dates_are_told(desk: ExchangeDesk) -> None:
    wide = save(desk, NEW)
    narrow = save(desk, replace(NEW, currency="DKK"))
    same = save(desk, NEW)
    later = save(desk, replace(NEW, method="M2", valid_from=date(2027, 1, 1)))
    assert _hints(desk, narrow.id) == [("shadowed", wide.id)]
    assert _hints(desk, same.id) == [("conflict", wide.id)]
    assert ("not_yet", None) in _hints(desk, later.id)


def test_the_form_shows_a_payment_as_it_would_be_made(desk: ExchangeDesk) -> None:
    made_up = desk.change(lambda c: checked(c, BOOKS, NEW, desk.now))
    assert made_up.problems == ()
    assert made_up.sample.is_made_up
    assert "as a Danish transfer from " + ACCOUNT in made_up.sample.words.en
    desk.ledger.offer(to_bank("1"), to_bank("2", creditor=_without_account()))
    desk.fetch()
    found = desk.change(lambda c: checked(c, BOOKS, NEW, desk.now))
    assert (found.matching, found.unfit) == (2, (("needs_danish_account", 1),))
    assert found.sample.payment.native_id == "1"
    assert "Papirværket A/S" in found.sample.words.da


def _without_account() -> Any:
    return replace(to_bank("1").creditor, number="")


def test_the_checks_name_methods_without_mapping_and_mappings_no_bank_takes(
    desk: ExchangeDesk,
) -> None:
    save(desk, NEW)

    def look(connection: Any) -> Any:
        methods = methods_of(connection, BOOKS)
        accounts = accounts_of(connection, BOOKS)
        checks = MappingsChecked()
        return (
            checks.unmapped(connection, BOOKS, methods),
            checks.illegal(connection, BOOKS, methods, accounts),
            checks.unmapped(connection, BOOKS, methods[1:]),
            checks.unmapped(connection, BOOKS, [replace(methods[0], is_active=False)]),
        )

    gaps, faults, orphans, aside = desk.change(look)
    assert [(one.native_id, one.text.en[:10]) for one in aside.flaws] == [
        ("M1", "a mapping ")
    ]
    assert [one.code for one in gaps.flaws] == ["FIK71", "SEPA"]
    assert faults.flaws == ()
    assert "M1" in [one.native_id for one in orphans.flaws]
    desk.change(lambda c: c.execute(update(ServedAccount).values(pays=False)))
    _, faults, *_ = desk.change(look)
    (flaw,) = faults.flaws
    assert ACCOUNT in flaw.text.en


SHEET = (
    "Method;Product;Currency;Amount from;Valid from;In use\r\n"
    "BANK;DK_DOMESTIC;DKK;1.000,50;2026-02-01;yes\r\n"
    "FIK71;DK_FIK_71;;;2026-02-01;no\r\n"
)


def test_a_sheet_is_told_line_by_line_and_written_whole(desk: ExchangeDesk) -> None:
    def bring(text: str, *, is_trial: bool) -> list[tuple[str, str]]:
        lines = desk.change(
            lambda c: bring_in(c, SOMEBODY, text, desk.now, is_trial=is_trial)
        )
        return [(one.act, one.field) for one in lines]

    assert bring(SHEET, is_trial=True) == [("CREATE", ""), ("CREATE", "")]
    assert desk.all(ErpMapping) == []
    broken = SHEET + "BANK;SEPA_CT;DKK;;;yes\r\n"
    assert bring(broken, is_trial=False)[2] == ("REFUSED", "currency")
    assert desk.all(ErpMapping) == []
    bring(SHEET, is_trial=False)
    first, second = desk.all(ErpMapping)
    assert (first.method, first.amount_from, first.is_enabled) == (
        "M1", Decimal("1000.50"), True,
    )  # fmt: skip
    assert (second.target, second.is_enabled) == ("DK_FIK_71", False)
    assert {row.act for row in desk.all(ErpMappingVersion)} == {"IMPORTED"}
