"""The months of accounts in the graph."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal

import strawberry

from giroscope.features.banks.graph import ORDER, AccountNode
from giroscope.features.banks.queries import accounts
from giroscope.features.journals.lateness import Habit
from giroscope.features.months import actions
from giroscope.features.months.policy import (
    Accepted,
    Day,
    DayMark,
    DayState,
    Month,
    ends_of,
    seen_as,
)
from giroscope.features.months.queries import (
    accepted_of,
    closings_of,
    months_of,
    proposals_of,
)
from giroscope.features.months.rule_graph import problem_of
from giroscope.features.months.tables import MonthClosing, MonthProposal
from giroscope.features.users.hands import hands_of
from giroscope.kernel.access import Actor
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Problem,
    Success,
    list_query,
    mutation,
    number,
    page_of,
    query,
)
from giroscope.kernel.paging import PageRequest

strawberry.enum(DayState, name="StatementDayState")
strawberry.enum(DayMark, name="StatementDayMark")


@strawberry.type
class StatementDay:
    """What an account's statements tell of a day."""

    date: date
    state: DayState
    marks: list[DayMark] = strawberry.field(
        description="What is the matter with its statements, the gravest first."
    )
    entries: int

    @classmethod
    def of(cls, day: Day) -> "StatementDay":
        """From what was judged."""
        return cls(
            date=day.date, state=day.state, marks=list(day.marks), entries=day.entries
        )


@strawberry.type(name="MonthClosing")
class MonthClosingNode:
    """That somebody closed an account's month."""

    closed_at: datetime
    closed_by: str
    proposed_by: str | None = strawberry.field(
        description="Who proposed it, where another person closed it."
    )
    reason: str | None = strawberry.field(
        description="Why, though statements were missing or did not add up."
    )
    closing: Decimal | None = strawberry.field(
        description="The balance that it was closed with."
    )
    is_changed: bool = strawberry.field(
        description="Whether its entries or balance are others since."
    )

    @classmethod
    def of(cls, row: MonthClosing, month: Month) -> "MonthClosingNode":
        """From what was kept, and what the month is now."""
        return cls(
            closed_at=row.closed_at,
            closed_by=row.closed_by_name,
            proposed_by=row.proposed_by_name,
            reason=row.reason,
            closing=row.closing,
            is_changed=row.differs_from(month),
        )


@strawberry.type(name="MonthProposal")
class MonthProposalNode:
    """That somebody asks another to close an account's month, and what they saw."""

    proposed: datetime
    proposed_by: str
    reason: str | None = strawberry.field(
        description="Why, though statements were missing or did not add up."
    )
    entries: int
    unmatched: int
    total: Decimal
    closing: Decimal | None
    is_complete: bool | None
    adds_up: bool | None
    differences: int
    difference: Decimal | None
    is_own: bool = strawberry.field(description="Whether the caller proposed it.")
    obstacle: Problem | None = strawberry.field(
        description="Why the caller cannot confirm or reject it; null where they can."
    )

    @classmethod
    def of(
        cls, row: MonthProposal, actor: Actor, hands: Mapping[str, frozenset[str]]
    ) -> "MonthProposalNode":
        """From what was kept, for somebody."""
        return cls(
            proposed=row.proposed,
            proposed_by=row.proposed_by_name,
            reason=row.reason,
            entries=row.entries,
            unmatched=row.unmatched,
            total=row.total,
            closing=row.closing,
            is_complete=row.is_complete,
            adds_up=row.adds_up,
            differences=row.differences,
            difference=row.difference,
            is_own=row.proposed_by == actor.id,
            obstacle=problem_of(actions.against_deciding(actor, row, hands)),
        )


@strawberry.type
class AccountMonth:
    """An account's month: whether all is here, adds up and is reconciled."""

    account: AccountNode
    currency: str
    days: list[StatementDay]
    is_complete: bool | None = strawberry.field(
        description="Whether all statements are here; null where none can be."
    )
    adds_up: bool | None = strawberry.field(
        description="Whether each statement adds up and opens with the balance of the "
        "one before it; null where a balance is not told."
    )
    entries: int
    unmatched: int = strawberry.field(
        description="Booked entries that are not matched in the list of transactions."
    )
    differences: int = strawberry.field(
        description="Differences that people accepted when they matched its entries."
    )
    difference: Decimal | None = strawberry.field(
        description="What those come to; null without any."
    )
    total: Decimal = strawberry.field(description="What its entries add up to.")
    closing: Decimal | None = strawberry.field(
        description="The balance at its end; null until the last statement is here."
    )
    seen: str = strawberry.field(
        description="What it holds, in short; whoever confirms sends it along."
    )
    proposed: MonthProposalNode | None = strawberry.field(
        description="Null where nobody waits for a second person to close it."
    )
    closed: MonthClosingNode | None = strawberry.field(
        description="Null while it is open."
    )

    @classmethod
    def of(
        cls,
        account: AccountNode,
        month: Month,
        proposed: MonthProposalNode | None,
        closed: MonthClosing | None,
        accepted: Accepted | None,
    ) -> "AccountMonth":
        """From what was judged, and who closed it."""
        return cls(
            account=account,
            currency=account.currency,
            days=[StatementDay.of(day) for day in month.days],
            is_complete=month.is_complete,
            adds_up=month.adds_up,
            entries=month.entries,
            unmatched=month.unmatched,
            total=month.total,
            closing=month.closing,
            differences=accepted.count if accepted else 0,
            difference=accepted.total if accepted else None,
            seen=seen_as(month, accepted),
            proposed=proposed,
            closed=None if closed is None else MonthClosingNode.of(closed, month),
        )


