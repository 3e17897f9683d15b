"""Closing months of accounts, alone or by two, and opening them again.

Opening takes one person, also where closing takes two: it takes an assurance away and
gives none, and what is done in an open month is looked at by two again when it closes.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.banks import Account
from giroscope.features.journals.lateness import Habit
from giroscope.features.months import errors
from giroscope.features.months.policy import Accepted, Month, ends_of, is_whole, seen_as
from giroscope.features.months.queries import (
    accepted_of,
    closings_of,
    months_of,
    needs_second,
    proposals_of,
    waiting,
)
from giroscope.features.months.tables import (
    MonthClosing,
    MonthProposal,
    ProposalState,
)
from giroscope.features.payments.sending.policy import a_reason
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError, NotFound

_VERB = "statements.decide"


async def close_months(
    session: WriteSession, actor: Actor, ids: Collection[int], day: date, reason: str,
    now: datetime, usual: Habit,
) -> None:  # fmt: skip
    """Close the month that a day lies in, of each of these accounts or of none.

    Raises:
        NotFound: One of the accounts is not here.
        MonthNotOver: It still goes on.
        SecondPersonNeeded: Two close a month here.
        MonthClosed: One of them is closed already.
        MonthProposed: Somebody waits for a second person to close one of them.
        MonthNotComplete: Of one not all is here and adds up, and nobody says why it is
            closed all the same.
    """
    first, _ = _over(actor, day, now)
    if await session.run_sync(needs_second):
        raise errors.SecondPersonNeeded
    accounts, months, accepted = await _open(session, ids, day, now, usual)
    for account, month, why in _with_reasons(accounts, months, reason):
        session.add(_closing(actor, account, first, month, why, now))
        await record(
            session, actor, "statements.close_month", _subject(account),
            now=_told(first, month, accepted.get(account.id), why), at=now,
        )  # fmt: skip


async def propose_months(
    session: WriteSession, actor: Actor, ids: Collection[int], day: date, reason: str,
    now: datetime, usual: Habit,
) -> None:  # fmt: skip
    """Ask another person to close the month, of each of these accounts or of none.

    It may be asked also where one person would do.

    Raises:
        NotFound: One of the accounts is not here.
        MonthNotOver: It still goes on.
        MonthClosed: One of them is closed already.
        MonthProposed: Somebody has asked already.
        MonthNotComplete: As for closing.
    """
    first, _ = _over(actor, day, now)
    accounts, months, accepted = await _open(session, ids, day, now, usual)
    for account, month, why in _with_reasons(accounts, months, reason):
        differing = accepted.get(account.id)
        session.add(
            MonthProposal(
                account_id=account.id, month=first, state=ProposalState.PROPOSED.value,
                entries=month.entries, unmatched=month.unmatched, total=month.total,
                closing=month.closing, is_complete=month.is_complete,
                adds_up=month.adds_up,
                differences=differing.count if differing else 0,
                difference=differing.total if differing else None,
                reason=why, proposed=now, proposed_by=actor.id,
                proposed_by_name=actor.name,
            )
        )  # fmt: skip
        await record(
            session, actor, "statements.propose_month", _subject(account),
            now=_told(first, month, accepted.get(account.id), why), at=now,
        )  # fmt: skip


async def confirm_months(
    session: WriteSession, actor: Actor, seen: Mapping[int, str], day: date,
    reason: str, now: datetime, usual: Habit,
) -> None:  # fmt: skip
    """Close the month of these accounts, as others proposed it, or of none.

    What each account's month holds is told as this person saw it.

    Raises:
        NotFound: One of the accounts is not here.
        MonthClosed: One of them is closed already.
        MonthNotProposed: Nobody asks for it, or no longer.
        OwnMonth: This person asked.
        CountsAsProposer: One person could be both.
        MonthMoved: It holds something else than this person saw.
        MonthNotComplete: Of one not all is here and adds up, and neither of the two
            says why it is closed all the same.
    """
    first, last = _over(actor, day, now)
    accounts = await _locked(session, seen)
    if await session.run_sync(lambda own: closings_of(own, seen, first)):
        raise errors.MonthClosed
    rows = await _deciding(session, actor, seen, first)
    months = await session.run_sync(
        lambda own: months_of(own, accounts, first, last, now, usual)
    )
    accepted = await session.run_sync(lambda own: accepted_of(own, seen, first, last))
    for account, month in zip(accounts, months, strict=True):
        row = rows[account.id]
        if seen_as(month, accepted.get(account.id)) != seen[account.id]:
            raise errors.MonthMoved
        said = reason.strip() or row.reason or ""
        [(_, _, why)] = _with_reasons([account], [month], said)
        closing = _closing(actor, account, first, month, why, now)
        closing.proposed_by = row.proposed_by
        closing.proposed_by_name = row.proposed_by_name
        session.add(closing)
        _decide(row, actor, ProposalState.CONFIRMED, now)
        await record(
            session, actor, "statements.confirm_month", _subject(account),
            was={"proposedBy": row.proposed_by_name},
            now=_told(first, month, accepted.get(account.id), why), at=now,
        )  # fmt: skip


async def reject_month(
    session: WriteSession, actor: Actor, account_id: int, day: date, reason: str,
    now: datetime,
) -> None:  # fmt: skip
    """Refuse to close an account's month that another proposed; it stays open.

    Raises:
        NotFound: There is no such account.
        MonthNotProposed: Nobody asks for it, or no longer.
        OwnMonth: This person asked, and withdraws instead.
        CountsAsProposer: One person could be both.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    first, _ = ends_of(day)
    [account] = await _locked(session, [account_id])
    row = (await _deciding(session, actor, [account_id], first))[account_id]
    row.decided_reason = a_reason(reason)
    _decide(row, actor, ProposalState.REJECTED, now)
    await record(
        session, actor, "statements.reject_month", _subject(account),
        was={"proposedBy": row.proposed_by_name},
        now={"month": first, "reason": row.decided_reason}, at=now,
    )  # fmt: skip


