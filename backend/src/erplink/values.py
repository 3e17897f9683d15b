"""What is said to and heard from an ERP, whichever it is.

Ids are the ERP's own and kept as they came; amounts are exact and stand beside
their currency; a day is a date without a zone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from localization import Words


class Operation(StrEnum):
    """What a connector may be able to do; a screen offers no other."""

    LIST_COMPANIES = "list_companies"
    LIST_PAYMENT_METHODS = "list_payment_methods"
    LIST_BANK_ACCOUNTS = "list_bank_accounts"
    LIST_PERIODS = "list_periods"
    FETCH_PAYMENTS = "fetch_payments"
    CLAIM = "claim"
    PUSH_STATUS = "push_status"
    PUSH_STATEMENT_LINES = "push_statement_lines"
    FETCH_OPEN_ITEMS = "fetch_open_items"
    """What is owed to and by the company; see `erplink.connectors.OpenItems`."""
    SETTLE = "settle"
    """A line of a statement is assigned to open items, and that is taken back."""
    EXCHANGE_FILES = "exchange_files"
    """Whole payment files are taken and answered; see `erplink.files`."""


class Record(StrEnum):
    """Something of an ERP that its own screens can show; see `erplink.pages`."""

    PAYMENT = "payment"
    STATEMENT = "statement"


class Evidence(StrEnum):
    """What a connector's tests have run against; told on screen."""

    REAL_SERVER = "real_server"
    CONTRACT = "contract"
    """A strict imitation of the vendor's documented interface; never the vendor."""
    EMBEDDED = "embedded"
    """Part of this product."""


class SettingKind(StrEnum):
    """How a setting is asked for and kept."""

    TEXT = "text"
    ADDRESS = "address"
    """An http or https address; looked at by the address rules before use."""
    FOLDER = "folder"
    CHOICE = "choice"
    FLAG = "flag"
    """`true` or `false`."""
    DATE = "date"
    """YYYY-MM-DD, such as the day a secret expires."""
    SECRET = "secret"  # noqa: S105
    """Kept encrypted and never shown again."""


class Section(StrEnum):
    """The part of the configuration a setting belongs to."""

    CONNECTION = "connection"
    COMPANY = "company"
    ACCOUNTS = "accounts"
    POSTING = "posting"
    SCHEDULE = "schedule"
    NOTIFICATIONS = "notifications"


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing a connector has to be told. `name` is stable; values are strings."""

    name: str
    label: Words
    help: Words
    kind: SettingKind = SettingKind.TEXT
    section: Section = Section.CONNECTION
    is_required: bool = True
    default: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """What a connector is, needs and can do; known without any call."""

    kind: str
    """Stable key of the connector: `tryton`, `business-central`, …"""
    name: str
    evidence: Evidence
    operations: frozenset[Operation]
    settings: tuple[Setting, ...]
    pages: Mapping[Record, str] = field(default_factory=dict, hash=False)
    """Where the ERP's own screens show a record: an address with settings' names, and
    `id`, between braces. Those it has no address for are left out."""


@dataclass(frozen=True, slots=True)
class Contact:
    """What a successful test of a connection found."""

    product: str
    version: str
    clock: datetime | None
    """The ERP's own clock, with its zone, where it tells."""
    missing: tuple[str, ...] = ()
    """Modules or extensions that are needed and not installed."""
    secret_expires: date | None = None
    calls_left: int | None = None
    """What is left of the present allowance of calls, where the ERP tells."""


@dataclass(frozen=True, slots=True)
class Company:
    """One set of books."""

    native_id: str
    name: str
    currency: str
    country: str = ""
    registration: str = ""
    """The number it is registered under, such as a CVR number."""


@dataclass(frozen=True, slots=True)
class PaymentMethod:
    """The ERP's own name for a way to pay."""

    native_id: str
    code: str
    name: str
    currency: str = ""
    """The only currency it is for, where it is for one."""
    is_outbound: bool = True
    is_active: bool = True
    bank_account: str = ""
    """Native id of the account it pays from, where it is tied to one."""


