"""An ERP whose books are a SQLite file, so that they outlive whoever talks to it.

Each effect is counted, so that a test sees what was done twice. Faults are said by the
test: an error before or after the effect of a call.
"""

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from erplink import (
    Claimed,
    ClaimState,
    Company,
    Creditor,
    Description,
    ErpAccount,
    ErpError,
    ErpUser,
    Evidence,
    OpenItem,
    OpenItemPage,
    OpenPayment,
    Operation,
    PaymentMethod,
    PaymentPage,
    ReferenceKind,
    Section,
    Setting,
    SettingKind,
    Settlement,
    Side,
    StatementLines,
    StatusUpdate,
    Surroundings,
    Unreadable,
    Words,
    Written,
)

COMPANY = Setting(
    "company", Words("Company", "Firma"), Words("", ""), SettingKind.TEXT,
    Section.COMPANY,
)  # fmt: skip
ITEMS = frozenset({Operation.FETCH_OPEN_ITEMS, Operation.SETTLE})
ABLE = frozenset(Operation) - {Operation.EXCHANGE_FILES, Operation.LIST_PERIODS} - ITEMS
ACCOUNT = "DK4079980001200345"
EURO = "DK1379980001200346"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS payments (
  id TEXT PRIMARY KEY, said TEXT, sha TEXT, claim TEXT, state TEXT DEFAULT 'open');
CREATE TABLE IF NOT EXISTS items (
  id TEXT PRIMARY KEY, said TEXT, is_open INTEGER DEFAULT 1, changed INTEGER);
