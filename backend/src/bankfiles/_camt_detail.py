"""One transaction of a camt entry: a row of texts becomes a `Detail`."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from functools import lru_cache

from bankfiles._paths import Row
from bankfiles._text import decimal, flag
from bankfiles.parts import Charge, Direction, Exchange, Money, Party
from bankfiles.values import Detail

DIRECTIONS: dict[str | None, Direction] = {
    "CRDT": Direction.CREDIT,
    "DBIT": Direction.DEBIT,
}
OPPOSITE = {
    Direction.CREDIT: Direction.DEBIT,
    Direction.DEBIT: Direction.CREDIT,
}
_UNITS = (Decimal(1), Decimal(100))
# Banks round the booked amount, and quote rates in few digits.
_CLOSE = Decimal("0.02")


def build_detail(
    row: Row, base: int, booked: Direction, own: Collection[str], *, reversal: bool
) -> Detail:
    """The detail of a row; `booked` is the direction of its entry."""
    (
        line, message_id, bank_reference, batch_id, instruction_id, end_to_end_id,
        uetr, transaction_id, mandate_id, amount, currency, direction_text,
        instructed_text, instructed_currency, booked_text, booked_currency,
        exchanges, charges, debtor, debtor_account, debtor_agent, ultimate_debtor,
        creditor, creditor_account, creditor_agent, ultimate_creditor, purpose,
        lines, remarks, documents, reference, reference_type, returned,
        returned_info, additional, domain, family, sub_family, proprietary, _,
    ) = row  # fmt: skip
    if amount is None:
        amount, currency = booked_text, booked_currency
    value, direction = decimal(amount), DIRECTIONS.get(direction_text)
    instructed = None
    if instructed_text is not None:
        instructed = money(instructed_text, instructed_currency)
    way = direction or booked
    name, account, agent, ultimate = other_side(
        (debtor, debtor_account, debtor_agent, ultimate_debtor),
        (creditor, creditor_account, creditor_agent, ultimate_creditor),
        own,
        # A reversal keeps the parties of the payment that it takes back.
        paid_in=(way is Direction.CREDIT) is not reversal,
    )
    party = None
    if name or account or agent:
        party = Party(name, account, agent)
    if lines is None:
        lines = remarks or documents
    return Detail(
        line + base - 1 if line else None,
        value,
        currency,
        direction,
        instructed,
        exchange(exchanges[0], value, instructed) if exchanges else None,
        charges_of(charges) if charges else (),
        end_to_end_id,
        instruction_id,
        batch_id,
        message_id,
        transaction_id,
        uetr,
        bank_reference,
        mandate_id,
        party,
        ultimate,
        "\n".join(lines) if lines else None,
        reference,
        reference_type,
        purpose,
        transaction_code(domain, family, sub_family, proprietary),
        returned or (returned_info[0] if returned_info else None),
        additional,
    )


Side = tuple[str | None, str | None, str | None, str | None]
"""Name, account and bank of a party, and the name of its ultimate party."""


def other_side(
    debtor: Side, creditor: Side, own: Collection[str], *, paid_in: bool
) -> Side:
    """The party that is not the account's owner.

    Whoever holds the statement's account is the owner; where no account
    tells, the debtor is the other side of a payment in.
    """
    if debtor[1] and _is_own(debtor[1], own):
        return creditor
    if creditor[1] and _is_own(creditor[1], own):
        return debtor
    side, spare = (debtor, creditor) if paid_in else (creditor, debtor)
    if not (side[0] or side[1]) and spare[1]:
        # Only the other role is given, with an account not the owner's.
        return spare
    return side


def _is_own(account: str, own: Collection[str]) -> bool:
    return account in own or (" " in account and compact(account) in own)


def money(text: str, currency: str | None) -> Money | None:
    """An amount that names its currency, or None."""
    amount = decimal(text)
    return Money(amount, currency) if amount is not None and currency else None


def compact(number: str) -> str:
    """An account number without the blanks banks print it with."""
    return number.replace(" ", "")


@lru_cache(maxsize=1024)
def transaction_code(
    domain: str | None,
    family: str | None,
    sub_family: str | None,
    proprietary: str | None,
) -> str | None:
    """`Domn-Fmly-SubFmly` as far as given, else the bank's own code."""
    if domain is None:
        return proprietary
    if sub_family is None:
        return f"{domain}-{family}" if family else domain
    return f"{domain}-{family}-{sub_family}"


def charges_of(rows: list[Row]) -> tuple[Charge, ...]:
    """The charges of an entry or detail, from records where there are any."""
    charges = []
    for _, amount, currency, direction, included, kind, records, total, other in rows:
        if records:
            for _, value, record_currency, way, inside, name in records:
                charges.append(_charge(value, record_currency, way, inside, name))
        elif amount is not None:
            charges.append(_charge(amount, currency, direction, included, kind))
        else:
            charges.append(_charge(total, other, direction, included, kind))
    return tuple(each for each in charges if each is not None)


def _charge(
    text: str | None,
    currency: str | None,
    direction: str | None,
    included: str | None,
    kind: str | None,
) -> Charge | None:
    amount = decimal(text)
    if amount is None:
        return None
    way = DIRECTIONS.get(direction) if direction else None
    return Charge(amount, currency, way, flag(included), kind)


def exchange(row: Row, amount: Decimal | None, instructed: Money | None) -> Exchange:
    """The exchange of a row, as the two amounts show it."""
    _, source, target, unit_currency, rate_text = row
    source = source or unit_currency
    rate = decimal(rate_text)
    return Exchange(source, target, rate, _unit(rate, amount, instructed))


def _unit(
    rate: Decimal | None, amount: Decimal | None, instructed: Money | None
) -> Decimal | None:
    """Whether the rate is per 1 or per 100, as the two amounts show.

    The message does not say; Danish and Swiss banks quote per 100.
    """
    if not (rate and amount and instructed and instructed.amount):
        return None
    for unit in _UNITS:
        for quotient in (amount / instructed.amount, instructed.amount / amount):
            if abs(rate / unit / quotient - 1) < _CLOSE:
                return unit
    return None
