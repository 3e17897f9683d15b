"""Closing months of accounts, and opening them again."""

from collections.abc import Collection, Sequence
from datetime import date, datetime

from sqlalchemy import select

from giroscope.features.audit import Subject, record
from giroscope.features.banks import Account
from giroscope.features.journals.lateness import Habit
from giroscope.features.months.errors import (
    MonthClosed,
    MonthNotComplete,
    MonthNotOver,
    MonthOpen,
)
from giroscope.features.months.policy import Month, ends_of, is_whole
from giroscope.features.months.queries import (
    Accepted,
    accepted_of,
    closings_of,
    months_of,
)
from giroscope.features.months.tables import MonthClosing
from giroscope.features.payments.sending.policy import a_reason
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

_VERB = "statements.decide"


async def close_months(
    session: WriteSession, actor: Actor, ids: Collection[int], day: date, reason: str,
    now: datetime, usual: Habit,
) -> None:  # fmt: skip
    """Close the month that a day lies in, of each of these accounts or of none.

    Raises:
        NotFound: One of the accounts is not here.
        MonthNotOver: It still goes on.
        MonthClosed: One of them is closed already.
        MonthNotComplete: Of one not all is here and adds up, and nobody says why it is
            closed all the same.
    """
    actor.ensure(_VERB)
    first, last = ends_of(day)
    if last >= day_of(now):
        raise MonthNotOver
    accounts = await _locked(session, ids)
    if await session.run_sync(lambda own: closings_of(own, ids, first)):
        raise MonthClosed
    months = await session.run_sync(
        lambda own: months_of(own, accounts, first, last, now, usual)
    )
    accepted = await session.run_sync(lambda own: accepted_of(own, ids, first, last))
    said = None
    if not all(is_whole(month) for month in months):
        if not reason.strip():
            raise MonthNotComplete(path="reason")
        said = a_reason(reason)
    for account, month in zip(accounts, months, strict=True):
        why = None if is_whole(month) else said
        session.add(
            MonthClosing(
                account_id=account.id, month=first, entries=month.entries,
                total=month.total, closing=month.closing,
                closed_at=now, closed_by=actor.id, closed_by_name=actor.name,
                reason=why,
            )
        )  # fmt: skip
        await record(
            session, actor, "statements.close_month", _subject(account),
            now=_told(first, month, accepted.get(account.id), why), at=now,
        )  # fmt: skip


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
        raise MonthOpen
    row.reopened_at, row.reopened_reason = now, said
    row.reopened_by, row.reopened_by_name = actor.id, actor.name
    await record(
        session, actor, "statements.reopen_month", _subject(account),
        was={"closedBy": row.closed_by_name}, now={"month": first, "reason": said},
        at=now,
    )  # fmt: skip


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
