"""What people write on a journal, for each other and for whoever looks later."""

from datetime import datetime, timedelta
from math import ceil

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.journals.tables import Journal, JournalComment
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import InvalidInput, NotFound, RateLimited
from giroscope.kernel.fair_gate import share

_LONGEST = 2_000
_DAY = timedelta(days=1)


class TooManyComments(RateLimited):
    """Very many comments were written within a day; write again tomorrow."""

    code = "journals.too_many_comments"


async def comment(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    text: str,
    now: datetime,
    per_day: int,
) -> int:
    """Write on a journal; tells the comment's id. What is written stays.

    Raises:
        TooManyComments: So many were written within a day already.
        InvalidInput: Nothing is said, or it is a letter.
        NotFound: There is no such journal.
    """
    said = text.strip()
    if not said:
        raise InvalidInput("Write something", path="text")
    if len(said) > _LONGEST:
        raise InvalidInput(f"Write at most {_LONGEST} characters", path="text")
    found = await session.execute(
        select(Journal.message_id).where(Journal.correlation_id == correlation_id)
    )
    row = found.one_or_none()
    if row is None:
        raise NotFound
    await _ensure_few(session, actor, now, per_day)
    added = JournalComment(
        correlation_id=correlation_id, at=now, by_id=actor.id,
        by_name=actor.name[:200], text=said,
    )  # fmt: skip
    session.add(added)
    await session.flush()
    subject = Subject("journal", correlation_id, row.message_id or correlation_id)
    await record(session, actor, "journals.comment", subject, now={"text": said})
    return added.id


async def _ensure_few(
    session: WriteSession, actor: Actor, now: datetime, per_day: int
) -> None:
    """Pass silently, or refuse; one person may write half of what a tenant may."""
    newest = select(JournalComment.at, JournalComment.by_id).order_by(
        JournalComment.id.desc()
    )
    rows = (await session.execute(newest.limit(per_day))).all()
    today = [row for row in rows if row.at > now - _DAY]
    own = sum(row.by_id == actor.id for row in today)
    if len(today) >= per_day or own >= share(per_day):
        raise TooManyComments(retry_after=_seconds_until(today[-1].at + _DAY, now))


def _seconds_until(moment: datetime, now: datetime) -> int:
    return ceil((moment - now).total_seconds())


async def comments(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, list[JournalComment]]:
    """What was written on each journal, oldest first."""
    rows = await session.execute(
        select(JournalComment)
        .where(JournalComment.correlation_id.in_(correlation_ids))
        .order_by(JournalComment.id)
    )
    found: dict[str, list[JournalComment]] = {}
    for row in rows.scalars():
        found.setdefault(row.correlation_id, []).append(row)
    return found
