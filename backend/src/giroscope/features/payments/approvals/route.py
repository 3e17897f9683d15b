"""By which connection a payment document would leave, or why by none."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from giroscope.features.banks import normalised, sending_connection
from giroscope.features.payments.approvals import errors
from giroscope.features.payments.tables import PaymentBatch


@dataclass(frozen=True, slots=True)
class Route:
    """The connection, and the accounts that are paid from."""

    connection_id: int
    connection_name: str
    accounts: frozenset[str]


def route_of(connection: Connection, document_id: int) -> Route:
    """The one connection that serves all accounts the document pays from.

    Raises:
        NoConnection: An account has none that sends.
        SeveralConnections: Not all have the same.
    """
    named = connection.execute(
        select(PaymentBatch.debtor_account)
        .where(PaymentBatch.document_id == document_id)
        .distinct()
    ).scalars()
    accounts = frozenset(normalised(number or "") for number in named)
    served = {number: sending_connection(connection, number) for number in accounts}
    found = {one.id: one for one in served.values() if one is not None}
    if not served or None in served.values():
        raise errors.NoConnection
    if len(found) > 1:
        raise errors.SeveralConnections
    (one,) = found.values()
    return Route(one.id, one.name, accounts)
