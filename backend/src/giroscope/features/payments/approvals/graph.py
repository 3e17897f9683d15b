"""Approvals in the graph: how a document stands, and what this person may do."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import strawberry

from giroscope.features.passkeys.graph import ProofNode, proof_of
from giroscope.features.payments.approvals import cases, policy, queries
from giroscope.features.payments.approvals.payees_graph import (
    ApprovalFacts,
    approval_facts,
)
from giroscope.features.payments.approvals.queries import Found
from giroscope.features.payments.approvals.rules import Rule
from giroscope.features.payments.approvals.step_up import Binding
from giroscope.features.payments.approvals.tables import (
    CaseState,
    Expiry,
)
from giroscope.features.payments.behind import Part
from giroscope.features.payments.checks.graph import CheckWords, noted
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import Info, Money, loader

strawberry.enum(
    CaseState, name="ApprovalState",
    description="ANSWERED: a bank spoke of the payments before anybody signed.",
)  # fmt: skip
strawberry.enum(Expiry, name="ApprovalExpiry")
strawberry.enum(Part, name="PartInFile", description="What somebody did for a file.")

_ACTS: dict[str, Callable[..., policy.Refusal | None]] = {
    "APPROVE": policy.against_approving,
    "REJECT": policy.against_rejecting,
    "UNDO": policy.against_undoing,
    "SIGN": policy.against_signing,
    "REOPEN": policy.against_reopening,
}


@strawberry.type(description="An approval that stands.")
class GivenApproval:
    """An approval that stands."""

    person: str
    at: datetime
    reason: str | None
    for_person: str | None = strawberry.field(
        description="In whose place, by a delegation."
    )
    is_own: bool = strawberry.field(description="Whether it is the caller's.")
    proof_id: strawberry.Private[int | None] = None

    @strawberry.field
    async def proof(self, info: Info) -> ProofNode | None:
        """What the person's passkey signed; null without one."""
        return await proof_of(info, self.proof_id)


@strawberry.type(description="One approval that a rule asks for.")
class ApprovalStep:
    """One approval that a rule asks for."""

    persons: list[str] = strawberry.field(
        description="Who may give it; empty means every payment approver."
    )
    given_by: str | None
    for_person: str | None


@strawberry.type(description="A rule that this document has to meet.")
class AppliedRule:
    """A rule that this document has to meet."""

    name: str | None = strawberry.field(
        description="Null for the four eyes that hold where no rule applies, and for"
        " the two approvers that a changed payee account takes by default."
    )
    changed_payee: bool = strawberry.field(
        description="Whether it is about changed payee accounts."
    )
    in_order: bool
    steps: list[ApprovalStep]


@strawberry.type(description="A payment to look at before approving, and why.")
class ApprovalWarning:
    """A payment to look at before approving, and why."""

    payment_id: strawberry.ID
    position: int
    creditor: str | None
    creditor_account: str | None
    amount: Money
    code: str
    value: str | None = strawberry.field(description="What was found in the file.")
    note: CheckWords | None = strawberry.field(description="What it was compared with.")
    journal: strawberry.ID | None = strawberry.field(
        description="An earlier journal that it names."
    )

    @classmethod
    def of(cls, found: queries.Flagged) -> "ApprovalWarning":
        """From what was found."""
        flag, payment = found
        return cls(
            payment_id=strawberry.ID(str(payment.id)),
            position=payment.position,
            creditor=payment.creditor_name,
            creditor_account=payment.creditor_account,
            amount=Money(amount=payment.amount, currency=payment.currency),
            code=flag.code,
            value=flag.value,
            note=noted(flag.note, flag.note_da),
            journal=strawberry.ID(flag.journal) if flag.journal else None,
        )


@strawberry.type(description="Why a payment document is not put up for approval.")
class HeldBack:
    """Why a payment document is not put up for approval."""

    code: str
    message: str


@strawberry.type(description="Why the caller may not do one of the things.")
class ApprovalObstacle:
    """Why the caller may not do one of the things."""

    act: str = strawberry.field(description="APPROVE REJECT UNDO SIGN REOPEN")
    code: str
    message: str


@strawberry.type(
    name="PersonBehindFile",
    description="Somebody who stands behind a payment file: who brought it, or said"
    " where its money comes from or goes. None of them counts as its second person.",
)
class PersonBehindFile:
    """Somebody who stands behind a payment file."""

    part: Part
    person: str
    at: datetime
    is_own: bool = strawberry.field(description="Whether it is the caller.")
    has_account: bool = strawberry.field(
        description="Whether the person is known here; an ERP may name others."
    )


