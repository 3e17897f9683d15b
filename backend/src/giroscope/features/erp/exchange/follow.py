"""Follows the journals of claimed payments, and has the ERP told what became of them.

A journal is looked at when it has changed since; what changed for a payment is written
down together with what the ERP is to be told of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, and_, or_, select, update

from giroscope.features.erp.exchange import policy
from giroscope.features.erp.exchange.outbox import Write, ask, supersede
from giroscope.features.erp.exchange.tables import (
    FAILED,
    ErpOrder,
    Operation,
    OrderState,
)
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.features.journals.tables import Journal
from giroscope.features.payments import Payment, StatusReport, meaning_of
from giroscope.features.payments.approvals.tables import ApprovalCase, CaseState, Expiry
from giroscope.features.payments.sending.tables import Sending, SendState
from giroscope.features.statements.tables import Transaction
from giroscope.features.uploads import Upload, UploadState
from giroscope.kernel.clock import day_of
from giroscope.kernel.schedule import add_job

FOLLOW_JOB = "erp_follow"
_WATCHED = timedelta(days=100)
"""Money may come back so long after it was booked."""
_OVER = FAILED | {ErpPaymentState.BOOKED, ErpPaymentState.GONE}
_NOT_IMPORTED = [
    UploadState.REFUSED.value, UploadState.FAILED.value, UploadState.CANCELLED.value,
]  # fmt: skip
_UNDONE = "IMPORT_UNDONE"


def changed_orders(connection: Connection, connection_id: int) -> Sequence[Any]:
    """Orders whose journal is other than when it was last looked at, or gone."""
    return connection.execute(
        select(
            ErpOrder.id, ErpOrder.our_id, ErpOrder.correlation_id, ErpOrder.over_since,
            Journal.updated, Upload.state.label("upload_state"),
        )
        .outerjoin(Journal, Journal.correlation_id == ErpOrder.correlation_id)
        .outerjoin(Upload, Upload.id == ErpOrder.upload_id)
        .where(
            ErpOrder.connection_id == connection_id,
            ErpOrder.state == OrderState.HANDED_IN.value,
            ErpOrder.is_over.is_(False),
            or_(
                and_(
                    Journal.updated.is_not(None),
                    or_(
                        ErpOrder.followed.is_(None),
                        ErpOrder.followed != Journal.updated,
                    ),
                ),
                and_(
                    Journal.updated.is_(None),
                    Upload.state.in_(_NOT_IMPORTED),
                    ErpOrder.followed.is_(None),
                ),
                and_(
                    Journal.updated.is_(None),
                    Upload.state == UploadState.UNDONE.value,
                    ErpOrder.over_since.is_(None),
                ),
            ),
        )
        .order_by(ErpOrder.id)
    ).all()  # fmt: skip


@dataclass(frozen=True, slots=True)
class Following:
    """One order whose journal has changed."""

    connection: Connection
    connection_id: int
    order: Any
    now: datetime
    tells: bool
    """Whether the ERP is to be told."""

    def run(self) -> None:
        """Write down what changed, all or nothing; the caller commits."""
        standings = self._standings()
        members = self.connection.execute(
            select(ErpPayment).where(ErpPayment.order_id == self.order.id)
        ).all()
        writes: list[Write] = []
        over = True
        for row in members:
            state = ErpPaymentState(row.state)
            if state in {ErpPaymentState.CLAIMING, ErpPaymentState.GONE}:
                continue
            standing, on, bank_reference = standings.get(
                row.end_to_end_id or "", (self._unimported(), day_of(self.now), "")
            )
            if standing is None:
                over = False
                self._mark_unimported(row)
                continue
            fate = policy.fate(standing)
            over = over and fate.state in _OVER and fate.is_told
            if self._is_news(row, fate):
                writes += self._change(row, fate, on, bank_reference)
        self._close(is_over=over)
        supersede(
            self.connection, [one.payment_id for one in writes if one.payment_id],
            self.now,
        )  # fmt: skip
        ask(self.connection, self.connection_id, writes, self.now)

    def _unimported(self) -> policy.Standing | None:
        """How a payment stands that is in no journal: called off, or nothing known."""
        if self.order.upload_state == UploadState.UNDONE:
            return policy.Standing(
                None, sending=SendState.CANCELLED, refusal="The import was undone"
            )
        return None

    def _mark_unimported(self, row: Row[Any]) -> None:
        if row.reason_code != "import_failed":
            self._set(row.id, reason_code="import_failed", since=self.now)

    @staticmethod
    def _is_news(row: Row[Any], fate: policy.Fate) -> bool:
        known = (row.state, row.reason_code, row.reason)
        return known != (fate.state, fate.code or None, fate.reason or None)

    def _change(
        self, row: Row[Any], fate: policy.Fate, on: date, bank_reference: str
    ) -> list[Write]:
        """Write down the payment's state; what the ERP is to be told of it."""
        is_told = self.tells and fate.is_told and row.told != fate.state
        values: dict[str, Any] = {
            "state": fate.state.value, "since": self.now,
            "reason_code": fate.code or None, "reason": fate.reason[:500] or None,
        }  # fmt: skip
        if not is_told:
            self._set(row.id, **values)
            return []
        number = row.times_told + 1
        self._set(row.id, **values, told=fate.state.value, times_told=number)
        return [
            Write(
                Operation.STATUS, f"{row.end_to_end_id}:{number}:{fate.state.lower()}",
                f"{row.number} · {row.creditor_name}", payment_id=row.id,
                correlation_id=self.order.correlation_id,
                content={
                    "native_id": row.native_id, "state": fate.state.value,
                    "on": on.isoformat(), "reason_code": fate.code,
                    "reason": fate.reason, "bank_reference": bank_reference,
                },
            )
        ]  # fmt: skip

    def _set(self, row_id: int, **values: object) -> None:
        self.connection.execute(
            update(ErpPayment).where(ErpPayment.id == row_id).values(**values)
        )

    def _close(self, *, is_over: bool) -> None:
        """Note what was looked at, and since when nothing more is expected."""
        since = (self.order.over_since or self.now) if is_over else None
        self.connection.execute(
            update(ErpOrder)
            .where(ErpOrder.id == self.order.id)
            .values(followed=self.order.updated or self.now, over_since=since)
        )

    def _standings(self) -> Mapping[str, tuple[policy.Standing, date, str]]:
        """What the journal says of each payment, by its end-to-end id."""
        correlation_id = self.order.correlation_id
        file = self._of_file(correlation_id)
        returned = Transaction.__table__.alias("returned")
        rows = self.connection.execute(
            select(
                Payment.end_to_end_id, Payment.status, Payment.transaction_id,
                Payment.return_id, StatusReport.reasons, Transaction.day,
                Transaction.bank_reference, returned.c.remittance.label("why"),
                returned.c.day.label("return_day"),
            )
            .outerjoin(StatusReport, StatusReport.id == Payment.status_report_id)
            .outerjoin(Transaction, Transaction.id == Payment.transaction_id)
            .outerjoin(returned, returned.c.id == Payment.return_id)
            .where(Payment.correlation_id == correlation_id)
        )  # fmt: skip
        found = {}
        for row in rows:
            code, reason = _said(row.reasons or [])
            standing = policy.Standing(
                row.status, code, (row.why or "") if row.return_id else reason,
                is_booked=row.transaction_id is not None,
                is_returned=row.return_id is not None, **file,
            )  # fmt: skip
            on = row.return_day or row.day or day_of(self.now)
            found[row.end_to_end_id or ""] = (standing, on, row.bank_reference or "")
        return found

    def _of_file(self, correlation_id: str) -> dict[str, Any]:
        """How far people and the queue have brought the whole file."""
        case = self.connection.execute(
            select(ApprovalCase.state, ApprovalCase.reason)
            .where(ApprovalCase.correlation_id == correlation_id)
            .order_by(ApprovalCase.id.desc())
            .limit(1)
        ).one_or_none()
        sending = self.connection.execute(
            select(Sending.state, Sending.reason, Sending.bank_text, Sending.bank_code)
            .where(Sending.correlation_id == correlation_id)
            .order_by(Sending.id.desc())
            .limit(1)
        ).one_or_none()
        found: dict[str, Any] = {}
        if case is not None:
            found["approval"] = CaseState(case.state)
            found["has_passed"] = case.reason == Expiry.EXECUTION_DATE_PASSED
            found["refusal"] = case.reason or ""
        if sending is not None:
            found["sending"] = SendState(sending.state)
            words = sending.reason or sending.bank_text or sending.bank_code
            found["refusal"] = words or ""
        return found


def _said(reasons: Sequence[Mapping[str, str | None]]) -> tuple[str, str]:
    """The first reason's code, and all of them in words."""
    if not reasons:
        return "", ""
    words = [
        " ".join(filter(None, (_meaning(one.get("code")), one.get("text"))))
        for one in reasons
    ]
    return reasons[0].get("code") or "", "; ".join(filter(None, words))


def _meaning(code: str | None) -> str:
    return meaning_of(code) or "" if code else ""


def forget_watched(connection: Connection, now: datetime) -> None:
    """Look no longer at orders of which nothing has been expected for long."""
    connection.execute(
        update(ErpOrder)
        .where(ErpOrder.is_over.is_(False), ErpOrder.over_since < now - _WATCHED)
        .values(is_over=True)
    )


def follow_when_changed(
    connection: Connection, connection_id: int, now: datetime
) -> None:
    """Have the journals followed that have changed."""
    if changed_orders(connection, connection_id):
        add_job(connection, FOLLOW_JOB, connection_id, now)
