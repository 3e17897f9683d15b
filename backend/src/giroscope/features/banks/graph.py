"""Bank accounts in the graph."""

from datetime import datetime

import strawberry
from sqlalchemy import select

from giroscope.features.banks import queries
from giroscope.features.banks.account_aliases import OtherName, other_names_by_account
from giroscope.features.banks.tables import Account, AccountJoin, Learned
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


strawberry.enum(Learned, name="NameSource")


@strawberry.type
class AccountOtherName:
    """What an account is called beside the number it is listed by."""

    name: str
    learned: Learned = strawberry.field(description="How the name was learned.")


@strawberry.type
class JoinedAccount:
    """An account that a person has joined into another, and may separate again."""

    id: strawberry.ID
    number: str
    name: str | None
    joined_at: datetime
    joined_by: str


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

    @strawberry.field
    async def other_names(self, info: Info) -> list[AccountOtherName]:
        """Its names beside the number, in order."""
        names = loader(info, "other names", other_names_by_account)
        found: list[OtherName] | None = await names.load(int(self.id))
        return [AccountOtherName(name=n, learned=how) for n, how in found or []]

    @strawberry.field
    async def joined(self, info: Info) -> list[JoinedAccount]:
        """The accounts that were joined into it, the latest first."""
        joins = loader(info, "joined accounts", joined_by_account)
        found: list[JoinedAccount] | None = await joins.load(int(self.id))
        return found or []

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


async def joined_by_account(
    session: ReadSession, ids: list[int]
) -> dict[int, list[JoinedAccount]]:
    """What was joined into accounts, by their ids."""
    rows = await session.execute(
        select(
            AccountJoin.kept_id, AccountJoin.joined_at, AccountJoin.joined_by_name,
            Account.id, Account.number, Account.nickname, Account.name,
        )
        .join(Account, Account.id == AccountJoin.joined_id)
        .where(AccountJoin.kept_id.in_(ids), AccountJoin.undone_at.is_(None))
        .order_by(AccountJoin.id.desc())
    )  # fmt: skip
    found: dict[int, list[JoinedAccount]] = {}
    for row in rows:
        found.setdefault(row.kept_id, []).append(
            JoinedAccount(
                id=strawberry.ID(str(row.id)),
                number=row.number,
                name=row.nickname or row.name,
                joined_at=row.joined_at,
                joined_by=row.joined_by_name,
            )
        )
    return found


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
    async def account(self, info: Info, id: strawberry.ID) -> AccountNode | None:
        """One account."""
        node: AccountNode | None = await loader(info, "account", accounts_by_id).load(
            number(id)
        )
        return node
