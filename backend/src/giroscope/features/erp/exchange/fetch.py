"""Reads the ERP's open payments, page by page; each page is safe before the next.

Killed between pages, the next run goes on at the cursor that was kept. What a whole
round no longer meets, and nobody has claimed, is gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from erplink import (
    ContractChanged,
    ErpError,
    Invalid,
    NotThere,
    OpenPayment,
    Operation,
    PaymentPage,
    Unreadable,
)
from giroscope.features.erp.doubts import NOT_OPEN
from giroscope.features.erp.exchange.conversion import columns_of, unkeepable
from giroscope.features.erp.exchange.tables import (
    FAILED,
    FREE,
    UNWRITTEN,
    ErpFinding,
    ErpOutboxRow,
    ErpRound,
)
from giroscope.features.erp.open_connection import Opened
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun

PAGE = 500
FAILED_BEFORE = "failed_before"
_STALE = timedelta(hours=2)
"""A round that was cut so long ago begins anew."""
_FREE = [state.value for state in FREE]


@dataclass(frozen=True, slots=True)
class Fetching:
    """All open payments of one connection, once."""

    database: Database
    realm: str
    connection_id: int
    opened: Opened
    clock: Clock

    def run(self, run: JobRun) -> None:
        """Read to the last page.

        Raises:
            ErpError: The ERP did not let it; what was read stays.
            JobCancelled: Somebody asked it to stop.
        """
        found = self._round()
        cursor, pages, is_resumed = found.cursor, found.pages, found.pages > 0
        while True:
            run.report("fetch", found.read)
            try:
                page = self._page(cursor)
            except (Invalid, NotThere, ContractChanged):
                if not is_resumed:
                    raise
                # A cursor of before is good no longer: begin at the first page.
                cursor, pages, is_resumed = None, 0, False
                continue
            is_resumed, pages = False, pages + 1
            self._store(found.id, page, pages)
            if page.cursor is None:
                return
            cursor = page.cursor

    def note_failure(self, error: ErpError) -> None:
        """Write down on the round why it did not come to its end."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            connection.execute(
                update(ErpRound)
                .where(
                    ErpRound.connection_id == self.connection_id,
                    ErpRound.ended.is_(None),
                )
                .values(failed=now, code=error.code, message=error.message[:500])
            )
            connection.commit()

    def _page(self, cursor: str | None) -> PaymentPage:
        page = self.opened.connector.fetch_payments(cursor, PAGE)
        if page.cursor is not None and page.cursor == cursor:
            raise ContractChanged("erp_link.same_page")
        return page

    def _round(self) -> Any:
        """The round that was cut a moment ago, or a new one."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            connection.execute(
                update(ErpRound)
                .where(
                    ErpRound.connection_id == self.connection_id,
                    ErpRound.ended.is_(None),
                    ErpRound.began < now - _STALE,
                )
                .values(ended=now)
            )
            begun = (
                select(ErpRound)
                .where(
                    ErpRound.connection_id == self.connection_id,
                    ErpRound.ended.is_(None),
                )
                .order_by(ErpRound.id.desc())
                .limit(1)
            )
            found = connection.execute(begun).one_or_none()
            if found is None:
                connection.execute(
                    insert(ErpRound).values(
                        connection_id=self.connection_id, began=now, pages=0, read=0,
                        new=0, unreadable=0, is_whole=False,
                    )
                )  # fmt: skip
                found = connection.execute(begun).one()
            connection.commit()
        return found

    def _store(self, round_id: int, page: PaymentPage, pages: int) -> None:
        """Keep the page, and where to go on, in one transaction."""
        now = self.clock()
        with self.database.job_connection(self.realm) as connection:
            began = connection.execute(
                select(ErpRound.began).where(ErpRound.id == round_id)
            ).scalar_one()
            claims = Operation.CLAIM in self.opened.description.operations
            keeping = _Keeping(
                connection, self.connection_id, round_id, began, now, claims
            )
            new = keeping.payments(page.items)
            keeping.unreadable(page.unreadable)
            connection.execute(
                update(ErpRound)
                .where(ErpRound.id == round_id)
                .values(
                    cursor=page.cursor, pages=pages, new=ErpRound.new + new,
                    read=ErpRound.read + len(page.items),
                    unreadable=ErpRound.unreadable + len(page.unreadable),
                    failed=None, code=None, message=None,
                )
            )  # fmt: skip
            if page.cursor is None:
                self._end(connection, round_id, now)
            connection.commit()

    def _end(self, connection: Connection, round_id: int, now: datetime) -> None:
        connection.execute(
            update(ErpRound)
            .where(ErpRound.id == round_id)
            .values(ended=now, is_whole=True)
        )
        connection.execute(
            update(ErpPayment)
            .where(
                ErpPayment.connection_id == self.connection_id,
                ErpPayment.round_id != round_id,
                ErpPayment.state.in_(
                    [ErpPaymentState.OPEN.value, ErpPaymentState.HELD.value]
                ),
            )
            .values(
                state=ErpPaymentState.GONE.value, since=now, reason_code="not_offered",
                reason=None, values={},
            )
        )  # fmt: skip
        connection.execute(
            ErpFinding.__table__.delete().where(  # type: ignore[attr-defined]
                ErpFinding.connection_id == self.connection_id,
                ErpFinding.round_id != round_id,
            )
        )


@dataclass(frozen=True, slots=True)
class _Keeping:
    """One page on its way into rows."""

    connection: Connection
    connection_id: int
    round_id: int
    began: datetime
    now: datetime
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
                self._find(native_id[:80], payment.number[:80], "unreadable", name,
                           "It is longer than can be kept")  # fmt: skip
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
            self._find(
                one.native_id[:80], one.number[:80], "unreadable", one.field[:80],
                one.doubt.value,
            )  # fmt: skip

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
        rows = self.connection.execute(
            select(
                ErpPayment.id, ErpPayment.native_id, ErpPayment.attempt,
                ErpPayment.state, ErpPayment.raw_sha256, ErpPayment.since,
                (unwritten == 0).label("is_told"),
            )
            .where(
                ErpPayment.connection_id == self.connection_id,
                ErpPayment.native_id.in_(native_ids),
            )
            .order_by(ErpPayment.attempt)
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
        self.connection.execute(
            update(ErpPayment)
            .where(ErpPayment.id == row_id, ErpPayment.state.in_(_FREE))
            .values(
                **columns_of(payment, self.now), round_id=self.round_id,
                fetched=self.now, allowed=None, allowed_by=None,
                allowed_by_name=None,
            )
        )  # fmt: skip

    def _insert(self, fresh: list[tuple[OpenPayment, int, dict[str, Any]]]) -> None:
        if not fresh:
            return
        self.connection.execute(
            insert(ErpPayment),
            [
                {
                    **columns_of(payment, self.now), "attempt": attempt,
                    "connection_id": self.connection_id, "times_told": 0,
                    "native_id": payment.native_id, "round_id": self.round_id,
                    "fetched": self.now, **held,
                }
                for payment, attempt, held in fresh
            ],
        )  # fmt: skip

    def _meet(self, row_ids: list[int]) -> None:
        if row_ids:
            self.connection.execute(
                update(ErpPayment)
                .where(ErpPayment.id.in_(row_ids))
                .values(round_id=self.round_id)
            )

    def _offered_again(self, row: Any, payment: OpenPayment) -> None:
        """What we have claimed should not be open; unless it was when we began."""
        is_ours = row.state != ErpPaymentState.CLAIMING and row.since < self.began
        if self.claims and is_ours:
            self._find(
                payment.native_id, payment.number, "offered_again", "state",
                NOT_OPEN,
            )  # fmt: skip

    def _find(
        self, native_id: str, number: str, code: str, name: str, doubt: str
    ) -> None:
        dialect = sqlite if self.connection.dialect.name == "sqlite" else postgresql
        key = ["connection_id", "native_id", "code", "field"]
        self.connection.execute(
            dialect.insert(ErpFinding)
            .values(
                connection_id=self.connection_id, native_id=native_id, number=number,
                code=code, field=name, doubt=doubt, round_id=self.round_id,
                seen=self.now,
            )
            .on_conflict_do_update(
                index_elements=key,
                set_={"round_id": self.round_id, "doubt": doubt, "number": number},
            )
        )  # fmt: skip


def last_round(connection: Connection, connection_id: int) -> Any | None:
    """The round that began last."""
    return connection.execute(
        select(ErpRound)
        .where(ErpRound.connection_id == connection_id)
        .order_by(ErpRound.id.desc())
        .limit(1)
    ).one_or_none()


def is_due(
    connection: Connection, connection_id: int, minutes: int, now: datetime
) -> bool:
    """Whether it is time to look again: a round ended or failed so long ago."""
    latest = connection.execute(
        select(func.max(func.coalesce(ErpRound.failed, ErpRound.ended, ErpRound.began)))
        .where(
            and_(
                ErpRound.connection_id == connection_id,
                or_(ErpRound.ended.is_not(None), ErpRound.failed.is_not(None)),
            )
        )
    ).scalar()  # fmt: skip
    return latest is None or now - latest >= timedelta(minutes=minutes)
