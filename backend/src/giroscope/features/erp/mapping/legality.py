"""Whether a mapping may be saved: what its product, its bank and the ERP allow.

Decides only. A flaw keeps it from being saved; a hint is told and hinders nothing.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from erplink import ErpAccount, PaymentMethod
from giroscope.features.erp.mapping.products import (
    PRIORITIES,
    PRODUCTS,
    PURPOSES,
    PayingBank,
    Product,
)
from giroscope.features.erp.mapping.rule import Rule, in_order, shadowed
from giroscope.features.erp.mapping.tables import ReferenceRule
from giroscope.features.payments.checks.regions import COUNTRIES, DECIMALS

_SLIP_TYPES = frozenset({"", "01", "04", "15", "71", "73", "75"})
_KINDS = frozenset({"", "FREE", "RF", "OCR"})


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something wrong or worth telling, and the field that mends it."""

    code: str
    field: str
    values: Mapping[str, str] = dataclasses.field(default_factory=dict)
    other: int | None = None
    """The mapping it is about beside this one."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the ERP and the banks are known to have."""

    methods: Mapping[str, PaymentMethod]
    accounts: Mapping[str, ErpAccount]
    banks: Mapping[str, PayingBank | None]
    """By the account that is paid from, as numbers are compared."""

    def paid_from(self, rule: Rule) -> str:
        """The account that the rule pays from wherever the payment says none."""
        if rule.debtor_account:
            return rule.debtor_account
        method = self.methods.get(rule.method)
        named = rule.account or (method.bank_account if method else "")
        account = self.accounts.get(named)
        return number_of(account) if account else ""

    def bank_of(self, rule: Rule) -> PayingBank | None:
        """The bank that pays what the rule takes, where one account is sure to."""
        return self.banks.get(self.paid_from(rule))


def number_of(account: ErpAccount) -> str:
    """The account's number as it is compared with ours."""
    return "".join((account.iban or account.number).split()).upper()


def filled(rule: Rule, bank: PayingBank | None) -> Rule:
    """The rule with what stands where nobody has chosen."""
    product = PRODUCTS[rule.target]
    level = rule.service_level or product.levels[0]
    if rule.local_instrument:
        instrument = rule.local_instrument
    elif bank is not None:
        instrument = bank.instrument(product, level)
    else:
        instrument = product.instruments[0] if product.instruments else ""
    return replace(
        rule,
        charge_bearer=rule.charge_bearer or product.bearers[0],
        service_level=level,
        local_instrument=instrument,
        instruction_priority=rule.instruction_priority or PRIORITIES[0],
    )


def flaws(rule: Rule, known: Known) -> Iterator[Flaw]:
    """Why the rule, filled, may not be saved."""
    product = PRODUCTS[rule.target]
    yield from _of_erp(rule, known)
    yield from _of_product(rule, product)
    yield from _of_matchers(rule, product)
    bank = known.bank_of(rule)
    number = known.paid_from(rule)
    if number and bank is None:
        yield Flaw("account_without_bank", "debtorAccount", {"account": number})
    if bank is not None:
        yield from _of_bank(rule, product, bank)


def _of_erp(rule: Rule, known: Known) -> Iterator[Flaw]:
    method = known.methods.get(rule.method)
    if method is None:
        yield Flaw("method_unknown", "method", {"method": rule.method})
    elif not method.is_outbound:
        yield Flaw("method_inbound", "method", {"method": method.code})
    if rule.account and rule.account not in known.accounts:
        yield Flaw("account_unknown", "account", {"account": rule.account})
    if method and method.currency and rule.currency not in {"", method.currency}:
        yield Flaw(
            "method_currency", "currency",
            {"found": rule.currency, "wanted": method.currency},
        )  # fmt: skip


def _of_product(rule: Rule, product: Product) -> Iterator[Flaw]:
    for name, value, taken in (
        ("chargeBearer", rule.charge_bearer, product.bearers),
        ("serviceLevel", rule.service_level, product.levels),
        ("instructionPriority", rule.instruction_priority, PRIORITIES),
        ("categoryPurpose", rule.category_purpose, ("", *PURPOSES)),
    ):
        if value not in taken:
            listed = ", ".join(filter(None, taken))
            yield Flaw(
                "not_of_product", name,
                {"found": value, "taken": listed, "target": rule.target},
            )  # fmt: skip
    if product.instruments and rule.local_instrument not in product.instruments:
        listed = ", ".join(filter(None, product.instruments))
        yield Flaw(
            "not_of_product", "localInstrument",
            {"found": rule.local_instrument, "taken": listed, "target": rule.target},
        )  # fmt: skip
    if rule.reference_rule not in product.references:
        yield Flaw(
            "not_of_product", "referenceRule",
            {"found": rule.reference_rule, "taken": ", ".join(product.references),
             "target": rule.target},
        )  # fmt: skip


