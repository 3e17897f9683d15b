"""Bank statements: their lines are posted, and payments are settled by them.

A statement is taken whole or not at all, and once for its client id. The bank
account's balance in the ledger is what its latest statement says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from erpsim.books import EXCHANGE, FEES, OPENING, PAYABLES, UNASSIGNED, Books, Leg
from erpsim.claims import RETURNED, Noted
from erpsim.periods import ensure_open
from erpsim.refusals import IdUsed, NoSuchThing, Unfit
from simulating.store import Row, Store

_KIND = "BANK"


@dataclass(frozen=True, slots=True)
class Line:
    """One booked entry; the amount is in minor units, negative for money out."""

    client_id: str
    booked: date
    value_day: date
    amount: int
    text: str
    bank_reference: str
    counterparty: str
    counterparty_account: str
    payment: int | None


@dataclass(frozen=True, slots=True)
class Statement:
    """The entries of one account on one day; amounts are in minor units."""

    client_id: str
    sha256: str
    account: str
    currency: str
    number: str
    day: date
    opening: int
    closing: int
    lines: Sequence[Line]


class Statements:
    """Takes statements."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store = store
        self._books = books

    def noted(self, company: str, client_id: str) -> Row | None:
        """The statement with this client id, if there is one."""
        return self._store.row(
            "SELECT * FROM statements WHERE company = ? AND client_id = ?",
            company,
            client_id,
        )

    def take(self, company: str, statement: Statement, now: datetime) -> Noted:
        """Write and post a statement, once.

        Raises:
            NoSuchThing: The company has no such bank account.
            IdUsed: The client's id named another statement before.
            PeriodClosed: Its day lies in a closed period.
            Unfit: It does not add up, or is in another currency.
        """
        earlier = self.noted(company, statement.client_id)
        if earlier is not None:
            if earlier["sha256"] != statement.sha256:
                raise IdUsed(f"{statement.client_id} is another statement")
            return Noted(earlier["id"], was_there=True)
        account = self._fit(company, statement)
        made = self._store.run(
            "INSERT INTO statements (company, bank_account, client_id, sha256, number,"
            " day, opening, closing, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            company,
            account["id"],
            statement.client_id,
            statement.sha256,
            statement.number,
            statement.day.isoformat(),
            statement.opening,
            statement.closing,
            now.isoformat(),
        )
        self._open(company, account, statement, now)
        for line in statement.lines:
            self._take_line(company, account, made, line, now)
        return Noted(made, was_there=False)

    def _fit(self, company: str, statement: Statement) -> Row:
        account = self._store.row(
            "SELECT * FROM bank_accounts WHERE company = ? AND id = ?",
            company,
            statement.account,
        )
        if account is None:
            raise NoSuchThing("The company has no such bank account")
        if account["currency"] != statement.currency:
            raise Unfit(f"The account is in {account['currency']}", "currency")
        if account["is_blocked"]:
            raise Unfit("The account is blocked", "account")
        moved = sum(line.amount for line in statement.lines)
        if statement.opening + moved != statement.closing:
            raise Unfit("The lines do not lead from opening to closing", "closing")
        for day in {statement.day, *(line.booked for line in statement.lines)}:
            ensure_open(self._store, company, day)
        return account

    def _open(
        self, company: str, account: Row, statement: Statement, now: datetime
    ) -> None:
        """Post what is on the account without a statement that says why."""
        currency = account["currency"]
        known = self._books.balance(company, account["ledger"], currency)
        unknown = statement.opening - known
        if unknown:
            is_first = known == 0
            legs = [
                Leg(account["ledger"], currency, unknown),
                Leg(OPENING if is_first else UNASSIGNED, currency, -unknown),
            ]
            text = "Opening balance" if is_first else "Days without a statement"
            self._books.book(company, "OPENING", statement.day, text, legs, now)

    def _take_line(
        self, company: str, account: Row, statement: int, line: Line, now: datetime
    ) -> None:
        paid = self._payment(company, line)
        self._store.run(
            "INSERT INTO statement_lines (statement, client_id, booked, value_day,"
            " amount, text, bank_reference, counterparty, counterparty_account,"
            " payment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            statement,
            line.client_id,
            line.booked.isoformat(),
            line.value_day.isoformat(),
            line.amount,
            line.text,
            line.bank_reference,
            line.counterparty,
            line.counterparty_account,
            None if paid is None else paid["id"],
        )
        currency = account["currency"]
        legs = [Leg(account["ledger"], currency, line.amount)]
        legs += _other_side(line.amount, currency, paid)
        self._books.book(company, _KIND, line.booked, line.text, legs, now)
        if paid is not None:
            self._settle(paid, line, now)

    def _payment(self, company: str, line: Line) -> Row | None:
        """The payment that a line settles or gives back, if it does either."""
        if line.payment is None:
            return None
        row = self._store.row(
            "SELECT * FROM payments WHERE company = ? AND id = ?", company, line.payment
        )
        if row is None:
            raise NoSuchThing(f"There is no payment {line.payment}")
        # Money that leaves twice, or comes back unpaid, is for a person to assign.
        return row if bool(row["is_settled"]) == (line.amount > 0) else None

    def _settle(self, paid: Row, line: Line, now: datetime) -> None:
        state = RETURNED if line.amount > 0 else "BOOKED"
        self._store.run(
            "UPDATE payments SET state = ?, is_settled = ?, version = version + 1"
            " WHERE id = ?",
            state,
            int(line.amount < 0),
            paid["id"],
        )
        self._store.run(
            "INSERT INTO history (payment, at, state, day, reason_code, reason,"
            " bank_reference) VALUES (?, ?, ?, ?, '', ?, ?)",
            paid["id"],
            now.isoformat(),
            state,
            line.booked.isoformat(),
            "By the bank statement",
            line.bank_reference,
        )


def _other_side(amount: int, currency: str, paid: Row | None) -> list[Leg]:
    """What an entry is posted against: the supplier, or nobody yet."""
    if paid is None:
        return [Leg(UNASSIGNED, currency, -amount)]
    direction = 1 if amount < 0 else -1
    owed = direction * int(paid["amount"])
    settled = Leg(PAYABLES, paid["currency"], owed)
    if paid["currency"] != currency:
        return [
            settled,
            Leg(EXCHANGE, paid["currency"], -owed),
            Leg(EXCHANGE, currency, -amount),
        ]
    rest = -amount - owed
    return [settled, Leg(FEES, currency, rest)] if rest else [settled]
