"""A person says what an entry belongs to, and may take it back.

Who changes an entry's account holds it, so that two who match one entry, or one who
matches and one who closes the month, take turns.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record
from giroscope.features.banks import Account
from giroscope.features.journals import tie
from giroscope.features.matches import (
    STANDS,
    EntryMatch,
    MatchKind,
    MatchSide,
    end,
    together,
    untie,
)
from giroscope.features.months.policy import ends_of
from giroscope.features.months.queries import closings_of
from giroscope.features.payments import Payment
from giroscope.features.reconciliation.candidates import (
    Candidate,
    Found,
    PaidTogether,
    candidates_of,
    is_open,
)
from giroscope.features.reconciliation.errors import (
    AlreadyMatched,
    InClosedMonth,
    NoCandidate,
    NotMatched,
)
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from localization import Amount, Message

_VERB = "reconciliation.match"
_SOURCE = "MATCH"
_TIES = {
    MatchKind.PAYMENT: Payment.transaction_id,
    MatchKind.BATCH: Payment.transaction_id,
    MatchKind.RETURN: Payment.return_id,
}


async def match(
    session: WriteSession, actor: Actor, entry_id: int, wanted: tuple[MatchKind, int],
    now: datetime,
) -> int:  # fmt: skip
    """Accept a candidate of an entry; tell the match's id.

    Raises:
        NotFound: There is no such entry.
        AlreadyMatched: Somebody, or the product, was first.
        NoCandidate: The two do not belong together, or not any more.
        InClosedMonth: A month that it is about is closed.
    """
    actor.ensure(_VERB)
    made = await session.run_sync(lambda own: _match(own, actor, entry_id, wanted, now))
    await record(
        session, actor, _VERB, Subject("transaction", str(entry_id), made[1]),
        now={"kind": wanted[0], "with": made[2], "score": made[3]}, at=now,
    )  # fmt: skip
    return made[0]


async def unmatch(
    session: WriteSession, actor: Actor, entry_id: int, now: datetime
) -> None:
    """Take back what a person has said of an entry; who said it is kept.

    Raises:
        NotMatched: No person has said anything, or it was taken back.
        InClosedMonth: A month that it is about is closed.
    """
    actor.ensure(_VERB)
    was = await session.run_sync(lambda own: _unmatch(own, actor, entry_id, now))
    await record(
        session, actor, "reconciliation.unmatch",
        Subject("transaction", str(entry_id), was[0]),
        was={"with": was[1], "matchedBy": was[2]}, at=now,
    )  # fmt: skip


def _match(
    session: Session, actor: Actor, entry_id: int, wanted: tuple[MatchKind, int],
    now: datetime,
) -> tuple[int, str, str, int]:  # fmt: skip
    kind, other_id = wanted
    is_payment = kind in _TIES
    ids = {entry_id} if is_payment else {entry_id, other_id}
    entries = _held(session, ids)
    entry = entries.get(entry_id)
    if entry is None:
        raise NotFound
    if is_payment:
        of = Payment.batch_id if kind is MatchKind.BATCH else Payment.id
        session.execute(
            select(Payment.id)
            .where(of == other_id)
            .order_by(Payment.id)
            .with_for_update()
        )
    _ensure_free(session, ids)
    _ensure_open(session, entries.values())
    chosen = _chosen(session, entry, wanted)
    about = _about_entry(entry)
    row = EntryMatch(
        kind=kind.value, score=chosen.fit.score,
        reasons=[one.as_json() for one in chosen.fit.reasons],
        matched_at=now, matched_by=actor.id, matched_by_name=actor.name[:200],
    )  # fmt: skip
    session.add(row)
    session.flush()
    sides: list[tuple[int | None, int | None, str]] = [(entry_id, None, about)]
    payments = _payments_of(chosen.found)
    sides += [(None, one.id, _about_payment(one)) for one in payments]
    if isinstance(chosen.found, Transaction):
        sides.append((other_id, None, _about_entry(chosen.found)))
    try:
        session.execute(
            insert(MatchSide),
            [
                {
                    "match_id": row.id, "entry_id": one, "payment_id": payment,
                    "about": words, "is_return": kind is MatchKind.RETURN,
                    "stands": True,
                }
                for one, payment, words in sides
            ],
        )  # fmt: skip
    except IntegrityError as error:
        raise AlreadyMatched from error
    if payments:
        # A batch stands in one file, so that one journal tells of them all.
        _tie(session, row, payments[0].correlation_id, entry, actor, now)
    other = together([about for _, _, about in sides[1:]])
    return row.id, about, other, chosen.fit.score


def _unmatch(
    session: Session, actor: Actor, entry_id: int, now: datetime
) -> tuple[str, str, str]:
    standing = select(MatchSide.match_id).where(MatchSide.entry_id == entry_id, STANDS)
    sides = session.scalars(
        select(MatchSide).where(MatchSide.match_id.in_(standing)).order_by(MatchSide.id)
    ).all()
    entries = _held(session, {one.entry_id for one in sides if one.entry_id})
    # It may have been taken back while this one waited.
    match_id = session.scalar(standing)
    if match_id is None:
        raise NotMatched
    _ensure_open(session, entries.values())
    row = session.get_one(EntryMatch, match_id)
    journals = untie(session.connection(), [match_id])
    end(session.connection(), match_id, now, (actor.id, actor.name[:200]))
    own = next(one for one in sides if one.entry_id == entry_id)
    other = together([one.about for one in sides if one is not own])
    said = Message("reconciliation.unmatched", what=other)
    for correlation_id in sorted(journals):
        tie.note(
            session.connection(), correlation_id, now, "INFO", said, actor=actor.name
        )
    tie.prove_anew(session.connection(), journals, now, _SOURCE)
    tie.refresh(session.connection(), journals, now)
    return own.about, other, row.matched_by_name


def _held(session: Session, ids: Collection[int]) -> dict[int, Transaction]:
    """The entries, with their accounts: others who want them wait."""
    of_entries = select(Transaction.account_id).where(Transaction.id.in_(ids))
    session.execute(
        select(Account.id)
        .where(Account.id.in_(of_entries))
        .order_by(Account.id)
        .with_for_update()
    )
    rows = session.scalars(
        select(Transaction)
        .where(Transaction.id.in_(ids))
        .order_by(Transaction.id)
        .with_for_update()
    )
    return {row.id: row for row in rows}


def _ensure_free(session: Session, ids: Collection[int]) -> None:
    found = session.scalar(
        select(EntryMatch)
        .join(MatchSide, MatchSide.match_id == EntryMatch.id)
        .where(MatchSide.entry_id.in_(ids), STANDS)
    )
    if found is not None:
        raise AlreadyMatched(
            f"{found.matched_by_name} matched it at"
            f" {found.matched_at:%Y-%m-%d %H:%M} UTC; look again"
        )
    tied = select(func.count()).where(Transaction.id.in_(ids), IS_MATCHED)
    if session.scalar(tied):
        raise AlreadyMatched


def _ensure_open(session: Session, entries: Collection[Transaction]) -> None:
    for entry in entries:
        first, _ = ends_of(entry.day)
        if closings_of(session, [entry.account_id], first):
            raise InClosedMonth


def _chosen(
    session: Session, entry: Transaction, wanted: tuple[MatchKind, int]
) -> Candidate:
    found: Sequence[Candidate] = candidates_of(session, entry) if is_open(entry) else ()
    chosen = next((one for one in found if one.key == wanted), None)
    if chosen is None:
        raise NoCandidate
    return chosen


def _payments_of(found: Found) -> Sequence[Payment]:
    if isinstance(found, PaidTogether):
        return found.payments
    return [found] if isinstance(found, Payment) else []


def _tie(
    session: Session, match: EntryMatch, correlation_id: str, entry: Transaction,
    actor: Actor, now: datetime,
) -> None:  # fmt: skip
    column = _TIES[MatchKind(match.kind)]
    matched = select(MatchSide.payment_id).where(
        MatchSide.match_id == match.id, MatchSide.payment_id.is_not(None)
    )
    session.execute(
        update(Payment)
        .where(Payment.id.in_(matched), column.is_(None))
        .values({column: entry.id})
    )
    connection, journals = session.connection(), [correlation_id]
    said = Message(
        "reconciliation.matched", day=entry.day,
        amount=Amount(entry.amount, entry.currency),
    )  # fmt: skip
    tie.note(connection, correlation_id, now, "INFO", said, actor=actor.name)
    tie.prove_anew(connection, journals, now, _SOURCE)
    tie.refresh(connection, journals, now)


def _about_entry(entry: Transaction) -> str:
    who = entry.counterparty_name or entry.remittance or ""
    return _about(entry.day.isoformat(), f"{entry.amount} {entry.currency}", who)


def _about_payment(payment: Payment) -> str:
    day, who = payment.execution_day.isoformat(), payment.creditor_name or ""
    return _about(day, f"{payment.amount} {payment.currency}", who)


def _about(*parts: str) -> str:
    return " ".join(part for part in parts if part)[:200]
