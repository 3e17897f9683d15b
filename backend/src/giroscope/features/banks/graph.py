"""Bank accounts in the graph."""

import strawberry
from sqlalchemy import select

from giroscope.features.banks import queries
from giroscope.features.banks.tables import Account
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    Info,
    list_query,
    listed,
    loader,
    number,
    query,
)
from giroscope.kernel.paging import Order, PageRequest

ORDER = Order("number", Account.number, Account.id, is_descending=False)


@strawberry.type(name="Account")
class AccountNode:
    """A bank account in one currency."""

    id: strawberry.ID
    number: str
    iban: str | None
    name: str | None = strawberry.field(description="What the bank calls it.")
    nickname: str | None = strawberry.field(
        description="What people of the realm call it."
    )
    owner: str | None
    currency: str
    servicer: str | None

    @classmethod
    def of(cls, row: Account) -> "AccountNode":
        """From its row."""
        return cls(
            id=strawberry.ID(str(row.id)),
            number=row.number,
            iban=row.iban,
            name=row.name,
            nickname=row.nickname,
            owner=row.owner,
            currency=row.currency,
            servicer=row.servicer,
        )


@strawberry.type
class Counterparty:
    """The person, firm or bank on the other side."""

    name: str | None
    account: str | None
    agent: str | None


async def accounts_by_id(
    session: ReadSession, ids: list[int]
) -> dict[int, AccountNode]:
    """Accounts by id."""
    rows = await session.execute(select(Account).where(Account.id.in_(ids)))
    return {row.id: AccountNode.of(row) for row in rows.scalars()}


async def account_node(info: Info, account_id: int) -> AccountNode:
    """The account of a row, loaded together with its neighbours'."""
    node: AccountNode = await loader(info, "account", accounts_by_id).load(account_id)
    return node


@strawberry.type
class BankQuery:
    """Questions about banks."""

    @list_query("banks.read")
    async def accounts(
        self, info: Info, request: PageRequest
    ) -> Connection[AccountNode]:
        """All accounts, by number."""
        return await listed(info, queries.accounts(), ORDER, request, AccountNode.of)

    @query("banks.read")
    async def account(self, info: Info, id: strawberry.ID) -> AccountNode | None:  # noqa: A002
        """One account."""
        node: AccountNode | None = await loader(info, "account", accounts_by_id).load(
            number(id)
        )
        return node
