"""The realm's rules, changed by two account managers: one proposes, another confirms.

A version is a whole set of rules. Those that were in force once are kept.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.payments.approvals import errors, policy, queries
from giroscope.features.payments.approvals.rules import Rule, ensure_sound
from giroscope.features.payments.approvals.tables import (
    ApprovalPolicyVersion,
    VersionState,
)
from giroscope.features.users.errors import RequesterGone
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent, ensure_manager
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession


async def propose(
    session: WriteSession,
    actor: Actor,
    rules: Sequence[Rule],
    note: str | None,
    now: datetime,
) -> int:
    """Ask for these rules to be the realm's; tells the number of the version.

    Raises:
        BadRule: One cannot be met, or says nothing.
        OnePending: Another change waits.
        NoChange: They are in force already.
    """
    actor.ensure("payments.policies")
    people = await queries.approvers(session)
    sound = ensure_sound(rules, frozenset(one.person_id for one in people))
    if await _in_state(session, VersionState.PROPOSED) is not None:
        raise errors.OnePending
    active = await _in_state(session, VersionState.ACTIVE)
    data = [rule.as_data() for rule in sound]
    known = [Rule.of(rule).as_data() for rule in active.rules] if active else []
    if data == known:
        raise errors.NoChange
    row = ApprovalPolicyVersion(
        state=VersionState.PROPOSED.value, rules=data,
        note=policy.a_reason(note, is_needed=False), proposed=now,
        proposed_by=actor.id, proposed_by_name=actor.name,
    )  # fmt: skip
    session.add(row)
    await session.flush()
    await record(
        session, actor, "payments.policies_proposed", _subject(row),
        was={"version": active and active.id},
        now={"rules": [rule.name for rule in sound], "note": row.note}, at=now,
    )  # fmt: skip
    return row.id


async def confirm(
    session: WriteSession,
    actor: Actor,
    version: int,
    now: datetime,
    *,
    managers: Collection[str],
) -> ApprovalPolicyVersion:
    """Put a proposed version in force.

    Raises:
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NothingPending: It does not wait for anybody.
        SameManager: Who proposed it does not confirm it.
        ManagersNotIndependent: One person could be both.
        RequesterGone: Who proposed it manages accounts no longer.
        BadRule: Somebody named approves no longer.
    """
    actor.ensure("payments.policies")
    ensure_manager(actor, managers)
    row = await _pending(session, version)
    await _ensure_another(session, actor, row)
    if row.proposed_by not in managers:
        raise RequesterGone(
            "Who proposed this is no account manager any more; propose it anew"
        )
    people = await queries.approvers(session)
    ensure_sound(
        tuple(map(Rule.of, row.rules)), frozenset(one.person_id for one in people)
    )
    active = await _in_state(session, VersionState.ACTIVE)
    if active is not None:
        active.state = VersionState.REPLACED.value
        await session.flush()
    _decide(row, actor, VersionState.ACTIVE, now)
    await session.flush()
    return row


async def record_confirmed(
    session: WriteSession, actor: Actor, row: ApprovalPolicyVersion, waiting: int
) -> None:
    """Write down that it is in force; the last thing of the transaction."""
    await record(
        session, actor, "payments.policies_confirmed", _subject(row),
        was={"proposedBy": row.proposed_by_name},
        now={"rules": [rule["name"] for rule in row.rules], "waiting": waiting},
    )  # fmt: skip


async def reject(
    session: WriteSession, actor: Actor, version: int, reason: str | None, now: datetime
) -> None:
    """Refuse a proposed version.

    Raises:
        NothingPending: It does not wait for anybody.
        SameManager: Who proposed it withdraws it instead.
        ManagersNotIndependent: One person could be both.
    """
    actor.ensure("payments.policies")
    row = await _pending(session, version)
    await _ensure_another(session, actor, row)
    row.reason = policy.a_reason(reason, is_needed=False)
    _decide(row, actor, VersionState.REJECTED, now)
    await record(
        session, actor, "payments.policies_rejected", _subject(row),
        was={"proposedBy": row.proposed_by_name}, now={"reason": row.reason}, at=now,
    )  # fmt: skip


async def withdraw(
    session: WriteSession, actor: Actor, version: int, now: datetime
) -> None:
    """Ask no longer for a version.

    Raises:
        NothingPending: It does not wait for anybody.
        NotProposer: Somebody else proposed it.
    """
    actor.ensure("payments.policies")
    row = await _pending(session, version)
    if row.proposed_by != actor.id:
        raise errors.NotProposer
    _decide(row, actor, VersionState.WITHDRAWN, now)
    await record(
        session, actor, "payments.policies_withdrawn", _subject(row), at=now
    )  # fmt: skip


async def against_deciding(
    session: AsyncSession, actor: Actor, row: ApprovalPolicyVersion
) -> policy.Refusal | None:
    """Why this person is not the second one, or None."""
    if not actor.may("payments.policies") or row.proposed_by == actor.id:
        return errors.SameManager
    found = await hands_of(session, {actor.id, row.proposed_by})
    is_independent = are_independent(found[actor.id], found[row.proposed_by])
    return None if is_independent else errors.ManagersNotIndependent


async def _ensure_another(
    session: WriteSession, actor: Actor, row: ApprovalPolicyVersion
) -> None:
    policy.ensure(await against_deciding(session, actor, row))


def _decide(
    row: ApprovalPolicyVersion, actor: Actor, state: VersionState, now: datetime
) -> None:
    row.state, row.decided = state.value, now
    row.decided_by, row.decided_by_name = actor.id, actor.name


async def _pending(session: WriteSession, version: int) -> ApprovalPolicyVersion:
    row = await session.get(ApprovalPolicyVersion, version, with_for_update=True)
    if row is None or row.state != VersionState.PROPOSED.value:
        raise errors.NothingPending
    return row


async def _in_state(
    session: WriteSession, state: VersionState
) -> ApprovalPolicyVersion | None:
    rows = await session.execute(
        select(ApprovalPolicyVersion)
        .where(ApprovalPolicyVersion.state == state.value)
        .with_for_update()
    )
    return rows.scalar_one_or_none()


def _subject(row: ApprovalPolicyVersion) -> Subject:
    return Subject("approvalPolicies", str(row.id), f"Version {row.id}")
