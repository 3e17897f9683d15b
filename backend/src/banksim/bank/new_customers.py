"""Customers that come later: an agreement opened at the desk, and forgotten again.

For whoever tries a product with accounts of their own: these have a balance, count
their statements on from where they were, and leave nothing behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import NamedTuple

from banksim.bank import accounts
from banksim.bank.customers import Agreement, Customers
from banksim.bank.days import Days
from banksim.bank.money import is_traded
from banksim.banking_days import banking_days_before
from banksim.demo import DemoAccount, NordeaDemo
from banksim.store import Store

_BIC = "NDEADKSIXXX"
_COUNTRY = "DK"
_CREDIT = 100_000_000_00
"""In minor units: what somebody tries is not to end for want of cover."""
_BANK_CODE, _NUMBER = slice(4, 8), slice(8, None)
_FIND = (
    "CREATE TEMP TABLE IF NOT EXISTS forgotten (posting INTEGER PRIMARY KEY)",
    "DELETE FROM forgotten",
    (
        "INSERT OR IGNORE INTO forgotten SELECT l.posting FROM legs l"
        " JOIN accounts a ON a.iban = l.account WHERE a.agreement = ?"
    ),
)
# Both sides of a posting go, so the books stay balanced.
_FORGET = (
    "DELETE FROM legs WHERE posting IN (SELECT posting FROM forgotten)",
    "DELETE FROM postings WHERE id IN (SELECT posting FROM forgotten)",
    (
        "DELETE FROM orders WHERE batch IN (SELECT b.id FROM batches b"
        " JOIN uploads u ON u.id = b.upload WHERE u.agreement = ?)"
    ),
    "DELETE FROM batches WHERE upload IN (SELECT id FROM uploads WHERE agreement = ?)",
    "DELETE FROM uploads WHERE agreement = ?",
    "DELETE FROM files WHERE agreement = ?",
    "DELETE FROM faults WHERE agreement = ?",
    "DELETE FROM exchanges WHERE agreement = ?",
    "DELETE FROM certificates WHERE agreement = ?",
    "DELETE FROM seen WHERE who IN (SELECT sender_id FROM agreements WHERE id = ?)",
    "DELETE FROM seen WHERE who IN (SELECT signer_id FROM agreements WHERE id = ?)",
    "DELETE FROM accounts WHERE agreement = ?",
    "DELETE FROM agreements WHERE id = ?",
)


class CannotOpen(Exception):
    """The bank takes no such customer; the message says why."""


class NewAccount(NamedTuple):
    """An account as its owner has it at another place."""

    iban: str
    name: str
    currency: str
    balance: int
    """In minor units, on the evening before."""
    statements: int
    """How many were given for it."""


class Opening:
    """Opens agreements and forgets them."""

    def __init__(
        self, store: Store, customers: Customers, days: Days, seed: int
    ) -> None:
        self._store = store
        self._customers = customers
        self._days = days
        self._seed = seed

    def open(
        self, name: str, customer: str, wanted: Sequence[NewAccount], now: datetime
    ) -> Agreement:
        """The agreement of that name on Corporate Access; made on first sight.

        Raises:
            CannotOpen: An account is none of this country, or has an owner here.
        """
        for one in wanted:
            self._ensure_possible(name, one)
        if self._customers.by_id(name) is None:
            self._customers.take_in(self._agreement(name, customer, wanted), now)
            (evening_before,) = banking_days_before(self._days.today(), 1)
            balances = {one.iban: one.balance for one in wanted}
            for account in accounts.of_agreement(self._store, name):
                balance = balances[account.iban]
                self._days.open_account(account, balance, evening_before, now)
        found = self._customers.by_id(name)
        if found is None:
            raise LookupError("an agreement that was opened is not there")
        return found

    def forget(self, name: str) -> bool:
        """Everything of the agreement; tells whether there was one."""
        if self._customers.by_id(name) is None:
            return False
        for statement in (*_FIND, *_FORGET):
            self._store.run(statement, *[name] * statement.count("?"))
        return True

    def _ensure_possible(self, name: str, wanted: NewAccount) -> None:
        is_danish = wanted.iban.startswith(_COUNTRY)
        if not (is_danish and accounts.is_iban(wanted.iban)):
            raise CannotOpen(f"{wanted.iban} is no Danish IBAN")
        if not is_traded(wanted.currency):
            raise CannotOpen(f"There are no accounts in {wanted.currency}")
        known = accounts.find(self._store, "IBAN", wanted.iban)
        if known is not None and known.agreement != name:
            raise CannotOpen(f"{wanted.iban} is another customer's")

    def _agreement(
        self, name: str, customer: str, wanted: Sequence[NewAccount]
    ) -> NordeaDemo:
        # The same numbers again for the same name; they guard nothing.
        chance = Random(f"{self._seed}:{name}")  # noqa: S311

        def number(digits: int) -> str:
            return str(chance.randrange(10 ** (digits - 1), 10**digits))

        return NordeaDemo(
            id=name,
            agreement_id=number(10),
            sender_id=number(11),
            signer_id=number(11),
            name=customer,
            country_code=_COUNTRY,
            activation_code=number(10),
            accounts=tuple(
                DemoAccount(
                    one.name,
                    one.currency,
                    one.iban[_BANK_CODE],
                    one.iban[_NUMBER],
                    _BIC,
                    one.balance,
                    _CREDIT,
                    statements=one.statements,
                )
                for one in wanted
            ),
        )
