"""The names of accounts: who is known by a name, and what else it is called.

Reads and writes rows; what is the same account is decided in `account_identity`.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Select,
    SQLColumnExpression,
    Subquery,
    bindparam,
    exists,
    func,
    or_,
    select,
    union,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from giroscope.features.banks.account_identity import (
    Candidate,
    Verdict,
    compare,
    same_account,
)
from giroscope.features.banks.account_names import AccountName, name_of, normalised
from giroscope.features.banks.tables import Account, AccountAlias, Learned

_ENDING = 2
"""Signs that any two names of one account end with, whatever fills them up."""
_JOINED = aliased(AccountAlias)
_HAS_JOINED = exists().where(
    _JOINED.account_id == Account.id, _JOINED.learned == Learned.JOINED.value
).label("has_joined")  # fmt: skip
# Said once: it is asked for every statement that comes in.
_KNOWN_AS = (
    select(
        AccountAlias.currency.label("name_currency"),
        Account.id,
        Account.currency,
        Account.number,
        Account.iban,
        _HAS_JOINED,
    )
    .join(Account, Account.id == AccountAlias.account_id)
    .where(AccountAlias.name == bindparam("name"))
    .order_by(Account.id)
)


class KnownAs(NamedTuple):
    """An account that is known by a name."""

    candidate: Candidate
    number: str
    iban: str | None
    has_joined: bool
    """Whether a person has joined another into it: its own row stays as it is."""


class OtherName(NamedTuple):
    """A name of an account beside the number it is listed by."""

    name: str
    learned: Learned


def known_as(connection: Connection, said: AccountName) -> list[KnownAs]:
    """The accounts that have this very name, by one indexed query."""
    rows = connection.execute(_KNOWN_AS, {"name": said.key})
    return [_known(row, row.name_currency) for row in rows]


def same_as(connection: Connection, said: AccountName) -> list[KnownAs]:
    """The accounts that the name is another name of."""
    if len(said.number) < _ENDING:
        return []
    accounts: dict[int, tuple[Row[Any], list[AccountName]]] = {}
    for row in connection.execute(_with_ending(said.number[-_ENDING:])):
        names = accounts.setdefault(row.id, (row, []))[1]
        names.append(name_of(row.name, row.servicer))
    return [
        _known(row, row.currency)
        for row, names in accounts.values()
        if same_account(said, names)
    ]


def add_names(
    connection: Connection,
    account_id: int,
    currency: str,
    names: Iterable[tuple[str, Learned]],
) -> None:
    """Call the account so as well, where nothing else is called so in its currency."""
    is_sqlite = connection.dialect.name == "sqlite"
    insert = (sqlite if is_sqlite else postgresql).insert(AccountAlias.__table__)
    rows = [
        {"account_id": account_id, "name": name, "currency": currency, "learned": how}
        for name, how in names
    ]
    connection.execute(
        insert.on_conflict_do_nothing(index_elements=["name", "currency"]), rows
    )


def other_names(connection: Connection, account_id: int) -> list[OtherName]:
    """Every name of the account but the number it is listed by, in order."""
    return _told(connection.execute(_other_names([account_id])).all())


async def other_names_by_account(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[OtherName]]:
    """The same for many accounts, by id."""
    found: dict[int, list[Any]] = {}
    for row in (await session.execute(_other_names(ids))).all():
        found.setdefault(row.account_id, []).append(row)
    return {account_id: _told(rows) for account_id, rows in found.items()}


def every_name(connection: Connection, numbers: Collection[str]) -> set[str]:
    """The numbers, and all names of the accounts that have one of them as a name."""
    wanted = {normalised(number) for number in numbers}
    ids = union(
        select(AccountAlias.account_id).where(AccountAlias.name.in_(wanted)),
        select(Account.id).where(
            or_(Account.number.in_(wanted), Account.iban.in_(wanted))
        ),
    ).subquery()
    rows = connection.execute(_names().where(Account.id.in_(select(ids.c[0]))))
    return wanted | {row.name for row in rows}


def account_names() -> Subquery:
    """Every name of every account, joined ones left out: `account_id` and `name`."""
    own = [
        select(Account.id, column).where(
            column.is_not(None), Account.joined_into.is_(None)
        )
        for column in (Account.number, Account.iban)
    ]
    kept = select(AccountAlias.account_id, AccountAlias.name)
    return union(kept, *own).subquery()


def accounts_called(names: Select[Any]) -> CompoundSelect[Any]:
    """The ids of the accounts that have one of these names, by their indices."""
    return (
        select(AccountAlias.account_id)
        .where(AccountAlias.name.in_(names))
        .union(
            select(Account.id).where(
                Account.number.in_(names), Account.joined_into.is_(None)
            )
        )
    )


def is_called(name: SQLColumnExpression[Any]) -> ColumnElement[bool]:
    """Whether an account of the query around has this name."""
    return or_(
        Account.number == name,
        Account.iban == name,
        exists().where(
            AccountAlias.account_id == Account.id, AccountAlias.name == name
        ),
    )


def could_be_one(connection: Connection, one_id: int, other_id: int) -> bool:
    """Whether no name of one account forbids that it is the other."""
    names: dict[int, list[AccountName]] = {one_id: [], other_id: []}
    for row in connection.execute(_names().where(Account.id.in_(names))):
        names[row.id].append(name_of(row.name, row.servicer))
    return not any(
        compare(one, other) is Verdict.CONTRADICTION
        for one in names[one_id]
        for other in names[other_id]
    )


def learn_payer(connection: Connection, number: str) -> set[int]:
    """The accounts that a payment file names so, none where several may be meant.

    It is a name of theirs from then on.
    """
    said = name_of(number)
    found = same_as(connection, said)
    if len({known.iban or known.number for known in found}) != 1:
        return set()
    for known in found:
        currency = known.candidate.currency
        names = [(said.key, Learned.DERIVED)]
        add_names(connection, known.candidate.id, currency, names)
    return {known.candidate.id for known in found}


def _known(row: Any, name_currency: str) -> KnownAs:
    meant = Candidate(row.id, row.currency, name_currency)
    return KnownAs(meant, row.number, row.iban, bool(row.has_joined))


def _names() -> Select[Any]:
    """Names with their accounts, those in it that only the account's own row tells."""
    own = [
        select(Account.id.label("account_id"), column.label("name")).where(
            column.is_not(None)
        )
        for column in (Account.number, Account.iban)
    ]
    kept = select(AccountAlias.account_id, AccountAlias.name)
    named = union(kept, *own).subquery()
    return select(
        named.c.name, Account.id, Account.currency, Account.number, Account.iban,
        Account.servicer, _HAS_JOINED,
    ).join(Account, Account.id == named.c.account_id)  # fmt: skip