@dataclass(frozen=True, slots=True)
class ErpAccount:
    """A bank account of the company, as the ERP has it."""

    native_id: str
    name: str
    currency: str
    iban: str = ""
    number: str = ""
    """The domestic number, where there is no IBAN."""
    bic: str = ""
    statement_journal: str = ""
    """Native id of where its statement lines are written, where there is one."""
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class Period:
    """Days of the books, both ends among them, and whether they are open."""

    name: str
    """The ERP's own; empty where it has none."""
    first: date | None
    """None where it began before everything."""
    last: date | None
    """None where it has no end yet."""
    is_open: bool

    def has(self, day: date) -> bool:
        """Whether the day is one of its days."""
        return (self.first is None or self.first <= day) and (
            self.last is None or day <= self.last
        )


class ReferenceKind(StrEnum):
    """What a payment tells its receiver."""

    FREE = "free"
    RF = "rf"
    """A creditor reference of ISO 11649."""
    OCR = "ocr"
    """The payment id of a Danish giro slip, with its check digit."""


@dataclass(frozen=True, slots=True)
class Creditor:
    """Who is to be paid. An empty string is what the ERP does not know."""

    native_id: str
    name: str
    country: str = ""
    street: str = ""
    building: str = ""
    postcode: str = ""
    town: str = ""
    iban: str = ""
    number: str = ""
    """The domestic account number: registration number and account together."""
    bic: str = ""
    giro_creditor: str = ""
    """The creditor number of a Danish giro slip."""


@dataclass(frozen=True, slots=True)
class ErpUser:
    """Somebody of the ERP, as it names them."""

    name: str
    login: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class OpenPayment:
    """A payment that the ERP wants made."""

    native_id: str
    number: str
    amount: Decimal
    currency: str
    due: date
    method: str
    """Native id of its payment method; empty where the ERP has set none."""
    creditor: Creditor
    reference: str
    reference_kind: ReferenceKind
    raw_sha256: str
    """Of the bytes it was read from, so that a change is seen."""
    account: str = ""
    """Native id of the account to pay from, where the ERP has chosen one."""
    end_to_end_id: str = ""
    invoices: tuple[str, ...] = ()
    slip_type: str = ""
    """The type of a Danish giro slip: 01, 04, 15, 71, 73 or 75."""
    author: ErpUser | None = None
    """Who entered it, where the ERP says."""
    approver: ErpUser | None = None
    """Who approved it there, where the ERP says."""


class Doubt(StrEnum):
    """Why a payment cannot be used."""

    NO_RECORD = "no_record"
    FIELD_GONE = "field_gone"
    """The ERP does not send the field any more."""
    OTHER_KIND = "other_kind"
    """The field is of another kind than promised."""
    MISSING = "missing"
    NOT_POSITIVE = "not_positive"
    SETTLED = "settled"
    """Its invoice was paid another way."""
    NO_INVOICE = "no_invoice"
    NO_SUPPLIER = "no_supplier"
    SEVERAL_ACCOUNTS = "several_accounts"
    """The supplier has more than one that it could be."""
    UNKNOWN_REFERENCE = "unknown_reference"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A payment that the ERP offered and that cannot be used; told, never dropped."""

    native_id: str
    number: str
    field: str
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """Some payments, and where to go on. `cursor` means nothing to the caller."""

    items: tuple[OpenPayment, ...]
    cursor: str | None
    """None after the last page."""
    unreadable: tuple[Unreadable, ...] = ()


class Side(StrEnum):
    """Which way the money of an open item goes."""

    RECEIVABLE = "receivable"
    """It is owed to us: by a customer, or by a supplier's credit note."""
    PAYABLE = "payable"
    """We owe it: to a supplier, or to a customer by a credit note."""


