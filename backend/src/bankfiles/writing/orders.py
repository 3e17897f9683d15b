"""A payment order as it is to be written: file, debits of one account, transfers."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from bankfiles.parts import Address, PaymentType


class Version(StrEnum):
    """The versions of pain.001 that are written."""

    V03 = "pain.001.001.03"
    V09 = "pain.001.001.09"


@dataclass(frozen=True, slots=True)
class Initiator:
    """Who hands the file in. An empty string is left out."""

    name: str
    id: str = ""
    """Of the agreement with the bank."""
    scheme: str = ""
    """CUST, or BANK where the bank gave the id."""


@dataclass(frozen=True, slots=True)
class Sender:
    """Whose account is paid from. Without a BIC the bank is told as not provided."""

    name: str
    account: str
    scheme: str = "IBAN"
    """IBAN, or BBAN for a domestic number."""
    currency: str = ""
    bic: str = ""
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who is paid."""

    name: str
    account: str
    scheme: str = "IBAN"
    """IBAN, BBAN for a domestic number, OCR for the creditor number of a slip."""
    bic: str = ""
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """One payment."""

    end_to_end_id: str
    amount: Decimal
    currency: str
    receiver: Receiver
    instruction_id: str = ""
    lines: tuple[str, ...] = ()
    """Free text to the receiver, each line an element of its own."""
    reference: str = ""
    """Structured: a slip's `71/…`, or an RF reference of ISO 11649."""


@dataclass(frozen=True, slots=True)
class Debit:
    """Payments of one kind, from one account, on one day."""

    id: str
    day: date
    sender: Sender
    transfers: tuple[Transfer, ...]
    type: PaymentType = field(default_factory=PaymentType)
    charge_bearer: str = ""
    batch_booking: bool | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A whole file."""

    message_id: str
    created: datetime
    """With its zone."""
    initiator: Initiator
    debits: tuple[Debit, ...]
    version: Version = Version.V09
