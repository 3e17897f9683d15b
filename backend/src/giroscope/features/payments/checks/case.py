"""What a layer is given to look at, and how it says what it found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from bankfiles import FileHeader, Payment, PaymentBatch, PaymentType, Severity
from giroscope.features.payments.checks.kinds import Kind, kind_of
from giroscope.features.payments.checks.profiles import (
    Profile,
    profile_of,
    profile_of_connection,
)
from giroscope.features.payments.checks.rules import Words
from giroscope.kernel.clock import day_of


class Hit(NamedTuple):
    """A rule that does not hold, and where."""

    code: str
    path: str
    value: str | None = None
    note: Words | None = None
    """What it was compared with."""
    severity: Severity | None = None
    """Where the case weighs other than the rule usually does."""
    source: str | None = None
    journal: str | None = None
    """The earlier journal that a comparison names."""
    line: int | None = None
    """Where it is not the line of what was looked at."""


class Line(NamedTuple):
    """A payment with its batch and its place."""

    payment: Payment
    batch: "Block"
    number: int
    """Of the payment within its batch, from 1."""
    kind: Kind
    type: PaymentType
    """What holds: the payment's own word before its batch's."""
    bearer: str | None
    creditor_country: str | None

    def at(self, path: str) -> str:
        """A path below this payment."""
        return f"{self.batch.at(f'CdtTrfTxInf[{self.number}]')}/{path}"


@dataclass(slots=True)
class Block:
    """A batch while its payments pass by."""

    batch: PaymentBatch
    profile: Profile | None
    country: str | None
    """Of the bank that pays."""
    kinds: set[Kind] = field(default_factory=set)
    count: int = 0

    def at(self, path: str) -> str:
        """A path below this batch."""
        return f"PmtInf[{self.batch.position}]/{path}"


@dataclass(slots=True)
class Case:
    """One file that is checked, and against which day and agreements."""

    now: datetime
    connections: Mapping[str, str] = field(default_factory=dict)
    """Directory key of the connection that serves an account."""
    cut_offs: Mapping[str, Mapping[Kind, str]] = field(default_factory=dict)
    """Times of the agreement by directory key, where they are known."""
    header: FileHeader | None = None
    block: Block | None = None

    today: date = field(init=False)
    """The day at the bank."""

    def __post_init__(self) -> None:
        self.today = day_of(self.now)

    def open(self, batch: PaymentBatch) -> Block:
        """A batch begins."""
        account = compact(batch.debtor.account)
        iban = account if batch.debtor_named.account == "IBAN" else None
        bic = batch.debtor_named.bic
        key = self.connections.get(account or "")
        profile = profile_of_connection(key) if key else None
        country = country_of(iban, bic) or (
            "DK" if batch.debtor_named.account == "BBAN" else None
        )
        self.block = Block(batch, profile or profile_of(bic, iban), country)
        return self.block

    def line(self, payment: Payment) -> Line:
        """A payment of the batch that was opened last."""
        block = self.block
        if block is None:
            raise RuntimeError("a payment came before its batch")
        block.count += 1
        own, of_batch = payment.type, block.batch.type
        # `PmtTpInf` stands at one of the two levels, whole.
        how = own if any(own) else of_batch
        iban = (
            payment.creditor.account
            if payment.creditor_named.account == "IBAN"
            else None
        )
        address = payment.creditor_address
        country = country_of(iban, payment.creditor_named.bic) or (
            address.country if address else None
        )
        kind = kind_of(
            debtor_country=block.country,
            creditor_country=country,
            currency=payment.currency,
            account_scheme=payment.creditor_named.account,
            service_level=how.service_level,
            local_instrument=how.local_instrument,
        )
        block.kinds.add(kind)
        bearer = payment.charge_bearer or block.batch.charge_bearer
        return Line(payment, block, block.count, kind, how, bearer, country)


def compact(number: str | None) -> str | None:
    """An account number as numbers are compared: no blanks, capitals."""
    return None if number is None else "".join(number.split()).upper()


def country_of(iban: str | None, bic: str | None) -> str | None:
    """The country of an account, by its IBAN before its bank's BIC."""
    if iban is not None:
        return iban[:2].upper()
    return bic[4:6].upper() if bic is not None and len(bic) >= 6 else None
