"""Carries files through their stages: accepted, then paid when their day has come.

Every step is one transaction with its books, statuses and notifications, so that a
bank that is killed has done a step or has not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from banksim.bank import accounts
from banksim.bank.days import last_leg
from banksim.bank.ledger import PAYMENT, Ledger, Posting, clearing, transfer
from banksim.bank.money import exchanged
from banksim.bank.reception import ACCEPTED, PAID, RECEIVED, REJECTED
from banksim.bank.reports import Reporting
from banksim.bank.rules import Refusal, cover_refusal
from banksim.bank.status_file import BatchStatus, OrderStatus, Reason
from banksim.bank.statuses import Stage, Statuses
from banksim.store import Row, Store

_ANY_TIME = "9999"


@dataclass(frozen=True, slots=True)
class Progress:
    """Moves files on."""

    store: Store
    ledger: Ledger
    statuses: Statuses
    reporting: Reporting

    def accept(
        self, now: datetime, day: date, *, is_told: bool, pace: timedelta | None
    ) -> None:
        """Accept what was received; told, also what would still wait."""
        with self.store.transaction():
            for upload in self._due(RECEIVED, now, is_told=is_told):
                self._accept(upload, now, day, pace)

    def settle(self, now: datetime, day: date, *, is_told: bool) -> None:
        """Pay what is accepted and due; told, also what would still wait."""
        with self.store.transaction():
            since = last_leg(self.store)
            for upload in self._due(ACCEPTED, now, is_told=is_told):
                self._settle(upload, now, day)
            if last_leg(self.store) > since:
                for account in accounts.of_agreement(self.store):
                    self.reporting.notify(account, since, day, now)

    def _due(self, state: str, now: datetime, *, is_told: bool) -> list[Row]:
        until = _ANY_TIME if is_told else now.isoformat()
        return self.store.rows(
            "SELECT * FROM uploads WHERE state = ? AND COALESCE(due, ?) <= ?"
            " ORDER BY id",
            state,
            _ANY_TIME,
            until,
        )

    def _accept(
        self, upload: Row, now: datetime, day: date, pace: timedelta | None
    ) -> None:
        batches = self._batches(upload, RECEIVED)
        for batch in batches:
            self.store.run(
                "UPDATE batches SET state = ? WHERE id = ?", ACCEPTED, batch["id"]
            )
        self.store.run(
            "UPDATE orders SET state = ? WHERE state = ? AND batch IN"
            " (SELECT id FROM batches WHERE upload = ?)",
            ACCEPTED,
            RECEIVED,
            upload["id"],
        )
        due = (now + pace).isoformat() if pace is not None else None
        self.store.run(
            "UPDATE uploads SET state = ?, due = ? WHERE id = ?",
            ACCEPTED,
            due,
            upload["id"],
        )
        told = [BatchStatus(batch["payment_info_id"], "ACCP") for batch in batches]
        self.statuses.tell(upload, Stage(batches=told), now, day)

    def _settle(self, upload: Row, now: datetime, day: date) -> None:
        batches = [
            batch
            for batch in self._batches(upload, ACCEPTED)
            if date.fromisoformat(batch["day"]) <= day
        ]
        if not batches:
            return
        told = [self._pay_batch(batch, now, day) for batch in batches]
        if not self._batches(upload, ACCEPTED):
            self.store.run(
                "UPDATE uploads SET state = ? WHERE id = ?", PAID, upload["id"]
            )
        self.statuses.tell(upload, Stage(batches=told), now, day)

    def _batches(self, upload: Row, state: str) -> list[Row]:
        return self.store.rows(
            "SELECT * FROM batches WHERE upload = ? AND state = ? ORDER BY id",
            upload["id"],
            state,
        )

    def _pay_batch(self, batch: Row, now: datetime, day: date) -> BatchStatus:
        account = accounts.find(self.store, "IBAN", batch["debtor_account"])
        if account is None:
            raise LookupError("an accepted batch is from one of the bank's accounts")
        balance = self.ledger.balance(account.iban)
        orders: list[OrderStatus] = []
        for order in self.store.rows(
            "SELECT * FROM orders WHERE batch = ? AND state = ? ORDER BY id",
            batch["id"],
            ACCEPTED,
        ):
            wanted = exchanged(order["amount"], order["currency"], account.currency)
            refusal = cover_refusal(wanted, balance, account.overdraft)
            reference = None
            if refusal is None:
                balance -= wanted
                reference = self._pay(order, account, now, day)
            self._keep(order, refusal)
            orders.append(_status(order, refusal, reference))
        paid = sum(order.status == "ACSC" for order in orders)
        status = "ACSC" if paid == len(orders) else "PART" if paid else "RJCT"
        self.store.run(
            "UPDATE batches SET state = ? WHERE id = ?",
            PAID if paid else REJECTED,
            batch["id"],
        )
        return BatchStatus(batch["payment_info_id"], status, orders=orders)

    def _pay(
        self, order: Row, account: accounts.Account, now: datetime, day: date
    ) -> str:
        currency = order["currency"]
        scheme, number = order["creditor_scheme"], order["creditor_account"]
        own = accounts.find(self.store, scheme, number) if scheme != "OCR" else None
        legs = transfer(
            account.iban,
            account.currency,
            own.iban if own else clearing(currency),
            own.currency if own else currency,
            order["amount"],
            currency,
        )
        posting = Posting(
            PAYMENT,
            day,
            legs,
            order_id=order["id"],
            end_to_end_id=order["end_to_end_id"],
            counterparty=order["creditor"],
            counterparty_account=number,
            remittance=order["remittance"],
            reference=order["reference"],
        )
        return self.ledger.book(posting, now)

    def _keep(self, order: Row, refusal: Refusal | None) -> None:
        self.store.run(
            "UPDATE orders SET state = ?, reason = ?, text = ? WHERE id = ?",
            REJECTED if refusal else PAID,
            refusal.reason if refusal else None,
            refusal.text if refusal else None,
            order["id"],
        )


def _status(order: Row, refusal: Refusal | None, reference: str | None) -> OrderStatus:
    return OrderStatus(
        order["instruction_id"],
        order["end_to_end_id"],
        "RJCT" if refusal else "ACSC",
        Reason(refusal.reason, refusal.text) if refusal else None,
        order["amount"],
        order["currency"],
        reference,
    )
