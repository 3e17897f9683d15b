"""The lists of transactions and statements as files."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import select

from giroscope.features.banks import Account
from giroscope.features.rules import by_rule
from giroscope.features.statements import search
from giroscope.features.statements.graph.asked import (
    ReconciliationState,
    StatementFilter,
    StatementOrder,
    TransactionFilter,
    TransactionOrder,
)
from giroscope.features.statements.graph.entry_matches import MatchDifference
from giroscope.features.statements.graph.transactions import (
    TransactionNode,
    nodes_in,
)
from giroscope.features.statements.tables import Statement
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import (
    Asked,
    Cell,
    Column,
    Export,
    Reader,
    in_portions,
    page_by_page,
)
from giroscope.kernel.paging import PageRequest


class _Entry(NamedTuple):
    """A transaction as it is shown, and its amount with its sign."""

    shown: TransactionNode
    row: Any


def _shown(path: str) -> Callable[[_Entry], Cell]:
    read: Callable[[TransactionNode], Cell] = attrgetter(path)
    return lambda entry: read(entry.shown)


def _statement(entry: _Entry) -> str | None:
    return entry.shown.statement.sequence or entry.shown.statement.bank_id


def _is_matched(entry: _Entry) -> bool:
    return entry.shown.reconciliation.state is ReconciliationState.MATCHED


def _of_difference(path: str) -> Callable[[_Entry], Cell]:
    """Of what a match left over, where it did."""
    read: Callable[[MatchDifference], Cell] = attrgetter(path)

    def cell(entry: _Entry) -> Cell:
        match = entry.shown.reconciliation.match
        return read(match.difference) if match and match.difference else None

    return cell


def _state(entry: _Entry) -> str:
    return "REPLACED" if entry.shown.replaced else entry.shown.state.value


STATES = {
    "BOOKED": ("Booked", "Bogført"),
    "PENDING": ("Pending", "Afventer"),
    "INFORMATION": ("Information", "Til orientering"),
    "REPLACED": ("Replaced", "Erstattet"),
}
TOLD = {
    "DUE": ("The ERP is being told", "ERP-systemet får besked"),
    "ASKED": ("The ERP is being told", "ERP-systemet får besked"),
    "TOLD": ("The ERP has been told", "ERP-systemet har fået besked"),
    "FAILED": ("The ERP does not take it", "ERP-systemet tager ikke imod det"),
    "UNTOLD": ("The ERP is not told", "ERP-systemet får ikke besked"),
    "WITHDRAWN": ("The ERP knows of the undoing", "ERP-systemet kender ophævelsen"),
}
REASONS = {
    "CHARGE": ("Bank charge", "Bankgebyr"),
    "EXCHANGE": ("Exchange difference", "Kursdifference"),
    "ROUNDING": ("Rounding", "Afrunding"),
    "OTHER": ("Other", "Andet"),
}
TRANSACTION_COLUMNS = (
    Column("bookingDate", "Booking date", "Bogføringsdato", _shown("booking_date")),
    Column("valueDate", "Value date", "Valørdato", _shown("value_date")),
    Column("account", "Account", "Konto", _shown("account.number")),
    Column("accountName", "Account name", "Kontonavn", _shown("account.name")),
    Column("counterparty", "Counterparty", "Modpart", _shown("counterparty.name")),
    Column("counterpartyAccount", "Counterparty's account", "Modparts konto",
           _shown("counterparty.account")),
    Column("counterpartyAgent", "Counterparty's bank", "Modparts bank",
           _shown("counterparty.agent")),
    Column("remittance", "Remittance text", "Meddelelse", _shown("remittance")),
    Column("reference", "Reference", "Reference", _shown("reference")),
    Column("endToEndId", "End-to-end id", "End-to-end-id", _shown("end_to_end_id")),
    Column("bankReference", "Bank reference", "Bankens reference",
           _shown("bank_reference")),
    Column("bankTransactionCode", "Bank transaction code", "Banktransaktionskode",
           _shown("bank_transaction_code")),
    Column("amount", "Amount", "Beløb", lambda e: e.row.amount, beside="currency"),
    Column("currency", "Currency", "Valuta", _shown("amount.currency")),
    Column("runningBalance", "Running balance", "Løbende saldo",
           _shown("running_balance"), beside="currency"),
    Column("state", "State", "Tilstand", _state, words=STATES),
    Column("reversal", "Reversal", "Tilbageførsel", _shown("reversal")),
    Column("batchCount", "Payments in the batch", "Poster i samleposten",
           _shown("batch_count")),
    Column("statement", "Statement", "Kontoudtog", _statement),
    Column("reconciled", "Reconciled", "Matchet", _is_matched),
    Column("matchedBy", "Matched by", "Matchet af",
           lambda e: e.shown.reconciliation.match.matched_by
           if e.shown.reconciliation.match else None),
    Column("difference", "Difference", "Difference", _of_difference("amount.amount"),
           beside="currency"),
    Column("differenceReason", "Reason for difference", "Årsag til difference",
           _of_difference("reason.value"), words=REASONS),
    Column("erpState", "Told to the ERP", "Meddelt ERP-systemet",
           lambda e: e.shown.reconciliation.match.erp_state
           if e.shown.reconciliation.match else None, words=TOLD),
    Column("differenceNote", "Note on difference", "Note til difference",
           _of_difference("note")),
    Column("postingAccount", "Proposed account", "Foreslået konto",
           lambda e: e.shown.posting.account if e.shown.posting else None),
    Column("postingText", "Proposed text", "Foreslået tekst",
           lambda e: e.shown.posting.text if e.shown.posting else None),
    Column("labels", "Labels", "Mærker",
           lambda e: ", ".join(label.name for label in e.shown.labelled)),
    Column("labelledBy", "Labelled by rule", "Mærket af regel",
           lambda e: by_rule(e.shown.labelled)),
    Column("correlationId", "Correlation id", "Korrelations-id",
           _shown("reconciliation.correlation_id")),
    Column("additionalInformation", "Additional information",
           "Yderligere oplysninger", _shown("additional_information")),
    Column("id", "Id", "Id", _shown("id")),
)  # fmt: skip


def transactions(asked: Asked) -> Reader:
    """Entries that fit, found as the list finds them."""
    wanted = (asked.filter or TransactionFilter()).wanted()
    order = TransactionOrder.of(asked.order, is_replaced=wanted.is_replaced)

    async def fetch(session: ReadSession, request: PageRequest) -> list[Any]:
        return (await search.find(session, wanted, order, request)).rows

    return page_by_page(fetch, order, dressed)


async def dressed(session: ReadSession, rows: list[Any]) -> Sequence[_Entry]:
    """The entries as the list shows them."""
    nodes = await nodes_in(session, rows)
    return [_Entry(node, row) for node, row in zip(nodes, rows, strict=True)]


class _Stated(NamedTuple):
    """A statement and its account."""

    row: Statement
    account: Account


def _own(name: str) -> Callable[[_Stated], Cell]:
    return lambda line: getattr(line.row, name)


def _currency(line: _Stated) -> str:
    return line.row.currency or line.account.currency


STATEMENT_COLUMNS = (
    Column("account", "Account", "Konto", lambda r: r.account.number),
    Column("accountName", "Account name", "Kontonavn", lambda r: r.account.name),
    Column("format", "Format", "Format", _own("format")),
    Column("sequence", "Statement no.", "Kontoudtogsnr.", _own("sequence")),
    Column("bankId", "Bank's id", "Bankens id", _own("bank_id")),
    Column("fromDate", "From", "Fra", _own("from_date")),
    Column("toDate", "To", "Til", _own("to_date")),
    Column("opening", "Opening balance", "Primosaldo", _own("opening"),
           beside="currency"),
    Column("incoming", "In", "Ind", _own("incoming"), beside="currency"),
    Column("outgoing", "Out", "Ud", _own("outgoing"), beside="currency"),
    Column("closing", "Closing balance", "Ultimosaldo", _own("closing"),
           beside="currency"),
    Column("currency", "Currency", "Valuta", _currency),
    Column("entries", "Entries", "Posteringer", _own("entries")),
    Column("balanced", "Adds up", "Stemmer", _own("balanced")),
    Column("correlationId", "Correlation id", "Korrelations-id",
           _own("correlation_id")),
    Column("id", "Id", "Id", lambda r: str(r.row.id)),
)  # fmt: skip


def statements(asked: Asked) -> Reader:
    """Statements that fit, in the order of the list."""
    query = (asked.filter or StatementFilter()).rows()
    return in_portions(query, StatementOrder.of(asked.order), _with_accounts)


async def _with_accounts(session: ReadSession, rows: list[Any]) -> Sequence[_Stated]:
    wanted = {row.account_id for row in rows}
    found = await session.execute(select(Account).where(Account.id.in_(wanted)))
    accounts = {row.id: row for row in found.scalars()}
    return [_Stated(row, accounts[row.account_id]) for row in rows]


TRANSACTIONS = Export(
    ("Transactions", "Posteringer"), TRANSACTION_COLUMNS, transactions
)
STATEMENTS = Export(("Statements", "Kontoudtog"), STATEMENT_COLUMNS, statements)
