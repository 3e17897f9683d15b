"""A person says what an entry belongs to, and may take it back.

Who changes an entry's account holds it, so that two who match one entry, or one who
matches and one who closes the month, take turns.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from giroscope.features.audit import Subject, record, record_now
from giroscope.features.banks import Account
from giroscope.features.erp.exchange.follow import FOLLOW_JOB
from giroscope.features.erp.open_items import ErpOpenItem
from giroscope.features.journals import tie
from giroscope.features.matches import (
    STANDS,
    EntryMatch,
    ErpState,
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
    is_best_for_both,
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
from giroscope.features.reconciliation.open_items import Settled
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
from giroscope.kernel.schedule import add_job
from localization import Amount, Message

_VERB = "reconciliation.match"
_SOURCE = "MATCH"
_TIES = {
    MatchKind.PAYMENT: Payment.transaction_id,
    MatchKind.BATCH: Payment.transaction_id,
    MatchKind.CHOSEN: Payment.transaction_id,
    MatchKind.RETURN: Payment.return_id,
}
_OF_ENTRIES = frozenset({MatchKind.TRANSFER, MatchKind.REVERSAL})
_MOST_CHOSEN = 100


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a person chose for an entry, and what they say of the rest."""

    payment_ids: frozenset[int] = frozenset()
    open_items: Mapping[int, Decimal | None] = field(default_factory=dict)
    """By id how much of each; None for all that is open."""
    beside: frozenset[int] = frozenset()
    """Other entries that book and settle it together with the one."""
    difference: Difference | None = None


Wanted = tuple[MatchKind, int] | Chosen
"""A candidate, or what a person chose."""


class _Made(NamedTuple):
    id: int
    about: str
    told: Mapping[str, Any]


class _Side(NamedTuple):
    about: str
    entry_id: int | None = None
    payment_id: int | None = None
    open_item_id: int | None = None
    settles: Decimal | None = None


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
    actor.ensure(_VERB)
    if least not in AT_ONCE:
        most, fewest = AT_ONCE[-1], AT_ONCE[0]
        raise InvalidInput(f"Choose a score from {fewest} to {most}", path="score")
    return await session.run_sync(
        lambda own: accept_best(own, actor, entry_id, least, now)
    )


def accept_best(
    session: Session, actor: Actor, entry_id: int, least: int, now: datetime
) -> int:
    """The same without a question of who may, for what works by itself."""
    wanted = _best(session, entry_id, least)
    return accept(session, actor, entry_id, wanted, now, least)


async def match(
    session: WriteSession, actor: Actor, entry_id: int, wanted: Wanted, now: datetime
) -> int:
    """Accept a candidate of an entry, or what a person chose; tell the match's id.

    Raises:
        NotFound: There is no such entry.
        AlreadyMatched: Somebody, or the product, was first.
        NoCandidate: They do not belong together, or not any more.
        InClosedMonth: A month that it is about is closed.
        NotSoMany: None were chosen, or too many.
        NotAccounted: What was chosen leaves another rest than was said.
        BeyondLimit: The rest is larger than what is allowed.
        NoteNeeded: What the rest is, is not said.
    """
    actor.ensure(_VERB)
    return await session.run_sync(lambda own: accept(own, actor, entry_id, wanted, now))