def _of_matchers(rule: Rule, product: Product) -> Iterator[Flaw]:
    if rule.currency and rule.currency not in DECIMALS:
        yield Flaw("currency_unknown", "currency", {"found": rule.currency})
    elif product.currency and rule.currency not in {"", product.currency}:
        yield Flaw(
            "currency_not_carried", "currency",
            {"found": rule.currency, "wanted": product.currency},
        )  # fmt: skip
    if rule.creditor_country and rule.creditor_country not in COUNTRIES:
        yield Flaw("country_unknown", "creditorCountry",
                   {"found": rule.creditor_country})  # fmt: skip
    if rule.slip_type not in _SLIP_TYPES or rule.reference_kind not in _KINDS:
        yield Flaw("matcher_unknown", "slipType", {"found": rule.slip_type})
    elif rule.slip_type and rule.slip_type != product.card:
        yield Flaw("slip_type_differs", "slipType",
                   {"found": rule.slip_type, "card": product.card})  # fmt: skip
    low, high = rule.amount_from, rule.amount_to
    if (low is not None and low < 0) or (None not in {low, high} and low > high):  # type: ignore[operator]
        yield Flaw("amounts_crossed", "amountFrom")
    if rule.valid_to is not None and rule.valid_to < rule.valid_from:
        yield Flaw("dates_crossed", "validTo")


def _of_bank(rule: Rule, product: Product, bank: PayingBank) -> Iterator[Flaw]:
    if not bank.carries(product):
        yield Flaw(
            "not_carried_by_bank", "target", {"bank": bank.name, "target": rule.target}
        )
        return
    profile = bank.profile
    if profile is None:
        return
    for name, value, taken in (
        ("serviceLevel", rule.service_level, profile.service_levels),
        ("localInstrument", rule.local_instrument, profile.local_instruments),
        ("categoryPurpose", rule.category_purpose, profile.category_purposes),
        ("chargeBearer", rule.charge_bearer, profile.bearers_for(product.kind)),
    ):
        if value and value not in taken:
            yield Flaw(
                "code_not_taken_by_bank", name,
                {"found": value, "bank": bank.name, "taken": ", ".join(sorted(taken))},
            )  # fmt: skip


def hints(
    rule: Rule, rules: Sequence[Rule], known: Known, today: date
) -> Iterator[Flaw]:
    """What people should know of a rule that stands among the others."""
    for other in rules:
        is_both = other.id != rule.id and other.is_enabled and rule.is_enabled
        if is_both and rule.asks_the_same(other) and _overlap(rule, other):
            yield Flaw("conflict", "position", other=other.id)
    for covered, by in shadowed(in_order(rules)):
        if covered.id == rule.id and not covered.asks_the_same(by):
            yield Flaw("shadowed", "position", other=by.id)
    if rule.is_enabled and rule.valid_from > today:
        yield Flaw("not_yet", "validFrom", {"day": rule.valid_from.isoformat()})
    if rule.valid_to is not None and rule.valid_to < today:
        yield Flaw("ended", "validTo", {"day": rule.valid_to.isoformat()})
    yield from _missing(rule, known)


def _missing(rule: Rule, known: Known) -> Iterator[Flaw]:
    method = known.methods.get(rule.method)
    if method is None:
        yield Flaw("method_gone", "method", {"method": rule.method})
    elif not method.is_active:
        yield Flaw("method_inactive", "method", {"method": method.code})
    if rule.account and rule.account not in known.accounts:
        yield Flaw("account_gone", "account", {"account": rule.account})
    number = known.paid_from(rule)
    bank = known.bank_of(rule)
    if not number:
        yield Flaw("account_by_payment", "debtorAccount")
    elif bank is None:
        yield Flaw("account_without_bank", "debtorAccount", {"account": number})
    elif not bank.carries(PRODUCTS[rule.target]):
        yield Flaw(
            "not_carried_by_bank", "target", {"bank": bank.name, "target": rule.target}
        )


def default_reference(product: Product) -> ReferenceRule:
    """What the product tells the receiver where nobody has chosen."""
    return product.references[0]


def _overlap(one: Rule, other: Rule) -> bool:
    """Whether there is a day on which both hold."""
    ends = (one.valid_to or date.max, other.valid_to or date.max)
    return max(one.valid_from, other.valid_from) <= min(ends)
