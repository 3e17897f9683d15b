"""Whether a file from a bank is for this connection: by the accounts it speaks of."""

import io

from sqlalchemy import Connection, select

import bankfiles
from bankfiles import BankFileError, StatementHeader
from banklink import Fetched
from giroscope.features.banks.tables import Account, ServedAccount

_SHOWN = 3


def stranger_in(
    connection: Connection, connection_id: int, fetched: Fetched
) -> str | None:
    """Why the file is not for this connection; None when it is.

    A connection that was told which accounts it serves takes in no statement that
    speaks only of others, whatever the bank calls the file: that would be another
    customer's, or an account that nobody here has asked for. Without such a list
    everything is taken.
    """
    served = _served(connection, connection_id)
    if not served:
        return None
    named = _accounts(fetched.content)
    if not named or named & served:
        return None
    shown = ", ".join(sorted(named)[:_SHOWN])
    return f"It is about accounts this connection does not serve: {shown}"


def _served(connection: Connection, connection_id: int) -> set[str]:
    """The accounts in every spelling that is known of them."""
    numbers = set(
        connection.execute(
            select(ServedAccount.number).where(
                ServedAccount.connection_id == connection_id
            )
        ).scalars()
    )
    rows = connection.execute(
        select(Account.number, Account.iban).where(
            Account.number.in_(numbers) | Account.iban.in_(numbers)
        )
    )
    return numbers | {one for row in rows for one in row if one}


def _accounts(content: bytes) -> set[str]:
    """The accounts a file names; none where it cannot be read, which import tells."""
    found: set[str] = set()
    try:
        for value in bankfiles.read(io.BytesIO(content)):
            if isinstance(value, StatementHeader) and value.account is not None:
                told = (value.account.iban, value.account.number)
                found |= {"".join(one.split()).upper() for one in told if one}
    except BankFileError:
        return set()
    return found
