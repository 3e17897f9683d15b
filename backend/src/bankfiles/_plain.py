"""Entries of plain shapes, flat: for who makes rows and has no use for objects.

What is not plain, such as a batch or a detail of another amount, goes the long way.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal
from typing import TypeAlias

from bankfiles import _camt_paths as paths
from bankfiles._camt_detail import (
    DIRECTIONS,
    exchange,
    money,
    other_side,
    transaction_code,
)
from bankfiles._currencies import KNOWN
from bankfiles._doubts import NAMED, SHORT, fits, plausible_day
from bankfiles._paths import Row
from bankfiles._text import ZERO, decimal
from bankfiles.parts import Direction, Exchange, Money
from bankfiles.values import PlainEntry

Own: TypeAlias = Collection[str]

_NO_REVERSAL = frozenset({None, "false"})
_NO_BATCH = [None] * 5
_NO_DETAIL: Row = [None] * paths.DETAIL_SIZE


def plain_entry(
    position: int, line: int | None, row: Row, own: Own
) -> PlainEntry | None:
    """The entry of a row, or None if it is not plain."""
    (
        _, reference, amount_text, currency, direction_text, reversal, status, booked,
        valued, bank_reference, domain, family, sub_family, proprietary, charges,
        additional, *batch, rows,
    ) = row  # fmt: skip
    if charges is not None or batch != _NO_BATCH or (rows and len(rows) > 1):
        return None
    (
        _, message_id, detail_reference, batch_id, instruction_id, end_to_end_id, uetr,
        transaction_id, mandate_id, told_amount, told_currency, told_direction,
        instructed_text, instructed_currency, booked_text, booked_currency, exchanges,
        detail_charges, debtor, debtor_account, debtor_agent, ultimate_debtor,
        creditor, creditor_account, creditor_agent, ultimate_creditor, purpose,
        lines, remarks, documents, structured, reference_type, returned,
        returned_info, told_more, *detail_code, _,
    ) = rows[0] if rows else _NO_DETAIL  # fmt: skip
    rare = (
        uetr or mandate_id or ultimate_debtor or ultimate_creditor or returned
        or detail_charges or remarks or documents or returned_info or told_more
    )  # fmt: skip
    if rare or len(lines or ()) > 1 or len(exchanges or ()) > 1:
        return None
    if bank_reference is None:
        bank_reference = detail_reference
    if domain is None and proprietary is None:
        domain, family, sub_family, proprietary = detail_code
    if told_amount is None:
        told_amount, told_currency = booked_text, booked_currency
    amount, direction = decimal(amount_text), DIRECTIONS.get(direction_text)
    booking_date, value_date = plausible_day(booked), plausible_day(valued)
    if (
        amount is None
        or amount < ZERO
        or direction is None
        or (
            (amount_text[-3:-2] != "." or len(amount_text) > SHORT) and not fits(amount)
        )
        or reversal not in _NO_REVERSAL
        or (booked is not None and booking_date is None)
        or (valued is not None and value_date is None)
        or (told_amount is not None and told_amount != amount_text)
        or (told_currency is not None and told_currency != currency)
        or (told_direction is not None and told_direction != direction_text)
    ):
        return None
    told = None if told_amount is None else amount
    foreign = _foreign(instructed_text, instructed_currency, exchanges, told)
    if foreign is None:
        return None
    instructed, told_exchange = foreign
    name, account, agent, _ = other_side(
        (debtor, debtor_account, debtor_agent, None),
        (creditor, creditor_account, creditor_agent, None),
        own,
        paid_in=direction is Direction.CREDIT,
    )
    return PlainEntry(
        position, line, amount, currency, direction, status, booking_date, value_date,
        reference, bank_reference,
        transaction_code(domain, family, sub_family, proprietary), additional,
        1 if rows else 0, told_amount is not None, end_to_end_id, instruction_id,
        batch_id, message_id, transaction_id, name, account, agent,
        lines[0] if lines else None, structured, reference_type, purpose, instructed,
        told_exchange,
    )  # fmt: skip


def _foreign(
    text: str | None, currency: str | None, exchanges: list[Row] | None,
    told: Decimal | None,
) -> tuple[Money | None, Exchange | None] | None:  # fmt: skip
    """The amount instructed and the exchange, or None where a currency is unknown."""
    instructed = money(text, currency) if text is not None else None
    if instructed is not None and instructed.currency not in KNOWN:
        return None
    if not exchanges:
        return instructed, None
    rate = exchange(exchanges[0], told, instructed)
    if rate.source not in NAMED or rate.target not in NAMED:
        return None
    return instructed, rate