@strawberry.type
class MonthToConfirm:
    """A month that the caller may close, since somebody else has proposed it."""

    month: date
    accounts: int


@strawberry.input(description="An account's month, and what it held as it was seen.")
class SeenMonth:
    """An account's month, and what it held as it was seen."""

    account_id: strawberry.ID
    seen: str


@strawberry.type
class MonthQuery:
    """Questions about months."""

    @query(
        "statements.decide",
        "Months that others propose to close and the caller may confirm, the earliest"
        " first.",
    )
    async def account_months_to_confirm(self, info: Info) -> list[MonthToConfirm]:
        """What waits for this person."""
        actor = info.context.actor
        async with info.context.reading() as session:
            rows = await actions.to_confirm(session, actor)
        months = Counter(row.month for row in rows)
        return [MonthToConfirm(month=each, accounts=n) for each, n in months.items()]

    @list_query("statements.read")
    async def account_months(
        self, info: Info, request: PageRequest, month: date
    ) -> Connection[AccountMonth]:
        """The month that a day lies in, of every account, by number."""
        context = info.context
        first, last = ends_of(month)
        page = await page_of(info, accounts(), ORDER, request)
        ids = [account.id for account in page.rows]
        now, usual = context.clock(), context.borrow(Habit)
        async with context.reading() as session:
            judged = await session.run_sync(
                lambda own: months_of(own, page.rows, first, last, now, usual)
            )
            closed = await session.run_sync(lambda own: closings_of(own, ids, first))
            asked = await session.run_sync(lambda own: proposals_of(own, ids, first))
            accepted = await session.run_sync(
                lambda own: accepted_of(own, ids, first, last)
            )
            people = {context.actor.id, *(row.proposed_by for row in asked.values())}
            hands = await hands_of(session, people)
        proposed = {
            key: MonthProposalNode.of(row, context.actor, hands)
            for key, row in asked.items()
        }
        nodes = [
            AccountMonth.of(
                AccountNode.of(account), one, proposed.get(account.id),
                closed.get(account.id), accepted.get(account.id),
            )
            for account, one in zip(page.rows, judged, strict=True)
        ]  # fmt: skip
        return Connection[AccountMonth].holding(page, nodes)


@strawberry.type
class MonthMutation:
    """Closing months, and opening them again."""

    @mutation(
        "statements.decide",
        "Closes the month that a day lies in, of each of these accounts or of none. A"
        " reason is needed where statements are missing or do not add up. Refused where"
        " two close a month.",
    )
    async def close_months(
        self,
        info: Info,
        account_ids: list[strawberry.ID],
        month: date,
        reason: str = "",
    ) -> Outcome:
        """Close months."""
        context = info.context
        async with context.writing() as session:
            await actions.close_months(
                session, context.actor, [number(each) for each in account_ids], month,
                reason, context.clock(), context.borrow(Habit),
            )  # fmt: skip
        return Success()

    @mutation(
        "statements.decide",
        "Asks another person to close the month that a day lies in, of each of these"
        " accounts or of none. A reason is needed as for closing.",
    )
    async def propose_months(
        self,
        info: Info,
        account_ids: list[strawberry.ID],
        month: date,
        reason: str = "",
    ) -> Outcome:
        """Propose."""
        context = info.context
        async with context.writing() as session:
            await actions.propose_months(
                session, context.actor, [number(each) for each in account_ids], month,
                reason, context.clock(), context.borrow(Habit),
            )  # fmt: skip
        return Success()

    @mutation(
        "statements.decide",
        "Closes months that another person proposed, each as it was seen, or none. A"
        " reason is needed where something is missing that was not when it was"
        " proposed.",
    )
    async def confirm_months(
        self, info: Info, months: list[SeenMonth], month: date, reason: str = ""
    ) -> Outcome:
        """Confirm."""
        context = info.context
        seen = {number(one.account_id): one.seen for one in months}
        async with context.writing() as session:
            await actions.confirm_months(
                session, context.actor, seen, month, reason, context.clock(),
                context.borrow(Habit),
            )  # fmt: skip
        return Success()

    @mutation(
        "statements.decide",
        "Refuses to close an account's month that another person proposed.",
    )
    async def reject_month(
        self, info: Info, account_id: strawberry.ID, month: date, reason: str
    ) -> Outcome:
        """Reject."""
        context = info.context
        async with context.writing() as session:
            await actions.reject_month(
                session, context.actor, number(account_id), month, reason,
                context.clock(),
            )  # fmt: skip
        return Success()

    @mutation("statements.decide", "Asks no longer for one's own proposal of a month.")
    async def withdraw_month(
        self, info: Info, account_id: strawberry.ID, month: date
    ) -> Outcome:
        """Withdraw."""
        context = info.context
        async with context.writing() as session:
            await actions.withdraw_month(
                session, context.actor, number(account_id), month, context.clock()
            )
        return Success()

    @mutation("statements.decide", "Opens an account's month again, with a reason.")
    async def reopen_month(
        self, info: Info, account_id: strawberry.ID, month: date, reason: str
    ) -> Outcome:
        """Open a month."""
        context = info.context
        async with context.writing() as session:
            await actions.reopen_month(
                session, context.actor, number(account_id), month, reason,
                context.clock(),
            )  # fmt: skip
        return Success()
