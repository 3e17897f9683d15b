"""Who closes a month, one person or two: a rule that two account managers change.

As with the rules of approving one proposes and another confirms, whichever way it
changes, so that nobody loosens it alone. Refusals are those of that room.
"""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.months.queries import needs_second, rule_in
from giroscope.features.months.tables import MonthRule
from giroscope.features.payments.approvals import errors
from giroscope.features.payments.approvals.tables import VersionState
from giroscope.features.users.errors import RequesterGone
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent, ensure_manager
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError

_VERB = "statements.closers"


async def propose(
    session: WriteSession, actor: Actor, *, is_second_needed: bool, now: datetime
) -> int:
    """Ask for months to be closed by two, or by one again; tells the version.

    Raises:
        OnePending: Another change waits.
        NoChange: It is so already.
    """
    actor.ensure(_VERB)
    if await session.run_sync(needs_second) is is_second_needed:
        raise errors.NoChange
    row = MonthRule(
        state=VersionState.PROPOSED.value, needs_second=is_second_needed, proposed=now,
        proposed_by=actor.id, proposed_by_name=actor.name,
    )  # fmt: skip
    try:
        async with session.begin_nested():
            session.add(row)
    except IntegrityError:
        raise errors.OnePending from None
    await _record_rule(session, actor, "statements.month_rule_proposed", row, now)
    return row.id


async def confirm(
    session: WriteSession, actor: Actor, version: int, now: datetime,
    *, managers: Collection[str],
) -> None:  # fmt: skip
    """Put a proposed rule in force.

    Raises:
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NothingPending: It does not wait for anybody.
        SameManager: Who proposed it does not confirm it.
        ManagersNotIndependent: One person could be both.
        RequesterGone: Who proposed it manages accounts no longer.
    """
    actor.ensure(_VERB)
    ensure_manager(actor, managers)
    row = await _deciding(session, actor, version)
    if row.proposed_by not in managers:
        raise RequesterGone(
            "Who proposed this is no account manager any more; propose it anew"
        )
    active = await session.run_sync(lambda own: rule_in(own, VersionState.ACTIVE))
    if active is not None:
        active.state = VersionState.REPLACED.value
        await session.flush()
    _decide(row, actor, VersionState.ACTIVE, now)
    await _record_rule(session, actor, "statements.month_rule_confirmed", row, now)


async def reject(
    session: WriteSession, actor: Actor, version: int, now: datetime
) -> None:
    """Refuse a proposed rule.

    Raises:
        NothingPending: It does not wait for anybody.
        SameManager: Who proposed it withdraws it instead.
        ManagersNotIndependent: One person could be both.
    """
    actor.ensure(_VERB)
    row = await _deciding(session, actor, version)
    _decide(row, actor, VersionState.REJECTED, now)
    await _record_rule(session, actor, "statements.month_rule_rejected", row, now)


async def withdraw(
    session: WriteSession, actor: Actor, version: int, now: datetime
) -> None:
    """Ask no longer for a rule.

    Raises:
        NothingPending: It does not wait for anybody.
        NotProposer: Somebody else proposed it.
    """
    actor.ensure(_VERB)
    row = await _pending(session, version)
    if row.proposed_by != actor.id:
        raise errors.NotProposer
    _decide(row, actor, VersionState.WITHDRAWN, now)
    await _record_rule(session, actor, "statements.month_rule_withdrawn", row, now)


async def against_deciding(
    session: AsyncSession, actor: Actor, row: MonthRule
) -> type[AppError] | None:
    """Why this person is not the second one, or None."""
    if not actor.may(_VERB) or row.proposed_by == actor.id:
        return errors.SameManager
    hands = await hands_of(session, {actor.id, row.proposed_by})
    is_independent = are_independent(hands[actor.id], hands[row.proposed_by])
    return None if is_independent else errors.ManagersNotIndependent


async def _deciding(session: WriteSession, actor: Actor, version: int) -> MonthRule:
    row = await _pending(session, version)
    against = await against_deciding(session, actor, row)
    if against is not None:
        raise against
    return row


async def _pending(session: WriteSession, version: int) -> MonthRule:
    row = await session.get(MonthRule, version, with_for_update=True)
    if row is None or row.state != VersionState.PROPOSED.value:
        raise errors.NothingPending
    return row


def _decide(row: MonthRule, actor: Actor, state: VersionState, now: datetime) -> None:
    row.state, row.decided = state.value, now
    row.decided_by, row.decided_by_name = actor.id, actor.name


async def _record_rule(
    session: WriteSession, actor: Actor, verb: str, row: MonthRule, now: datetime
) -> None:
    await record(
        session, actor, verb, Subject("monthRule", str(row.id), f"Version {row.id}"),
        was={"proposedBy": row.proposed_by_name},
        now={"needsSecond": row.needs_second}, at=now,
    )  # fmt: skip
