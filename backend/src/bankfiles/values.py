"""What a bank file says, as frozen values. No reading and no judging here.

Every reader of this package yields these, whatever the format: a camt.053
entry and an MT940 line become the same `Entry`. Values are named tuples
because a file may hold millions of them and tuples are the cheapest frozen
thing Python has.

Conventions:

- An amount is an exact `Decimal`, never negative for entries and details
  (direction says which way), signed for balances (debit negative).
- A date is the bank's calendar date. A date-time with a zone in the file
  becomes the date written there, never one shifted to another zone.
- Text is as the file has it, with outer white space removed. `None` means
  the file does not say; the empty string never occurs.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from bankfiles.parts import (
    Account,
    Address,
    Balance,
    Charge,
    Direction,
    Exchange,
    Finding,
    Money,
    Named,
    Party,
    PaymentType,
)


class Detail(NamedTuple):
    """One transaction inside an entry (camt `TxDtls`, MT940 `:86:`)."""

    line: int | None = None
    amount: Decimal | None = None
    currency: str | None = None
    direction: Direction | None = None
    instructed: Money | None = None
    exchange: Exchange | None = None
    charges: tuple[Charge, ...] = ()
    end_to_end_id: str | None = None
    instruction_id: str | None = None
    payment_information_id: str | None = None
    message_id: str | None = None
    transaction_id: str | None = None
    uetr: str | None = None
    bank_reference: str | None = None
    mandate_id: str | None = None
    counterparty: Party | None = None
    ultimate: str | None = None
    """Name of the ultimate debtor or creditor on the other side."""
    remittance: str | None = None
    """Unstructured remittance text; several lines joined by a line feed."""
    reference: str | None = None
    """Structured creditor reference: FIK card line, RF, QR, OCR."""
    reference_type: str | None = None
    purpose: str | None = None
    bank_transaction_code: str | None = None
    return_reason: str | None = None
    additional_information: str | None = None


class Batch(NamedTuple):
    """What an entry says of the batch it stands for."""

    message_id: str | None = None
    payment_information_id: str | None = None
    count: int | None = None  # type: ignore[assignment]  # hides tuple.count, which nobody asks
    total: Decimal | None = None


class Entry(NamedTuple):
    """One booking on an account."""

    position: int
    """1 for the first entry of its statement."""
    line: int | None
    amount: Decimal
    currency: str | None
    direction: Direction
    status: str | None = None
    """BOOK, PDNG, INFO, FUTR or the bank's own word; None counts as booked."""
    reversal: bool = False
    booking_date: date | None = None
    value_date: date | None = None
    reference: str | None = None
    bank_reference: str | None = None
    bank_transaction_code: str | None = None
    """`Domn-Fmly-SubFmly`, else the proprietary code, else the MT940 type."""
    additional_information: str | None = None
    charges: tuple[Charge, ...] = ()
    batch: Batch | None = None
    details: tuple[Detail, ...] = ()


class PlainEntry(NamedTuple):
    """A common entry, flat: what `Entry` says where there is little to say.

    It has one detail or none, of its own amount, currency and direction, and is
    no reversal. It has no batch, charges or other rare fact than those below;
    what both could say was asked of the entry first.
    """

    position: int
    line: int | None
    amount: Decimal
    currency: str | None
    direction: Direction
    status: str | None
    booking_date: date | None
    value_date: date | None
    entry_reference: str | None
    bank_reference: str | None
    bank_transaction_code: str | None
    additional_information: str | None
    details: int
    """1 or 0; without a detail all that follows is None."""
    amount_is_told: bool
    """Whether the detail tells the amount once more."""
    end_to_end_id: str | None
    instruction_id: str | None
    payment_information_id: str | None
    message_id: str | None
    transaction_id: str | None
    counterparty_name: str | None
    counterparty_account: str | None
    counterparty_agent: str | None
    remittance: str | None
    reference: str | None
    reference_type: str | None
    purpose: str | None
    instructed: Money | None
    exchange: Exchange | None


class FileHeader(NamedTuple):
    """First value of every readable file."""

    format: str
    """`camt.053`, `mt940`, ... as in the published list of formats."""
    version: str | None = None
    """`camt.053.001.08`, with the national suffix where there is one."""
    encoding: str | None = None
    message_id: str | None = None
    created: str | None = None
    """Date-time as written in the file."""
    stated_count: str | None = None
    stated_sum: str | None = None
    initiator: str | None = None
    page: int | None = None
    last_page: bool | None = None
    initiator_id: str | None = None
    initiator_scheme: str | None = None


class StatementHeader(NamedTuple):
    """A statement, report or notification begins. Its entries follow."""

    position: int
    line: int | None
    id: str | None
    sequence: str | None
    """Electronic sequence number, else the legal one; MT940 `:28C:`."""
    account: Account
    created: str | None = None
    from_date: date | None = None
    to_date: date | None = None
    """The period that the file states (`FrToDt`), never one taken from entries or
    balances; MT940 and MT942 state none."""
    copy: str | None = None
    """COPY, CODU or DUPL where the bank marks a repeat."""
    legal_sequence: str | None = None
    """The legal sequence number alone (`LglSeqNb`)."""
    electronic_sequence: str | None = None
    """The electronic sequence number alone (`ElctrncSeqNb`)."""
    page: int | None = None
    """Page of the statement, else of the message; MT940 `:28C:` behind the slash."""
    is_last_page: bool | None = None
    """What the file says with the page. MT940 says it only at its end: a closing
    balance of code ITBD is that of a page which is not the last."""


