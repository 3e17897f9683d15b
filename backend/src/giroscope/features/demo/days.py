"""What happens on each banking day of a wish: what is ordered, answered and booked.

A payment is ordered and answered in the morning and booked the same day, so that every
journal of a clean month ends reconciled; the other presets each break that in one way.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from bankfiles import Address
from giroscope.features.demo.company import Account, Partner, accounts, partners
from giroscope.features.demo.wishes import Counts, Preset, Wish

_REASONS = ("AC04", "AM04", "RC01", "BE04", "AC01")
"""Closed account, no funds, wrong bank, address missing, wrong account."""
_REJECTING = {Preset.REJECTS: _REASONS, Preset.ADDRESS_FAILURES: ("BE04",)}
"""Why the bank refuses some payments of a set, where it refuses any."""
_REJECT_EVERY = 4
_REFUSE_EVERY = 5
"""Banking days from one file that is refused as a whole to the next."""
_TEXTS = ("Faktura", "Kreditnota", "Abonnement", "Husleje", "Levering", "Honorar")
_SMALLEST, _LARGEST = 95_00, 85_000_00
_LARGEST_ORDER = 15_000_00
"""Small enough that what comes in covers what is paid."""


class Ordered(NamedTuple):
    """A payment of the company."""

    id: str
    """End-to-end id."""
    amount: int
    """In minor units of the paying account's currency."""
    partner: Partner
    text: str
    rejected: str = ""
    """The reason, where the bank refuses it."""


class PaymentDay(NamedTuple):
    """A payment file, and what the bank says of it."""

    message_id: str
    account: Account
    payments: tuple[Ordered, ...]
    refused: str = ""
    """The reason, where the bank refuses the whole file."""

    @property
    def booked(self) -> tuple[Ordered, ...]:
        """What the bank carries out."""
        if self.refused:
            return ()
        return tuple(one for one in self.payments if not one.rejected)


class Entry(NamedTuple):
    """One booking; with several payments it is a batch."""

    reference: str
    amount: int
    """Signed, in minor units."""
    partner: Partner
    text: str
    payments: tuple[Ordered, ...] = ()


class StatementDay(NamedTuple):
    """One account's statement of one day."""

    account: Account
    number: int
    opening: int
    entries: tuple[Entry, ...]

    @property
    def closing(self) -> int:
        """What is left in the evening, in minor units."""
        return self.opening + sum(one.amount for one in self.entries)


class BankDay(NamedTuple):
    """Everything of one banking day."""

    day: date
    number: int
    orders: tuple[PaymentDay, ...]
    statements: tuple[StatementDay, ...]


def bank_days(wish: Wish) -> Iterator[BankDay]:
    """The days of a wish, in their order."""
    owned = accounts(wish)
    known = partners(wish.seed)
    days = tuple(wish.banking_days())
    left = {one.iban: one.opening for one in owned}
    for number, day in enumerate(days, start=1):
        orders = tuple(_orders(wish, owned[0], known, number, day))
        made = []
        for place, account in enumerate(owned):
            source = _source(wish, f"account {place}:{day}")
            entries = list(_entries(wish, known, source, place, number))
            if place == 0:
                entries += _booked(wish, orders, number)
            statement = StatementDay(
                account, number, left[account.iban], tuple(entries)
            )
            left[account.iban] = statement.closing
            if not _is_missing(wish, place, number, len(days)):
                made.append(statement)
        yield BankDay(day, number, orders, tuple(made))


def message_name(wish: Wish, day: date) -> str:
    """What a message of that day is called; no other set has one of that name."""
    return f"DEMO-{wish.seed}-{day:%Y%m%d}-{wish.mark}"


def _source(wish: Wish, name: str) -> random.Random:
    return random.Random(f"{wish.seed}:{wish.preset}:{name}")  # noqa: S311 - made up


def _orders(
    wish: Wish, payer: Account, known: tuple[Partner, ...], number: int, day: date
) -> Iterator[PaymentDay]:
    if wish.payments_a_day == 0:
        return
    source, mark = _source(wish, f"orders:{day}"), wish.mark
    payments = []
    for index in range(wish.payments_a_day):
        id_ = f"D{mark}{number:03}{index:04}"
        is_rejected = wish.preset in _REJECTING and index % _REJECT_EVERY == 1
        partner = source.choice(known)
        if wish.preset is Preset.ADDRESS_FAILURES:
            partner = partner._replace(address=_poor(partner.address, index))
        payments.append(
            Ordered(
                id_, source.randrange(_SMALLEST, _LARGEST_ORDER), partner,
                f"{source.choice(_TEXTS)} {source.randrange(10_000, 99_999)}",
                source.choice(_REJECTING[wish.preset]) if is_rejected else "",
            )
        )  # fmt: skip
    is_refused = wish.preset is Preset.REJECTS and number % _REFUSE_EVERY == 0
    order = PaymentDay(
        message_name(wish, day), payer, tuple(payments),
        "AM05" if is_refused else "",
    )  # fmt: skip
    yield order
    if wish.preset is Preset.DUPLICATES and number == 2:
        # The same bills in a file of another name, as an ERP that exports twice.
        yield order._replace(message_id=f"{order.message_id}-B", refused="AM05")


def _poor(address: Address, index: int) -> Address:
    """An address that is refused since the structured ones are due."""
    line = f"{address.street} {address.building}, {address.post_code} {address.town}"
    return Address(country="DK", lines=(line,)) if index % 2 else Address()


def _entries(
    wish: Wish,
    known: tuple[Partner, ...],
    source: random.Random,
    place: int,
    number: int,
) -> Iterator[Entry]:
    mark = wish.mark
    for index in range(wish.a_day):
        amount = source.randrange(_SMALLEST, _LARGEST)
        yield Entry(
            f"D{mark}{place:02}{number:03}{index:05}",
            amount if source.random() < _INCOMING else -amount,
            source.choice(known),
            f"{source.choice(_TEXTS)} {source.randrange(10_000, 99_999)}",
        )


_INCOMING = 0.55


def _booked(wish: Wish, orders: tuple[PaymentDay, ...], number: int) -> Iterator[Entry]:
    """The debits of what was ordered: one each, or one for all of a file."""
    for file, order in enumerate(orders):
        done = order.booked
        mark = f"P{wish.mark}{number:03}{file:02}"
        if wish.preset is Preset.BATCH_BOOKINGS and done:
            total = -sum(one.amount for one in done)
            yield Entry(mark, total, done[0].partner, "Samlet betaling", done)
            continue
        for index, one in enumerate(done):
            reference = f"{mark}{index:04}"
            yield Entry(reference, -one.amount, one.partner, one.text, (one,))


def _is_missing(wish: Wish, place: int, number: int, days: int) -> bool:
    """Whether the bank never sent this statement."""
    is_gap = wish.preset is Preset.STATEMENT_GAP
    return is_gap and place == 0 and number == (days + 1) // 2


def counted(wish: Wish) -> Counts:
    """How much a wish comes to, exactly; nothing is written for it."""
    statements = transactions = orders = payments = answers = files = 0
    for day in bank_days(wish):
        statements += len(day.statements)
        transactions += sum(len(one.entries) for one in day.statements)
        orders += len(day.orders)
        payments += sum(len(one.payments) for one in day.orders)
        answers += len(day.orders)
        files += 2 * len(day.orders) + bool(day.statements)
    return Counts(
        files, wish.accounts, statements, transactions, orders, payments, answers
    )
