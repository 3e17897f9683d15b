"""What the bank tells of its accounts: a notification, a report, a day's statement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from banksim.bank.accounts import Account
from banksim.bank.ledger import Ledger
from banksim.bank.mailbox import Kind, Mailbox, NewFile
from banksim.bank.statement_file import (
    STYLES,
    Report,
    Style,
    account_report,
    notification,
    statement,
)
from banksim.store import Row, Store

FILE_TYPES = {
    Kind.STATUS: "NDCAPXMLO",
    Kind.STATEMENT: "NDARSTXMLO",
    Kind.CANCELLATION: "NDCAPCANXMLO",
}
"""Nordea's names; those of notifications differ by direction."""
DEBITS, CREDITS = "NDCAPXMLD54O", "NDARCRAXMLO"


class Reporting:
    """Makes files of accounts and lays them out for their customers."""

    def __init__(self, store: Store, ledger: Ledger, mailbox: Mailbox) -> None:
        self._store = store
        self._ledger = ledger
        self._mailbox = mailbox

    def notify(self, account: Account, since: int, day: date, now: datetime) -> None:
        """Lay out notifications of what was booked after a leg: debits, credits."""
        rows = self._ledger.entries(account.iban, day, day, after_leg=since)
        for file_type, chosen in (
            (DEBITS, [row for row in rows if row["amount"] < 0]),
            (CREDITS, [row for row in rows if row["amount"] > 0]),
        ):
            if not chosen:
                continue
            name = f"NTF{day:%y%m%d}{account.number}{chosen[-1]['leg']:08d}"
            report = self._report(account, name, day, day, chosen, now)
            file = NewFile(
                account.agreement,
                Kind.NOTIFICATION,
                file_type,
                notification(report),
                account.iban,
            )
            self._mailbox.lay(file, now, day)

    def close(self, account: Account, day: date, now: datetime) -> None:
        """Lay out the statement of a day that is over."""
        number = account.statements + 1
        self._store.run(
            "UPDATE accounts SET statements = ? WHERE iban = ?", number, account.iban
        )
        rows = self._ledger.entries(account.iban, day, day)
        name = f"STM{day:%y%m%d}{account.number}"
        report = self._report(account, name, day, day, rows, now, number)
        content = statement(report)
        file_type = FILE_TYPES[Kind.STATEMENT]
        self._mailbox.lay(
            NewFile(
                account.agreement, Kind.STATEMENT, file_type, content, account.iban
            ),
            now,
            day,
        )

    def so_far(self, account: Account, day: date, now: datetime) -> bytes:
        """The day of an account until now."""
        rows = self._ledger.entries(account.iban, day, day)
        name = f"RPT{day:%y%m%d}{account.number}{now:%H%M%S}"
        return account_report(self._report(account, name, day, day, rows, now))

    def _report(
        self,
        account: Account,
        name: str,
        first: date,
        last: date,
        rows: Sequence[Row],
        now: datetime,
        number: int | None = None,
    ) -> Report:
        agreement = self._store.one(
            "SELECT customer, centre FROM agreements WHERE id = ?", account.agreement
        )
        opening = self._ledger.balance(account.iban, before=first)
        moved = self._ledger.entries(account.iban, first, last)
        return Report(
            name,
            account,
            agreement["customer"],
            now,
            first,
            last,
            rows,
            STYLES.get(agreement["centre"], Style()),
            number,
            opening,
            opening + sum(row["amount"] for row in moved),
        )
