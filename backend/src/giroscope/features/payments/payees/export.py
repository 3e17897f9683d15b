"""The list of payees as a file."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from giroscope.features.payments.checks.catalogue import RULES
from giroscope.features.payments.export import in_each, in_words
from giroscope.features.payments.payees import queries
from giroscope.features.payments.payees.filter import (
    PayeeFilter,
    address_state,
    order_of,
)
from giroscope.features.payments.payees.policy import bank_name
from giroscope.features.payments.payees.tables import Payee, PayeeAddress, PayeeSum
from giroscope.features.payments.progress import PaymentOutcome
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Cell, Column, Export, Reader, in_portions


class _Line(NamedTuple):
    """A payee with what stands beside it."""

    payee: Payee
    sums: Sequence[PayeeSum]
    addresses: Sequence[PayeeAddress]
    looks_like: Sequence[Payee]


TRUST = {
    "KNOWN": ("Known", "Kendt"),
    "NEW_ACCOUNT": ("New account", "Ny konto"),
    "NEW": ("New", "Ny"),
}
ADDRESSES = {
    "REFUSED": ("Refused", "Afvises"),
    "UPCOMING": ("Refused later", "Afvises senere"),
    "READY": ("No refusal announced", "Ingen afvisning varslet"),
    "NONE": ("No address", "Ingen adresse"),
}


def _sums(outcome: PaymentOutcome) -> Callable[[_Line], Cell]:
    """What became of payments, each amount with its currency."""

    def cell(line: _Line) -> Cell:
        amounts = [
            f"{one.amount:f} {one.currency}"
            for one in line.sums
            if one.outcome == outcome.value
        ]
        return "; ".join(amounts) or None

    return cell


def _address(line: _Line) -> str:
    payee = line.payee
    return address_state(payee.address_due, has_address=payee.has_address).value


def _faults(line: _Line) -> tuple[str, str] | None:
    said = {
        in_words(one.refused_reason): None
        for one in line.addresses
        if one.refused_reason
    }
    titles = {
        RULES[one.fault].title for one in line.addresses if one.fault and one.since
    }
    return in_each([*said, *((one.en, one.da) for one in sorted(titles))])


def _refused_by(line: _Line) -> Cell:
    """The banks, each with the date from which it refuses the address."""
    dates: dict[str, date] = {}
    for one in line.addresses:
        if one.fault and one.since:
            bank = bank_name(one.bank)
            dates[bank] = min(dates.get(bank, one.since), one.since)
    return "; ".join(f"{bank} {day}" for bank, day in dates.items()) or None


def _has_refused(line: _Line) -> Cell:
    """The banks, each with the day of the latest payment that it refused for it."""
    days: dict[str, date] = {}
    for one in line.addresses:
        if one.refused_day:
            bank = bank_name(one.bank)
            days[bank] = max(days.get(bank, one.refused_day), one.refused_day)
    return "; ".join(f"{bank} {day}" for bank, day in days.items()) or None


COLUMNS = (
    Column("name", "Payee", "Betalingsmodtager", lambda r: r.payee.name),
    Column("account", "Account", "Konto",
           lambda r: None if r.payee.name else r.payee.identity.strip()),
    Column("trust", "Trust", "Tillid", lambda r: r.payee.trust, words=TRUST),
    Column("accounts", "Accounts", "Konti", lambda r: r.payee.accounts),
    Column("payments", "Payments", "Betalinger", lambda r: r.payee.payments),
    Column("paid", "Paid", "Betalt", _sums(PaymentOutcome.PAID)),
    Column("inFlight", "In flight", "Undervejs", _sums(PaymentOutcome.IN_FLIGHT)),
    Column("unpaid", "Unpaid", "Ikke betalt", _sums(PaymentOutcome.UNPAID)),
    Column("firstPayment", "First payment", "Første betaling",
           lambda r: r.payee.first_day),
    Column("lastPayment", "Last payment", "Seneste betaling",
           lambda r: r.payee.last_day),
    Column("accountChanged", "Account changed", "Konto ændret",
           lambda r: r.payee.changed_day),
    Column("address", "Address", "Adresse", _address, words=ADDRESSES),
    Column("addressSince", "Refused from", "Afvises fra",
           lambda r: r.payee.address_since),
    Column("refusedBy", "Refused by", "Afvises af", _refused_by),
    Column("refusedPayment", "Payment refused by", "Betaling afvist af", _has_refused),
    Column("faults", "To correct", "Rettes", _faults, is_told=True),
    Column("looksLike", "Looks like", "Ligner",
           lambda r: "; ".join(one.name or "" for one in r.looks_like) or None),
    Column("id", "Id", "Id", lambda r: str(r.payee.id)),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """Payees that fit, in the order of the list."""
    rows = (asked.filter or PayeeFilter()).rows()
    return in_portions(rows, order_of(asked.order), _dressed)


async def _dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Line]:
    ids = [row.id for row in rows]
    sums = await queries.sums(session, ids)
    addresses = await queries.addresses(session, ids)
    alike = await queries.looking_alike(session, ids)
    return [
        _Line(
            row, sums.get(row.id, []), addresses.get(row.id, []), alike.get(row.id, [])
        )
        for row in rows
    ]


EXPORT = Export(("Payees", "Betalingsmodtagere"), COLUMNS, reader)
