"""Matches what is clear where nobody asks: in portions, whenever something is new.

A new entry is looked at when it is here, an older one when a payment or an open item
of its amount came, and once a day every one that waits, since others have been matched
meanwhile. What a person has unmatched is left to people.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, and_, exists, func, or_, select, update
from sqlalchemy.orm import Session, aliased

from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.matches import DifferenceReason, EntryMatch, MatchSide
from giroscope.features.payments import Payment, PaymentOutcome
from giroscope.features.reconciliation.actions import Chosen, accept, accept_best
from giroscope.features.reconciliation.automatic import Automatic, automatic_of
from giroscope.features.reconciliation.candidates import LONGEST_APART, charged_of
from giroscope.features.reconciliation.errors import NotClear
from giroscope.features.reconciliation.limit import limit_of
from giroscope.features.reconciliation.open_items import is_owed
from giroscope.features.reconciliation.policy import NO_ID, Difference
from giroscope.features.reconciliation.tables import ONLY_ROW, AutomaticMatching
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.features.uploads.under_way import is_importing
from giroscope.kernel.access import Actor, system_actor
from giroscope.kernel.clock import Clock, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job

AUTOMATIC_JOB = "reconciliation.automatic"
_WHOLE = 0
_OF_ENTRIES = 20_000
"""So many entries are looked through in one step for those that may have a side."""
_OF_OTHERS = 500
"""So many payments or open items of which the entries are looked for."""
_OTHERS: dict[str, type[Payment | ErpOpenItem]] = {
    "payments_seen": Payment,
    "items_seen": ErpOpenItem,
}
_MOST = 500
"""Once so many were judged, other work has its turn before the rest."""
_Other = aliased(Transaction, name="other")


@dataclass(frozen=True, slots=True)
class _Portion:
    """Entries to judge, and how far that comes."""

    ids: Sequence[int]
    seen: dict[str, Any]


def due(realm: str, connection: Connection, now: datetime) -> None:
    """Every minute: the job where something is new, once all that came is here."""
    del realm
    row = connection.execute(
        select(
            AutomaticMatching.score, AutomaticMatching.walked_on,
            AutomaticMatching.entries_seen, AutomaticMatching.payments_seen,
            AutomaticMatching.items_seen,
        )
    ).first()  # fmt: skip
    if row is None or row.score is None or is_importing(connection, now):
        return
    if (
        row.walked_on != now.date()
        or _newest(connection, Transaction.id) > row.entries_seen
        or any(
            _newest(connection, kind.id) > getattr(row, seen)
            for seen, kind in _OTHERS.items()
        )
    ):
        add_job(connection, AUTOMATIC_JOB, _WHOLE, now)


def run_automatic(run: JobRun) -> None:
    """The job: match some of what is clear."""
    match_some(run.database, run.realm)


def match_some(
    database: Database, realm: str, clock: Clock = system_clock, most: int = _MOST
) -> int:
    """Judge about so many entries, and match those that are clear; tell how many.

    Each is a transaction of its own, and what was looked at is noted afterwards: one
    that is killed judges the last portion again.
    """
    actor = system_actor(realm)
    judged = matched = 0
    while judged < most:
        with database.job_session(realm) as session:
            setting = automatic_of(session)
            portion = _next(session, clock())
        if portion is None:
            break
        for entry_id in portion.ids:
            with suppress(AppError), database.job_session(realm) as session:
                _judge(session, actor, entry_id, setting, clock())
                matched += 1
        judged += len(portion.ids)
        with database.job_session(realm) as session:
            session.execute(
                update(AutomaticMatching)
                # Who changed it has the walk begin anew.
                .where(AutomaticMatching.version == setting.version)
                .values(portion.seen)
            )
    return matched


def _judge(
    session: Session, actor: Actor, entry_id: int, setting: Automatic, now: datetime
) -> None:
    """Match the entry if it is clear with what.

    Raises:
        AppError: It is not, or it may not be.
    """
    if setting.score is None:
        raise NotClear
    try:
        accept_best(session, actor, entry_id, setting.score, now)
    except NotClear:
        entry = session.get_one(Transaction, entry_id)
        most = min(setting.charge, limit_of(session).amount)
        payment = charged_of(session, entry, most)
        if payment is None:
            raise
        rest = Difference(entry.size - payment.amount, DifferenceReason.CHARGE)
        wanted = Chosen(frozenset({payment.id}), difference=rest)
        accept(session, actor, entry_id, wanted, now)


def _next(session: Session, now: datetime) -> _Portion | None:
    """The next entries that may have another side; None where all were looked at."""
    row = session.get(AutomaticMatching, ONLY_ROW)
    if row is None or row.score is None:
        return None
    if row.walked_on != now.date():
        row.walked_on, row.entries_seen = now.date(), 0
        for seen, kind in _OTHERS.items():
            setattr(row, seen, _newest(session.connection(), kind.id))
    for seen, kind in _OTHERS.items():
        came = session.execute(
            select(kind.id, kind.amount)
            .where(kind.id > getattr(row, seen))
            .order_by(kind.id)
            .limit(_OF_OTHERS)
        ).all()
        if came:
            amounts = {amount for _, amount in came}
            ids = _may_have_a_side(
                session,
                Transaction.id <= row.entries_seen,
                Transaction.size.in_(amounts),
            )
            return _Portion(ids, {seen: came[-1].id})
    newest = _newest(session.connection(), Transaction.id)
    if newest <= row.entries_seen:
        return None
    upto = min(row.entries_seen + _OF_ENTRIES, newest)
    ids = _may_have_a_side(
        session, Transaction.id > row.entries_seen, Transaction.id <= upto
    )
    return _Portion(ids, {"entries_seen": upto})


def _may_have_a_side(session: Session, *conditions: Any) -> Sequence[int]:
    """Those of the entries that wait for people, and of whose amount something is.

    That is asked by index alone; whether it fits is what they are judged for.
    """
    of_amount = and_(
        Payment.amount == Transaction.size, Payment.currency == Transaction.currency
    )
    unbooked = exists().where(
        of_amount,
        Payment.outcome.in_((PaymentOutcome.IN_FLIGHT, PaymentOutcome.UNPAID)),
    )
    charged = exists().where(
        Payment.end_to_end_id == Transaction.end_to_end_id,
        Payment.end_to_end_id != NO_ID,
    )
    paid = exists().where(of_amount, Payment.outcome == PaymentOutcome.PAID)
    other_way = exists().where(
        _Other.parent_id.is_(None), _Other.state == 0, _Other.id != Transaction.id,
        _Other.size == Transaction.size, _Other.amount != Transaction.amount,
        _Other.currency == Transaction.currency,
        _Other.day.between(
            _later(session, -LONGEST_APART), _later(session, LONGEST_APART)
        ),
    )  # fmt: skip
    by_person = select(EntryMatch.id).where(EntryMatch.ended_by.is_not(None))
    taken_apart = select(MatchSide.entry_id).where(
        MatchSide.match_id.in_(by_person), MatchSide.entry_id.is_not(None)
    )
    return session.scalars(
        select(Transaction.id)
        .where(
            *conditions, Transaction.parent_id.is_(None), Transaction.state == 0,
            Transaction.size > 0, ~IS_MATCHED,
            Transaction.id.not_in(taken_apart),
            or_(
                and_(Transaction.amount != Transaction.size, or_(unbooked, charged)),
                and_(Transaction.amount == Transaction.size, paid),
                is_owed(session),
                other_way,
            ),
        )
        .order_by(Transaction.id)
    ).all()  # fmt: skip


def _later(session: Session, apart: timedelta) -> Any:
    """The entry's day so much later, or earlier."""
    if session.get_bind().dialect.name == "sqlite":
        return func.date(Transaction.day, f"{apart.days:+d} days")
    return Transaction.day + apart.days


def _newest(connection: Connection, key: Any) -> int:
    return int(connection.execute(select(func.coalesce(func.max(key), 0))).scalar_one())
