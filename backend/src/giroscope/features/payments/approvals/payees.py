"""Who is paid by a payment document, as whoever releases it sees: one answer for all.

The console, the mail to approvers and the audit trail show what is told here. Sums are
exact, one for each currency, and never added together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    and_,
    case,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.audit import without_secret
from giroscope.features.payments.checks import PaymentFlag
from giroscope.features.payments.checks.payment_evidence import CHANGED_CODES, is_proven
from giroscope.features.payments.corrections.tables import PaymentReplacement
from giroscope.features.payments.tables import Payment, PaymentBatch
from giroscope.kernel.columns import total

MOST_LISTED = 50
"""Payments that are listed one by one; a file with no more is listed whole."""
_MOST_IN_TRAIL = 10
_LONGEST_PART = 70
_OTHER_CODES = ("payee_account_changed",)
_EARLIER = "earlier"
_Earlier = aliased(Payment, name=_EARLIER)
_PAYEE = func.coalesce(Payment.creditor_account, Payment.creditor_name)


class PayeeMark(StrEnum):
    """What an approver should know of the account a payment goes to."""

    NEW = "NEW"
    """Nothing was paid to it or released for it before."""
    CHANGED = "CHANGED"
    """Its payee, or one of a name that looks alike, was paid on another one before."""
    OTHER = "OTHER"
    """Its payee is known by it, but was paid on another one last."""


class Sum(NamedTuple):
    """How many payments of one currency, and their exact sum."""

    currency: str
    amount: Decimal
    payments: int


class Payee(NamedTuple):
    """One payment, by whom it pays."""

    payment_id: int
    position: int
    name: str | None
    account: str | None
    amount: Decimal
    currency: str
    execution_date: date | None
    mark: PayeeMark | None
    account_before: str | None = None
    """Of the rejected or returned payment that it replaces, where it was changed."""


@dataclass(frozen=True, slots=True)
class Debited:
    """An account that is paid from."""

    account: str | None
    owner: str | None
    totals: tuple[Sum, ...]


@dataclass(slots=True)
class PayeeFacts:
    """What of one document is shown wherever somebody approves or signs it."""

    payments: int = 0
    payees: int = 0
    """Different accounts that are paid."""
    new_accounts: int = 0
    """Of those that are not changed ones."""
    changed_accounts: int = 0
    first_date: date | None = None
    last_date: date | None = None
    totals: list[Sum] = field(default_factory=list)
    debited: list[Debited] = field(default_factory=list)


async def facts_of(
    session: AsyncSession, document_ids: Sequence[int]
) -> dict[int, PayeeFacts]:
    """The facts of each document."""
    found = {document_id: PayeeFacts() for document_id in document_ids}
    is_new = and_(~is_known(Payment), ~_is_changed())
    is_ours = Payment.document_id.in_(document_ids)
    counted = await session.execute(
        select(
            Payment.document_id, func.count(), func.count(_PAYEE.distinct()),
            func.count(case((_is_changed(), _PAYEE)).distinct()),
            func.count(case((is_new, _PAYEE)).distinct()),
            func.min(Payment.execution_date), func.max(Payment.execution_date),
        )
        .where(is_ours)
        .group_by(Payment.document_id)
    )  # fmt: skip
    for document_id, payments, payees, changed, new, first, last in counted:
        facts = found[document_id]
        facts.payments, facts.payees = payments, payees
        facts.changed_accounts, facts.new_accounts = changed, new
        facts.first_date, facts.last_date = first, last
    await _add_sums(session, found)
    return found


async def _add_sums(session: AsyncSession, found: dict[int, PayeeFacts]) -> None:
    """Sums by account debited, and of the whole."""
    rows = await session.execute(
        select(
            Payment.document_id, PaymentBatch.debtor_account,
            func.max(PaymentBatch.debtor_name), Payment.currency,
            total(Payment.amount), func.count(),
        )
        .join(PaymentBatch, PaymentBatch.id == Payment.batch_id)
        .where(Payment.document_id.in_(found))
        .group_by(Payment.document_id, PaymentBatch.debtor_account, Payment.currency)
        .order_by(func.min(Payment.position), Payment.currency)
    )  # fmt: skip
    debited: dict[tuple[int, str | None], tuple[str | None, list[Sum]]] = {}
    totals: dict[int, dict[str, Sum]] = {}
    for document_id, account, owner, currency, amount, count in rows:
        one = Sum(currency, amount, count)
        debited.setdefault((document_id, account), (owner, []))[1].append(one)
        known = totals.setdefault(document_id, {})
        so_far = known.get(currency, Sum(currency, Decimal(0), 0))
        known[currency] = Sum(
            currency, so_far.amount + amount, so_far.payments + count
        )  # fmt: skip
    for (document_id, account), (owner, sums) in debited.items():
        found[document_id].debited.append(Debited(account, owner, tuple(sums)))
    for document_id, by_currency in totals.items():
        found[document_id].totals = [by_currency[one] for one in sorted(by_currency)]


async def largest(
    session: AsyncSession, document_ids: Sequence[int], most: int
) -> dict[int, list[Payee]]:
    """The largest payments of each document, then changed accounts not among them.

    The largest of every currency come first; at most so many of either kind.
    """
    placed = (
        select(
            Payment.id,
            _place(Payment.document_id, Payment.currency).label("place"),
            _is_changed().label("is_changed"),
        )
        .where(Payment.document_id.in_(document_ids))
        .subquery()
    )
    ranked = (
        select(
            Payment.id,
            func.row_number()
            .over(
                partition_by=Payment.document_id,
                order_by=(placed.c.place, Payment.amount.desc(), Payment.position),
            )
            .label("rank"),
            placed.c.is_changed,
            _place(Payment.document_id, placed.c.is_changed).label("among"),
        )
        .join(placed, placed.c.id == Payment.id)
        .subquery()
    )
    rows = await session.execute(
        select(
            Payment, ranked.c.is_changed, is_known(Payment).label("is_known"),
            _has_flag(_OTHER_CODES).label("is_other"),
            _account_before().label("account_before"),
        )
        .join(ranked, ranked.c.id == Payment.id)
        .where(
            or_(ranked.c.rank <= most,
                ranked.c.is_changed & (ranked.c.among <= most))
        )
        .order_by(Payment.document_id, ranked.c.rank)
    )  # fmt: skip
    found: dict[int, list[Payee]] = {document_id: [] for document_id in document_ids}
    for row in rows:
        found[row.Payment.document_id].append(_payee(row))
    return found


async def in_trail(session: AsyncSession, document_id: int) -> dict[str, Any]:
    """Who is paid, as the audit trail keeps it beside a decision."""
    facts = (await facts_of(session, [document_id]))[document_id]
    listed = (await largest(session, [document_id], _MOST_IN_TRAIL))[document_id]
    return {
        "totals": [f"{one.amount:f} {one.currency}" for one in facts.totals],
        "payments": facts.payments,
        "payees": facts.payees,
        "newAccounts": facts.new_accounts,
        "changedAccounts": facts.changed_accounts,
        "debited": [one.account for one in facts.debited][:_MOST_IN_TRAIL],
        "largest": [_in_trail(one) for one in listed],
    }


def _in_trail(payee: Payee) -> str:
    parts = [
        payee.name, payee.account, f"{payee.amount:f} {payee.currency}",
        payee.execution_date and payee.execution_date.isoformat(), payee.mark,
        payee.account_before and f"before {payee.account_before}",
    ]  # fmt: skip
    # A payee of a secret's form would keep the file from being approved at all.
    return without_secret(", ".join(part[:_LONGEST_PART] for part in parts if part))


def _place(*of: Any) -> ColumnElement[int]:
    return func.row_number().over(
        partition_by=of, order_by=(Payment.amount.desc(), Payment.position)
    )


def _payee(row: Any) -> Payee:
    payment: Payment = row.Payment
    if row.is_changed:
        mark: PayeeMark | None = PayeeMark.CHANGED
    elif not row.is_known:
        mark = PayeeMark.NEW
    else:
        mark = PayeeMark.OTHER if row.is_other else None
    return Payee(
        payment.id, payment.position, payment.creditor_name, payment.creditor_account,
        payment.amount, payment.currency, payment.execution_date, mark,
        row.account_before,
    )  # fmt: skip


def is_known(payment: Any) -> ColumnElement[bool]:
    """The condition that something was paid to its account or released for it.

    What somebody uploaded is no proof that it was paid.
    """
    return exists().where(
        _Earlier.creditor_account == payment.creditor_account,
        _Earlier.document_id != payment.document_id,
        is_proven(_EARLIER),
    )


def _is_changed() -> ColumnElement[bool]:
    return _has_flag(CHANGED_CODES)


def _account_before() -> ScalarSelect[str | None]:
    return (
        select(PaymentReplacement.account_before)
        .where(
            PaymentReplacement.document_id == Payment.document_id,
            PaymentReplacement.position == Payment.position,
        )
        .scalar_subquery()
    )


def _has_flag(codes: Sequence[str]) -> ColumnElement[bool]:
    return exists().where(
        PaymentFlag.document_id == Payment.document_id,
        PaymentFlag.position == Payment.position,
        PaymentFlag.code.in_(codes),
    )