@dataclass(frozen=True, slots=True)
class OpenItem:
    """What is owed and not settled. An empty string is what the ERP does not know."""

    native_id: str
    side: Side
    number: str
    """What people know it by: an invoice's number."""
    amount: Decimal
    """What of it is open; more than nothing."""
    currency: str
    day: date
    due: date | None
    party_id: str
    party: str
    accounts: tuple[str, ...] = ()
    """The party's, as far as the ERP knows them: IBANs, or numbers without signs."""
    references: tuple[str, ...] = ()
    """What the other side may write on its payment: the structured reference, the
    other side's own number."""


@dataclass(frozen=True, slots=True)
class OpenItemPage:
    """Some open items, and where to go on. `cursor` and `mark` mean nothing to others.

    Asked with a mark, only what changed after it is told: what is open in `items`, what
    is not any more in `closed`.
    """

    items: tuple[OpenItem, ...]
    cursor: str | None
    """None after the last page."""
    closed: tuple[str, ...] = ()
    """Native ids."""
    mark: str | None = None
    """On the first page: from where the next reading need only look at changes. None
    where an ERP cannot tell changes."""
    unreadable: tuple[Unreadable, ...] = ()


class ClaimState(StrEnum):
    """What became of a claim."""

    CLAIMED = "claimed"
    ALREADY_OURS = "already_ours"
    TAKEN = "taken"
    """Somebody else has taken it, or it is not open any more."""
    CHANGED = "changed"
    """It is not what was read; read it again."""
    REFUSED = "refused"
    """The ERP does not let it be paid; its message says why."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What became of the claim on one payment."""

    native_id: str
    state: ClaimState
    message: str = ""
    """Why not, where there is more to say: a saying in English, or the ERP's words."""


class PaymentState(StrEnum):
    """What an ERP is told about a payment."""

    SENT = "sent"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    EXECUTED = "executed"
    BOOKED = "booked"
    RETURNED = "returned"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StatusUpdate:
    """What became of one payment. `our_id` is the same however often it is told."""

    our_id: str
    native_id: str
    state: PaymentState
    on: date
    reason_code: str = ""
    reason: str = ""
    bank_reference: str = ""


@dataclass(frozen=True, slots=True)
class StatementLine:
    """One booked entry, positive where money came in."""

    our_id: str
    booked: date
    value_day: date
    amount: Decimal
    text: str
    bank_reference: str = ""
    counterparty: str = ""
    counterparty_account: str = ""
    payment: str = ""
    """Native id of the payment it proves, where one was matched."""


@dataclass(frozen=True, slots=True)
class StatementLines:
    """The lines of one statement of one account, in the account's currency."""

    our_id: str
    account: ErpAccount
    currency: str
    number: str
    day: date
    opening: Decimal
    closing: Decimal
    lines: tuple[StatementLine, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """That a line of a statement settles open items. `our_id` stays the same."""

    our_id: str
    statement: str
    """Native id of the statement that was written with this line."""
    line: StatementLine
    items: tuple[tuple[str, Decimal], ...]
    """Native ids, each with how much of it is settled; what goes the other way than
    the line is deducted. They need not come to the line's amount: what is left over is
    the accountant's."""


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in the ERP after a write; `was_there` if an earlier try did it."""

    native_id: str
    was_there: bool = False


Seen = Mapping[str, str]
"""Native ids of payments, each with the `raw_sha256` it was read with."""


class Way(StrEnum):
    """What one may do with something of an ERP."""

    READ = "read"
    CHANGE = "change"
    CREATE = "create"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Right:
    """Whether the sign-in may do one thing; found out without changing anything.

    `may` is None where the ERP offers no way to ask without doing it.
    """

    resource: str
    """The ERP's own name for it, as its administrator would look for it."""
    way: Way
    may: bool | None
    found: str = ""
    """What the ERP said of it, word for word."""

    @property
    def is_write(self) -> bool:
        """Whether something is written by it."""
        return self.way is not Way.READ
