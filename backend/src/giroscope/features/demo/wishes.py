"""What demo data is asked for: a preset, or every figure by hand; and what it comes to.

The same wish gives the same bytes whenever it is made, and in another tenant the same
but for the numbers of the company's own accounts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple

from giroscope.kernel.banking_days import Calendar, is_closed
from giroscope.kernel.errors import InvalidInput

MOST_TRANSACTIONS = 250_000
_MOST = {"days": 92, "accounts": 40, "a_day": 5_000, "payments_a_day": 1_000}
_LARGEST_SEED = 1_000_000
_CALENDARS = frozenset({Calendar.DK})


class Preset(StrEnum):
    """Stories that demo data tells."""

    CLEAN_MONTH = "CLEAN_MONTH"
    REJECTS = "REJECTS"
    STATEMENT_GAP = "STATEMENT_GAP"
    BATCH_BOOKINGS = "BATCH_BOOKINGS"
    DUPLICATES = "DUPLICATES"
    ADDRESS_FAILURES = "ADDRESS_FAILURES"
    MULTI_CURRENCY = "MULTI_CURRENCY"
    LARGE = "LARGE"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for."""

    preset: Preset
    seed: int
    start: date
    days: int
    """Calendar days, the first among them."""
    accounts: int
    a_day: int
    """Transactions on each account and banking day."""
    payments_a_day: int
    """Payments in the one payment file of each banking day."""
    currencies: int
    realm: str = ""
    """The tenant it is for; the numbers of the company's own accounts follow from it,
    and nothing else."""

    @property
    def mark(self) -> str:
        """Six signs that tell it from every other wish; the same in each tenant."""
        figures = (
            self.preset.value, self.seed, self.start, self.days, self.accounts,
            self.a_day, self.payments_a_day, self.currencies,
        )  # fmt: skip
        said = ":".join(map(str, figures))
        return sha256(said.encode()).hexdigest()[:6].upper()

    def __post_init__(self) -> None:
        """Refuse what is not possible.

        Raises:
            InvalidInput: A figure is out of its bounds, or all together are too many.
        """
        for name, most in _MOST.items():
            least = 0 if name == "payments_a_day" else 1
            if not least <= getattr(self, name) <= most:
                raise InvalidInput(f"From {least} to {most} are possible", path=name)
        if not 0 <= self.seed <= _LARGEST_SEED:
            raise InvalidInput(f"A seed is at most {_LARGEST_SEED}", path="seed")
        if not 1 <= self.currencies <= len(CURRENCIES):
            raise InvalidInput(
                f"From 1 to {len(CURRENCIES)} are possible", path="currencies"
            )
        if self.accounts * self.a_day * self.days > 2 * MOST_TRANSACTIONS:
            raise InvalidInput(
                f"At most {MOST_TRANSACTIONS:,} transactions are made at once",
                path="a_day",
            )

    def banking_days(self) -> Iterator[date]:
        """The days on which banks book."""
        for offset in range(self.days):
            day = self.start + timedelta(days=offset)
            if not is_closed(day, _CALENDARS):
                yield day


CURRENCIES = ("DKK", "EUR", "SEK", "NOK", "USD", "GBP")

_USUAL = Wish(
    preset=Preset.CLEAN_MONTH, seed=1, start=date(2026, 1, 1), days=30, accounts=3,
    a_day=12, payments_a_day=8, currencies=1,
)  # fmt: skip
_OWN: dict[Preset, dict[str, int]] = {
    # A mid-size company.
    Preset.CLEAN_MONTH: {
        "accounts": 12, "a_day": 78, "payments_a_day": 42, "currencies": 4,
    },
    Preset.MULTI_CURRENCY: {"accounts": 6, "currencies": 6},
    Preset.LARGE: {"accounts": 12, "a_day": 390, "payments_a_day": 100},
}  # fmt: skip


def usual(
    preset: Preset,
    today: date,
    seed: int = 1,
    start: date | None = None,
    figures: Mapping[str, int] = MappingProxyType({}),
) -> Wish:
    """The preset's own figures but for those given; the thirty days until yesterday.

    Raises:
        InvalidInput: A figure is out of its bounds.
    """
    own = (
        {
            name: int(getattr(_USUAL, name))
            for name in ("days", "accounts", "a_day", "payments_a_day", "currencies")
        }
        | _OWN.get(preset, {})
        | dict(figures)
    )
    return Wish(
        preset=preset, seed=seed, start=start or today - timedelta(days=own["days"]),
        days=own["days"], accounts=own["accounts"], a_day=own["a_day"],
        payments_a_day=own["payments_a_day"], currencies=own["currencies"],
    )  # fmt: skip


class Counts(NamedTuple):
    """How much a wish comes to."""

    files: int
    accounts: int
    statements: int
    transactions: int
    payment_files: int
    payments: int
    status_reports: int
