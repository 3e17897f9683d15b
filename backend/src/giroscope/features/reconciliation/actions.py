"""A person says what an entry belongs to, and may take it back.

Who changes an entry's account holds it, so that two who match one entry, or one who
matches and one who closes the month, take turns.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, insert, select, update
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
    chosen_of,
    is_open,
)
from giroscope.features.reconciliation.errors import (
    AlreadyMatched,
    InClosedMonth,
    NoCandidate,
    NotClear,
    NotMatched,
    NotSoMany,
)
from giroscope.features.reconciliation.limit import limit_of
from giroscope.features.reconciliation.policy import (
    AT_ONCE,
    Difference,
    accounted,
    is_clear,
)
from giroscope.features.statements import IS_MATCHED, Transaction
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import InvalidInput, NotFound
from localization import Amount, Message

_VERB = "reconciliation.match"
_SOURCE = "MATCH"
_TIES = {
    MatchKind.PAYMENT: Payment.transaction_id,
    MatchKind.BATCH: Payment.transaction_id,
    MatchKind.CHOSEN: Payment.transaction_id,
    MatchKind.RETURN: Payment.return_id,
}
_MOST_CHOSEN = 100


@dataclass(frozen=True, slots=True)
class Chosen:
    """Payments that a person chose for an entry, and what they say of the rest."""

    payment_ids: frozenset[int]
    difference: Difference | None = None


Wanted = tuple[MatchKind, int] | Chosen
"""A candidate, or what a person chose."""


class _Made(NamedTuple):
    id: int
    about: str
    told: Mapping[str, Any]


async def match_best(
    session: WriteSession, actor: Actor, entry_id: int, least: int, now: datetime
) -> int:
    """Accept the best candidate of an entry if it is worth so much; tell the id.

    Raises:
        InvalidInput: Nobody accepts unseen what is worth so little.
        NotFound: There is no such entry.
        NotClear: None is worth so much, or two are worth the same.
        AlreadyMatched: Somebody, or the product, was first.
        InClosedMonth: A month that it is about is closed.
    """
    if least not in AT_ONCE:
        most, fewest = AT_ONCE[-1], AT_ONCE[0]
        raise InvalidInput(f"Choose a score from {fewest} to {most}", path="score")
    wanted = await session.run_sync(lambda own: _best(own, entry_id, least))
    return await match(session, actor, entry_id, wanted, now, least)


async def match(
    session: WriteSession, actor: Actor, entry_id: int, wanted: Wanted, now: datetime,
    least: int | None = None,
) -> int:  # fmt: skip
    """Accept a candidate of an entry, or what a person chose; tell the match's id.

    With `least` only the best one, while it is worth so much and no other as much.

    Raises:
        NotFound: There is no such entry.
        AlreadyMatched: Somebody, or the product, was first.
        NoCandidate: They do not belong together, or not any more.
        NotClear: It is not the best, or not worth so much.
        InClosedMonth: A month that it is about is closed.
        NotSoMany: None were chosen, or too many.
        NotAccounted: What was chosen leaves another rest than was said.
        BeyondLimit: The rest is larger than what is allowed.
        NoteNeeded: What the rest is, is not said.
    """
    actor.ensure(_VERB)
    made = await session.run_sync(
        lambda own: _match(own, actor, entry_id, wanted, now, least)
    )
    await record(
        session, actor, _VERB, Subject("transaction", str(entry_id), made.about),
        now=made.told, at=now,
    )  # fmt: skip
    return made.id


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
        Subject("transaction", str(entry_id), was.about),
        was=was.told, at=now,
    )  # fmt: skip


def _match(
    session: Session, actor: Actor, entry_id: int, wanted: Wanted, now: datetime,
    least: int | None,
) -> _Made:  # fmt: skip
    payments_of = _wanted_payments(wanted)
    ids = {entry_id}
    if payments_of is None and not isinstance(wanted, Chosen):
        ids.add(wanted[1])
    entries = _held(session, ids)
    entry = entries.get(entry_id)
    if entry is None:
        raise NotFound
    if payments_of is not None:
        session.execute(
            select(Payment.id).where(payments_of).order_by(Payment.id).with_for_update()
        )
    _ensure_free(session, ids)
    _ensure_open(session, entries.values())
    chosen = _chosen(session, entry, wanted, least)
    rest = _rest(session, entry, chosen.found, wanted)
    about = about_entry(entry)
    row = EntryMatch(
        kind=chosen.kind.value, score=chosen.fit.score,
        reasons=[one.as_json() for one in chosen.fit.reasons],
        matched_at=now, matched_by=actor.id, matched_by_name=actor.name[:200],
    )  # fmt: skip
    if rest is not None:
        row.difference, row.currency = rest.amount, entry.currency
        row.difference_reason, row.difference_note = rest.reason.value, rest.note
    session.add(row)
    session.flush()
    sides: list[tuple[int | None, int | None, str]] = [(entry_id, None, about)]
    payments = _payments_of(chosen.found)
    sides += [(None, one.id, _about_payment(one)) for one in payments]
    if isinstance(chosen.found, Transaction):
        sides.append((chosen.found.id, None, about_entry(chosen.found)))
    try:
        session.execute(
            insert(MatchSide),
            [
                {
                    "match_id": row.id, "entry_id": one, "payment_id": payment,
                    "about": words,
                    "is_return": chosen.kind is MatchKind.RETURN,
                    "stands": True,
                }
                for one, payment, words in sides
            ],
        )  # fmt: skip
    except IntegrityError as error:
        raise AlreadyMatched from error
    if payments:
        journals = {one.correlation_id for one in payments}
        _tie(session, row, journals, entry, actor, now)
    told: dict[str, Any] = {
        "kind": chosen.kind, "with": together([about for _, _, about in sides[1:]]),
        "score": chosen.fit.score,
    }  # fmt: skip
    return _Made(row.id, about, told | _told_of_difference(row))


def _unmatch(session: Session, actor: Actor, entry_id: int, now: datetime) -> _Made:
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
    told = {"with": other, "matchedBy": row.matched_by_name}
    return _Made(match_id, own.about, told | _told_of_difference(row))


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


def _wanted_payments(wanted: Wanted) -> ColumnElement[bool] | None:
    """Which payments it is about; None where it is about an entry."""
    if isinstance(wanted, Chosen):
        if not 0 < len(wanted.payment_ids) <= _MOST_CHOSEN:
            raise NotSoMany(path="paymentIds")
        return Payment.id.in_(wanted.payment_ids)
    kind, other_id = wanted
    if kind not in _TIES:
        return None
    return (Payment.batch_id if kind is MatchKind.BATCH else Payment.id) == other_id


def _rest(
    session: Session, entry: Transaction, found: Found, wanted: Wanted
) -> Difference | None:
    """What a person's choice leaves over; candidates come to the entry's amount."""
    if not isinstance(wanted, Chosen) or not isinstance(found, PaidTogether):
        return None
    left = entry.size - found.total
    return accounted(left, wanted.difference, limit_of(session).amount)


def _told_of_difference(row: EntryMatch) -> dict[str, Any]:
    """What the audit trail says of it."""
    if row.difference is None:
        return {}
    return {
        "difference": f"{row.difference} {row.currency}",
        "reason": row.difference_reason, "note": row.difference_note,
    }  # fmt: skip


def _best(session: Session, entry_id: int, least: int) -> tuple[MatchKind, int]:
    """The best candidate as it looks before anything is held."""
    entry = session.get(Transaction, entry_id)
    if entry is None:
        raise NotFound
    _ensure_free(session, {entry_id})
    found = candidates_of(session, entry) if is_open(entry) else []
    if not is_clear([one.fit for one in found], least):
        raise NotClear
    return found[0].key


def _chosen(
    session: Session, entry: Transaction, wanted: Wanted, least: int | None
) -> Candidate:
    if isinstance(wanted, Chosen):
        picked = chosen_of(session, entry, wanted.payment_ids)
        if picked is None:
            raise NoCandidate
        return picked
    found: Sequence[Candidate] = candidates_of(session, entry) if is_open(entry) else ()
    if least is not None and not (
        is_clear([one.fit for one in found], least) and found[0].key == wanted
    ):
        raise NotClear
    chosen = next((one for one in found if one.key == wanted), None)
    if chosen is None:
        raise NoCandidate
    return chosen


def _payments_of(found: Found) -> Sequence[Payment]:
    if isinstance(found, PaidTogether):
        return found.payments
    return [found] if isinstance(found, Payment) else []


def _tie(
    session: Session, match: EntryMatch, journals: Collection[str],
    entry: Transaction, actor: Actor, now: datetime,
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
    connection = session.connection()
    said = Message(
        "reconciliation.matched", day=entry.day,
        amount=Amount(entry.amount, entry.currency),
    )  # fmt: skip
    for correlation_id in sorted(journals):
        tie.note(connection, correlation_id, now, "INFO", said, actor=actor.name)
    tie.prove_anew(connection, journals, now, _SOURCE)
    tie.refresh(connection, journals, now)


def about_entry(entry: Transaction) -> str:
    """An entry as people know it when it is gone."""
    who = entry.counterparty_name or entry.remittance or ""
    return _about(entry.day.isoformat(), f"{entry.amount} {entry.currency}", who)


def _about_payment(payment: Payment) -> str:
    day, who = payment.execution_day.isoformat(), payment.creditor_name or ""
    return _about(day, f"{payment.amount} {payment.currency}", who)


def _about(*parts: str) -> str:
    return " ".join(part for part in parts if part)[:200]
