"""One approver acts for another on some days; it is shown wherever it was used."""

from datetime import date, datetime

from giroscope.features.audit import Subject, record
from giroscope.features.payments.approvals import errors, policy, queries
from giroscope.features.payments.approvals.tables import ApprovalDelegation
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound


async def delegate(
    session: WriteSession,
    actor: Actor,
    person_id: str,
    days: tuple[date, date],
    now: datetime,
) -> int:
    """Let another approver act in one's own place from one day to another.

    Raises:
        BadDelegation: To nobody who approves, to oneself, or on impossible days.
    """
    actor.ensure("payments.approve")
    policy.ensure_delegable(actor.id, person_id, days, day_of(now))
    people = {one.person_id: one for one in await queries.approvers(session)}
    if person_id not in people:
        raise errors.BadDelegation(
            "Only another payment approver can act for you", path="personId"
        )
    row = ApprovalDelegation(
        from_id=actor.id, from_name=actor.name, to_id=person_id,
        to_name=people[person_id].name, from_day=days[0], to_day=days[1], created=now,
    )  # fmt: skip
    session.add(row)
    await session.flush()
    await record(
        session, actor, "payments.delegated", Subject("user", row.to_id, row.to_name),
        now={"from": row.from_day, "to": row.to_day}, at=now,
    )  # fmt: skip
    return row.id


async def end(
    session: WriteSession, actor: Actor, delegation_id: int, now: datetime
) -> None:
    """Act for oneself again, from this moment; what was approved stays.

    Raises:
        NotFound: There is no such delegation of this person, or it is over.
    """
    actor.ensure("payments.approve")
    row = await session.get(ApprovalDelegation, delegation_id, with_for_update=True)
    if row is None or row.from_id != actor.id or row.ended is not None:
        raise NotFound("There is no such delegation of yours")
    row.ended = now
    await record(
        session, actor, "payments.delegation_ended",
        Subject("user", row.to_id, row.to_name),
        was={"from": row.from_day, "to": row.to_day}, at=now,
    )  # fmt: skip