class StatementEnd(NamedTuple):
    """A statement ends; what was stated and what was found.

    `opening` is the first OPBD, else PRCD, else the first of two ITBD.
    `closing` is the last CLBD, else ITBD. `balanced` is whether opening plus
    booked credits minus booked debits is closing; None where a balance is
    missing. Reversals and pending entries are counted as samples/README says:
    direction decides, status BOOK or none counts as booked.
    """

    currency: str | None
    balances: tuple[Balance, ...]
    opening: Balance | None
    closing: Balance | None
    entries: int
    details: int
    credits: Decimal
    debits: Decimal
    booked_credits: Decimal
    booked_debits: Decimal
    reversals: int
    balanced: bool | None
    digest: str
    """SHA-256 in hex over everything the reader took from the statement."""
    from_date: date | None = None
    to_date: date | None = None
    """The stated period, else first and last booking date."""


class PaymentBatch(NamedTuple):
    """A pain.001 payment information block begins. Its payments follow."""

    position: int
    line: int | None
    id: str | None
    method: str | None
    batch_booking: bool | None
    stated_count: str | None
    stated_sum: str | None
    execution_date: date | None
    debtor: Party
    debtor_currency: str | None = None
    service_level: str | None = None
    charge_bearer: str | None = None
    type: PaymentType = PaymentType()
    debtor_address: Address | None = None
    debtor_named: Named = Named()
    ultimate_debtor: str | None = None


class Payment(NamedTuple):
    """One credit transfer of the payment batch before it."""

    position: int
    """1 for the first payment of the file."""
    line: int | None
    amount: Decimal
    currency: str | None
    end_to_end_id: str | None = None
    instruction_id: str | None = None
    uetr: str | None = None
    equivalent: Money | None = None
    """Amount in another currency to be converted (`EqvtAmt`)."""
    creditor: Party = Party()
    ultimate_creditor: str | None = None
    remittance: str | None = None
    reference: str | None = None
    reference_type: str | None = None
    purpose: str | None = None
    charge_bearer: str | None = None
    address_form: str | None = None
    """`structured`, `hybrid`, `unstructured` or None without address."""
    type: PaymentType = PaymentType()
    """What the payment says itself; what it does not say, its batch says."""
    creditor_address: Address | None = None
    creditor_named: Named = Named()
    ultimate_debtor: str | None = None
    unstructured: tuple[str, ...] = ()
    """The remittance lines as they stand, each an element of its own."""
    instruction: str | None = None
    """What the debtor's bank is told (`InstrForDbtrAgt`)."""


class StatusReason(NamedTuple):
    """Why: an ISO external code or the bank's own, with its words."""

    code: str | None
    text: str | None = None


class GroupStatus(NamedTuple):
    """pain.002 on the whole original file. Always the first status value."""

    original_message_id: str | None
    original_format: str | None
    status: str | None
    reasons: tuple[StatusReason, ...] = ()
    line: int | None = None


class PaymentBatchStatus(NamedTuple):
    """pain.002 on one original payment information block."""

    original_id: str | None
    status: str | None
    reasons: tuple[StatusReason, ...] = ()
    line: int | None = None


class PaymentStatus(NamedTuple):
    """pain.002 on one original payment."""

    original_batch_id: str | None
    original_end_to_end_id: str | None
    original_instruction_id: str | None
    status: str | None
    reasons: tuple[StatusReason, ...] = ()
    status_id: str | None = None
    original_amount: Money | None = None
    line: int | None = None


class Resolution(NamedTuple):
    """camt.029 on the whole request. Always the first of its values."""

    case_id: str | None
    """The request that is answered, by its own id."""
    outcome: str | None
    """How the case ended: CNCL, RJCR, PDCR and others."""
    original_message_id: str | None
    status: str | None
    """Of the whole file: ACCR, RJCR, PDCR, PACR."""
    reasons: tuple[StatusReason, ...] = ()
    line: int | None = None


class ResolvedBatch(NamedTuple):
    """camt.029 on one payment information block."""

    original_id: str | None
    status: str | None
    reasons: tuple[StatusReason, ...] = ()
    original_message_id: str | None = None
    line: int | None = None


class ResolvedPayment(NamedTuple):
    """camt.029 on one payment."""

    original_batch_id: str | None
    original_end_to_end_id: str | None
    original_instruction_id: str | None
    status: str | None
    reasons: tuple[StatusReason, ...] = ()
    original_message_id: str | None = None
    line: int | None = None


Value: TypeAlias = (
    FileHeader
    | StatementHeader
    | Entry
    | StatementEnd
    | PaymentBatch
    | Payment
    | GroupStatus
    | PaymentBatchStatus
    | PaymentStatus
    | Resolution
    | ResolvedBatch
    | ResolvedPayment
    | Finding
)
"""What a reader yields, in the order of the file."""
