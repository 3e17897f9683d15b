"""What a file states and what its payments make; currencies are never mixed."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Context, Decimal
from typing import Any

from bankfiles import FileHeader, Payment
from giroscope.features.payments.checks.case import Block

MOST_BATCHES = 200
_EXACT = Context(prec=120)
_NO_CURRENCY = "XXX"


@dataclass(slots=True)
class Sums:
    """Count and sum, over all and per currency."""

    count: int = 0
    total: Decimal = Decimal(0)
    by_currency: dict[str, tuple[int, Decimal]] = field(default_factory=dict)

    def add(self, payment: Payment) -> None:
        """Take one payment."""
        self.count += 1
        self.total = _EXACT.add(self.total, payment.amount)
        name = payment.currency or _NO_CURRENCY
        count, total = self.by_currency.get(name, (0, Decimal(0)))
        self.by_currency[name] = count + 1, _EXACT.add(total, payment.amount)

    def told(self) -> dict[str, Any]:
        """As the report tells it."""
        return {
            "count": self.count,
            "sum": f"{self.total:f}",
            "currencies": [
                {"currency": name, "count": count, "amount": f"{total:f}"}
                for name, (count, total) in sorted(self.by_currency.items())
            ],
        }


@dataclass(slots=True)
class Totals:
    """The file's, and each batch's."""

    whole: Sums = field(default_factory=Sums)
    batch: Sums = field(default_factory=Sums)
    told: list[dict[str, Any]] = field(default_factory=list)
    batches: int = 0

    def add(self, payment: Payment) -> None:
        """Take one payment of the batch that is open."""
        self.whole.add(payment)
        self.batch.add(payment)

    def close(self, block: Block, release_by: datetime | None) -> None:
        """The batch has ended."""
        self.batches += 1
        batch = block.batch
        if len(self.told) < MOST_BATCHES:
            day = batch.execution_date
            self.told.append(
                {
                    "id": batch.id,
                    "line": batch.line,
                    "stated": {"count": batch.stated_count, "sum": batch.stated_sum},
                    "counted": self.batch.told(),
                    "executionDate": day.isoformat() if day else None,
                    "debtor": batch.debtor.name,
                    "debtorAccount": batch.debtor.account,
                    "bank": block.profile.name if block.profile else None,
                    "kinds": sorted(block.kinds),
                    "releaseBy": release_by.isoformat() if release_by else None,
                }
            )
        self.batch = Sums()

    def report(self, header: FileHeader | None) -> dict[str, Any]:
        """As the report tells it."""
        return {
            "stated": {
                "count": header.stated_count if header else None,
                "sum": header.stated_sum if header else None,
            },
            "counted": self.whole.told(),
            "batches": self.told,
            "batchCount": self.batches,
        }

    def currencies(self) -> Iterator[tuple[str, Decimal]]:
        """The sum of each."""
        for name, (_, total) in sorted(self.whole.by_currency.items()):
            yield name, total
