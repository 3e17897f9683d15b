"""The bank as a whole: its memory, its books, its customers, its days.

Protocols come to it with files and take files from it; the page looks into it and
sets its faults. Before anything else is done, what has come due by itself is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from pathlib import Path
from threading import RLock

from banksim.bank.accounts import Account
from banksim.bank.cancellations import Cancellations
from banksim.bank.customers import Agreement, Customers
from banksim.bank.days import Days, calendar_day
from banksim.bank.ledger import Ledger
from banksim.bank.mailbox import Mailbox
from banksim.bank.new_customers import NewAccount, Opening
from banksim.bank.progress import Progress
from banksim.bank.reception import Arrival, Receipt, Reception
from banksim.bank.reports import Reporting
from banksim.bank.statuses import Statuses
from banksim.certificates import STRANGER, Authority
from banksim.faults import Faults
from banksim.options import Options
from banksim.paths import Centre, Environment
from banksim.store import Store

NORDEA_ISSUER = "nordea"


def issuer_of(centre: Centre) -> str:
    """The name of a data centre's root."""
    return f"bank-connect-{centre.value}"


class Bank:
    """One simulated bank in its folder."""

    def __init__(self, folder: Path, options: Options) -> None:
        self.folder = folder
        self.options = options
        # One at a time moves files on and closes days; taken before the store's lock.
        self._turn = RLock()
        folder.mkdir(parents=True, exist_ok=True)
        self._authorities = {
            (issuer, environment): Authority(folder, issuer, environment)
            for issuer in (NORDEA_ISSUER, *map(issuer_of, Centre), STRANGER)
            for environment in Environment
        }
        for (issuer, _environment), authority in self._authorities.items():
            if issuer != STRANGER:
                authority.root(self.now())
        self.store = Store(folder / "bank.sqlite3")
        self.faults = Faults(self.store)
        self.customers = Customers(self.store)
        self.ledger = Ledger(self.store)
        self.mailbox = Mailbox(self.store)
        self.reporting = Reporting(self.store, self.ledger, self.mailbox)
        self.days = Days(self.store, self.ledger, self.reporting, options.seed)
        self._opening = Opening(self.store, self.customers, self.days, options.seed)
        statuses = Statuses(self.store, self.mailbox)
        self._reception = Reception(self.store, self.faults, statuses)
        self._cancellations = Cancellations(self.store, self.mailbox)
        self._progress = Progress(self.store, self.ledger, statuses, self.reporting)
        self._begin()

    def _begin(self) -> None:
        with self.store.transaction():
            if self.store.value("begun") is None:
                openings = self.customers.open_demo_accounts(self.now())
                self.days.begin(openings, self.options.history_days, self.now())
                self.store.keep("begun", self.now().isoformat())
            self.customers.renew_unused_letters(self.now())

    def now(self) -> datetime:
        """The time of day, for messages and certificates."""
        return self.options.now()

    def today(self) -> date:
        """The day on which the bank books."""
        return self.days.today()

    def authority(self, issuer: str, environment: Environment) -> Authority:
        """Who issues certificates for a protocol."""
        return self._authorities[issuer, environment]

    def open_agreement(
        self, name: str, customer: str, wanted: Sequence[NewAccount]
    ) -> Agreement:
        """A customer's agreement on Corporate Access; asking twice opens it once.

        Raises:
            CannotOpen: The bank takes no such accounts.
        """
        with self._turn, self.store.transaction():
            return self._opening.open(name, customer, wanted, self.now())

    def forget_agreement(self, name: str) -> bool:
        """Everything of an agreement; tells whether there was one."""
        with self._turn, self.store.transaction():
            return self._opening.forget(name)

    def receive(self, arrival: Arrival) -> Receipt:
        """Take a payment file. Durable with the transaction around it."""
        pace = self.options.pace
        due = self.now() + pace if pace is not None else None
        with self.store.transaction():
            return self._reception.take(arrival, self.now(), self.today(), due)

    def cancel(self, agreement: str, content: bytes) -> None:
        """Take a request to cancel.

        Raises:
            FileRefused: The bank cannot read it.
        """
        with self.store.transaction():
            self._cancellations.take(agreement, content, self.now(), self.today())

    def pay_in(self, account: Account, amount: int) -> None:
        """Have somebody pay in on an account; the amount is in minor units."""
        with self._turn, self.store.transaction():
            self.days.pay_in(account, amount, self.now())

    def catch_up(self) -> None:
        """Do what has come due by itself since it was last looked at."""
        with self._turn:
            self._step(is_told=False)
            while self.today() < calendar_day(self.now()):
                self._close_day()

    def do_stages(self) -> None:
        """Accept what was received, without waiting."""
        with self._turn:
            self._accept(is_told=True)

    def settle(self) -> None:
        """Accept, and pay what is due today, without waiting."""
        with self._turn:
            self._step(is_told=True)

    def next_day(self) -> None:
        """Settle, close the day and open the next one."""
        with self._turn:
            self._step(is_told=True)
            self._close_day()

    def _accept(self, *, is_told: bool) -> None:
        self._progress.accept(
            self.now(), self.today(), is_told=is_told, pace=self.options.pace
        )

    def _step(self, *, is_told: bool) -> None:
        self._accept(is_told=is_told)
        self._progress.settle(self.now(), self.today(), is_told=is_told)

    def _close_day(self) -> None:
        with self.store.transaction():
            self.days.close(self.now())
        self._progress.settle(self.now(), self.today(), is_told=False)

    def close(self) -> None:
        """Close the bank's file."""
        self.store.close()
