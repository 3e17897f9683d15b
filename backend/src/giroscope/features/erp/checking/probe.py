"""What one run of checks finds out: each thing is asked for once and then known."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import select

from erplink import (
    Call,
    Company,
    Contact,
    ErpAccount,
    Operation,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Section,
    SettingKind,
    Surroundings,
)
from giroscope.features.banks import Account, account_names, normalised
from giroscope.features.banks.tables import ServedAccount
from giroscope.features.erp.configuration.effective import SecretFacts
from giroscope.features.erp.open_connection import Erp, Opened, active_connection
from giroscope.features.erp.tables import ErpConnection, ErpSecret, ErpVersionSecret
from giroscope.kernel.banking_days import Calendar, is_closed
from giroscope.kernel.clock import day_of

_SAMPLE = 25
"""Payments that are read on trial."""
_DANISH_IBAN = 18
_REGISTRATION = 4


class KnownCompany(NamedTuple):
    """The company as it was when its books were put to use."""

    name: str
    number: str


class Probe:
    """One run's view of an ERP, opened when the first check needs it."""

    def __init__(self, erp: Erp, realm: str, version_id: int) -> None:
        self.erp = erp
        self.realm = realm
        self.version_id = version_id
        self._calls: list[Call] = []

    @cached_property
    def opened(self) -> Opened:
        """The way to the ERP.

        Raises:
            AppError: The configuration is not complete, or a secret is gone.
            ErpError: A value cannot be right.
        """
        return self.erp.opened_version(
            self.realm, self.version_id, watch=self._calls.append
        )

    @cached_property
    def surroundings(self) -> Surroundings:
        """What the connector is given beside its settings."""
        return self.erp.operating.surroundings(
            self.realm, self.opened.kind, self._calls.append, self.erp.clock
        )

    @cached_property
    def contact(self) -> Contact:
        """What the ERP says of itself."""
        return self.opened.connector.test_connection()

    @cached_property
    def companies(self) -> Sequence[Company]:
        """The companies the sign-in sees."""
        return self.opened.connector.list_companies()

    @cached_property
    def methods(self) -> Sequence[PaymentMethod]:
        """The ERP's payment methods."""
        return self.opened.connector.list_payment_methods()

    @cached_property
    def accounts(self) -> Sequence[ErpAccount]:
        """The company's bank accounts in the ERP."""
        return self.opened.connector.list_bank_accounts()

    @cached_property
    def periods(self) -> Sequence[Period]:
        """The periods of the books, from the last banking day on."""
        return self.opened.connector.list_periods(self.day_before)

    @cached_property
    def rights(self) -> Sequence[Right]:
        """What the sign-in may do."""
        return self.opened.connector.rights()

    @cached_property
    def sample(self) -> PaymentPage:
        """Some open payments, read and left where they are."""
        return self.opened.connector.fetch_payments(None, _SAMPLE)

    @cached_property
    def own_accounts(self) -> dict[str, str]:
        """The accounts known here: their names by number, as numbers are compared."""
        with self.erp.database.snapshot(self.realm) as connection:
            named = account_names()
            known = connection.execute(
                select(named.c.name.label("called"), Account.name, Account.number)
                .join(Account, Account.id == named.c.account_id)
                .order_by(Account.id)
            ).all()
            served = connection.execute(
                select(ServedAccount.number, ServedAccount.name)
            ).all()
        found = {comparable(row.number): row.name or row.number for row in served}
        for row in known:
            # A national number is kept behind its bank's BIC, if that is told.
            number = row.called.rpartition("/")[2]
            found[comparable(number)] = row.name or row.number
        return found

    @cached_property
    def books(self) -> int | None:
        """The connection of the version, or for a draft the one it would go on with."""
        opened = self.opened
        if opened.connection_id is not None:
            return opened.connection_id
        with self.erp.database.snapshot(self.realm) as connection:
            active = active_connection(connection)
        if active is None or active.kind != opened.kind:
            return None
        company = {name: opened.values.get(name, "") for name in active.company}
        return int(active.id) if company == active.company else None

    @cached_property
    def known_company(self) -> KnownCompany | None:
        """Whose books these were when they were put to use, where that is known."""
        if self.books is None:
            return None
        with self.erp.database.snapshot(self.realm) as connection:
            row = connection.execute(
                select(ErpConnection.company_name, ErpConnection.company_number).where(
                    ErpConnection.id == self.books
                )
            ).one()
        if row.company_name is None:
            return None
        return KnownCompany(row.company_name, row.company_number or "")

    @cached_property
    def today(self) -> date:
        """The day it is in Copenhagen."""
        return day_of(self.erp.clock())

    @cached_property
    def day_before(self) -> date:
        """The last banking day before today, whose statements come today."""
        day = self.today - timedelta(days=1)
        while is_closed(day, frozenset({Calendar.DK})):
            day -= timedelta(days=1)
        return day

    @cached_property
    def secrets(self) -> dict[str, SecretFacts]:
        """What may be told of the version's secrets."""
        with self.erp.database.snapshot(self.realm) as connection:
            rows = connection.execute(
                select(
                    ErpVersionSecret.name,
                    ErpSecret.reference,
                    ErpSecret.created,
                    ErpSecret.created_by_name,
                    ErpSecret.destroyed,
                )
                .join(ErpSecret, ErpSecret.id == ErpVersionSecret.secret_id)
                .where(ErpVersionSecret.version_id == self.version_id)
            ).all()
        return {
            row.name: SecretFacts(
                row.reference, row.created, row.created_by_name,
                is_gone=row.destroyed is not None,
            )
            for row in rows
        }  # fmt: skip

    @property
    def setting_names(self) -> frozenset[str]:
        """The settings of every connector that could have been opened."""
        makers = self.erp.makers.values()
        return frozenset(
            one.name for maker in makers for one in maker.description.settings
        )

    def can(self, operation: Operation) -> bool:
        """Whether this ERP offers the operation at all."""
        return operation in self.opened.description.operations

    def setting_of(self, kind: SettingKind) -> str | None:
        """The first setting of that kind, by name."""
        settings = self.opened.description.settings
        return next((one.name for one in settings if one.kind is kind), None)

    def company_setting(self) -> str | None:
        """The setting that names the company."""
        settings = self.opened.description.settings
        own = [one for one in settings if one.section is Section.COMPANY]
        named = next((one for one in own if one.name == "company"), None)
        return named.name if named else None

    @property
    def calls(self) -> int:
        """How many calls were made so far."""
        return len(self._calls)

    def calls_since(self, before: int) -> list[str]:
        """The ids of the calls made since there were so many."""
        return [call.call_id for call in self._calls[before:]]

    def forget(self) -> None:
        """Open the way anew for the next check: the last one hangs."""
        self.__dict__.pop("opened", None)


def comparable(number: str) -> str:
    """An account's number so that IBAN and domestic number of a Danish one are one.

    A Danish IBAN ends with the registration number and the account number, filled up
    with zeros to ten digits (the Danish entry of the IBAN registry).
    """
    text = normalised(number).replace("-", "")
    if text.startswith("DK") and len(text) == _DANISH_IBAN:
        return text[4:]
    if text.isdecimal() and _REGISTRATION < len(text) <= _DANISH_IBAN - 4:
        return text[:_REGISTRATION] + text[_REGISTRATION:].zfill(10)
    return text
