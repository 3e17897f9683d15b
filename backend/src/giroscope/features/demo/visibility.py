"""Where demo data is seen: the lists that hold some, and whether a tenant has any."""

from collections.abc import Sequence

from sqlalchemy import select

from giroscope.features.demo.tables import DemoSet, DemoState
from giroscope.kernel.database import Database

_OF_PAYMENTS = ("/", "/upload")
_OF_STATEMENTS = ("/statements", "/journals/statements", "/upload/statement")
_OF_BANK = ("/bank", "/sendings", "/logs")
_OF_BOOKS = (
    "/erp/configuration", "/erp/configuration-validation", "/erp/exchange",
    "/erp/payment-method-mapping",
)  # fmt: skip
_OF_ANY = ("/messages", "/dashboard")


def lists(sets: Sequence[DemoSet]) -> list[str]:
    """The paths of screens on whose lists some of these sets are."""
    found: set[str] = set()
    for one in sets:
        if one.state == DemoState.REMOVED:
            continue
        found.update(_OF_ANY)
        found.update(_OF_PAYMENTS if one.counts["payment_files"] else ())
        found.update(_OF_STATEMENTS if one.counts["statements"] else ())
        found.update(_OF_BANK if one.connection_id is not None else ())
        found.update(_OF_BOOKS if one.erp_version_id is not None else ())
    return sorted(found)


class MadeUp:
    """Tells of a tenant whether it holds demo data; files that leave it say so."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_in(self, realm: str) -> bool:
        """Whether some of what is shown there is made up."""
        query = select(DemoSet.id).where(DemoSet.state != DemoState.REMOVED.value)
        async with self._database.reading(realm) as session:
            return await session.scalar(query.limit(1)) is not None
