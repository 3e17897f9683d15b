"""Versions and entries as `relations` and `sameness` take them, without a database."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from giroscope.features.statements.relations import Version
from giroscope.features.statements.sameness import BOOKED, Item
from giroscope.features.statements.tables import Kind, Status
from giroscope.kernel.columns import to_units


def march(number: int) -> date:
    """A day of March."""
    return date(2026, 3, number)


def units(amount: str | None) -> int | None:
    """An amount as the database counts it."""
    return None if amount is None else to_units(Decimal(amount))


def version(
    id: int,
    first: int = 2,
    last: int | None = None,
    opening: str | None = "100.00",
    closing: str | None = "105.00",
    *,
    created: int | None = None,
    **told: Any,
) -> Version:
    """A booked statement of some days of March, created at an hour of the 5th."""
    to_day = march(first if last is None else last)
    at = None if created is None else datetime(2026, 3, 5, created)  # noqa: DTZ001 - files tell no zone
    plain: dict[str, Any] = {
        "document_id": id, "position": 1, "kind": Kind.BOOKED, "format": "camt.053",
        "closing_date": to_day, "bank_id": f"S{id}", "sequence": None, "page": None,
        "currency": "DKK", "digest": f"digest {id}", "entries": 1, "balanced": True,
        "status": Status.CURRENT, "related_id": None,
    }  # fmt: skip
    return Version(
        id=id, first=march(first), last=to_day, opening=units(opening),
        closing=units(closing), created=at, **(plain | told),
    )  # fmt: skip


def item(own_id: int, amount: str = "5.00", day: int = 2, **told: Any) -> Item:
    """A booked entry of a day of March that tells nothing else."""
    moved = units(amount)
    assert moved is not None
    plain: dict[str, Any] = {
        "statement_id": 1, "position": own_id, "line": None, "currency": "DKK",
        "booked": march(day), "valued": march(day), "state": BOOKED, "reversal": False,
        "bank_reference": None, "end_to_end_id": None, "name": None, "account": None,
        "remittance": None, "reference": None, "text": None, "detail_count": 0,
        "entry_key": own_id.to_bytes(16, "big"), "occurrence": 1, "entry_id": None,
        "is_shown": False,
    }  # fmt: skip
    return Item(own_id=own_id, units=moved, day=march(day), **(plain | told))