CREATE TABLE IF NOT EXISTS effects (what TEXT, key TEXT, told TEXT);
CREATE TABLE IF NOT EXISTS lists (name TEXT PRIMARY KEY, said TEXT);
"""

Hook = Callable[[str], None]
"""Told of each call, `claim` before and `claim.done` after its effect."""


def _pass(_: str) -> None:
    """Nobody watches."""


@dataclass
class LedgerErp:
    """The maker and the connector in one."""

    path: Path
    hook: Hook = _pass
    page: int = 1_000
    faults: dict[str, list[ErpError]] = field(default_factory=dict)
    """By the names the hook is told; each is raised once."""
    unreadable: list[Unreadable] = field(default_factory=list)
    able: frozenset[Operation] = ABLE

    def __post_init__(self) -> None:
        with self._books() as books:
            books.executescript(_SCHEMA)

    @property
    def description(self) -> Description:
        """What it can do."""
        return Description("ledger", "Ledger", Evidence.EMBEDDED, self.able, (COMPANY,))

    def open(self, settings: Mapping[str, str], surroundings: Surroundings) -> Any:
        """Itself."""
        del settings, surroundings
        return self

    @contextmanager
    def _books(self) -> Iterator[sqlite3.Connection]:
        books = sqlite3.connect(self.path, timeout=30)
        try:
            with books:
                yield books
        finally:
            books.close()

    def _pass(self, name: str) -> None:
        self.hook(name)
        if self.faults.get(name):
            raise self.faults[name].pop(0)

    # What the test says.

    def offer(self, *payments: OpenPayment) -> None:
        """Payments that the ERP wants made; one that is known is changed."""
        with self._books() as books:
            for one in payments:
                said = json.dumps(asdict(one), default=str)
                sha = hashlib.sha256(said.encode()).hexdigest()
                books.execute(
                    "INSERT INTO payments (id, said, sha) VALUES (?, ?, ?)"
                    " ON CONFLICT (id) DO UPDATE SET said = excluded.said,"
                    " sha = excluded.sha, state = 'open', claim = NULL",
                    (one.native_id, said, sha),
                )

    def owe(self, *items: OpenItem) -> None:
        """What is owed; one that is known is changed, or open again."""
        with self._books() as books:
            for one in items:
                books.execute(
                    "INSERT OR REPLACE INTO items SELECT ?, ?, 1,"
                    " COALESCE(MAX(changed), 0) + 1 FROM items",
                    (one.native_id, json.dumps(asdict(one), default=str)),
                )

    def pay_off(self, native_id: str) -> None:
        """It is settled some other way."""
        with self._books() as books:
            books.execute(
                "UPDATE items SET is_open = 0, changed ="
                " (SELECT MAX(changed) + 1 FROM items) WHERE id = ?", (native_id,),
            )  # fmt: skip

    def withdraw(self, native_id: str) -> None:
        """Nobody wants it made any more."""
        with self._books() as books:
            books.execute("DELETE FROM payments WHERE id = ?", (native_id,))

    def reopen(self, native_id: str) -> None:
        """It is to be made once more, just as it is."""
        with self._books() as books:
            books.execute("UPDATE payments SET claim = NULL WHERE id = ?", (native_id,))

    def take(self, native_id: str) -> None:
        """Somebody else pays it."""
        with self._books() as books:
            books.execute(
                "UPDATE payments SET claim = 'other' WHERE id = ?", (native_id,)
            )

    def effects(self, what: str) -> list[tuple[str, str]]:
        """Everything that was done, as often as it was done."""
        with self._books() as books:
            return books.execute(
                "SELECT key, told FROM effects WHERE what = ? ORDER BY rowid", (what,)
            ).fetchall()

    def claims(self) -> dict[str, str]:
        """Who has claimed what."""
        with self._books() as books:
            rows = books.execute("SELECT id, claim FROM payments WHERE claim NOT NULL")
            return dict(rows.fetchall())

    # What a connector does.

    def list_companies(self) -> Sequence[Company]:
        self._pass("companies")
        return [Company("1", "Havnens Handel ApS", "DKK", "DK")]

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        self._pass("methods")
        return [
            PaymentMethod("M1", "BANK", "Bankoverførsel", bank_account="A1"),
            PaymentMethod("M2", "FIK71", "Indbetalingskort +71", bank_account="A1"),
            PaymentMethod("M3", "SEPA", "SEPA", currency="EUR", bank_account="A2"),
            PaymentMethod("M4", "CASH", "Kontant", is_outbound=False),
        ]

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        self._pass("accounts")
        return [
            ErpAccount("A1", "Drift", "DKK", iban=ACCOUNT, bic="KYSTDKSIXXX",
                       statement_journal="J1"),
            ErpAccount("A2", "Euro", "EUR", iban=EURO, bic="KYSTDKSIXXX"),
        ]  # fmt: skip

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        self._pass("fetch")
        size = min(limit, self.page)
        with self._books() as books:
            rows = books.execute(
                "SELECT id, said, sha FROM payments WHERE claim IS NULL"
                " AND state = 'open' AND id > ? ORDER BY id LIMIT ?",
                (cursor or "", size + 1),
            ).fetchall()
        items = tuple(_payment(said, sha) for _, said, sha in rows[:size])
        more = rows[size - 1][0] if len(rows) > size else None
        return PaymentPage(items, more, () if cursor else tuple(self.unreadable))

    def claim(self, payments: Mapping[str, str], our_id: str) -> Sequence[Claimed]:
        self._pass("claim")
        with self._books() as books:
            answers = [
                Claimed(one, _claim(books, one, sha, our_id))
                for one, sha in payments.items()
            ]
        self._pass("claim.done")
        return answers

    def push_status(self, update: StatusUpdate) -> Written:
        self._pass("status")
        written = self._once("status", update.our_id, update.state.value)
        self._pass("status.done")
        return written

    def push_statement_lines(self, lines: StatementLines) -> Written:
        self._pass("statement")
        paid = ",".join(line.payment for line in lines.lines if line.payment)
        written = self._once("statement", lines.our_id, f"{len(lines.lines)}:{paid}")
        self._pass("statement.done")
        return written

    def fetch_open_items(
        self, cursor: str | None, limit: int, since: str | None
    ) -> OpenItemPage:
        self._pass("items" if since is None else "items.changed")
        size = min(limit, self.page)
        with self._books() as books:
            mark = books.execute("SELECT COALESCE(MAX(changed), 0) FROM items")
            rows = books.execute(
                "SELECT id, said, is_open FROM items WHERE id > ? AND"
                " CASE WHEN ? IS NULL THEN is_open ELSE changed > ? END"
                " ORDER BY id LIMIT ?",
                (cursor or "", since, int(since or 0), size + 1),
            ).fetchall()
            told = str(mark.fetchone()[0])
        return OpenItemPage(
            tuple(_item(said) for _, said, is_open in rows[:size] if is_open),
            rows[size - 1][0] if len(rows) > size else None,
            tuple(one for one, _, is_open in rows[:size] if not is_open), told,
        )  # fmt: skip

    def settle(self, settlement: Settlement) -> Written:
        self._pass("settle")
        told = ",".join(f"{one}:{amount}" for one, amount in settlement.items)
        key = f"{settlement.our_id} {settlement.line.our_id} {settlement.statement}"
        written = self._once("settle", key, told)
        self._pass("settle.done")
        return written

    def release(self, settlement: Settlement) -> Written:
        self._pass("release")
        written = self._once("release", settlement.our_id, "")
        self._pass("release.done")
        return written

    def _once(self, what: str, key: str, told: str) -> Written:
        """Look first for what an earlier attempt left, as connectors do."""
        with self._books() as books:
            found = books.execute(
                "SELECT rowid FROM effects WHERE what = ? AND key = ?", (what, key)
            ).fetchone()
            if found:
                return Written(str(found[0]), was_there=True)
            row = books.execute("INSERT INTO effects VALUES (?, ?, ?)",
                                (what, key, told))  # fmt: skip
            return Written(str(row.lastrowid))


def _claim(books: sqlite3.Connection, one: str, sha: str, our_id: str) -> ClaimState:
    row = books.execute(
        "SELECT sha, claim FROM payments WHERE id = ?", (one,)
    ).fetchone()
    if row is None or row[1] not in {None, our_id}:
        return ClaimState.TAKEN
    if row[1] == our_id:
        return ClaimState.ALREADY_OURS
    if row[0] != sha:
        return ClaimState.CHANGED
    books.execute("UPDATE payments SET claim = ? WHERE id = ?", (our_id, one))
    books.execute("INSERT INTO effects VALUES ('claim', ?, ?)", (one, our_id))
    return ClaimState.CLAIMED


def _item(said: str) -> OpenItem:
    values = json.loads(said)
    return OpenItem(
        **{
            **values, "side": Side(values["side"]),
            "amount": Decimal(values["amount"]),
            "day": date.fromisoformat(values["day"]),
            "due": values["due"] and date.fromisoformat(values["due"]),
            "accounts": tuple(values["accounts"]),
            "references": tuple(values["references"]),
        }
    )  # fmt: skip


def _payment(said: str, sha: str) -> OpenPayment:
    values = json.loads(said)
    creditor = Creditor(**values.pop("creditor"))
    for name in ("author", "approver"):
        user = values.pop(name, None)
        values[name] = user and ErpUser(**user)
    return OpenPayment(
        **{
            **values, "creditor": creditor, "amount": Decimal(values["amount"]),
            "due": date.fromisoformat(values["due"]), "raw_sha256": sha,
            "reference_kind": ReferenceKind(values["reference_kind"]),
            "invoices": tuple(values["invoices"]),
        }
    )  # fmt: skip


ADDRESS = {"street": "Havnegade", "building": "4", "postcode": "9000",
           "town": "Aalborg", "country": "DK"}  # fmt: skip


def to_bank(native_id: str, amount: str = "1250.00", **more: Any) -> OpenPayment:
    """A payment by the method BANK to a Danish account."""
    values: dict[str, Any] = {
        "number": f"P-{native_id}", "currency": "DKK", "due": date(2026, 11, 24),
        "method": "M1", "reference": f"Faktura {native_id}",
        "creditor": Creditor("C1", "Papirværket A/S", **ADDRESS,
                             number="04000440116243"),
        "reference_kind": ReferenceKind.FREE, "raw_sha256": "", "account": "A1",
    }  # fmt: skip
    return OpenPayment(
        native_id=native_id, amount=Decimal(amount), **{**values, **more}
    )


def by_slip(native_id: str, **more: Any) -> OpenPayment:
    """A payment by the method FIK71."""
    creditor = Creditor("C2", "Elværket", giro_creditor="80012345")
    return to_bank(
        native_id,
        **{
            "method": "M2", "creditor": creditor, "slip_type": "71",
            "reference": "000000000000018", "reference_kind": ReferenceKind.OCR, **more,
        },
    )  # fmt: skip


def in_euro(native_id: str, **more: Any) -> OpenPayment:
    """A payment by the method SEPA."""
    creditor = Creditor("C3", "Hafen GmbH", iban="DE89370400440532013000")
    return to_bank(
        native_id,
        **{
            "method": "M3", "currency": "EUR", "account": "A2", "creditor": creditor,
            **more,
        },
    )  # fmt: skip


def owed(native_id: str, amount: str = "400.00", **more: Any) -> OpenItem:
    """What a customer owes."""
    values: dict[str, Any] = {
        "side": Side.RECEIVABLE, "number": f"F-{native_id}", "currency": "DKK",
        "day": date(2026, 2, 20), "due": date(2026, 3, 2), "party_id": "K1",
        "party": "Strandens Restaurant ApS", "accounts": ("DK1520005036594817",),
        **more,
    }  # fmt: skip
    return OpenItem(native_id=native_id, amount=Decimal(amount), **values)
