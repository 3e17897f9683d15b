"""Which days the books are open for."""

from __future__ import annotations

from datetime import date

from erpsim.refusals import PeriodClosed
from simulating.store import Store


def ensure_open(store: Store, company: str, day: date) -> None:
    """Pass silently, or refuse.

    Raises:
        PeriodClosed: The day lies in a period that is closed.
    """
    row = store.one("SELECT closed_until FROM companies WHERE id = ?", company)
    if row["closed_until"] and day.isoformat() <= row["closed_until"]:
        raise PeriodClosed(f"The books are closed until {row['closed_until']}", "day")