def _with_ending(ending: str) -> Select[Any]:
    """All names of accounts of which one ends so; of joined accounts, none."""
    # A separator may stand between the two, as in 123456-7.
    ends = [f"%{ending}", f"%{ending[0]}_{ending[1]}"]
    named = union(
        select(AccountAlias.account_id).where(
            or_(*(AccountAlias.name.like(each) for each in ends))
        ),
        select(Account.id).where(or_(*(Account.number.like(each) for each in ends))),
    ).subquery()
    return (
        _names()
        .where(Account.id.in_(select(named.c[0])), Account.joined_into.is_(None))
        .order_by(Account.id)
    )


def _other_names(ids: Sequence[int]) -> Select[int, str, str]:
    return (
        select(
            AccountAlias.account_id,
            AccountAlias.name,
            func.min(AccountAlias.learned).label("learned"),
        )
        .join(Account, Account.id == AccountAlias.account_id)
        .where(AccountAlias.account_id.in_(ids), AccountAlias.name != Account.number)
        .group_by(AccountAlias.account_id, AccountAlias.name)
        .order_by(AccountAlias.account_id, AccountAlias.name)
    )


def _told(rows: Sequence[Any]) -> list[OtherName]:
    return [OtherName(row.name, Learned(row.learned)) for row in rows]
