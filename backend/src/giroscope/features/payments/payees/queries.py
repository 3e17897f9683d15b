"""What stands beside payees: sums, addresses, look-alikes, accounts and changes."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import exists, func, select
from sqlalchemy.orm import aliased

from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    Release,
)
from giroscope.features.payments.checks.names import look_alike, normal_name
from giroscope.features.payments.checks.payment_evidence import (
    CHANGED_CODES,
    is_proven,
)
from giroscope.features.payments.checks.tables import PaymentFlag
from giroscope.features.payments.payees.tables import Payee, PayeeAddress, PayeeSum
from giroscope.features.payments.tables import Payment
from giroscope.kernel.database import ReadSession

_MOST_ALIKE = 500
"""Rows that are compared for all names of a page."""
MOST_SHOWN = 100
"""Accounts, or changes, of one payee."""
_PROVING = "proving"
_Proving = aliased(Payment, name=_PROVING)


class PaidAccount(NamedTuple):
    """An account that a payee is paid on."""

    account: str | None
    agent: str | None
    payments: int
    first_day: date
    last_day: date
    is_known: bool


class Change(NamedTuple):
    """A payment to a changed account, and who let its file pass."""

    payment: Payment
    flag: PaymentFlag
    approvals: list[Approval]
    release: Release | None


async def sums(session: ReadSession, ids: list[int]) -> dict[int, list[PayeeSum]]:
    """The sums of each payee, by currency and what became of the payments."""
    rows = await session.execute(
        select(PayeeSum)
        .where(PayeeSum.payee_id.in_(ids))
        .order_by(PayeeSum.currency, PayeeSum.outcome)
    )
    return _by_payee(rows.scalars())


async def addresses(
    session: ReadSession, ids: list[int]
) -> dict[int, list[PayeeAddress]]:
    """The latest address of each payee by bank and rail."""
    rows = await session.execute(
        select(PayeeAddress)
        .where(PayeeAddress.payee_id.in_(ids))
        .order_by(PayeeAddress.bank, PayeeAddress.rail)
    )
    return _by_payee(rows.scalars())


def _by_payee(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.payee_id, []).append(row)
    return found


async def looking_alike(session: ReadSession, ids: list[int]) -> dict[int, list[Payee]]:
    """Other payees whose names a person may take for that of each."""
    keys = select(Payee.key).where(Payee.id.in_(ids), Payee.key.is_not(None))
    rows = await session.execute(
        select(Payee).where(Payee.key.in_(keys)).order_by(Payee.id).limit(_MOST_ALIKE)
    )
    alike = list(rows.scalars())
    return {
        payee.id: [other for other in alike if _looks_like(payee, other)]
        for payee in alike
        if payee.id in set(ids)
    }


def _looks_like(payee: Payee, other: Payee) -> bool:
    if payee.id == other.id or payee.key != other.key:
        return False
    one, two = payee.name or "", other.name or ""
    return normal_name(one) == normal_name(two) or look_alike(one, two)


async def accounts(session: ReadSession, payee: Payee) -> list[PaidAccount]:
    """The accounts a payee is paid on, the one that was used last first."""
    used = (
        select(
            Payment.creditor_account.label("account"),
            func.max(Payment.creditor_agent).label("agent"),
            func.count().label("payments"),
            func.min(Payment.execution_day).label("first_day"),
            func.max(Payment.execution_day).label("last_day"),
        )
        .where(Payment.payee == payee.identity)
        .group_by(Payment.creditor_account)
        .subquery()
    )
    is_known = exists().where(
        _Proving.creditor_account == used.c.account, is_proven(_PROVING)
    )
    rows = await session.execute(
        select(used, is_known.label("is_known"))
        .order_by(used.c.last_day.desc(), used.c.account)
        .limit(MOST_SHOWN)
    )
    return [PaidAccount(*row) for row in rows]


async def changes(session: ReadSession, payee: Payee) -> list[Change]:
    """Payments to changed accounts, the latest first, with who let their files pass."""
    rows = await session.execute(
        select(Payment, PaymentFlag)
        .join(
            PaymentFlag,
            (PaymentFlag.document_id == Payment.document_id)
            & (PaymentFlag.position == Payment.position),
        )
        .where(Payment.payee == payee.identity, PaymentFlag.code.in_(CHANGED_CODES))
        .order_by(Payment.execution_day.desc(), Payment.id.desc(), PaymentFlag.id)
        .limit(MOST_SHOWN)
    )
    found = rows.all()
    documents = {payment.document_id for payment, _ in found}
    approved = await session.execute(
        select(ApprovalCase.document_id, Approval)
        .join(Approval, Approval.case_id == ApprovalCase.id)
        .where(ApprovalCase.document_id.in_(documents), Approval.undone.is_(None))
        .order_by(Approval.id)
    )
    by_document: dict[int, list[Approval]] = {}
    for document_id, approval in approved:
        by_document.setdefault(document_id, []).append(approval)
    released = await session.execute(
        select(Release).where(Release.document_id.in_(documents))
    )
    releases = {release.document_id: release for release in released.scalars()}
    return [
        Change(
            payment,
            flag,
            by_document.get(payment.document_id, []),
            releases.get(payment.document_id),
        )
        for payment, flag in found
    ]


async def ids_of(session: ReadSession, identities: list[str]) -> dict[str, int]:
    """The ids by which payees are found, by whom payments pay."""
    rows = await session.execute(
        select(Payee.identity, Payee.id).where(Payee.identity.in_(identities))
    )
    return {row.identity: row.id for row in rows}