@strawberry.type(description="A payment document that was signed for sending.")
class ReleaseNode:
    """A payment document that was signed for sending."""

    id: strawberry.ID
    signed: datetime
    signed_by: str
    proof_id: strawberry.Private[int | None] = None

    @strawberry.field
    async def proof(self, info: Info) -> ProofNode | None:
        """What the signer's passkey signed; null without one."""
        return await proof_of(info, self.proof_id)


@strawberry.type(
    name="JournalApproval",
    description="How far the journal's payment document is on its way to the bank. An"
    " approval counts for the document of this `sha256` alone.",
)
class ApprovalNode:
    """How far the journal's payment document is on its way to the bank."""

    found: strawberry.Private[Found]
    state: CaseState
    document_id: strawberry.ID
    sha256: str
    connection: str
    opened: datetime
    expires: datetime
    execution_date: date | None
    policy_version: int | None
    given: int
    approvals: list[GivenApproval]
    uploaded_by: list[str]
    behind: list[PersonBehindFile] = strawberry.field(
        description="Everybody who stands behind the file, the uploaders among them."
    )
    rejected_by: str | None
    reason: str | None = strawberry.field(description="Of the rejection.")
    expiry: Expiry | None
    flags: int = strawberry.field(
        description="Payments to look at before approving; with any, a reason is due."
    )
    is_valid: bool = strawberry.field(
        description="Whether the checks of the file let it be sent."
    )
    release: ReleaseNode | None

    @classmethod
    def of(cls, found: Found, caller: str, now: datetime) -> "ApprovalNode":
        """From what was found."""
        row, case = found.row, found.case
        state = policy.state_now(case, now)
        is_rejected = state is CaseState.REJECTED
        return cls(
            found=found,
            state=state,
            document_id=strawberry.ID(str(row.document_id)),
            sha256=row.sha256,
            connection=row.connection_name,
            opened=row.opened,
            expires=row.expires,
            execution_date=row.execution_date,
            policy_version=row.policy_version,
            given=len(found.approvals),
            approvals=[
                GivenApproval(
                    person=one.person_name,
                    at=one.at,
                    reason=one.reason,
                    for_person=one.for_name,
                    is_own=one.person_id == caller,
                    proof_id=one.proof_id,
                )
                for one in found.approvals
            ],
            uploaded_by=list(found.uploaders.values()),
            behind=[
                PersonBehindFile(
                    part=one.part,
                    person=one.name,
                    at=one.at,
                    is_own=one.person_id == caller,
                    has_account=one.is_known,
                )
                for one in found.behind
            ],
            rejected_by=row.decided_by_name if is_rejected else None,
            reason=row.reason if is_rejected else None,
            expiry=policy.expiry(case, now) if state is CaseState.EXPIRED else None,
            flags=found.flags,
            is_valid=case.is_valid,
            release=_release(found),
        )

    @strawberry.field
    def required(self) -> int:
        """How many approvals it needs at least, with those that are given."""
        return len(self.found.approvals) + policy.missing(self.found.case)

    @strawberry.field
    def remaining(self) -> int:
        """How many are missing at least."""
        return policy.missing(self.found.case)

    @strawberry.field
    def needs_passkey(self) -> bool:
        """Whether the rules ask for the passkey of whoever approves or signs."""
        return Binding.of(self.found.rules).needs_passkey

    @strawberry.field
    def sign_in_minutes(self) -> int | None:
        """Who uses no passkey must have signed in within so many minutes."""
        return Binding.of(self.found.rules).sign_in_minutes

    @strawberry.field
    async def awaited(self, info: Info) -> list[str]:
        """Whose approvals are missing, where the rules name one person for each."""
        ids = policy.awaited(self.found.case)
        names = await loader(info, "approver names", queries.names).load_many(ids)
        return [name or one for one, name in zip(ids, names, strict=True)]

    @strawberry.field
    async def rules(self, info: Info) -> list[AppliedRule]:
        """The rules it has to meet, all of them."""
        rules = self.found.rules
        named = {p for rule in rules for step in rule.steps for p in step.persons}
        names = await loader(info, "approver names", queries.names).load_many(
            sorted(named)
        )
        called = dict(zip(sorted(named), names, strict=True))
        return [_applied(rule, self.found, called) for rule in rules]

    @strawberry.field
    async def warnings(self, info: Info) -> list[ApprovalWarning]:
        """The payments to look at first, at most fifty of them."""
        held = loader(info, "flagged payments", queries.flagged)
        found = await held.load(self.found.row.document_id) or []
        return [ApprovalWarning.of(one) for one in found]

    @strawberry.field
    async def facts(self, info: Info) -> ApprovalFacts:
        """Who is paid by it, and from which accounts."""
        return await approval_facts(info, self.found.row.document_id)

    async def _who(self, info: Info) -> policy.Somebody:
        context = info.context

        async def fetch(
            session: ReadSession, found: list[Found]
        ) -> dict[Found, policy.Somebody]:
            cases = [one.case for one in found]
            today = day_of(context.clock())
            who = await queries.somebody(session, context.actor, cases, today)
            return dict.fromkeys(found, who)

        who: policy.Somebody = await loader(info, "approving", fetch).load(self.found)
        return who

    async def _may(self, info: Info, act: str) -> bool:
        who = await self._who(info)
        return _ACTS[act](self.found.case, who, info.context.clock()) is None

    @strawberry.field
    async def can_approve(self, info: Info) -> bool:
        """Whether the caller's approval would bring it further now."""
        return await self._may(info, "APPROVE")

    @strawberry.field
    async def can_reject(self, info: Info) -> bool:
        """Whether the caller may refuse it."""
        return await self._may(info, "REJECT")

    @strawberry.field
    async def can_undo(self, info: Info) -> bool:
        """Whether the caller has a decision here to take back."""
        return await self._may(info, "UNDO")

    @strawberry.field
    async def can_sign(self, info: Info) -> bool:
        """Whether the caller may let it leave."""
        return await self._may(info, "SIGN")

    @strawberry.field
    async def can_reopen(self, info: Info) -> bool:
        """Whether the caller may put it up for approval again."""
        return await self._may(info, "REOPEN")

    @strawberry.field
    async def for_person(self, info: Info) -> str | None:
        """In whose place the caller would approve, where it is not their own."""
        vote = policy.vote_of(self.found.case, await self._who(info))
        if vote is None or vote.for_person is None:
            return None
        names = loader(info, "approver names", queries.names)
        name: str | None = await names.load(vote.for_person)
        return name or vote.for_person

    @strawberry.field
    async def why(self, info: Info) -> list[ApprovalObstacle]:
        """What the caller may not do, and why."""
        who, now = await self._who(info), info.context.clock()
        refusals = {
            act: against(self.found.case, who, now) for act, against in _ACTS.items()
        }
        return [
            ApprovalObstacle(act=act, code=one.code, message=one().message)
            for act, one in refusals.items()
            if one is not None
        ]


