"""What the values of a bank file are made of: amounts, parties, accounts, findings.

They have the form and follow the conventions of `values`, which builds on them.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad a finding is. Only `ERROR` makes a file unfit for import."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Finding(NamedTuple):
    """One thing about the file that a person should know."""

    severity: Severity
    code: str
    """Stable name, such as `sum_differs`; the same defect has the same code."""
    message: str
    """What is wrong and what it means, in one English sentence."""
    line: int | None = None
    path: str | None = None
    """Element path or tag, such as `Stmt[1]/Ntry[3]/Amt` or `:61:`."""


class Direction(StrEnum):
    """Which way an amount moved the balance: as booked, also for reversals."""

    CREDIT = "CRDT"
    DEBIT = "DBIT"


class Account(NamedTuple):
    """An account as the file names it."""

    iban: str | None = None
    other: str | None = None
    currency: str | None = None
    name: str | None = None
    owner: str | None = None
    servicer: str | None = None
    """BIC of the bank that keeps the account, or its clearing number."""

    @property
    def number(self) -> str | None:
        """The IBAN, or else the other number."""
        return self.iban or self.other


class Balance(NamedTuple):
    """A balance the bank states. `code` is OPBD, CLBD, PRCD, ITBD, CLAV, ..."""

    code: str
    amount: Decimal
    currency: str | None
    date: date | None


class Money(NamedTuple):
    """An exact amount with its currency."""

    amount: Decimal
    currency: str


class Exchange(NamedTuple):
    """A currency exchange. The rate is per `unit` of the unit currency (1 or 100)."""

    source: str | None
    target: str | None
    rate: Decimal | None
    unit: Decimal | None = None


class Charge(NamedTuple):
    """A charge the bank states. `included` tells whether the amount holds it."""

    amount: Decimal
    currency: str | None
    direction: Direction | None
    included: bool | None
    kind: str | None = None


class Address(NamedTuple):
    """A postal address: fields of their own, free lines, or both."""

    street: str | None = None
    building: str | None = None
    post_code: str | None = None
    town: str | None = None
    country: str | None = None
    lines: tuple[str, ...] = ()

    @property
    def form(self) -> str | None:
        """`structured`, `hybrid` or `unstructured`; None without any address.

        A town with free lines is hybrid. A lone country is no address yet.
        """
        if self.town:
            return "hybrid" if self.lines else "structured"
        if self.lines:
            return "unstructured"
        return "structured" if self.street or self.post_code else None


class PaymentType(NamedTuple):
    """How a payment is to be carried out (`PmtTpInf`)."""

    priority: str | None = None
    service_level: str | None = None
    local_instrument: str | None = None
    category_purpose: str | None = None


class Named(NamedTuple):
    """Which kinds of identifier name an account and its bank."""

    account: str | None = None
    """`IBAN`, or the scheme of another number: `BBAN`, `OCR`, `BGNR`, ...; None
    where the file does not say."""
    bic: str | None = None
    clearing: str | None = None
    """Member id in a clearing system, such as a registration number."""
    clearing_system: str | None = None


class Party(NamedTuple):
    """A person, firm or bank on the other side."""

    name: str | None = None
    account: str | None = None
    agent: str | None = None
    """BIC or clearing number of the party's bank."""
