"""Compares the payments of a file with those the realm has, set by set.

The file's payments go into a temporary table; each question is one statement over all
of them, so that ten thousand cost as few as one. Nothing of the realm changes.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, text

from giroscope.features.payments.checks.case import Line
from giroscope.features.payments.checks.names import payee_key, reference_key
from giroscope.features.payments.checks.payment_evidence import RELEASED, TOLD_BY_BANK
from giroscope.features.payments.policy import PaymentState, codes_of
from giroscope.kernel.bulk import UNITS, Staging
from giroscope.kernel.columns import from_units, is_storable, to_units
from giroscope.kernel.units import unpacked

_COLUMNS = (
    ("position", "BIGINT"),
    ("account", "TEXT"),
    ("amount", UNITS),
    ("currency", "TEXT"),
    ("payee_key", "TEXT"),
    ("reference_key", "TEXT"),
    ("name", "TEXT"),
    ("said", "TEXT"),
    ("executed", "TEXT"),
    ("path", "TEXT"),
    ("line", "BIGINT"),
    ("label", "TEXT"),
)
_REFUSED = [*codes_of(PaymentState.REJECTED), *codes_of(PaymentState.CANCELLED)]
# Money that was refused or came back may be paid again.
_RETURNED = """EXISTS (SELECT 1 FROM transactions t
  WHERE t.end_to_end_id = p.end_to_end_id AND t.amount = p.amount
    AND t.currency = p.currency AND t.state = 0
    AND upper(p.end_to_end_id) <> 'NOTPROVIDED')"""
# A replacement that was stopped is no second payment beside the one that follows it.
_STOPPED = """EXISTS (SELECT 1 FROM payment_replacements r
  JOIN payment_replacements o ON o.original_position = r.original_position
    AND o.original_correlation_id = r.original_correlation_id
  WHERE r.document_id = :document AND o.correlation_id = p.correlation_id
    AND o.position = p.position AND o.ended_at IS NOT NULL)"""
_IS_REFUSED = (
    "(p.transaction_id IS NULL AND coalesce(p.status, '') IN :refused"
    f" OR p.return_id IS NOT NULL OR {_RETURNED} OR {_STOPPED})"
)
_BILLS = """(
  SELECT account, amount, currency, reference_key, min(payee_key) AS payee_key
  FROM checked_payments WHERE account IS NOT NULL
  GROUP BY account, amount, currency, reference_key)"""
# Names of our own tables and columns only; values are always bound.
_SAME_BILL = f"""
  SELECT f.account, f.amount, f.currency, f.reference_key,
    sum(CASE WHEN {_IS_REFUSED} THEN 0 ELSE 1 END) AS alive,
    max(CASE WHEN {_IS_REFUSED} THEN NULL ELSE p.id END) AS latest,
    max(CASE WHEN {_IS_REFUSED} THEN p.id END) AS refused
  FROM {_BILLS} f JOIN payments p ON p.creditor_account = f.account
    AND p.amount = f.amount AND p.reference_key = f.reference_key
    AND p.currency = f.currency
  WHERE p.document_id <> :document
  GROUP BY f.account, f.amount, f.currency, f.reference_key"""  # noqa: S608 - our own names
_OTHER_ACCOUNT = f"""
  SELECT f.account, f.amount, f.currency, f.reference_key, 1 AS alive,
    max(p.id) AS latest, NULL AS refused
  FROM {_BILLS} f JOIN payments p ON p.payee_key = f.payee_key
    AND p.amount = f.amount AND p.currency = f.currency
    AND p.reference_key = f.reference_key AND p.creditor_account <> f.account
  WHERE p.document_id <> :document AND f.reference_key <> ''
    AND NOT {_IS_REFUSED}
  GROUP BY f.account, f.amount, f.currency, f.reference_key"""  # noqa: S608 - our own names
_FILE_LINES = """
  SELECT position, name, account, amount, currency, payee_key, reference_key, said,
    executed, path, line, label
  FROM checked_payments"""
_EARLIER = """
  SELECT p.id, p.correlation_id, p.position, p.creditor_name, p.creditor_account,
    coalesce(p.reference, p.remittance) AS said, p.execution_date, p.status
  FROM payments p WHERE p.id IN :ids"""
_IS_PAID = "(p.transaction_id IS NOT NULL OR p.status IN :accepted)"
_IS_PROVEN = f"{TOLD_BY_BANK.format(p='p')} OR {_IS_PAID} AND {RELEASED.format(p='p')}"
_KNOWN_ACCOUNTS = f"""
  SELECT p.payee_key, p.creditor_name, p.creditor_account, max(p.id) AS latest,
    max(CASE WHEN {_IS_PROVEN} THEN 1 ELSE 0 END) AS is_proven
  FROM (SELECT DISTINCT payee_key FROM checked_payments
    WHERE payee_key IS NOT NULL) f
  JOIN payments p ON p.payee_key = f.payee_key
  WHERE p.document_id <> :document AND p.creditor_account IS NOT NULL
    AND NOT (p.transaction_id IS NULL AND coalesce(p.status, '') IN :refused)
  GROUP BY p.payee_key, p.creditor_name, p.creditor_account"""  # noqa: S608 - our own names
_KNOWN_NAMES = """
  SELECT p.creditor_account, p.creditor_name, max(p.id) AS latest
  FROM (SELECT DISTINCT account FROM checked_payments
    WHERE account IS NOT NULL) f
  JOIN payments p ON p.creditor_account = f.account
  WHERE p.document_id <> :document AND p.creditor_name IS NOT NULL
    AND NOT (p.transaction_id IS NULL AND coalesce(p.status, '') IN :refused)
  GROUP BY p.creditor_account, p.creditor_name"""
# A name, or an account, that stands in the file with several of the other.
_SAME_ACCOUNT = "upper(replace(account, ' ', ''))"
_IN_FILE_NAMES = f"""
  SELECT {_SAME_ACCOUNT} AS account, name, min(position) AS position
  FROM checked_payments WHERE name IS NOT NULL AND {_SAME_ACCOUNT} IN (
    SELECT {_SAME_ACCOUNT} FROM checked_payments
    WHERE account IS NOT NULL AND name IS NOT NULL
    GROUP BY {_SAME_ACCOUNT} HAVING count(DISTINCT name) > 1)
  GROUP BY {_SAME_ACCOUNT}, name ORDER BY min(position)"""  # noqa: S608 - our own names
_IN_FILE_ACCOUNTS = f"""
  SELECT payee_key, name, {_SAME_ACCOUNT} AS account, min(position) AS position
  FROM checked_payments WHERE account IS NOT NULL AND payee_key IN (
    SELECT payee_key FROM checked_payments
    WHERE account IS NOT NULL AND payee_key IS NOT NULL
    GROUP BY payee_key HAVING count(DISTINCT {_SAME_ACCOUNT}) > 1)
  GROUP BY payee_key, name, {_SAME_ACCOUNT} ORDER BY min(position)"""  # noqa: S608 - our own names
# Payments of the file that stand for refused ones, with another account.
_CORRECTED = """
  SELECT r.position, r.account_before, p.id AS original FROM payment_replacements r
  JOIN payments p ON p.correlation_id = r.original_correlation_id
    AND p.position = r.original_position
  WHERE r.document_id = :document AND r.account_before IS NOT NULL"""
_CHUNK = 500


class Bill(NamedTuple):
    """What makes two payments the same bill."""

    account: str
    amount: int
    currency: str
    reference_key: str


class Earlier(NamedTuple):
    """A payment the realm has."""

    id: int
    journal: str
    position: int
    name: str | None
    account: str | None
    said: str | None
    executed: date | None
    status: str | None


class Repeated(NamedTuple):
    """A bill of the file that the realm has paid, or tried to."""

    alive: int
    """Earlier payments of it that were neither refused nor returned."""
    latest: int | None
    refused: int | None


class Known(NamedTuple):
    """An account that a payee was paid on before."""

    name: str
    account: str
    latest: int
    is_proven: bool
    """A bank has accepted or booked a payment to it, by more than an upload's word."""