def _release(found: Found) -> ReleaseNode | None:
    release = found.release
    if release is None:
        return None
    return ReleaseNode(
        id=strawberry.ID(str(release.id)),
        signed=release.signed,
        signed_by=release.signed_by_name,
        proof_id=release.proof_id,
    )


def _applied(rule: Rule, found: Found, called: dict[str, Any]) -> AppliedRule:
    filled = policy.filled(rule, found.case.votes)
    given = {one.person_id: one for one in found.approvals}
    steps = []
    for place, step in enumerate(rule.steps):
        vote = filled.get(place)
        approval = given.get(vote.person) if vote else None
        steps.append(
            ApprovalStep(
                persons=[called.get(person) or person for person in step.persons],
                given_by=approval.person_name if approval else None,
                for_person=approval.for_name if approval else None,
            )
        )
    return AppliedRule(
        name=rule.name or None,
        changed_payee=rule.changed_payee,
        in_order=rule.is_in_order,
        steps=steps,
    )


async def approval_of(info: Info, correlation_id: str) -> ApprovalNode | None:
    """The approval of a journal's payment document, if it was ever put up for it."""
    found: Found | None = await loader(info, "approvals", queries.of_journals).load(
        correlation_id
    )
    if found is None:
        return None
    context = info.context
    return ApprovalNode.of(found, context.actor.id, context.clock())


async def held_back_of(info: Info, correlation_id: str) -> HeldBack | None:
    """Why nobody is asked to approve the journal's payment document, if it has one."""
    async with info.context.reading() as session:
        found = await session.run_sync(
            lambda own: cases.held_back(own.connection(), correlation_id)
        )
    return None if found is None else HeldBack(code=found.code, message=found.message)
