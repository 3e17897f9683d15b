"""What approvers do with a payment document: approve, reject, take back, put up again.

Each runs in the caller's transaction with the case locked. `follow` is what the journal
makes of it; it comes before the audit, which holds up others.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from giroscope.features.audit import Subject, record
from giroscope.features.payments.approvals import (
    cases,
    errors,
    evidence,
    payees,
    policy,
    queries,
)
from giroscope.features.payments.approvals.queries import Found
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.approvals.step_up import (
    Decision,
    DeviceAnswer,
    Document,
    bind,
)
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    CaseState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from localization import Message


@dataclass(frozen=True, slots=True)
class Asked:
    """Which journal is meant, and the document as whoever asks has seen it."""

    correlation_id: str
    sha256: str
    reason: str | None = None
    is_one_of_many: bool = False
    """Whether it is decided together with others, without being read by itself."""
    device: DeviceAnswer | None = None
    """What the person's passkey has signed, where they use one."""


@dataclass(frozen=True, slots=True)
class Happened:
    """What the journal's timeline tells of it."""

    correlation_id: str
    level: str
    message: Message
    document_id: int


Follow = Callable[[Happened], Awaitable[None]]


async def approve(
    session: WriteSession,
    actor: Actor,
    asked: Asked,
    now: datetime,
    *,
    approvers: Collection[str],
    follow: Follow,
) -> None:
    """Approve these bytes, in one's own place or in that of somebody absent.

    Raises:
        NoCase: The journal is not up for approval.
        DocumentChanged: It is another document than was seen.
        ReasonNeeded: Something in it calls for a reason, or for a look at it alone.
        AppError: What `policy.against_approving` or `step_up.bind` finds.
    """
    found, who = await _taken_up(
        session, actor, asked, now, approvers, policy.against_approving
    )
    was = found.row.state
    if found.needs_reason and asked.is_one_of_many:
        raise errors.ReasonNeeded(
            "It has payments to look at first; approve it by itself, with a reason"
        )
    reason = policy.a_reason(asked.reason, is_needed=found.needs_reason)
    vote = policy.vote_of(found.case, who)
    if vote is None:
        raise errors.NotYourTurn
    proof_id = await bound(session, actor, found, asked, Decision.APPROVE, now)
    absent = await _name(session, vote.for_person)
    await session.execute(
        insert(Approval).values(
            case_id=found.row.id, sha256=found.row.sha256, person_id=actor.id,
            person_name=actor.name, for_id=vote.for_person, for_name=absent,
            at=now, reason=reason, proof_id=proof_id,
        )
    )  # fmt: skip
    state = await _count(session, found.row.id)
    await follow(_approved(found, absent, reason, state))
    await record(
        session, actor, "payments.approved", subject_of(found),
        was={"state": was},
        now={"state": state, "sha256": found.row.sha256, "reason": reason,
             "forPerson": absent, "policyVersion": found.row.policy_version,
             **({"proof": proof_id} if proof_id else {}),
             **await payees.in_trail(session, found.row.document_id)},
        at=now,
    )  # fmt: skip


def _approved(
    found: Found, absent: str | None, reason: str | None, state: CaseState
) -> Happened:
    is_complete = state is CaseState.APPROVED
    code = "approval.complete" if is_complete else "approval.given"
    if absent:
        code = f"{code}_for"
    if reason:
        code = f"{code}_why"
    message = Message(code, absent=absent or "", reason=reason or "")
    return Happened(found.row.correlation_id, "SUCCESS", message, found.row.document_id)


