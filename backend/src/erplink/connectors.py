"""The shape every way to an ERP has. Each call is synchronous; see `erplink.errors`.

A connector is opened for one company with its settings. Reads are attempted again
where that is safe; a write looks first for what an earlier attempt left, so that
the same call made twice leaves one thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from erplink.surroundings import Surroundings
from erplink.values import (
    Claimed,
    Company,
    Contact,
    Description,
    ErpAccount,
    OpenItemPage,
    PaymentMethod,
    PaymentPage,
    Period,
    Right,
    Seen,
    Settlement,
    StatementLines,
    StatusUpdate,
    Written,
)


class Connector(Protocol):
    """A way to the books of one company in one ERP."""

    def test_connection(self) -> Contact:
        """Sign in and look at what the ERP is, moving nothing.

        Raises:
            ErpError: Whatever stands in the way.
        """

    def list_companies(self) -> Sequence[Company]:
        """Every company the sign-in may see.

        Raises:
            ErpError: As `test_connection`.
        """

    def list_payment_methods(self) -> Sequence[PaymentMethod]:
        """Every payment method of the company, whether active or not.

        Raises:
            ErpError: As `test_connection`.
        """

    def list_bank_accounts(self) -> Sequence[ErpAccount]:
        """The company's own bank accounts.

        Raises:
            ErpError: As `test_connection`.
        """

    def list_periods(self, since: date) -> Sequence[Period]:
        """At least the periods that reach to this day or beyond, in their order.

        A day that lies in none of them that is open cannot be booked on.

        Raises:
            ErpError: As `test_connection`.
        """

    def fetch_payments(self, cursor: str | None, limit: int) -> PaymentPage:
        """Payments that are to be made and that nobody has claimed, in a fixed order.

        A payment that changes while pages are read is met again or left for the
        next round; none is skipped.

        Raises:
            ErpError: As `test_connection`.
        """

    def claim(self, payments: Seen, our_id: str) -> Sequence[Claimed]:
        """Take payments, so that nobody else makes them; one answer for each, in order.

        A payment that is not what was read is left alone and told as `CHANGED`.
        Claiming again with the same `our_id` finds them `ALREADY_OURS`.

        Raises:
            ErpError: As `test_connection`; some may have been claimed then.
        """

    def push_status(self, update: StatusUpdate) -> Written:
        """Tell what became of a payment, once.

        Raises:
            ErpError: As `test_connection`.
        """

    def push_statement_lines(self, lines: StatementLines) -> Written:
        """Write a statement's lines, once, whole or not at all.

        Raises:
            ErpError: As `test_connection`.
        """

    def rights(self) -> Sequence[Right]:
        """What the sign-in may and may not do, tried without changing anything.

        Raises:
            ErpError: As `test_connection`.
        """


class OpenItems(Protocol):
    """What a connector has besides that offers `FETCH_OPEN_ITEMS`."""

    def fetch_open_items(
        self, cursor: str | None, limit: int, since: str | None
    ) -> OpenItemPage:
        """What is open, or what changed since a mark, in a fixed order.

        What payments of the ERP are under way for is left out: they are fetched as
        payments. One that changes while pages are read is met again by the next round.

        Raises:
            ErpError: As `test_connection`; `Invalid` where the mark is good no more.
        """


class Settling(Protocol):
    """What a connector has besides that offers `SETTLE`."""

    def settle(self, settlement: Settlement) -> Written:
        """Assign a line of a statement to open items, once.

        Raises:
            ErpError: As `test_connection`; `Conflict` where the ERP has the line or an
                item not yet, or assigned already.
        """

    def release(self, settlement: Settlement) -> Written:
        """Take that back, once; what never was is as good as taken back.

        Raises:
            ErpError: As `test_connection`.
        """


class Maker(Protocol):
    """What a plug-in offers: a description, and connectors made from settings."""

    @property
    def description(self) -> Description:
        """What it is, needs and can do."""

    def open(
        self, settings: Mapping[str, str], surroundings: Surroundings
    ) -> Connector:
        """A connector with these settings, nothing asked yet.

        Raises:
            NotConfigured: One of them is missing or cannot be right.
        """
