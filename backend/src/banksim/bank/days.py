"""The bank's own days: they open with what comes in and close with statements.

The booking day is the bank's and not the calendar's; it is never behind the calendar
and goes ahead when told.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from banksim.bank import accounts
from banksim.bank.incoming_payments import Credit, credit_of, credits_of
from banksim.bank.ledger import CREDIT, OPENING, Ledger, Leg, Posting, clearing
from banksim.bank.reports import Reporting
from banksim.banking_days import (
    banking_day_from,
    banking_days_before,
    next_banking_day,
)
from banksim.store import Store

COPENHAGEN = ZoneInfo("Europe/Copenhagen")
_STATE = "booking day"


class Days:
    """Opens and closes the bank's days."""

    def __init__(
        self, store: Store, ledger: Ledger, reporting: Reporting, seed: int
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._reporting = reporting
        self._seed = seed

    def today(self) -> date:
        """The day on which the bank books now."""
        return date.fromisoformat(self._store.value(_STATE) or "")

    def begin(self, openings: dict[str, int], history: int, now: datetime) -> None:
        """Pay in what accounts begin with, and live through the days before today."""
        present = calendar_day(now)
        past = banking_days_before(present, history + 1)
        for account in accounts.of_agreement(self._store):
            self.open_account(account, openings[account.iban], past[0], now)
        self._open(past[1] if history else present, now)
        while self.today() < present:
            self.close(now)

    def close(self, now: datetime) -> None:
        """End the day with a statement for each account, and open the next one."""
        today = self.today()
        for account in accounts.of_agreement(self._store):
            self._reporting.close(account, today, now)
        self._open(next_banking_day(today), now)

    def _open(self, day: date, now: datetime) -> None:
        self._store.keep(_STATE, day.isoformat())
        for account in accounts.of_agreement(self._store):
            self._take_in(account, credits_of(account, day, self._seed), day, now)

    def pay_in(self, account: accounts.Account, amount: int, now: datetime) -> None:
        """Have another customer pay in on an account, and its owner notified."""
        number = f"{last_leg(self._store) + 1:08d}"
        self._take_in(account, [credit_of(account, amount, number)], self.today(), now)

    def _take_in(
        self,
        account: accounts.Account,
        paid: Sequence[Credit],
        day: date,
        now: datetime,
    ) -> None:
        """Book what others pay in, and notify of it."""
        since = last_leg(self._store)
        for credit in paid:
            currency = account.currency
            legs = [
                Leg(account.iban, currency, credit.amount),
                Leg(clearing(currency), currency, -credit.amount),
            ]
            posting = Posting(
                CREDIT,
                day,
                legs,
                end_to_end_id=credit.end_to_end_id,
                counterparty=credit.payer,
                counterparty_account=credit.payer_account,
                remittance=credit.remittance,
            )
            self._ledger.book(posting, now)
        self._reporting.notify(account, since, day, now)

    def open_account(
        self, account: accounts.Account, amount: int, day: date, now: datetime
    ) -> None:
        """Pay in what an account begins with, in minor units."""
        legs = [
            Leg(account.iban, account.currency, amount),
            Leg(clearing(account.currency), account.currency, -amount),
        ]
        self._ledger.book(Posting(OPENING, day, legs), now)


def last_leg(store: Store) -> int:
    """The number of the latest side of a posting."""
    return int(store.one("SELECT COALESCE(MAX(id), 0) n FROM legs")["n"])


def calendar_day(now: datetime) -> date:
    """The banking day that the calendar in Denmark has come to."""
    return banking_day_from(now.astimezone(COPENHAGEN).date())