async def reject(
    session: WriteSession,
    actor: Actor,
    asked: Asked,
    now: datetime,
    *,
    approvers: Collection[str],
    follow: Follow,
) -> None:
    """Refuse these payments; nothing of the document will be sent.

    Raises:
        NoCase: The journal is not up for approval.
        DocumentChanged: It is another document than was seen.
        ReasonNeeded: There is no reason.
        AppError: What `policy.against_rejecting` finds.
    """
    found, _ = await _taken_up(
        session, actor, asked, now, approvers, policy.against_rejecting
    )
    was = found.row.state
    reason = policy.a_reason(asked.reason, is_needed=True) or ""
    await session.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == found.row.id)
        .values(
            state=CaseState.REJECTED.value, decided=now, decided_by=actor.id,
            decided_by_name=actor.name, reason=reason,
        )
    )  # fmt: skip
    await follow(
        Happened(
            asked.correlation_id, "WARNING",
            Message("approval.rejected", reason=reason), found.row.document_id,
        )
    )  # fmt: skip
    await record(
        session, actor, "payments.rejected", subject_of(found),
        was={"state": was},
        now={"state": CaseState.REJECTED, "sha256": found.row.sha256,
             "reason": reason},
        at=now,
    )  # fmt: skip


async def undo(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    now: datetime,
    *,
    follow: Follow,
) -> None:
    """Take one's own approval or rejection back, as long as nothing is signed.

    Raises:
        NoCase: The journal is not up for approval.
        AppError: What `policy.against_undoing` finds.
    """
    actor.ensure("payments.approve")
    found = await locked_case(session, correlation_id)
    # To take back needs no role: who has lost it may still withdraw what they said.
    who = policy.Somebody(actor.id, is_approver=True)
    policy.ensure(policy.against_undoing(found.case, who, now))
    row, was = found.row, found.row.state
    was_rejected = was == CaseState.REJECTED.value
    if was_rejected:
        await session.execute(
            update(ApprovalCase)
            .where(ApprovalCase.id == row.id)
            .values(
                state=CaseState.OPEN.value, decided=None, decided_by=None,
                decided_by_name=None, reason=None,
            )
        )  # fmt: skip
    else:
        await session.execute(
            update(Approval)
            .where(
                Approval.case_id == row.id, Approval.person_id == actor.id,
                Approval.undone.is_(None),
            )
            .values(undone=now)
        )  # fmt: skip
    state = await _count(session, row.id)
    code = "approval.rejection_undone" if was_rejected else "approval.undone"
    await follow(
        Happened(correlation_id, "INFO", Message(code), row.document_id)
    )  # fmt: skip
    await record(
        session, actor, "payments.approval_undone", subject_of(found),
        was={"state": was}, now={"state": state, "sha256": row.sha256}, at=now,
    )  # fmt: skip


async def reopen(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    now: datetime,
    *,
    follow: Follow,
) -> None:
    """Put a document up for approval again that waited too long; all begins anew.

    Raises:
        NoCase: The journal was never up for approval.
        AppError: What `policy.against_reopening` finds.
    """
    found = await locked_case(session, correlation_id)
    who = await queries.somebody(session, actor, [found.case], day_of(now))
    policy.ensure(policy.against_reopening(found.case, who, now))
    row = found.row
    await _void(session, row.id, [one.person_id for one in found.approvals], now)
    await session.execute(
        update(ApprovalCase)
        .where(ApprovalCase.id == row.id)
        .values(
            state=CaseState.OPEN.value, opened=now, expires=policy.expires_after(now),
            decided=None, decided_by=None, decided_by_name=None, reason=None, told=[],
        )
    )  # fmt: skip
    await _count(session, row.id)
    await follow(
        Happened(
            correlation_id, "INFO", Message("approval.reopened"), row.document_id
        )
    )  # fmt: skip
    await record(
        session, actor, "payments.approval_reopened", subject_of(found),
        was={"state": CaseState.EXPIRED},
        now={"state": CaseState.OPEN, "sha256": row.sha256}, at=now,
    )  # fmt: skip


