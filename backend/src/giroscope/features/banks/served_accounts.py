"""Which connection sends from an account, and which accounts a connection serves."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from banklink.protocol import Capability
from giroscope.features.banks.account_aliases import every_name
from giroscope.features.banks.directory import able_to, described
from giroscope.features.banks.tables import (
    BankConnection,
    BankPause,
    ConnectionState,
    ServedAccount,
)

AT_WORK = frozenset(
    {ConnectionState.ACTIVE, ConnectionState.EXPIRING, ConnectionState.RENEWING}
)
"""The states in which a connection has a certificate that works."""


class SendingConnection(NamedTuple):
    """A connection that can send payments from an account."""

    id: int
    name: str
    type: str
    profile: str
    environment: str
    is_paused: bool
    """Whether it, or all banks of the realm, stand still for the moment."""


def sending_connection(
    connection: Connection, account_number: str
) -> SendingConnection | None:
    """The connection that sends pain.001 from this account, if there is one.

    The number is compared by all names of its account.
    """
    wanted = every_name(connection, [account_number])
    found = connection.execute(
        select(
            BankConnection.id,
            BankConnection.name,
            BankConnection.type,
            BankConnection.profile,
            BankConnection.environment,
            BankConnection.paused,
        )
        .join(ServedAccount, ServedAccount.connection_id == BankConnection.id)
        .where(
            ServedAccount.number.in_(wanted),
            ServedAccount.pays.is_(True),
            BankConnection.state.in_([state.value for state in AT_WORK]),
            BankConnection.profile.in_(able_to(Capability.PAYMENT)),
        )
        .order_by(
            # One that moves money goes before one that only tries.
            BankConnection.environment, BankConnection.id
        )
        .limit(1)
    ).one_or_none()  # fmt: skip
    if found is None:
        return None
    return SendingConnection(
        id=found.id,
        name=found.name,
        type=found.type,
        profile=found.profile,
        environment=found.environment,
        is_paused=found.paused is not None or all_paused(connection),
    )


def signatory_of(row: Any) -> str | None:
    """Which number of the agreement names the initiating party in a file, if one."""
    name = described(row.type).signatory
    return None if name is None else row.parameters.get(name)


def all_paused(connection: Connection) -> bool:
    """Whether every connection of the realm stands still."""
    return bool(connection.execute(select(func.count(BankPause.id))).scalar_one())
