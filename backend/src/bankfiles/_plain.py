"""Entries of plain shapes, flat: for who makes rows and has no use for objects.

Which shapes are plain is decided once for each; every text of such an entry
then stands where `plain_entry` takes it. What is not plain after all, such as
a detail of another amount, goes the long way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from bankfiles._camt_detail import (
    DIRECTIONS,
    exchange,
    money,
    other_side,
    transaction_code,
)
from bankfiles._currencies import KNOWN
from bankfiles._doubts import NAMED, SHORT, fits, plausible_day
from bankfiles._row_plan import Pick, RowPlan
from bankfiles._text import ZERO, decimal
from bankfiles.parts import Direction
from bankfiles.values import PlainEntry

# Slots of `_camt_paths.ENTRY`.
_ENTRY = (1, 2, 3, 4, 5, 6, 7, 8, 15)
_BANK_REFERENCE, _CODE, _DETAILS = (9,), (10, 11, 12, 13), 21
_BATCH = (16, 17, 18, 19, 20)
# Slots of `_camt_paths.DETAIL`.
_DETAIL = (11, 5, 4, 3, 1, 7, 18, 19, 20, 22, 23, 24, 30, 31, 26, 12, 13)
_AMOUNT, _BOOKED_AMOUNT, _EXCHANGES, _LINES = (9, 10), (14, 15), 16, 27
_DETAIL_BANK_REFERENCE, _DETAIL_CODE = (2,), (35, 36, 37, 38)
# Of these a plain detail says nothing.
_RARE = (6, 8, 21, 25, 32, 34)

Own: TypeAlias = Collection[str]

_NO_REVERSAL = frozenset({None, "false"})


class PlainPlan(NamedTuple):
    """How entries of a plain shape become plain entries."""

    indexes: tuple[int, ...]
    """Where the texts and constants stand that `plain_entry` takes."""
    pick: Pick
    details: int
    exchange: RowPlan | None = None


def plain_plan(plan: RowPlan, blank: Collection[int]) -> PlainPlan | None:
    """The plan of a shape, if that is plain.

    `blank` tells at which indexes of the row's plan nothing stands.
    """
    inner = dict(plan.rows)
    details = inner.pop(_DETAILS, ())
    if inner or plan.lists or len(details) > 1 or _told(plan, _BATCH, blank):
        return None
    of_both = [*_at(plan, _BANK_REFERENCE), *_at(plan, _CODE)]
    if not details:
        nothing = [plan.indexes[_DETAILS]] * (len(_DETAIL) + 3)
        indexes = (*_at(plan, _ENTRY), *of_both, *nothing)
        return PlainPlan(indexes, itemgetter(*indexes), 0)
    detail = details[0]
    lists = dict(detail.lists)
    lines = lists.pop(_LINES, (detail.indexes[_LINES],))
    rows = dict(detail.rows)
    exchanges = rows.pop(_EXCHANGES, (None,))
    if lists or rows or len(lines) > 1 or _told(detail, _RARE, blank):
        return None
    if not _told(plan, _BANK_REFERENCE, blank):
        of_both[:1] = _at(detail, _DETAIL_BANK_REFERENCE)
    if not _told(plan, (_CODE[0], _CODE[-1]), blank):
        of_both[1:] = _at(detail, _DETAIL_CODE)
    amount = _AMOUNT if _told(detail, _AMOUNT[:1], blank) else _BOOKED_AMOUNT
    own = (*_at(detail, amount), *_at(detail, _DETAIL), *lines)
    indexes = (*_at(plan, _ENTRY), *of_both, *own)
    return PlainPlan(indexes, itemgetter(*indexes), 1, exchanges[0])


def plain_entry(
    position: int,
    line: int | None,
    plan: PlainPlan,
    said: tuple[Any, ...],
    texts: list[Any],
    own: Own,
) -> PlainEntry | None:
    """The entry that says these texts and constants, or None if it is not plain.

    `texts` are all that it has; only an exchange is looked for there.
    """
    (
        reference, amount_text, currency, direction_text, reversal, status, booked,
        valued, additional, bank_reference, domain, family, sub_family, proprietary,
        told_amount, told_currency, told_direction, end_to_end_id, instruction_id,
        batch_id, message_id, transaction_id, debtor, debtor_account, debtor_agent,
        creditor, creditor_account, creditor_agent, structured, reference_type,
        purpose, instructed_text, instructed_currency, remittance,
    ) = said  # fmt: skip
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
    instructed = told_exchange = None
    if instructed_text is not None:
        instructed = money(instructed_text, instructed_currency)
        if instructed is not None and instructed.currency not in KNOWN:
            return None
    if plan.exchange is not None:
        told = None if told_amount is None else amount
        told_exchange = exchange(plan.exchange.build(texts), told, instructed)
        if told_exchange.source not in NAMED or told_exchange.target not in NAMED:
            return None
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
        plan.details, told_amount is not None, end_to_end_id, instruction_id, batch_id,
        message_id, transaction_id, name, account, agent, remittance, structured,
        reference_type, purpose, instructed, told_exchange,
    )  # fmt: skip


def _at(plan: RowPlan, slots: Sequence[int]) -> list[int]:
    return [plan.indexes[slot] for slot in slots]


def _told(plan: RowPlan, slots: Sequence[int], blank: Collection[int]) -> bool:
    return any(plan.indexes[slot] not in blank for slot in slots)
