"""What is measured of the ledger."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, func, select

from giroscope.features.statements.tables import Transaction
from giroscope.kernel.measures import Family, Measure, Sample

_ENTRIES = Family(
    "giroscope_entries_total", "counter",
    "Entries taken into the ledgers, by the highest number that one was given.",
)  # fmt: skip


def _of_tenant(connection: Connection, _now: datetime) -> Iterator[Sample]:
    # Counting them would read them all.
    yield Sample(_ENTRIES, connection.scalar(select(func.max(Transaction.id))) or 0)


ENTRY_MEASURE = Measure((_ENTRIES,), _of_tenant)
