"""Reads cases with all that a decision about them looks at, many at a time."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.payments.approvals import policy
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.approvals.tables import (
    Approval,
    ApprovalCase,
    ApprovalDelegation,
    ApprovalPolicyVersion,
    CaseState,
    Release,
    VersionState,
)
from giroscope.features.payments.behind import BehindFile, behind_files
from giroscope.features.payments.checks import PaymentCheck, PaymentFlag, Standing
from giroscope.features.payments.tables import Payment
from giroscope.features.rules import held_documents
from giroscope.features.uploads import Upload
from giroscope.features.users.hands import hands_of
from giroscope.features.users.tables import HeldRole, KnownPerson, UserState
from giroscope.kernel.access import APPROVER, Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.paging import Order

_MOST_WAITING = 5_000
"""Looked through for what somebody can approve."""
_PORTION = 500
_MOST_FLAGGED = 50
# How an address is written matters to the bank, not to whether the payee is right.
_CALLS_FOR_A_LOOK = PaymentFlag.severity.in_(
    ("WARNING", "ERROR")
) & ~PaymentFlag.code.startswith("address_")

VERSION_ORDER = Order("id", ApprovalPolicyVersion.id, ApprovalPolicyVersion.id)
DELEGATION_ORDER = Order("id", ApprovalDelegation.id, ApprovalDelegation.id)


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A case, what was decided in it, and what a decision looks at."""

    row: ApprovalCase
    approvals: tuple[Approval, ...]
    """Those that stand, in the order in which they came."""
    uploaders: Mapping[str, str]
    """Who handed the document in, by id."""
    behind: tuple[BehindFile, ...]
    """Everybody who stands behind it, each with a part; uploaders among them."""
    standing: Standing
    flags: int
    """Payments that an approver should look at first."""
    release: Release | None
    is_held: bool = False
    """Whether a rule holds a payment of it back."""

    @property
    def case(self) -> policy.Case:
        """As `policy` decides about it."""
        return policy.Case(
            state=CaseState(self.row.state),
            expires=self.row.expires,
            execution_date=self.row.execution_date,
            rules=self.rules,
            uploaders=frozenset(self.uploaders),
            votes=tuple(policy.Vote(o.person_id, o.for_id) for o in self.approvals),
            decided_by=self.row.decided_by,
            is_valid=self.standing is not Standing.INVALID,
            is_held=self.is_held,
            behind=frozenset(one.person_id for one in self.behind if one.is_known),
        )

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that it has to meet."""
        return tuple(map(Rule.of, self.row.rules))

    @property
    def needs_reason(self) -> bool:
        """Whether an approval says why, since some payments call for a look."""
        return self.flags > 0


async def of_journals(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, Found]:
    """The case of each journal that has one."""
    found: dict[str, Found] = {}
    for some in _portions(correlation_ids):
        rows = await session.execute(
            select(ApprovalCase)
            .where(ApprovalCase.correlation_id.in_(some))
            .order_by(ApprovalCase.id)
        )
        dressed = await _dressed(session, list(rows.scalars()))
        found |= {one.row.correlation_id: one for one in dressed}
    return found


async def waiting(
    session: AsyncSession, state: CaseState = CaseState.OPEN
) -> list[Found]:
    """What waits for approvals, or in that state; the oldest first."""
    rows = await session.execute(
        select(ApprovalCase)
        .where(ApprovalCase.state == state.value)
        .order_by(ApprovalCase.id)
        .limit(_MOST_WAITING)
    )
    found: list[Found] = []
    for some in _portions(list(rows.scalars())):
        found += await _dressed(session, some)
    return found


def _portions(items: Sequence[Any]) -> list[list[Any]]:
    return [list(items[n : n + _PORTION]) for n in range(0, len(items), _PORTION)]


async def approved_by(
    session: AsyncSession, correlation_ids: Sequence[str]
) -> dict[str, list[str]]:
    """Whose approvals of each journal stand, in the order in which they came."""
    rows = await session.execute(
        select(ApprovalCase.correlation_id, Approval.person_name)
        .join(Approval, Approval.case_id == ApprovalCase.id)
        .where(
            ApprovalCase.correlation_id.in_(correlation_ids), Approval.undone.is_(None)
        )
        .order_by(Approval.id)
    )
    found: dict[str, list[str]] = {}
    for correlation_id, name in rows:
        found.setdefault(correlation_id, []).append(name)
    return found


async def _dressed(session: AsyncSession, rows: list[ApprovalCase]) -> list[Found]:
    if not rows:
        return []
    documents = [row.document_id for row in rows]
    approvals = await _approvals(session, [row.id for row in rows])
    uploaders = await _uploaders(session, documents)
    behind = await session.run_sync(
        lambda own: behind_files(own.connection(), documents)
    )
    checks = await _by_document(
        session,
        select(PaymentCheck.document_id, PaymentCheck.standing).where(
            PaymentCheck.document_id.in_(documents)
        ),
    )
    flags = await _by_document(
        session,
        select(PaymentFlag.document_id, func.count(PaymentFlag.position.distinct()))
        .where(PaymentFlag.document_id.in_(documents), _CALLS_FOR_A_LOOK)
        .group_by(PaymentFlag.document_id),
    )
    released = await session.execute(
        select(Release).where(Release.document_id.in_(documents))
    )
    releases = {one.document_id: one for one in released.scalars()}
    held = await held_documents(session, documents)
    return [
        Found(
            row=row,
            approvals=tuple(approvals.get(row.id, ())),
            uploaders=uploaders.get(row.document_id, {}),
            behind=behind.get(row.document_id, ()),
            standing=Standing(checks.get(row.document_id, Standing.INVALID)),
            flags=int(flags.get(row.document_id, 0)),
            release=releases.get(row.document_id),
            is_held=row.document_id in held,
        )
        for row in rows
    ]


async def _by_document(session: AsyncSession, asked: Any) -> dict[int, Any]:
    return {row[0]: row[1] for row in await session.execute(asked)}


async def _approvals(
    session: AsyncSession, case_ids: list[int]
) -> dict[int, list[Approval]]:
    rows = await session.execute(
        select(Approval)
        .where(Approval.case_id.in_(case_ids), Approval.undone.is_(None))
        .order_by(Approval.id)
    )
    found: dict[int, list[Approval]] = {}
    for row in rows.scalars():
        found.setdefault(row.case_id, []).append(row)
    return found


async def _uploaders(
    session: AsyncSession, documents: list[int]
) -> dict[int, dict[str, str]]:
    """Everybody who handed these bytes in, also as a repeat."""
    rows = await session.execute(
        select(Upload.document_id, Upload.created_by, Upload.created_by_name)
        .where(Upload.document_id.in_(documents))
        .order_by(Upload.id)
    )
    found: dict[int, dict[str, str]] = {}
    for document_id, person, name in rows:
        found.setdefault(document_id, {}).setdefault(person, name)
    return found


class Flagged(NamedTuple):
    """A payment to look at before approving, and what is said of it."""

    flag: PaymentFlag
    payment: Payment


async def flagged(
    session: AsyncSession, document_ids: list[int]
) -> dict[int, list[Flagged]]:
    """The payments of each document to look at first, the most of them."""
    found: dict[int, list[Flagged]] = {}
    for document_id in document_ids:
        rows = await session.execute(
            select(PaymentFlag, Payment)
            .join(
                Payment,
                (Payment.document_id == PaymentFlag.document_id)
                & (Payment.position == PaymentFlag.position),
            )
            .where(PaymentFlag.document_id == document_id, _CALLS_FOR_A_LOOK)
            .order_by(PaymentFlag.severity, PaymentFlag.position, PaymentFlag.id)
            .limit(_MOST_FLAGGED)
        )
        found[document_id] = [Flagged(*row) for row in rows]
    return found


async def somebody(
    session: AsyncSession,
    actor: Actor,
    cases: Collection[policy.Case],
    today: date,
    *,
    is_approver: bool | None = None,
) -> policy.Somebody:
    """The actor as `policy` looks at them, with the hands of all these cases.

    `is_approver` is what the provider says at this moment; without it the token counts.
    """
    acts_for = await acting_for(session, actor.id, today)
    people = {actor.id, *acts_for}
    for case in cases:
        people |= case.actors | {vote.person for vote in case.votes}
    return policy.Somebody(
        id=actor.id,
        is_approver=APPROVER in actor.roles if is_approver is None else is_approver,
        acts_for=acts_for,
        hands=await hands_of(session, people),
    )


async def acting_for(
    session: AsyncSession, person_id: str, today: date
) -> tuple[str, ...]:
    """For whom somebody may act today: who gave a place away and still has one."""
    rows = await session.execute(
        select(ApprovalDelegation.from_id)
        .join(HeldRole, HeldRole.person_id == ApprovalDelegation.from_id)
        .where(
            ApprovalDelegation.to_id == person_id,
            HeldRole.role == APPROVER,
            *_in_force(today),
        )
        .order_by(ApprovalDelegation.id)
    )
    return tuple(dict.fromkeys(rows.scalars()))


def _in_force(today: date) -> tuple[Any, ...]:
    return (
        ApprovalDelegation.ended.is_(None),
        ApprovalDelegation.from_day <= today,
        ApprovalDelegation.to_day >= today,
    )


async def substitutes(session: AsyncSession, today: date) -> dict[str, tuple[str, ...]]:
    """For whom each person may act today."""
    rows = await session.execute(
        select(ApprovalDelegation.to_id, ApprovalDelegation.from_id)
        .where(*_in_force(today))
        .order_by(ApprovalDelegation.id)
    )
    found: dict[str, tuple[str, ...]] = {}
    for to_id, from_id in rows:
        found[to_id] = (*found.get(to_id, ()), from_id)
    return found


async def approvers(session: AsyncSession) -> list[KnownPerson]:
    """Everybody who approves and may sign in, as last seen at the provider, by name."""
    rows = await session.execute(
        select(KnownPerson)
        .join(HeldRole, HeldRole.person_id == KnownPerson.person_id)
        .where(
            HeldRole.role == APPROVER,
            KnownPerson.gone.is_(None),
            KnownPerson.state != UserState.DISABLED.value,
        )
        .order_by(KnownPerson.sort_name, KnownPerson.id)
    )
    return list(rows.scalars())


async def names(session: AsyncSession, person_ids: Collection[str]) -> dict[str, str]:
    """What people are called."""
    rows = await session.execute(
        select(KnownPerson.person_id, KnownPerson.name).where(
            KnownPerson.person_id.in_(person_ids)
        )
    )
    return {row[0]: row[1] for row in rows}


async def mine(session: AsyncSession, actor: Actor, now: datetime) -> list[str]:
    """The journals that this person can approve at this moment."""
    return await _unrefused(
        session, actor, now, CaseState.OPEN, policy.against_approving
    )


async def to_sign(session: AsyncSession, actor: Actor, now: datetime) -> list[str]:
    """The journals with all approvals that this person can sign at this moment."""
    return await _unrefused(
        session, actor, now, CaseState.APPROVED, policy.against_signing
    )


async def _unrefused(
    session: AsyncSession,
    actor: Actor,
    now: datetime,
    state: CaseState,
    against: Callable[[policy.Case, policy.Somebody, datetime], object],
) -> list[str]:
    if APPROVER not in actor.roles:
        return []
    found = await waiting(session, state)
    cases = [one.case for one in found]
    who = await somebody(session, actor, cases, day_of(now))
    return [
        one.row.correlation_id
        for one, case in zip(found, cases, strict=True)
        if against(case, who, now) is None
    ]


async def version(
    session: AsyncSession, state: VersionState
) -> ApprovalPolicyVersion | None:
    """The one version in that state: the active one, or the one that is proposed."""
    rows = await session.execute(
        select(ApprovalPolicyVersion).where(ApprovalPolicyVersion.state == state.value)
    )
    return rows.scalar_one_or_none()


def versions() -> Select[Any]:
    """All versions there ever were."""
    return select(ApprovalPolicyVersion)


def delegations(today: date | None) -> Select[Any]:
    """Delegations; from a day, those that are in force on it or later."""
    query = select(ApprovalDelegation)
    if today is None:
        return query
    return query.where(
        ApprovalDelegation.to_day >= today, ApprovalDelegation.ended.is_(None)
    )
