"""Looks at a mapping while it is filled in: what is wrong, and what it would make."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import Connection

from bankfiles.writing import Sender, Unwritable
from erplink import Creditor, OpenPayment, ReferenceKind, Words
from giroscope.features.erp.mapping import queries
from giroscope.features.erp.mapping.compose import Ordered, debit
from giroscope.features.erp.mapping.context import sheet_of, with_bank
from giroscope.features.erp.mapping.fitness import faults
from giroscope.features.erp.mapping.legality import Flaw, filled, flaws, hints
from giroscope.features.erp.mapping.products import PRODUCTS, Product
from giroscope.features.erp.mapping.rule import Rule, in_order
from giroscope.features.erp.mapping.sentences import told
from giroscope.features.erp.mapping.tables import Target
from giroscope.kernel.clock import day_of

_ADDRESS = {
    "street": "Havnegade", "building": "4", "postcode": "9000", "town": "Aalborg",
    "country": "DK",
}  # fmt: skip
_SLIP_IDS = {
    "71": "000000000000018",
    "04": "0000000000000018",
    "75": "0000000000000018",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """A payment as the mapping would have it made."""

    payment: OpenPayment
    is_made_up: bool
    words: Words | None
    """None where it could not be made at all."""
    faults: tuple[Flaw, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a mapping, and what it would do."""

    rule: Rule
    problems: tuple[Flaw, ...]
    hints: tuple[Flaw, ...]
    matching: int
    """Of the method's latest payments."""
    unfit: tuple[tuple[str, int], ...]
    """How many of those could not be made, by reason."""
    sample: Sample | None


def checked(
    connection: Connection, connection_id: int, rule: Rule, now: datetime
) -> Checked:
    """Judge a mapping that may not be saved yet."""
    sheet = sheet_of(connection, connection_id)
    known = with_bank(connection, sheet.known, rule)
    whole = filled(rule, known.bank_of(rule))
    problems = tuple(flaws(whole, known))
    others = [one for one in sheet.rules if one.id != whole.id]
    among = in_order([*others, whole])
    latest = queries.samples(connection, connection_id, whole.method)
    matching = [payment for payment in latest if whole.matches(payment)]
    bank = known.bank_of(whole)
    payer = Sender("", known.paid_from(whole) or "—")
    return Checked(
        whole,
        problems,
        tuple(hints(whole, among, known, day_of(now))),
        len(matching),
        _counted(matching, whole),
        None if problems else _sample(matching, whole, payer, bank and bank.profile),
    )


def _counted(
    payments: Sequence[OpenPayment], rule: Rule
) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for payment in payments:
        first = next(faults(payment, rule), None)
        if first is not None:
            counts[first.code] = counts.get(first.code, 0) + 1
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _sample(
    payments: Sequence[OpenPayment], rule: Rule, payer: Sender, profile: object
) -> Sample:
    """The latest that fits, else the latest, else one that is made up."""
    fitting = (one for one in payments if not any(faults(one, rule)))
    payment = next(fitting, None) or next(iter(payments), None)
    is_made_up = payment is None
    if payment is None:
        payment = made_up(rule, PRODUCTS[rule.target])
    found = tuple(
        Flaw(one.code, one.field, one.values) for one in faults(payment, rule)
    )
    words = None if found else _words(payment, rule, payer, profile)
    return Sample(payment, is_made_up, words, found)


def _words(
    payment: OpenPayment, rule: Rule, payer: Sender, profile: object
) -> Words | None:
    ordered = Ordered(payment, rule, "E2E")
    try:
        block = debit("B", payment.due, payer, (ordered,), profile)  # type: ignore[arg-type]
    except Unwritable:
        return None
    return told(payment, rule, block, payment.due)


def made_up(rule: Rule, product: Product) -> OpenPayment:
    """A payment that the mapping would take, where none was fetched yet."""
    creditor = Creditor("0", "Papirværket A/S", **_ADDRESS, **_account(product))
    reference = _SLIP_IDS.get(product.card, "Faktura 4711")
    if rule.reference_rule.value == "RF":
        reference = "RF18539007547034"
    amount = rule.amount_from or min(
        Decimal("1250.00"), rule.amount_to or Decimal(1250)
    )
    return OpenPayment(
        native_id="", number="4711", amount=amount,
        currency=rule.currency or product.currency or "USD", due=date.today(),  # noqa: DTZ011 - any day does
        method=rule.method, creditor=creditor, reference=reference,
        reference_kind=ReferenceKind.FREE, raw_sha256="", account=rule.account,
        slip_type=product.card,
    )  # fmt: skip


def _account(product: Product) -> dict[str, str]:
    if product.is_slip:
        is_giro = product.card in {"01", "04"}
        return {"giro_creditor": "1234567" if is_giro else "80012345"}
    if product.is_danish:
        return {"number": "04000440116243"}
    if product.target is Target.CROSS_BORDER:
        return {"iban": "GB33BUKB20201555555555", "bic": "BUKBGB22"}
    return {"iban": "DE89370400440532013000"}
