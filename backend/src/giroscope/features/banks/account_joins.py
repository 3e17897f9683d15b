"""Accounts that a person joins into one, and separates again.

Only names move here. What stands on the accounts moves with whoever hangs it there,
who writes both into the audit trail, last of all.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from bankfiles import Account as FileAccount
from giroscope.features.banks.account_identity import same_account
from giroscope.features.banks.account_names import AccountName, name_of
from giroscope.features.banks.errors import (
    AccountJoined,
    AccountNotJoined,
    JoinHidesCurrency,
    JoinsCurrencies,
    JoinWithItself,
)
from giroscope.features.banks.tables import (
    UNKNOWN_CURRENCY,
    Account,
    AccountAlias,
    AccountJoin,
    Learned,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.errors import NotFound


def join(
    connection: Connection,
    kept_id: int,
    joined_id: int,
    by: Actor,
    *,
    now: datetime | None = None,
) -> int:
    """Make all names of one account names of another; tells the id of the join.

    The joined account stays, marked, so that lists leave it out and `undo_join` can
    bring it back. The kept one takes its IBAN, where it has none.

    Raises:
        NotFound: There is no such account.
        JoinWithItself: Both are the same account.
        AccountJoined: One of them is joined into another already.
        JoinsCurrencies: They have different currencies.
        JoinHidesCurrency: Only the joined one has a currency.
    """
    kept, joined = _locked(connection, kept_id, joined_id)
    _ensure_joinable(kept, joined)
    names = _names(connection, joined_id)
    last = connection.execute(select(func.max(AccountAlias.id))).scalar_one()
    moved = update(AccountAlias).where(AccountAlias.account_id == joined_id)
    connection.execute(moved.values(account_id=kept_id, learned=Learned.JOINED.value))
    _change(connection, joined_id, joined_into=kept_id)
    if kept.iban is None and joined.iban is not None:
        _change(connection, kept_id, iban=joined.iban)
    new = connection.execute(
        insert(AccountJoin)
        .values(
            kept_id=kept_id,
            joined_id=joined_id,
            aliases=[
                {"id": row.id, "currency": row.currency, "learned": row.learned}
                for row in names
            ],
            last_alias_id=last or 0,
            kept_iban=kept.iban,
            joined_at=now or system_clock(),
            joined_by=by.id,
            joined_by_name=by.name,
        )
        .returning(AccountJoin.id)
    )
    return int(new.scalar_one())


def undo_join(
    connection: Connection, joined_id: int, by: Actor, *, now: datetime | None = None
) -> int:
    """Separate an account from the one it was joined into; tells that one's id.

    Each name is again what it was. What was learned meanwhile goes to the account
    it is a name of; where that is not certain it stays with the one that was kept.

    Raises:
        NotFound: There is no such account.
        AccountNotJoined: It is joined into none.
        AccountJoined: The account it was joined into is now joined itself.
    """
    done = connection.execute(
        select(AccountJoin.__table__)
        .where(AccountJoin.joined_id == joined_id, AccountJoin.undone_at.is_(None))
        .with_for_update()
    ).one_or_none()
    if done is None:
        _locked(connection, joined_id)
        raise AccountNotJoined
    kept, joined = _locked(connection, done.kept_id, joined_id)
    if kept.joined_into is not None:
        raise AccountJoined
    _change(connection, joined_id, joined_into=None)
    if done.kept_iban is None and kept.iban == joined.iban:
        _change(connection, kept.id, iban=None)
    _restore(connection, done.aliases, joined_id)
    _hand_over(connection, kept, joined, done.last_alias_id)
    connection.execute(
        update(AccountJoin)
        .where(AccountJoin.id == done.id)
        .values(
            undone_at=now or system_clock(), undone_by=by.id, undone_by_name=by.name
        )
    )
    return int(kept.id)


def kept_accounts(connection: Connection) -> dict[int, int]:
    """The account that each joined one is now, whichever joins lie between."""
    rows = connection.execute(
        select(Account.id, Account.joined_into).where(Account.joined_into.is_not(None))
    )
    into: dict[int, int] = {row.id: row.joined_into for row in rows}
    found = dict(into)
    for account_id in into:
        while found[account_id] in into:
            found[account_id] = into[found[account_id]]
    return found


def named_account(
    connection: Connection, account_id: int, account: FileAccount
) -> int | None:
    """The joined account that would be meant by a file's name if it were separated.

    None where the file means the account itself. Telling costs one query where
    nothing is joined into the account.
    """
    if not _joins_into(connection, account_id):
        return None
    said = name_of(account.number or "", account.servicer)
    names = _names(connection, account_id)
    alias = next((row for row in names if row.name == said.key), None)
    if alias is None:
        return None
    found, kept_id = None, account_id
    while (named := _joined_as(connection, kept_id, alias, names)) is not None:
        found = kept_id = named
    return found


def _joins_into(connection: Connection, kept_id: int) -> Sequence[Row[Any]]:
    return connection.execute(
        select(AccountJoin.__table__)
        .where(AccountJoin.kept_id == kept_id, AccountJoin.undone_at.is_(None))
        .order_by(AccountJoin.id.desc())
    ).all()


def _joined_as(
    connection: Connection, kept_id: int, alias: Row[Any], names: Sequence[Row[Any]]
) -> int | None:
    """The account joined into this one that the name would go to; see `undo_join`."""
    for done in _joins_into(connection, kept_id):
        ids = {name["id"] for name in done.aliases}
        if alias.id in ids:
            return int(done.joined_id)
        if alias.id <= done.last_alias_id:
            continue
        own = [name_of(row.name) for row in names if row.id in ids]
        old = [
            name_of(row.name)
            for row in names
            if row.id <= done.last_alias_id and row.id not in ids
        ]
        name = name_of(alias.name)
        if same_account(name, own) and not same_account(name, old):
            return int(done.joined_id)
    return None


def _locked(connection: Connection, *ids: int) -> list[Row[Any]]:
    """The accounts, in this order, locked in one that nobody else turns around."""
    rows = connection.execute(
        select(Account.__table__)
        .where(Account.id.in_(ids))
        .order_by(Account.id)
        .with_for_update()
    ).all()
    found = {row.id: row for row in rows}
    if len(found) < len(set(ids)):
        raise NotFound("There is no such account")
    return [found[each] for each in ids]


def _ensure_joinable(kept: Row[Any], joined: Row[Any]) -> None:
    if kept.id == joined.id:
        raise JoinWithItself
    if kept.joined_into is not None or joined.joined_into is not None:
        raise AccountJoined
    if joined.currency in {kept.currency, UNKNOWN_CURRENCY}:
        return
    raise JoinHidesCurrency if kept.currency == UNKNOWN_CURRENCY else JoinsCurrencies


def _restore(
    connection: Connection, names: Sequence[dict[str, Any]], account_id: int
) -> None:
    for name in names:
        connection.execute(
            update(AccountAlias)
            .where(AccountAlias.id == name["id"])
            .values(
                account_id=account_id,
                currency=name["currency"],
                learned=name["learned"],
            )
        )


def _hand_over(
    connection: Connection, kept: Row[Any], joined: Row[Any], last_alias_id: int
) -> None:
    """Give back what was learned of the kept account by the joined one's names."""
    own = _said(_names(connection, joined.id), joined)
    others = _names(connection, kept.id)
    old = _said([row for row in others if row.id <= last_alias_id], kept)
    for row in others:
        if row.id <= last_alias_id:
            continue
        name = name_of(row.name)
        if same_account(name, own) and not same_account(name, old):
            one = update(AccountAlias).where(AccountAlias.id == row.id)
            connection.execute(
                one.values(account_id=joined.id, currency=joined.currency)
            )


def _said(names: Sequence[Row[Any]], account: Row[Any]) -> list[AccountName]:
    return [name_of(row.name, account.servicer) for row in names]


def _names(connection: Connection, account_id: int) -> Sequence[Row[Any]]:
    return connection.execute(
        select(AccountAlias.__table__)
        .where(AccountAlias.account_id == account_id)
        .order_by(AccountAlias.id)
    ).all()


def _change(connection: Connection, account_id: int, **values: Any) -> None:
    connection.execute(update(Account).where(Account.id == account_id).values(values))
