"""Whether a file from a bank is for this connection: by the accounts it speaks of."""

import io

from sqlalchemy import Connection, select

import bankfiles
from bankfiles import BankFileError, StatementHeader
from banklink import Fetched
from giroscope.features.banks.account_aliases import every_name
from giroscope.features.banks.account_identity import Verdict, compare
from giroscope.features.banks.account_names import AccountName, name_of
from giroscope.features.banks.tables import ServedAccount

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
    if not named or any(_is_served(name, served) for name in named):
        return None
    shown = ", ".join(sorted(name.text for name in named)[:_SHOWN])
    return f"It is about accounts this connection does not serve: {shown}"


def _is_served(named: AccountName, served: set[AccountName]) -> bool:
    return any(compare(named, name) is Verdict.SAME for name in served)


def _served(connection: Connection, connection_id: int) -> set[AccountName]:
    """The accounts by every name that is known of them."""
    numbers = set(
        connection.execute(
            select(ServedAccount.number).where(
                ServedAccount.connection_id == connection_id
            )
        ).scalars()
    )
    return {name_of(name) for name in every_name(connection, numbers)}


def _accounts(content: bytes) -> set[AccountName]:
    """The accounts a file names; none where it cannot be read, which import tells."""
    found: set[AccountName] = set()
    try:
        for value in bankfiles.read(io.BytesIO(content)):
            if isinstance(value, StatementHeader) and value.account is not None:
                account = value.account
                told = (account.iban, account.other)
                found |= {name_of(one, account.servicer) for one in told if one}
    except BankFileError:
        return set()
    return found
