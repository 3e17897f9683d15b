"""For how long a bank could be heard: only while it is looked at does its word come."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, select

from giroscope.features.banks import policy
from giroscope.features.banks.tables import BankConnection, BankPause


class Listening(NamedTuple):
    """How a connection's bank is looked at."""

    minutes: int
    hours: policy.Hours
    country: str
    paused: datetime | None

    def heard(self, since: datetime, now: datetime) -> timedelta:
        """For how long of that time what the bank says would have come."""
        until = min(now, self.paused) if self.paused else now
        if self.minutes == 0:
            # Somebody looks by hand, at any hour.
            return max(until - since, timedelta())
        return policy.looked_at(since, until, self.hours, country=self.country)


def listening_of(connection: Connection, ids: Collection[int]) -> dict[int, Listening]:
    """How the banks of these connections are looked at."""
    all_paused = connection.execute(select(BankPause.paused)).scalar()
    rows = connection.execute(
        select(
            BankConnection.id, BankConnection.fetch_minutes, BankConnection.fetch_from,
            BankConnection.fetch_to, BankConnection.fetches_on_weekends,
            BankConnection.country, BankConnection.paused,
        ).where(BankConnection.id.in_(ids))
    )  # fmt: skip
    return {
        row.id: Listening(
            row.fetch_minutes,
            policy.Hours(row.fetch_from, row.fetch_to, row.fetches_on_weekends),
            row.country,
            row.paused or all_paused,
        )
        for row in rows
    }
