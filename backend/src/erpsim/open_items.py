"""What customers owe, and what suppliers collect by themselves, until it is settled.

A settlement assigns a line of a bank statement to items or parts of them, once for its
client id; it can be taken back. What is paid by payments of the ERP is no item.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from erpsim.books import (
    EXPENSES,
    FEES,
    PAYABLES,
    RECEIVABLES,
    SALES,
    UNASSIGNED,
    Books,
    Leg,
)
from erpsim.claims import Noted
from erpsim.periods import ensure_open
from erpsim.refusals import IdUsed, NotPossible, Unfit
from simulating.amounts import BadAmount, from_text
from simulating.store import Row, Store

RECEIVABLE, PAYABLE = "RECEIVABLE", "PAYABLE"
OPEN, SETTLED = "OPEN", "SETTLED"
_KIND = "SETTLEMENT"
_OWED = {RECEIVABLE: (RECEIVABLES, SALES), PAYABLE: (PAYABLES, EXPENSES)}
_MOST = 10**14
_ENTER = (
    "INSERT INTO items (company, side, party, party_name, party_account, number,"
    " reference, amount, currency, issued, due, state, changed)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True, slots=True)
class NewItem:
    """An invoice to a customer, or one that its supplier collects."""

    side: str
    party: str
    party_name: str
    party_account: str
    number: str
    reference: str
    amount: str
    currency: str
    issued: date
    due: date


@dataclass(frozen=True, slots=True)
class Settlement:
    """A line of a bank statement, and the items it settles with what each comes to."""

    client_id: str
    line: str
    items: Sequence[tuple[int, str]]


class OpenItems:
    """Enters items, tells them, and settles them."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store = store
        self._books = books

    def enter(self, company: str, item: NewItem, now: datetime) -> int:
        """Enter and book an item.

        Raises:
            Unfit: A value is not one the books take.
            NotPossible: The number was used.
            PeriodClosed: Its day lies in a closed period.
        """
        if item.side not in _OWED:
            raise Unfit(f"side is one of {', '.join(_OWED)}", "side")
        try:
            amount = from_text(item.amount, item.currency)
        except BadAmount as error:
            raise Unfit(str(error), "amount") from error
        if not 0 < amount < _MOST:
            raise Unfit("The amount is more than nothing", "amount")
        if not 0 < len(item.number) <= 35 or not item.party_name:
            raise Unfit("An item has a number of up to 35 signs and a name", "number")
        ensure_open(self._store, company, item.issued)
        taken = self._store.row(
            "SELECT id FROM items WHERE company = ? AND side = ? AND number = ?",
            company, item.side, item.number,
        )  # fmt: skip
        if taken is not None:
            raise NotPossible(f"{item.number} is entered already")
        self._book(company, amount, item, now)
        return self._store.run(
            _ENTER,
            company, item.side, item.party, item.party_name, item.party_account,
            item.number, item.reference, amount, item.currency,
            item.issued.isoformat(), item.due.isoformat(), OPEN, self.mark(company) + 1,
        )  # fmt: skip

    def make_many(self, company: str, count: int, day: date, now: datetime) -> int:
        """Make so many receivables in kroner, of ever other customers and amounts."""
        first = int(
            self._store.one("SELECT COALESCE(MAX(id), 0) + 1 n FROM items")["n"]
        )
        mark = self.mark(company) + 1
        amounts = [10_000 + number % 9_000 for number in range(first, first + count)]
        item = NewItem(
            RECEIVABLE, "", f"{count} customers", "", "", "", "", "DKK", day, day
        )
        self._book(company, sum(amounts), item, now)
        self._store.run_many(
            _ENTER,
            (
                (company, RECEIVABLE, f"K{number}", f"Kunde {number}", "",
                 f"MANY-{number}", "", amount, "DKK", day.isoformat(), day.isoformat(),
                 OPEN, mark)
                for number, amount in enumerate(amounts, first)
            ),
        )  # fmt: skip
        return count

    def mark(self, company: str) -> int:
        """The number of the company's last change."""
        found = self._store.one(
            "SELECT COALESCE(MAX(changed), 0) n FROM items WHERE company = ?", company
        )
        return int(found["n"])

    def page(self, company: str, after: int, limit: int) -> list[Row]:
        """Open items in the order of their ids, from one on."""
        return self._store.rows(
            "SELECT * FROM items_left WHERE company = ? AND state = 'OPEN' AND id > ?"
            " ORDER BY id LIMIT ?",
            company, after, limit,
        )  # fmt: skip

    def changed(self, company: str, since: int, after: int, limit: int) -> list[Row]:
        """Items that were changed since, whatever their state, ordered by their ids."""
        return self._store.rows(
            "SELECT * FROM items_left WHERE company = ? AND changed > ? AND id > ?"
            " ORDER BY id LIMIT ?",
            company, since, after, limit,
        )  # fmt: skip

    def latest(self, company: str, limit: int) -> list[Row]:
        """The latest items, whatever their state."""
        return self._store.rows(
            "SELECT * FROM items_left WHERE company = ? ORDER BY id DESC LIMIT ?",
            company, limit,
        )  # fmt: skip

    def settle(self, company: str, told: Settlement, now: datetime) -> Noted:
        """Assign a line to items, once; what is left over is bank charges.

        Raises:
            IdUsed: The client's id told another settlement, or one taken back.
            NotPossible: The line or an item is not there or settled already.
            Unfit: An amount is more than is open of its item, or in another currency,
                or an item stands twice.
            PeriodClosed: The line's day lies in a closed period.
        """
        told_of = json.dumps([told.line, sorted(told.items)])
        earlier = self._noted(company, told.client_id)
        if earlier is not None:
            if earlier["told"] != told_of or earlier["is_released"]:
                raise IdUsed(f"{told.client_id} is another settlement")
            return Noted(earlier["id"], was_there=True)
        if len({item for item, _ in told.items}) < len(told.items):
            raise Unfit("Each item stands once", "items")
        line = self._free_line(company, told.line)
        ensure_open(self._store, company, date.fromisoformat(line["booked"]))
        rows = [self._fit(company, line, *one) for one in told.items]
        made = self._store.run(
            "INSERT INTO settlements (company, client_id, told, line, at)"
            " VALUES (?, ?, ?, ?, ?)",
            company, told.client_id, told_of, line["id"], now.isoformat(),
        )  # fmt: skip
        for row, amount in rows:
            self._store.run(
                "INSERT INTO settled_items VALUES (?, ?, ?)", made, row["id"], amount
            )
        self._stand(company, rows)
        self._post(company, line, rows, 1, now)
        return Noted(made, was_there=False)

    def release(self, company: str, client_id: str, now: datetime) -> Noted:
        """Take a settlement back, once; one that never was is as good as taken back.

        Raises:
            PeriodClosed: The line's day lies in a closed period.
        """
        earlier = self._noted(company, client_id)
        if earlier is None or earlier["is_released"]:
            return Noted(earlier["id"] if earlier else 0, was_there=True)
        line = self._store.one(
            "SELECT l.*, a.currency FROM statement_lines l"
            " JOIN statements s ON s.id = l.statement"
            " JOIN bank_accounts a ON a.id = s.bank_account WHERE l.id = ?",
            earlier["line"],
        )
        ensure_open(self._store, company, date.fromisoformat(line["booked"]))
        found = self._store.rows(
            "SELECT i.*, s.amount AS part FROM items i JOIN settled_items s"
            " ON s.item = i.id WHERE s.settlement = ? ORDER BY i.id",
            earlier["id"],
        )
        rows = [(row, int(row["part"])) for row in found]
        self._store.run("DELETE FROM settled_items WHERE settlement = ?", earlier["id"])
        self._stand(company, rows)
        self._store.run(
            "UPDATE settlements SET is_released = 1 WHERE id = ?", earlier["id"]
        )
        self._post(company, line, rows, -1, now)
        return Noted(earlier["id"], was_there=False)

    def _noted(self, company: str, client_id: str) -> Row | None:
        return self._store.row(
            "SELECT * FROM settlements WHERE company = ? AND client_id = ?",
            company, client_id,
        )  # fmt: skip

    def _free_line(self, company: str, line: str) -> Row:
        found = self._store.row(
            "SELECT l.*, a.currency FROM statement_lines l"
            " JOIN statements s ON s.id = l.statement"
            " JOIN bank_accounts a ON a.id = s.bank_account"
            " WHERE s.company = ? AND l.client_id = ?",
            company, line,
        )  # fmt: skip
        if found is None:
            raise NotPossible("There is no such line of a statement")
        taken = self._store.row(
            "SELECT id FROM settlements WHERE line = ? AND NOT is_released", found["id"]
        )
        if found["payment"] is not None or taken is not None:
            raise NotPossible("The line is assigned already")
        return found

    def _fit(self, company: str, line: Row, item: int, amount: str) -> tuple[Row, int]:
        row = self._store.row(
            "SELECT * FROM items_left WHERE company = ? AND id = ?", company, item
        )
        if row is None or row["state"] != OPEN:
            raise NotPossible(f"The item {item} is not open")
        if row["currency"] != line["currency"]:
            raise Unfit(f"The item {item} is in {row['currency']}", "items")
        try:
            part = from_text(amount, row["currency"])
        except BadAmount as error:
            raise Unfit(str(error), "items") from error
        if not 0 < part <= row["open"]:
            raise Unfit(f"Of the item {item} another amount is open", "items")
        return row, part

    def _stand(self, company: str, rows: Sequence[tuple[Row, int]]) -> None:
        """The items are open or settled by what is left of them."""
        mark = self.mark(company) + 1
        for row, _ in rows:
            self._store.run(
                "UPDATE items SET changed = ?, state = CASE WHEN (SELECT open"
                " FROM items_left l WHERE l.id = items.id) > 0 THEN ? ELSE ? END"
                " WHERE id = ?",
                mark, OPEN, SETTLED, row["id"],
            )  # fmt: skip

    def _book(self, company: str, amount: int, item: NewItem, now: datetime) -> None:
        account, other = _OWED[item.side]
        owed = amount if item.side == RECEIVABLE else -amount
        legs = [Leg(account, item.currency, owed), Leg(other, item.currency, -owed)]
        text = f"{item.party_name} {item.number}".strip()
        self._books.book(company, "ITEM", item.issued, text, legs, now)

    def _post(
        self,
        company: str,
        line: Row,
        rows: Sequence[tuple[Row, int]],
        way: int,
        now: datetime,
    ) -> None:
        """From what waited unassigned to what was owed, or back again."""
        currency, rest = line["currency"], int(line["amount"])
        legs = [Leg(UNASSIGNED, currency, way * rest)]
        for row, amount in rows:
            value = amount if row["side"] == RECEIVABLE else -amount
            legs.append(Leg(_OWED[row["side"]][0], currency, way * -value))
            rest -= value
        if rest:
            legs.append(Leg(FEES, currency, way * -rest))
        text = ", ".join(row["number"] for row, _ in rows)
        day = date.fromisoformat(line["booked"])
        self._books.book(company, _KIND, day, text, legs, now)
