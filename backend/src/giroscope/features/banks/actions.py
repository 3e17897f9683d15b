"""Remembers the accounts that files speak of."""

from sqlalchemy import Connection, insert, select

from bankfiles import Account as FileAccount
from giroscope.features.banks.tables import Account


def normalised(number: str) -> str:
    """The number as accounts are compared: no spaces, capitals."""
    return "".join(number.split()).upper()


def account_of_file(
    connection: Connection, account: FileAccount, currency: str | None
) -> int:
    """The id of the account the file names; made on first sight.

    A file that leaves the currency out means the account's only one, if it
    is known by one; else the account is kept under the unknown currency XXX.
    """
    number = normalised(account.number or "?")
    rows = connection.execute(
        select(Account.id, Account.currency).where(Account.number == number)
    ).all()
    wanted = account.currency or currency
    if wanted is None:
        wanted = rows[0].currency if len(rows) == 1 else "XXX"
    for row in rows:
        if row.currency == wanted:
            return int(row.id)
    new = connection.execute(
        insert(Account)
        .values(
            number=number,
            iban=normalised(account.iban) if account.iban else None,
            name=account.name,
            owner=account.owner,
            currency=wanted,
            servicer=account.servicer,
        )
        .returning(Account.id)
    )
    return int(new.scalar_one())