async def look_again(
    session: WriteSession,
    actor: Actor,
    correlation_id: str,
    now: datetime,
    *,
    approvers: Collection[str],
    follow: Follow,
) -> None:
    """Before it is signed: approvals that count no more go, and the way is found anew.

    Nobody asks for this by itself; it is committed even where signing is refused then.
    """
    found = await locked_case(session, correlation_id)
    if policy.state_now(found.case, now) is not CaseState.APPROVED:
        return
    row = found.row
    await session.run_sync(lambda own: cases.reroute(own.connection(), row.id))
    who = await _who(session, actor, found, now, approvers)
    gone = {vote.person for vote in policy.stale(found.case, who, approvers)}
    gone |= await _unproven(session, actor, row.id)
    named = [one.person_name for one in found.approvals if one.person_id in gone]
    await _void(session, row.id, sorted(gone), now)
    state = await _count(session, row.id)
    if not named and state is CaseState.APPROVED:
        return
    people = ", ".join(named)
    await follow(
        Happened(
            correlation_id, "WARNING",
            Message("approval.voided", people=people), row.document_id,
        )
        if named
        else Happened(
            correlation_id, "INFO", Message("approval.more_needed"), row.document_id
        )
    )  # fmt: skip
    await record(
        session, actor, "payments.approval_voided", subject_of(found),
        was={"state": CaseState.APPROVED}, now={"state": state, "people": named},
        at=now,
    )  # fmt: skip


async def _unproven(session: WriteSession, actor: Actor, case_id: int) -> set[str]:
    """Whose approvals lack what the rules ask for by now, or do not verify."""

    def find(connection: Connection) -> set[str]:
        case = connection.execute(
            select(ApprovalCase).where(ApprovalCase.id == case_id)
        ).one()
        approvals = connection.execute(
            select(Approval).where(
                Approval.case_id == case_id, Approval.undone.is_(None)
            )
        ).all()
        rules = tuple(map(Rule.of, case.rules))
        return evidence.unproven(connection, actor.realm, case, rules, approvals)

    return await session.run_sync(lambda own: find(own.connection()))


async def bound(
    session: WriteSession,
    actor: Actor,
    found: Found,
    asked: Asked,
    decision: Decision,
    now: datetime,
) -> int | None:
    """What binds this decision to the person; see `step_up.bind`."""
    row = found.row
    document = Document(row.correlation_id, row.document_id, row.sha256)
    return await session.run_sync(
        lambda own: bind(
            own.connection(), actor, document, found.rules, decision, asked.device, now
        )
    )


async def locked_case(session: WriteSession, correlation_id: str) -> Found:
    """The case, which nobody else changes until this transaction ends."""
    await session.execute(
        select(ApprovalCase.id)
        .where(ApprovalCase.correlation_id == correlation_id)
        .with_for_update()
    )
    found = await queries.of_journals(session, [correlation_id])
    if correlation_id not in found:
        raise errors.NoCase
    return found[correlation_id]


async def _taken_up(
    session: WriteSession,
    actor: Actor,
    asked: Asked,
    now: datetime,
    approvers: Collection[str],
    against: Callable[[policy.Case, policy.Somebody, datetime], policy.Refusal | None],
) -> tuple[Found, policy.Somebody]:
    """The case, locked, of which this person may decide about the bytes they saw."""
    actor.ensure("payments.approve")
    found = await locked_case(session, asked.correlation_id)
    who = await _who(session, actor, found, now, approvers)
    policy.ensure(against(found.case, who, now))
    policy.ensure_hash(asked.sha256, found.row.sha256)
    return found, who


async def _who(
    session: WriteSession,
    actor: Actor,
    found: Found,
    now: datetime,
    approvers: Collection[str],
) -> policy.Somebody:
    return await queries.somebody(
        session, actor, [found.case], day_of(now), is_approver=actor.id in approvers
    )


async def _name(session: WriteSession, person_id: str | None) -> str | None:
    if person_id is None:
        return None
    return (await queries.names(session, [person_id])).get(person_id, person_id)


async def _void(
    session: WriteSession, case_id: int, people: list[str], now: datetime
) -> None:
    await session.execute(
        update(Approval)
        .where(
            Approval.case_id == case_id, Approval.undone.is_(None),
            Approval.person_id.in_(people),
        )
        .values(undone=now)
    )  # fmt: skip


async def _count(session: WriteSession, case_id: int) -> CaseState:
    """Write down whether all approvals are there; those who are next are not told."""
    await session.execute(
        update(ApprovalCase).where(ApprovalCase.id == case_id).values(is_told=False)
    )
    return await session.run_sync(lambda own: cases.complete(own.connection(), case_id))


def subject_of(found: Found) -> Subject:
    """What the audit names."""
    return Subject("journal", found.row.correlation_id, found.row.connection_name)