async def withdraw_month(
    session: WriteSession, actor: Actor, account_id: int, day: date, now: datetime
) -> None:
    """Ask no longer for an account's month to be closed.

    Raises:
        NotFound: There is no such account.
        MonthNotProposed: Nobody asks for it, or no longer.
        NotMonthsProposer: Somebody else asked.
    """
    actor.ensure(_VERB)
    first, _ = ends_of(day)
    [account] = await _locked(session, [account_id])
    row = (await _waiting(session, [account_id], first))[account_id]
    if row.proposed_by != actor.id:
        raise errors.NotMonthsProposer
    _decide(row, actor, ProposalState.WITHDRAWN, now)
    await record(
        session, actor, "statements.withdraw_month", _subject(account),
        now={"month": first}, at=now,
    )  # fmt: skip


async def to_confirm(session: AsyncSession, actor: Actor) -> list[MonthProposal]:
    """What others propose and this person may confirm, the earliest month first."""
    rows = [row for row, _ in await session.run_sync(waiting)]
    hands = await hands_of(session, {actor.id, *(row.proposed_by for row in rows)})
    return [row for row in rows if against_deciding(actor, row, hands) is None]


def against_deciding(
    actor: Actor, row: MonthProposal, hands: Mapping[str, frozenset[str]]
) -> type[AppError] | None:
    """Why this person is not the second one, or None."""
    if row.proposed_by == actor.id:
        return errors.OwnMonth
    is_independent = are_independent(hands[actor.id], hands[row.proposed_by])
    return None if is_independent else errors.CountsAsProposer


async def reopen_month(
    session: WriteSession, actor: Actor, account_id: int, day: date, reason: str,
    now: datetime,
) -> None:  # fmt: skip
    """Open an account's month again; what it was closed with is kept.

    Raises:
        NotFound: There is no such account.
        MonthOpen: It is not closed.
        ReasonNeeded: Nothing is said.
    """
    actor.ensure(_VERB)
    first, _ = ends_of(day)
    [account] = await _locked(session, [account_id])
    said = a_reason(reason)
    found = await session.run_sync(lambda own: closings_of(own, [account_id], first))
    row = found.get(account_id)
    if row is None:
        raise errors.MonthOpen
    row.reopened_at, row.reopened_reason = now, said
    row.reopened_by, row.reopened_by_name = actor.id, actor.name
    await record(
        session, actor, "statements.reopen_month", _subject(account),
        was={"closedBy": row.closed_by_name}, now={"month": first, "reason": said},
        at=now,
    )  # fmt: skip


