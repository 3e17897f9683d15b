"""Asks for the `bill` job when the tenant was not looked at for a while."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Connection, select

from giroscope.features.billing.catalogue import catalogue_of
from giroscope.features.billing.errors import BadCatalogue
from giroscope.features.billing.tables import BillingAccount
from giroscope.kernel.schedule import add_job
from giroscope.settings import Settings

BILL_JOB = "bill"


def due(settings: Settings) -> Callable[[str, Connection, datetime], None]:
    """What a turn of this room does: nothing where nobody is billed."""
    try:
        sells = catalogue_of(settings) is not None
    except BadCatalogue:
        # The job says what is wrong, where people see it.
        sells = True

    def turn(realm: str, connection: Connection, now: datetime) -> None:
        del realm
        look = connection.execute(select(BillingAccount.next_look)).scalar()
        if sells and (look is None or look <= now):
            add_job(connection, BILL_JOB, 0, now)

    return turn