class Beside(NamedTuple):
    """A payee of the file, where it stands first."""

    name: str
    account: str
    position: int


class FileLine(NamedTuple):
    """A payment of the file, as it lies in the temporary table."""

    position: int
    name: str | None
    bill: Bill
    payee_key: str | None
    said: str | None
    executed: date | None
    path: str
    line: int | None
    label: str

    @property
    def amount(self) -> Decimal:
        """As an amount."""
        return from_units(self.bill.amount)


class History:
    """The file's payments beside the realm's."""

    def __init__(self, connection: Connection, document_id: int | None = None) -> None:
        """`document_id` is the file's own, whose payments count for nothing."""
        self._connection = connection
        self._document_id = document_id or -1
        self._staging = Staging(connection, "checked_payments", _COLUMNS)

    def add(self, line: Line, label: str) -> None:
        """Take a payment; one whose amount cannot be compared is left out."""
        payment, executed = line.payment, line.batch.batch.execution_date
        if payment.currency is None or not is_storable(payment.amount):
            return
        key = payee_key(payment.creditor.name)
        self._staging.add(
            (
                payment.position, payment.creditor.account, to_units(payment.amount),
                payment.currency, key,
                reference_key(payment.reference, payment.remittance),
                payment.creditor.name, payment.reference or payment.remittance,
                executed.isoformat() if executed else None,
                line.at("CdtrAcct"), payment.line, label,
            )
        )  # fmt: skip

    def ready(self) -> None:
        """Everything was added."""
        self._staging.finish()
        if self._connection.dialect.name != "sqlite":
            # Without figures of the table it would be joined row by row.
            self._connection.exec_driver_sql("ANALYZE checked_payments")

    def close(self) -> None:
        """Forget the file; the connection may serve others."""
        self._connection.rollback()
        self._staging.drop()
        self._connection.commit()

    def lines(self) -> Iterator[FileLine]:
        """The file's payments, in its order."""
        rows = self._connection.execute(text(f"{_FILE_LINES} ORDER BY position"))
        for row in rows:
            yield FileLine(
                row.position, row.name,
                _bill(row),
                row.payee_key, row.said,
                date.fromisoformat(row.executed) if row.executed else None,
                row.path, row.line, row.label,
            )  # fmt: skip

    def repeated(self) -> dict[Bill, Repeated]:
        """Bills of the file that the realm has, to the same account."""
        return self._bills(_SAME_BILL)

    def moved(self) -> dict[Bill, Repeated]:
        """Bills of the file that the realm has paid to another account."""
        return self._bills(_OTHER_ACCOUNT)

    def known_accounts(self) -> dict[str, list[Known]]:
        """By a name's key, whom and where the realm has paid."""
        found: dict[str, list[Known]] = {}
        rows = self._ask(
            _KNOWN_ACCOUNTS, accepted=codes_of(PaymentState.ACCEPTED), refused=_REFUSED
        )
        for key, name, account, latest, is_proven in rows:
            known = Known(name, account, latest, bool(is_proven))
            found.setdefault(key, []).append(known)
        return found

    def known_names(self) -> dict[str, list[tuple[str, int]]]:
        """By account, the names it was paid under, each with its latest payment."""
        found: dict[str, list[tuple[str, int]]] = {}
        for account, name, latest in self._ask(_KNOWN_NAMES, refused=_REFUSED):
            found.setdefault(account, []).append((name, latest))
        return found

    def corrected(self) -> dict[int, tuple[str, int]]:
        """By position, the account a corrected payment had, and that payment's id."""
        return {
            position: (before, original)
            for position, before, original in self._ask(_CORRECTED)
        }

    def names_in_file(self) -> dict[str, list[Beside]]:
        """By account, its names in the file, where there are several."""
        found: dict[str, list[Beside]] = {}
        for account, name, position in self._connection.execute(text(_IN_FILE_NAMES)):
            found.setdefault(account, []).append(Beside(name, account, position))
        return found

    def accounts_in_file(self) -> dict[str, list[Beside]]:
        """By a name's key, its accounts in the file, where there are several."""
        found: dict[str, list[Beside]] = {}
        rows = self._connection.execute(text(_IN_FILE_ACCOUNTS))
        for key, name, account, position in rows:
            found.setdefault(key, []).append(Beside(name, account, position))
        return found

    def earlier(self, ids: Sequence[int]) -> dict[int, Earlier]:
        """Payments of the realm by id."""
        found: dict[int, Earlier] = {}
        wanted = sorted(set(ids))
        statement = text(_EARLIER).bindparams(bindparam("ids", expanding=True))
        for start in range(0, len(wanted), _CHUNK):
            part = {"ids": wanted[start : start + _CHUNK]}
            for row in self._connection.execute(statement, part):
                found[row.id] = Earlier(
                    row.id, row.correlation_id, row.position, row.creditor_name,
                    row.creditor_account, row.said, _day(row.execution_date),
                    row.status,
                )  # fmt: skip
        return found

    def journal_of_message(self, message_id: str) -> str | None:
        """The journal of another payment file with this message id."""
        return self._one(
            "SELECT j.correlation_id FROM journals j"
            " JOIN payments p ON p.correlation_id = j.correlation_id"
            " WHERE j.message_id = :wanted AND p.document_id <> :document LIMIT 1",
            message_id,
        )

    def journal_of_bytes(self, sha256: str) -> str | None:
        """The journal that holds these very bytes."""
        return self._one(
            "SELECT p.correlation_id FROM documents d"
            " JOIN payments p ON p.document_id = d.id"
            " WHERE d.sha256 = :wanted AND d.id <> :document LIMIT 1",
            sha256,
        )

    def _one(self, statement: str, wanted: str) -> str | None:
        values = {"wanted": wanted, "document": self._document_id}
        found = self._connection.execute(text(statement), values)
        return found.scalar_one_or_none()

    def _bills(self, statement: str) -> dict[Bill, Repeated]:
        return {
            _bill(row): Repeated(*row[4:])
            for row in self._ask(statement, refused=_REFUSED)
        }

    def _ask(self, statement: str, **listed: list[str]) -> Sequence[Any]:
        asked = text(statement).bindparams(
            *(bindparam(name, expanding=True) for name in listed)
        )
        values = {"document": self._document_id, **listed}
        return self._connection.execute(asked, values).all()


def _bill(row: Any) -> Bill:
    return Bill(row.account, unpacked(row.amount), row.currency, row.reference_key)


def _day(value: Any) -> date | None:
    """SQLite has no dates: they are ISO text."""
    return date.fromisoformat(value) if isinstance(value, str) else value
