"""Takes a payment file: whole, checked, stored and answered in one transaction.

The transport is told that the file has arrived; what is wrong with it is told by the
first pain.002: ACTC, PART or RJCT.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from banksim.bank import accounts
from banksim.bank.payment_file import (
    Batch,
    FileRefused,
    Order,
    PaymentFile,
    read,
)
from banksim.bank.rules import Refusal, batch_refusal, order_refusal
from banksim.bank.status_file import BatchStatus, OrderStatus, Reason
from banksim.bank.statuses import Stage, Statuses, faults_of_upload
from banksim.banking_days import banking_day_from
from banksim.fault_kinds import FaultKind
from banksim.faults import Fault, Faults
from banksim.store import Store

RECEIVED, ACCEPTED, REJECTED = "RECEIVED", "ACCEPTED", "REJECTED"
PAID, CANCELLED = "PAID", "CANCELLED"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file as it came over a protocol."""

    agreement: str
    environment: str
    operation: str
    file_type: str
    request_id: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the transport may say of the file."""

    upload: int
    count: int
    total: str | None


class Reception:
    """Takes payment files."""

    def __init__(self, store: Store, faults: Faults, statuses: Statuses) -> None:
        self._store = store
        self._faults = faults
        self._statuses = statuses

    def take(
        self, arrival: Arrival, now: datetime, day: date, due: datetime | None
    ) -> Receipt:
        """Store the file and its payments, and lay out the first status."""
        refused: FileRefused | None = None
        file: PaymentFile | None = None
        try:
            file = self._read(arrival)
        except FileRefused as error:
            refused = error
        upload = self._store_upload(arrival, file, refused, now, due)
        row = self._store.one("SELECT * FROM uploads WHERE id = ?", upload)
        if refused is not None or file is None:
            reason = Reason(refused.reason, refused.text) if refused else None
            self._statuses.tell(row, Stage("RJCT", reason), now, day)
            return Receipt(upload, 0, None)
        partial = self._faults.take(
            FaultKind.REJECT_PAYMENTS, arrival.agreement, arrival.operation
        )
        shown = _Shown()
        for batch in file.batches:
            self._store_batch(upload, arrival.agreement, batch, day, shown, partial)
        group = shown.group()
        if group == "RJCT":
            self._close(upload, REJECTED)
        self._statuses.tell(row, Stage(group, batches=shown.batches), now, day)
        if FaultKind.REJECTED_IN_NETBANK in row["faults"]:
            self._cancel_all(upload)
        return Receipt(upload, file.count, file.control_sum)

    def _read(self, arrival: Arrival) -> PaymentFile:
        """The file, or why it is refused as a whole."""
        who, operation = arrival.agreement, arrival.operation
        fault = self._faults.take(FaultKind.REJECT_FILE, who, operation)
        file = read(arrival.content)
        if fault is not None:
            reason = fault.text("reason", "FF01")
            text = fault.text("text", "Refused by the bank")
            raise FileRefused(reason, text, file.message_id, file.version)
        if self._faults.take(FaultKind.NO_DUPLICATE_CHECK, who, operation) is None:
            self._ensure_new(arrival, file)
        return file

    def _ensure_new(self, arrival: Arrival, file: PaymentFile) -> None:
        earlier = self._store.row(
            "SELECT sha256 FROM uploads WHERE agreement = ? AND message_id = ?"
            " AND state != ? ORDER BY id",
            arrival.agreement,
            file.message_id,
            REJECTED,
        )
        if earlier is None:
            return
        is_same = earlier["sha256"] == _hash(arrival.content)
        reason = "AM05" if is_same else "DU01"
        said = f"A file {file.message_id} has been received before"
        raise FileRefused(reason, said, file.message_id, file.version)

    def _store_upload(
        self,
        arrival: Arrival,
        file: PaymentFile | None,
        refused: FileRefused | None,
        now: datetime,
        due: datetime | None,
    ) -> int:
        told = file or refused
        return self._store.run(
            "INSERT INTO uploads (agreement, environment, file_type, request_id,"
            " sha256, content, message_id, version, stated_created, stated_count,"
            " stated_sum, received, state, due, reason, faults)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arrival.agreement,
            arrival.environment,
            arrival.file_type,
            arrival.request_id,
            _hash(arrival.content),
            arrival.content,
            told.message_id if told else None,
            told.version if told else None,
            file.created if file else None,
            file.count if file else None,
            file.control_sum if file else None,
            now.isoformat(),
            REJECTED if refused else RECEIVED,
            due.isoformat() if due else None,
            refused.reason if refused else None,
            faults_of_upload(self._faults, arrival.agreement, arrival.operation),
        )

    def _store_batch(
        self,
        upload: int,
        agreement: str,
        batch: Batch,
        day: date,
        shown: _Shown,
        partial: Fault | None,
    ) -> None:
        account = accounts.find(self._store, batch.debtor_scheme, batch.debtor_account)
        refusal = batch_refusal(batch, account, agreement, day)
        made = self._store.run(
            "INSERT INTO batches (upload, payment_info_id, debtor_account, debtor, day,"
            " is_batch_booked, state, reason, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            upload,
            batch.payment_info_id,
            account.iban if account else batch.debtor_account,
            batch.debtor,
            banking_day_from(max(batch.day, day)).isoformat(),
            int(batch.is_batch_booked),
            REJECTED if refusal else RECEIVED,
            refusal.reason if refusal else None,
            refusal.text if refusal else None,
        )
        refusals = [
            refusal or order_refusal(order) or shown.chosen(partial)
            for order in batch.orders
        ]
        self._store_orders(made, batch.orders, refusals)
        if all(refusals):
            self._store.run("UPDATE batches SET state = ? WHERE id = ?", REJECTED, made)
        shown.add(batch, refusal, refusals)

    def _store_orders(
        self, batch: int, orders: Sequence[Order], refusals: Sequence[Refusal | None]
    ) -> None:
        self._store.run_many(
            "INSERT INTO orders (batch, instruction_id, end_to_end_id, amount,"
            " currency, creditor, creditor_account, creditor_scheme, creditor_agent,"
            " remittance, reference, state, reason, text)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    batch, order.instruction_id, order.end_to_end_id, order.amount,
                    order.currency, order.creditor, order.creditor_account,
                    order.creditor_scheme, order.creditor_agent, order.remittance,
                    order.reference, REJECTED if why else RECEIVED,
                    why.reason if why else None, why.text if why else None,
                )
                for order, why in zip(orders, refusals, strict=True)
            ),
        )  # fmt: skip

    def _close(self, upload: int, state: str) -> None:
        self._store.run("UPDATE uploads SET state = ? WHERE id = ?", state, upload)

    def _cancel_all(self, upload: int) -> None:
        """Nobody is told: this is what a rejection in the netbank looks like."""
        self._close(upload, CANCELLED)
        self._store.run(
            "UPDATE orders SET state = ? WHERE state = ? AND batch IN"
            " (SELECT id FROM batches WHERE upload = ?)",
            CANCELLED,
            RECEIVED,
            upload,
        )
        self._store.run(
            "UPDATE batches SET state = ? WHERE upload = ?", CANCELLED, upload
        )


class _Shown:
    """What the first status will say, gathered batch by batch."""

    def __init__(self) -> None:
        self.batches: list[BatchStatus] = []
        self._taken = 0
        self._refused = 0
        self._seen = 0

    def chosen(self, partial: Fault | None) -> Refusal | None:
        """Whether a fault picks this payment, which was otherwise in order."""
        if partial is None:
            return None
        self._seen += 1
        if self._seen % max(int(partial.number("every", 2)), 1):
            return None
        return Refusal(partial.text("reason", "AC01"), "Refused by the bank")

    def add(
        self, batch: Batch, whole: Refusal | None, refusals: Sequence[Refusal | None]
    ) -> None:
        """Count a batch, and keep what has to be said of it."""
        refused = [
            OrderStatus(
                order.instruction_id,
                order.end_to_end_id,
                "RJCT",
                Reason(why.reason, why.text),
                order.amount,
                order.currency,
            )
            for order, why in zip(batch.orders, refusals, strict=True)
            if why is not None
        ]
        self._refused += len(refused)
        self._taken += len(batch.orders) - len(refused)
        if not refused:
            return
        status = "RJCT" if len(refused) == len(batch.orders) else "PART"
        reason = Reason(whole.reason, whole.text) if whole else None
        self.batches.append(BatchStatus(batch.payment_info_id, status, reason, refused))

    def group(self) -> str:
        """The status of the whole file."""
        if not self._refused:
            return "ACTC"
        return "PART" if self._taken else "RJCT"


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
