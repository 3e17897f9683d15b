"""The realm's approval rules and delegations in the graph."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import strawberry
from sqlalchemy import func, select

from giroscope.features.banks import Account, BankConnection, account_names
from giroscope.features.banks.served_accounts import AT_WORK
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.payments.approvals import change_rules, delegate, queries
from giroscope.features.payments.approvals.rules import Rule, Step
from giroscope.features.payments.approvals.tables import (
    ApprovalDelegation,
    ApprovalPolicyVersion,
    VersionState,
)
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Problem,
    Success,
    list_query,
    listed,
    mutation,
    number,
    numbers,
    query,
)
from giroscope.kernel.live_sessions import LiveSessions
from giroscope.kernel.paging import PageRequest

strawberry.enum(VersionState, name="ApprovalVersionState")


@strawberry.type(
    description="All conditions that are set must hold; then all steps are needed. The"
    " amount is the document's sum in one currency."
)
class ApprovalRule:
    """A condition and the approvals it asks for."""

    name: str
    amount_from: Decimal | None
    currency: str | None
    accounts: list[str] = strawberry.field(description="Paid from one of these.")
    new_payee: bool = strawberry.field(
        description="Pays an account that nothing was paid to before."
    )
    changed_payee: bool = strawberry.field(
        description="Pays a known payee on an account that is not known as theirs. Of"
        " such documents, those that no rule with this condition applies to need two"
        " approvals."
    )
    connections: list[strawberry.ID]
    in_order: bool
    steps: list[list[strawberry.ID]] = strawberry.field(
        description="Who may give each approval; nobody named means every approver."
    )
    needs_passkey: bool = strawberry.field(
        description="Whether each approver's and the signer's passkey signs it."
    )
    sign_in_minutes: int | None = strawberry.field(
        description="Who uses no passkey must have signed in within so many minutes."
    )

    @classmethod
    def of(cls, data: dict[str, Any]) -> "ApprovalRule":
        """From its stored form."""
        rule = Rule.of(data)
        return cls(
            name=rule.name,
            amount_from=rule.amount_from,
            currency=rule.currency,
            accounts=list(rule.accounts),
            new_payee=rule.new_payee,
            changed_payee=rule.changed_payee,
            connections=[strawberry.ID(str(one)) for one in rule.connections],
            in_order=rule.is_in_order,
            steps=[[strawberry.ID(p) for p in step.persons] for step in rule.steps],
            needs_passkey=rule.needs_passkey,
            sign_in_minutes=rule.sign_in_minutes,
        )


@strawberry.input(description="A rule as it is to be.")
class ApprovalRuleInput:
    """A rule as it is to be."""

    name: str
    steps: list[list[strawberry.ID]]
    amount_from: Decimal | None = None
    currency: str | None = None
    accounts: list[str] = strawberry.field(default_factory=list)
    new_payee: bool = False
    changed_payee: bool = False
    connections: list[strawberry.ID] = strawberry.field(default_factory=list)
    in_order: bool = False
    needs_passkey: bool = False
    sign_in_minutes: int | None = None

    def rule(self) -> Rule:
        """As the room takes it.

        Raises:
            InvalidInput: A connection is none.
        """
        return Rule(
            name=self.name,
            steps=tuple(Step(tuple(map(str, persons))) for persons in self.steps),
            is_in_order=self.in_order,
            amount_from=self.amount_from,
            currency=self.currency,
            accounts=tuple(self.accounts),
            new_payee=self.new_payee,
            changed_payee=self.changed_payee,
            connections=tuple(numbers(self.connections, "rules.connections") or ()),
            needs_passkey=self.needs_passkey,
            sign_in_minutes=self.sign_in_minutes,
        )


@strawberry.type(
    name="ApprovalPolicyVersion",
    description="A whole set of rules. All that apply to a document must be met; where"
    " none does, one approver who did not hand it in.",
)
class PolicyVersionNode:
    """A whole set of rules, as somebody proposed it."""

    row: strawberry.Private[ApprovalPolicyVersion]
    version: int
    state: VersionState
    rules: list[ApprovalRule]
    note: str | None
    proposed: datetime
    proposed_by: str
    decided: datetime | None
    decided_by: str | None
    reason: str | None
    is_own: bool = strawberry.field(description="Whether the caller proposed it.")

    @classmethod
    def of(cls, row: ApprovalPolicyVersion, caller: str) -> "PolicyVersionNode":
        """From its row."""
        return cls(
            row=row,
            version=row.id,
            state=VersionState(row.state),
            rules=[ApprovalRule.of(rule) for rule in row.rules],
            note=row.note,
            proposed=row.proposed,
            proposed_by=row.proposed_by_name,
            decided=row.decided,
            decided_by=row.decided_by_name,
            reason=row.reason,
            is_own=row.proposed_by == caller,
        )

    @strawberry.field
    async def obstacle(self, info: Info) -> Problem | None:
        """Why the caller cannot confirm or reject it; null where they can."""
        context = info.context
        async with context.reading() as session:
            found = await change_rules.against_deciding(
                session, context.actor, self.row
            )
        return (
            None if found is None else Problem(code=found.code, message=found().message)
        )


@strawberry.type(description="Somebody who approves payments.")
class Approver:
    """Somebody who approves payments."""

    id: strawberry.ID
    name: str
    is_self: bool


@strawberry.type(description="An account that payments can leave from.")
class PayingAccount:
    """An account that payments can leave from."""

    number: str
    name: str | None


@strawberry.type(description="A connection that a rule can name.")
class PayingConnection:
    """A connection that a rule can name."""

    id: strawberry.ID
    name: str


@strawberry.type(description="The rules in force, those proposed, and what rules name.")
class ApprovalPolicies:
    """The rules in force, those proposed, and what rules can name."""

    active: PolicyVersionNode | None
    proposed: PolicyVersionNode | None
    approvers: list[Approver]
    accounts: list[PayingAccount]
    connections: list[PayingConnection]


@strawberry.type(
    name="ApprovalDelegation",
    description="That one approver acts for another on some days.",
)
class DelegationNode:
    """That one approver acts for another on some days."""

    id: strawberry.ID
    from_person: str
    to_person: str
    from_day: date
    to_day: date
    created: datetime
    ended: datetime | None
    is_own: bool = strawberry.field(description="Whether the caller gave it.")

    @classmethod
    def of(cls, row: ApprovalDelegation, caller: str) -> "DelegationNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            from_person=row.from_name,
            to_person=row.to_name,
            from_day=row.from_day,
            to_day=row.to_day,
            created=row.created,
            ended=row.ended,
            is_own=row.from_id == caller,
        )


@strawberry.type
class ApprovalQuery:
    """Questions about the rules of approving."""

    @query("payments.read", "The rules of approving, and what they can name.")
    async def approval_policies(self, info: Info) -> ApprovalPolicies:
        """The rules in force and those proposed."""
        caller = info.context.actor.id
        async with info.context.reading() as session:
            active = await queries.version(session, VersionState.ACTIVE)
            proposed = await queries.version(session, VersionState.PROPOSED)
            people = await queries.approvers(session)
            return ApprovalPolicies(
                active=PolicyVersionNode.of(active, caller) if active else None,
                proposed=PolicyVersionNode.of(proposed, caller) if proposed else None,
                approvers=[
                    Approver(
                        id=strawberry.ID(one.person_id),
                        name=one.name,
                        is_self=one.person_id == caller,
                    )
                    for one in people
                ],
                accounts=await _accounts(session),
                connections=await _connections(session),
            )

    @list_query("payments.read")
    async def approval_policy_versions(
        self, info: Info, request: PageRequest
    ) -> Connection[PolicyVersionNode]:
        """Every version there ever was, the latest first."""
        caller = info.context.actor.id
        return await listed(
            info, queries.versions(), queries.VERSION_ORDER, request,
            lambda row: PolicyVersionNode.of(row, caller),
        )  # fmt: skip

    @list_query("payments.read")
    async def approval_delegations(
        self, info: Info, request: PageRequest, current: bool = True
    ) -> Connection[DelegationNode]:
        """Who acts for whom, the latest first; also what is over, where asked."""
        caller = info.context.actor.id
        today = day_of(info.context.clock()) if current else None
        return await listed(
            info, queries.delegations(today), queries.DELEGATION_ORDER, request,
            lambda row: DelegationNode.of(row, caller),
        )  # fmt: skip


async def _accounts(session: ReadSession) -> list[PayingAccount]:
    """By their nicknames, else as the connection names them."""
    named = account_names()
    rows = await session.execute(
        select(
            ServedAccount.number,
            func.coalesce(
                func.max(Account.nickname), func.max(ServedAccount.name)
            ).label("name"),
        )
        .outerjoin(named, named.c.name == ServedAccount.number)
        .outerjoin(Account, Account.id == named.c.account_id)
        .where(ServedAccount.pays.is_(True))
        .group_by(ServedAccount.number)
        .order_by(ServedAccount.number)
    )
    return [PayingAccount(number=row.number, name=row.name) for row in rows]


async def _connections(session: ReadSession) -> list[PayingConnection]:
    rows = await session.execute(
        select(BankConnection.id, BankConnection.name)
        .where(BankConnection.state.in_([state.value for state in AT_WORK]))
        .order_by(BankConnection.sort_name, BankConnection.id)
    )
    return [PayingConnection(id=strawberry.ID(str(i)), name=name) for i, name in rows]


@strawberry.type
class ApprovalMutation:
    """Changes of rules and delegations. To confirm rules is the journals' room's."""

    @mutation("payments.policies", "Proposes rules; another account manager confirms.")
    async def propose_approval_policies(
        self, info: Info, rules: list[ApprovalRuleInput], note: str | None = None
    ) -> Outcome:
        """Propose."""
        context = info.context
        asked = [rule.rule() for rule in rules]
        async with context.writing() as session:
            version = await change_rules.propose(
                session, context.actor, asked, note, context.clock()
            )
        return Success(id=strawberry.ID(str(version)))

    @mutation("payments.policies", "Refuses rules that another manager proposed.")
    async def reject_approval_policies(
        self, info: Info, version: int, reason: str | None = None
    ) -> Outcome:
        """Refuse."""
        context = info.context
        async with context.writing() as session:
            await change_rules.reject(
                session, context.actor, version, reason, context.clock()
            )
        return Success()

    @mutation("payments.policies", "Asks no longer for one's own proposal.")
    async def withdraw_approval_policies(self, info: Info, version: int) -> Outcome:
        """Withdraw."""
        context = info.context
        async with context.writing() as session:
            await change_rules.withdraw(
                session, context.actor, version, context.clock()
            )
        return Success()

    @mutation("payments.approve", "Lets another approver act in one's own place.")
    async def delegate_approvals(
        self, info: Info, person_id: strawberry.ID, from_day: date, to_day: date
    ) -> Outcome:
        """Delegate."""
        context = info.context
        await context.borrow(LiveSessions).ensure_live(context.actor)
        days = (from_day, to_day)
        async with context.writing() as session:
            made = await delegate.delegate(
                session, context.actor, str(person_id), days, context.clock()
            )
        return Success(id=strawberry.ID(str(made)))

    @mutation("payments.approve", "Acts for oneself again.")
    async def end_approval_delegation(self, info: Info, id: strawberry.ID) -> Outcome:
        """End."""
        context = info.context
        async with context.writing() as session:
            await delegate.end(session, context.actor, number(id), context.clock())
        return Success()
