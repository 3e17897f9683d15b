"""Joining accounts in the graph: which look alike, and who says that they are one."""

from datetime import date
from decimal import Decimal

import strawberry

from giroscope.features.banks.graph import AccountNode, account_node
from giroscope.features.journals import join_accounts
from giroscope.features.statements.look_alike import (
    EqualBalance,
    LookAlike,
    equal_balances,
    look_alikes,
)
from giroscope.kernel.graph import Info, Outcome, Success, mutation, number, query


@strawberry.type(name="EqualBalance")
class EqualBalanceNode:
    """One balance that statements of two accounts tell alike."""

    day: date
    is_opening: bool
    amount: Decimal

    @classmethod
    def of(cls, balance: EqualBalance) -> "EqualBalanceNode":
        """As statements tell it."""
        return cls(
            day=balance.day, is_opening=balance.is_opening, amount=balance.amount
        )


@strawberry.type
class LookAlikeAccounts:
    """Two accounts that may be one under two names; a person says."""

    kept: AccountNode = strawberry.field(description="The one that is better kept.")
    joined: AccountNode = strawberry.field(description="The one to join into it.")
    equal_balances: int = strawberry.field(
        description="So many balances are the same on the same days; none differs."
    )
    first_day: date
    last_day: date
    pair: strawberry.Private[LookAlike]

    @strawberry.field
    async def balances(self, info: Info) -> list[EqualBalanceNode]:
        """The equal balances, the latest first, at most 20."""
        kept_id, joined_id = self.pair.kept_id, self.pair.joined_id
        async with info.context.reading() as session:
            found = await session.run_sync(
                lambda own: equal_balances(own.connection(), kept_id, joined_id)
            )
        return [EqualBalanceNode.of(balance) for balance in found]


@strawberry.type
class JoinQuery:
    """Questions about accounts that may be one."""

    @query(
        "statements.read",
        "Accounts whose balances are the same on the same days, at most 50 pairs.",
    )
    async def look_alike_accounts(self, info: Info) -> list[LookAlikeAccounts]:
        """Pairs that may be one account."""
        async with info.context.reading() as session:
            found = await session.run_sync(lambda own: look_alikes(own.connection()))
        return [await _node(info, pair) for pair in found]


async def _node(info: Info, pair: LookAlike) -> LookAlikeAccounts:
    return LookAlikeAccounts(
        kept=await account_node(info, pair.kept_id),
        joined=await account_node(info, pair.joined_id),
        equal_balances=pair.balances,
        first_day=pair.first,
        last_day=pair.last,
        pair=pair,
    )


@strawberry.type
class JoinMutation:
    """Joining two accounts into one, and separating them."""

    @mutation(
        "accounts.join",
        "Says that two accounts are one; a job moves the statements of the joined one.",
    )
    async def join_accounts(
        self,
        info: Info,
        kept_id: strawberry.ID,
        joined_id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Join."""
        context = info.context
        async with context.writing() as session:
            job_id = await join_accounts.join(
                session, context.actor, number(kept_id), number(joined_id), reason,
                context.clock(),
            )  # fmt: skip
        await context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))

    @mutation(
        "accounts.join",
        "Separates an account from the one it was joined into; a job moves its"
        " statements back.",
    )
    async def separate_accounts(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> Outcome:
        """Separate."""
        context = info.context
        async with context.writing() as session:
            job_id = await join_accounts.separate(
                session, context.actor, number(id), reason, context.clock()
            )
        await context.start_job(job_id)
        return Success(id=strawberry.ID(str(job_id)))
