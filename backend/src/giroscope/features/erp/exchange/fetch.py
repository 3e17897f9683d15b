"""Reads the ERP's open payments: what is new, has changed, is offered no more.

What a whole round no longer meets, and nobody has claimed, is gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update

from erplink import OpenPayment, Operation, PaymentPage, Unreadable
from giroscope.features.erp.doubts import NOT_OPEN, TOO_LONG
from giroscope.features.erp.exchange.conversion import columns_of, unkeepable
from giroscope.features.erp.exchange.native_ids import newest_of
from giroscope.features.erp.exchange.rounds import PAGE, Keeping, Reading
from giroscope.features.erp.exchange.tables import (
    FAILED,
    FREE,
    OF_ITEMS,
    UNWRITTEN,
    ErpFinding,
    ErpOutboxRow,
    What,
)
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState

FAILED_BEFORE = "failed_before"
_FREE = [state.value for state in FREE]


class Fetching(Reading[PaymentPage]):
    """All open payments of one connection, once."""

    what = What.PAYMENTS

    def ask(self, cursor: str | None, since: str | None) -> PaymentPage:
        """A page of payments."""
        del since
        return self.opened.connector.fetch_payments(cursor, PAGE)

    def keep(self, keeping: Keeping, page: PaymentPage) -> int:
        """Put payments into rows; tells how many are new."""
        claims = Operation.CLAIM in self.opened.description.operations
        own = _Keeping(keeping, claims)
        new = own.payments(page.items)
        own.unreadable(page.unreadable)
        return new

    def end(self, keeping: Keeping) -> None:
        """What was not met is gone, and so is what was found before."""
        keeping.connection.execute(
            update(ErpPayment)
            .where(
                ErpPayment.connection_id == keeping.connection_id,
                ErpPayment.round_id != keeping.round.id,
                ErpPayment.state.in_(
                    [ErpPaymentState.OPEN.value, ErpPaymentState.HELD.value]
                ),
            )
            .values(
                state=ErpPaymentState.GONE.value, since=keeping.now,
                reason_code="not_offered", reason=None, values={},
            )
        )  # fmt: skip
        keeping.connection.execute(
            delete(ErpFinding).where(
                ErpFinding.connection_id == keeping.connection_id,
                ErpFinding.code != OF_ITEMS,
                ErpFinding.round_id != keeping.round.id,
            )
        )


@dataclass(frozen=True, slots=True)
class _Keeping:
    """One page on its way into rows."""

    into: Keeping
    claims: bool
    """Whether the ERP offers no more what was claimed."""

    def payments(self, items: Sequence[OpenPayment]) -> int:
        """Keep what is new and what has changed; tells how many are new."""
        # The same one twice on a page is one.
        offered = {one.native_id: one for one in items}
        known = self._latest(list(offered))
        fresh: list[tuple[OpenPayment, int, dict[str, Any]]] = []
        met, again = [], []
        for native_id, payment in offered.items():
            if (name := unkeepable(payment)) is not None:
                about = (native_id, payment.number)
                self.into.find(about, "unreadable", name, TOO_LONG)
                continue
            row = known.get(native_id)
            if row is None:
                fresh.append((payment, 1, {}))
            elif row.state in _FREE:
                if self._is_changed(row, payment):
                    self._change(row.id, payment)
                else:
                    met.append(row.id)
            elif row.state in FAILED and row.is_told:
                fresh.append((payment, row.attempt + 1, self._again(row, payment)))
            else:
                again.append((row, payment))
        self._insert(fresh)
        self._meet(met)
        for row, payment in again:
            self._offered_again(row, payment)
        return len(fresh)

    def unreadable(self, items: Sequence[Unreadable]) -> None:
        """Keep what the ERP offered and nobody can use."""
        for one in items:
            about = (one.native_id, one.number)
            self.into.find(about, "unreadable", one.field, one.doubt.value)

    def _latest(self, native_ids: list[str]) -> dict[str, Any]:
        """The last attempt of each, and whether the ERP was told how it ended."""
        unwritten = (
            select(func.count())
            .where(
                ErpOutboxRow.payment_id == ErpPayment.id,
                ErpOutboxRow.state.in_([state.value for state in UNWRITTEN]),
            )
            .scalar_subquery()
        )
        rows = self.into.connection.execute(
            select(
                ErpPayment.id, ErpPayment.native_id, ErpPayment.attempt,
                ErpPayment.state, ErpPayment.raw_sha256, ErpPayment.since,
                (unwritten == 0).label("is_told"),
            )
            .where(
                ErpPayment.id.in_(
                    newest_of(
                        self.into.connection, ErpPayment, self.into.connection_id,
                        native_ids,
                    )
                )
            )
        )  # fmt: skip
        return {row.native_id: row for row in rows}

    @staticmethod
    def _is_changed(row: Any, payment: OpenPayment) -> bool:
        is_gone = bool(row.state == ErpPaymentState.GONE)
        return is_gone or bool(row.raw_sha256 != payment.raw_sha256)

    @staticmethod
    def _again(row: Any, payment: OpenPayment) -> dict[str, Any]:
        """One that failed and is offered as it was would fail again: a person looks."""
        if row.raw_sha256 != payment.raw_sha256:
            return {}
        return {"state": ErpPaymentState.HELD.value, "reason_code": FAILED_BEFORE}

    def _change(self, row_id: int, payment: OpenPayment) -> None:
        self.into.connection.execute(
            update(ErpPayment)
            .where(ErpPayment.id == row_id, ErpPayment.state.in_(_FREE))
            .values(
                **columns_of(payment, self.into.now), round_id=self.into.round.id,
                fetched=self.into.now, allowed=None, allowed_by=None,
                allowed_by_name=None,
            )
        )  # fmt: skip

    def _insert(self, fresh: list[tuple[OpenPayment, int, dict[str, Any]]]) -> None:
        if not fresh:
            return
        self.into.connection.execute(
            insert(ErpPayment),
            [
                {
                    **columns_of(payment, self.into.now), "attempt": attempt,
                    "connection_id": self.into.connection_id, "times_told": 0,
                    "native_id": payment.native_id, "round_id": self.into.round.id,
                    "fetched": self.into.now, **held,
                }
                for payment, attempt, held in fresh
            ],
        )  # fmt: skip

    def _meet(self, row_ids: list[int]) -> None:
        if row_ids:
            self.into.connection.execute(
                update(ErpPayment)
                .where(ErpPayment.id.in_(row_ids))
                .values(round_id=self.into.round.id)
            )

    def _offered_again(self, row: Any, payment: OpenPayment) -> None:
        """What we have claimed should not be open; unless it was when we began."""
        is_ours = (
            row.state != ErpPaymentState.CLAIMING and row.since < self.into.round.began
        )
        if self.claims and is_ours:
            about = (payment.native_id, payment.number)
            self.into.find(about, "offered_again", "state", NOT_OPEN)