def _over(actor: Actor, day: date, now: datetime) -> tuple[date, date]:
    """The ends of a month that this person may close."""
    actor.ensure(_VERB)
    first, last = ends_of(day)
    if last >= day_of(now):
        raise errors.MonthNotOver
    return first, last


async def _open(
    session: WriteSession, ids: Collection[int], day: date, now: datetime, usual: Habit
) -> tuple[Sequence[Account], list[Month], dict[int, Accepted]]:
    """The accounts, none of whose months is closed or about to be, and the months."""
    first, last = ends_of(day)
    accounts = await _locked(session, ids)
    if await session.run_sync(lambda own: closings_of(own, ids, first)):
        raise errors.MonthClosed
    if await session.run_sync(lambda own: proposals_of(own, ids, first)):
        raise errors.MonthProposed
    months = await session.run_sync(
        lambda own: months_of(own, accounts, first, last, now, usual)
    )
    accepted = await session.run_sync(lambda own: accepted_of(own, ids, first, last))
    return accounts, months, accepted


def _with_reasons(
    accounts: Sequence[Account], months: Sequence[Month], reason: str
) -> list[tuple[Account, Month, str | None]]:
    """Each with the reason of those that need one."""
    said = None
    if not all(is_whole(month) for month in months):
        if not reason.strip():
            raise errors.MonthNotComplete(path="reason")
        said = a_reason(reason)
    return [
        (account, month, None if is_whole(month) else said)
        for account, month in zip(accounts, months, strict=True)
    ]


def _closing(
    actor: Actor, account: Account, first: date, month: Month, why: str | None,
    now: datetime,
) -> MonthClosing:  # fmt: skip
    return MonthClosing(
        account_id=account.id, month=first, entries=month.entries,
        total=month.total, closing=month.closing,
        closed_at=now, closed_by=actor.id, closed_by_name=actor.name,
        reason=why,
    )  # fmt: skip


async def _waiting(
    session: WriteSession, ids: Collection[int], first: date
) -> dict[int, MonthProposal]:
    rows = await session.run_sync(lambda own: proposals_of(own, ids, first))
    if len(rows) != len(ids):
        raise errors.MonthNotProposed
    return rows


async def _deciding(
    session: WriteSession, actor: Actor, ids: Collection[int], first: date
) -> dict[int, MonthProposal]:
    rows = await _waiting(session, ids, first)
    people = {actor.id, *(row.proposed_by for row in rows.values())}
    hands = await hands_of(session, people)
    for row in rows.values():
        against = against_deciding(actor, row, hands)
        if against is not None:
            raise against
    return rows


def _decide(
    row: MonthProposal, actor: Actor, state: ProposalState, now: datetime
) -> None:
    row.state, row.decided = state.value, now
    row.decided_by, row.decided_by_name = actor.id, actor.name


async def _locked(session: WriteSession, ids: Collection[int]) -> Sequence[Account]:
    """The accounts; two who close one month take turns."""
    found = await session.scalars(
        select(Account)
        .where(Account.id.in_(ids), Account.joined_into.is_(None))
        .order_by(Account.id)
        .with_for_update()
    )
    accounts = found.all()
    if not accounts or len(accounts) != len(set(ids)):
        raise NotFound
    return accounts


def _subject(account: Account) -> Subject:
    return Subject("account", str(account.id), account.called)


def _told(
    first: date, month: Month, accepted: Accepted | None, reason: str | None
) -> dict[str, object]:
    told = {
        "month": first, "entries": month.entries, "closing": month.closing,
        "reason": reason,
    }  # fmt: skip
    if accepted is None:
        return told
    return told | {"differences": accepted.count, "differ": accepted.total}
