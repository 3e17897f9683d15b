"""Adds up one statement while its entries pass by, for every format.

Counting follows one rule for all: direction decides, a reversal keeps the
direction it was booked in, and an entry without status counts as booked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from bankfiles._doubts import fits_as_sum
from bankfiles._findings import found
from bankfiles._text import ZERO, add
from bankfiles.parts import Balance, Direction, Finding
from bankfiles.values import Entry, PlainEntry, StatementEnd

CREDIT = Direction.CREDIT
OPENING = ("OPBD", "PRCD")
CLOSING = "CLBD"
INTERIM = "ITBD"


class Totals:
    """Sums, counts and balances of one statement."""

    def __init__(self, line: int | None, path: str) -> None:
        self.line, self.path = line, path
        self.balances: list[Balance] = []
        self.entries = self.details = self.reversals = 0
        self.booked_credits = self.booked_debits = ZERO
        self._other_credits = self._other_debits = ZERO
        self.first: date | None = None
        self.last: date | None = None
        self._latest: date | None = None
        self.stated_opening: Balance | None = None
        self.stated_closing: Balance | None = None
        self.says_which = False
        """Whether the format says which balance opens and which closes."""
        self.currencies: dict[str | None, int] = {}

    def take(self, entry: Entry) -> None:
        """Count one entry."""
        self.details += len(entry.details)
        self.reversals += entry.reversal
        self._add(entry)

    def take_plain(self, entry: PlainEntry) -> None:
        """Count one entry that came plain."""
        self.details += entry.details
        self._add(entry)

    def _add(self, entry: Entry | PlainEntry) -> None:
        amount = entry.amount
        currency = entry.currency
        self.currencies[currency] = self.currencies.get(currency, 0) + 1
        booked = entry.status is None or entry.status == "BOOK"
        if entry.direction is CREDIT:
            if booked:
                self.booked_credits = add(self.booked_credits, amount)
            else:
                self._other_credits = add(self._other_credits, amount)
        elif booked:
            self.booked_debits = add(self.booked_debits, amount)
        else:
            self._other_debits = add(self._other_debits, amount)
        day = entry.booking_date
        # Dates are remembered, so the same day is mostly the same object.
        if day is not None and day is not self._latest:
            self._latest = day
            if self.first is None or day < self.first:
                self.first = day
            if self.last is None or day > self.last:
                self.last = day

    @property
    def credits(self) -> Decimal:
        """All credits, whatever their status."""
        return add(self.booked_credits, self._other_credits)

    @property
    def debits(self) -> Decimal:
        """All debits, whatever their status."""
        return add(self.booked_debits, self._other_debits)

    def opening(self) -> Balance | None:
        """The first OPBD, else PRCD, else the first of several ITBD.

        MT940 says itself which balance opens, so there it is set.
        """
        if self.stated_opening is not None or self.says_which:
            return self.stated_opening
        for code in OPENING:
            for balance in self.balances:
                if balance.code == code:
                    return balance
        interim = [each for each in self.balances if each.code == INTERIM]
        return interim[0] if len(interim) > 1 else None

    def closing(self) -> Balance | None:
        """The last CLBD, else the last ITBD; in MT940 the one that closes."""
        if self.stated_closing is not None or self.says_which:
            return self.stated_closing
        for code in (CLOSING, INTERIM):
            for balance in reversed(self.balances):
                if balance.code == code:
                    return balance
        return None

    def end(
        self,
        digest: str,
        *,
        currency: str | None,
        period: tuple[date | None, date | None],
    ) -> StatementEnd:
        """The statement's end as a value."""
        opening, closing = self.opening(), self.closing()
        return StatementEnd(
            currency=currency or self._currency(),
            balances=tuple(self.balances),
            opening=opening,
            closing=closing,
            entries=self.entries,
            details=self.details,
            credits=self.credits,
            debits=self.debits,
            booked_credits=self.booked_credits,
            booked_debits=self.booked_debits,
            reversals=self.reversals,
            balanced=self._balanced(opening, closing),
            digest=digest,
            from_date=period[0] or self.first,
            to_date=period[1] or self.last,
        )

    def doubts(self, end: StatementEnd) -> Iterator[Finding]:
        """What the statement says that cannot all be true."""
        if end.balanced is False and end.opening and end.closing:
            net = add(end.booked_credits, -end.booked_debits)
            expected = add(end.opening.amount, net)
            yield found(
                "does_not_balance",
                f"The opening balance {end.opening.amount} and the booked entries "
                f"({net}) make {expected}, but the closing balance is "
                f"{end.closing.amount}.",
                self.line,
                self.path,
            )
        if end.currency is None:
            yield found(
                "currency_missing",
                "Neither the account, a balance nor an entry names a currency.",
                self.line,
                self.path,
            )
        yield from self._mixed()
        yield from self._too_long(end)

    def _too_long(self, end: StatementEnd) -> Iterator[Finding]:
        """Sums that have more digits than can be stored, though no amount has."""
        sums = {"credits": end.credits, "debits": end.debits}
        if end.opening is not None:
            net = add(end.booked_credits, -end.booked_debits)
            sums["opening balance and booked entries"] = add(end.opening.amount, net)
        for name, amount in sums.items():
            if not fits_as_sum(amount):
                yield found(
                    "amount_out_of_range",
                    f"The {name} make {amount}, which has more digits than can be "
                    "stored exactly.",
                    self.line,
                    self.path,
                )

    def _mixed(self) -> Iterator[Finding]:
        names = {name for name in self.currencies if name}
        names |= {balance.currency for balance in self.balances if balance.currency}
        if len(names) > 1:
            yield found(
                "currencies_mixed",
                "Balances and entries are in several currencies "
                f"({', '.join(sorted(names))}); their sums mean little.",
                self.line,
                self.path,
            )

    def _currency(self) -> str | None:
        """One that balances or entries name, the most trusted first."""
        stated: Sequence[str | None] = [each.currency for each in self.balances]
        return next((name for name in (*stated, *self.currencies) if name), None)

    def _balanced(
        self, opening: Balance | None, closing: Balance | None
    ) -> bool | None:
        if opening is None or closing is None:
            return None
        moved = add(self.booked_credits, -self.booked_debits)
        return add(opening.amount, moved) == closing.amount