def accept(
    session: Session, actor: Actor, entry_id: int, wanted: Wanted, now: datetime,
    least: int | None = None,
) -> int:  # fmt: skip
    """The same without a question of who may.

    With `least` only the best one, while it is worth so much, no other as much, and no
    other entry fits it as well.
    """
    made = _match(session, actor, entry_id, wanted, now, least)
    session.flush()
    record_now(
        session.connection(), actor, _VERB,
        Subject("transaction", str(entry_id), made.about), now=made.told, at=now,
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
    ids = {entry_id, *_other_entries(wanted)}
    entries = _held(session, ids)
    entry = entries.pop(entry_id, None)
    if entry is None:
        raise NotFound
    _hold_others(session, wanted)
    _ensure_free(session, ids)
    _ensure_open(session, [entry, *entries.values()])
    if isinstance(wanted, Chosen):
        chosen = _picked(session, entry, wanted, [*entries.values()])
    else:
        chosen = _candidate(session, entry, wanted, least)
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
    payments, items, beside = _parts_of(chosen.found)
    if items:
        row.erp_state = ErpState.DUE.value
    session.add(row)
    session.flush()
    sides = [
        _Side(about, entry_id=entry_id),
        *(_Side(about_entry(one), entry_id=one.id) for one in beside),
        *(_Side(_about_payment(one), payment_id=one.id) for one in payments),
        *_sides_of_items(session, items),
    ]
    try:
        session.execute(
            insert(MatchSide),
            [
                {
                    **one._asdict(), "match_id": row.id,
                    "is_return": chosen.kind is MatchKind.RETURN, "stands": True,
                }
                for one in sides
            ],
        )  # fmt: skip
    except IntegrityError as error:
        raise AlreadyMatched from error
    if items:
        # The turn would come to it by itself, a while later.
        add_job(session.connection(), FOLLOW_JOB, items[0].item.connection_id, now)
    if payments:
        journals = {one.correlation_id for one in payments}
        _tie(session, row, journals, entry, actor, now)
    told: dict[str, Any] = {
        "kind": chosen.kind, "with": together([one.about for one in sides[1:]]),
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


def _other_entries(wanted: Wanted) -> Collection[int]:
    """The ids of the entries it is about beside the one."""
    if isinstance(wanted, Chosen):
        return wanted.beside
    kind, other_id = wanted
    return [other_id] if kind in _OF_ENTRIES else []


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


def _hold_others(session: Session, wanted: Wanted) -> None:
    """Payments and open items that it is about: others who want them wait."""
    payments: ColumnElement[bool] | None = None
    items: Collection[int] = ()
    if isinstance(wanted, Chosen):
        count = len(wanted.payment_ids) + len(wanted.open_items)
        if not count or count + len(wanted.beside) > _MOST_CHOSEN:
            raise NotSoMany(path="paymentIds")
        payments, items = Payment.id.in_(wanted.payment_ids), wanted.open_items
    elif wanted[0] is MatchKind.OPEN_ITEM:
        items = [wanted[1]]
    elif wanted[0] in _TIES:
        is_batch = wanted[0] is MatchKind.BATCH
        payments = (Payment.batch_id if is_batch else Payment.id) == wanted[1]
    if payments is not None:
        session.execute(
            select(Payment.id).where(payments).order_by(Payment.id).with_for_update()
        )
    if items:
        session.execute(
            select(ErpOpenItem.id)
            .where(ErpOpenItem.id.in_(items))
            .order_by(ErpOpenItem.id)
            .with_for_update()
        )


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
    if not _is_clear(session, entry, found, least):
        raise NotClear
    return found[0].key


def _is_clear(
    session: Session, entry: Transaction, found: Sequence[Candidate], least: int
) -> bool:
    return is_clear([one.fit for one in found], least) and is_best_for_both(
        session, entry, found[0]
    )


def _picked(
    session: Session, entry: Transaction, wanted: Chosen, beside: Sequence[Transaction]
) -> Candidate:
    if {one.id for one in beside} != wanted.beside:
        raise NoCandidate
    picked = chosen_of(session, entry, wanted.payment_ids, wanted.open_items, beside)
    if picked is None:
        raise NoCandidate
    return picked


def _candidate(
    session: Session, entry: Transaction, wanted: tuple[MatchKind, int],
    least: int | None,
) -> Candidate:  # fmt: skip
    found: Sequence[Candidate] = candidates_of(session, entry) if is_open(entry) else ()
    if least is not None and not (
        found and found[0].key == wanted and _is_clear(session, entry, found, least)
    ):
        raise NotClear
    chosen = next((one for one in found if one.key == wanted), None)
    if chosen is None:
        raise NoCandidate
    return chosen


def _parts_of(
    found: Found,
) -> tuple[Sequence[Payment], Sequence[Settled], Sequence[Transaction]]:
    """The payments, the open items and the other entries of what was accepted."""
    match found:
        case PaidTogether():
            return found.payments, found.items, found.entries
        case Payment():
            return [found], [], []
        case ErpOpenItem():
            return [], [Settled(found, found.amount, is_deducted=False)], []
        case Transaction():
            return [], [], [found]


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


def _sides_of_items(session: Session, items: Sequence[Settled]) -> Iterator[_Side]:
    """A part, and what is deducted, leaves less of its item open at once."""
    ids = [one.item.id for one in items]
    in_parts = session.scalars(
        select(MatchSide.open_item_id).where(
            MatchSide.open_item_id.in_(ids), STANDS, MatchSide.settles.is_not(None)
        )
    ).all()
    for one in items:
        item, about = one.item, _about_item(one)
        is_whole = one.amount == item.amount and item.id not in in_parts
        if not is_whole:
            item.amount -= one.size
        yield _Side(
            about, open_item_id=item.id, settles=None if is_whole else one.amount
        )


def _about_item(one: Settled) -> str:
    item, what = one.item, f"{one.amount} {one.item.currency}"
    return _about(item.expected.isoformat(), what, item.number, item.party)


def _about(*parts: str) -> str:
    return " ".join(part for part in parts if part)[:200]
