"""What a bank file holds, as the published JSON object. Stores nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from decimal import Decimal
from typing import Any, BinaryIO, cast

from bankfiles._detect import HEAD_BYTES, detect
from bankfiles._findings import found
from bankfiles._read import read
from bankfiles._text import ZERO, add
from bankfiles.errors import BankFileError
from bankfiles.limits import Limits
from bankfiles.parts import Balance, Finding, Severity
from bankfiles.values import (
    FileHeader,
    GroupStatus,
    Payment,
    PaymentBatch,
    PaymentBatchStatus,
    PaymentStatus,
    Resolution,
    ResolvedBatch,
    ResolvedPayment,
    StatementEnd,
    StatementHeader,
    StatusReason,
    Value,
)

_DEFAULT = Limits()
MOST_FINDINGS = 1_000


def inspect(
    stream: BinaryIO, name: str, *, limits: Limits = _DEFAULT
) -> dict[str, Any]:
    """The figures of a file as a JSON object.

    A file that cannot be read gives one whose findings hold an error; bad
    content raises nothing.
    """
    counted = _Counted(stream)
    head = counted.peek()
    kind = detect(head, name)
    picture = Picture(name, kind.format, kind.version)
    try:
        for value in read(cast("BinaryIO", counted), limits=limits):
            picture.take(value)
    except BankFileError as error:
        picture.take(error.finding)
    counted.drain(limits.file_bytes)
    return picture.result(counted.digest.hexdigest(), counted.size)


class _Counted:
    """A stream that hashes and counts what is read through it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._head = b""
        self.digest, self.size = hashlib.sha256(), 0

    def peek(self) -> bytes:
        """The head, which will be read again."""
        while len(self._head) < HEAD_BYTES and (
            more := self._stream.read(HEAD_BYTES - len(self._head))
        ):
            self._head += more
        return self._head

    def read(self, size: int) -> bytes:
        data, self._head = self._head[:size], self._head[size:]
        if len(data) < size:
            data += self._stream.read(size - len(data))
        self.digest.update(data)
        self.size += len(data)
        return data

    def drain(self, limit: int) -> None:
        """Read what a refused file still has, so that its hash is whole."""
        while self.size <= limit and self.read(1 << 20):
            pass


class Picture:
    """Gathers values into the object."""

    def __init__(self, name: str, kind: str, version: str | None) -> None:
        self._name, self._kind, self._version = name, kind, version
        self._header: FileHeader | None = None
        self._statement: StatementHeader | None = None
        self._statements: list[dict[str, Any]] = []
        self._payments: list[dict[str, Any]] = []
        self._count, self._sum = 0, ZERO
        self._group: GroupStatus | Resolution | None = None
        self._batch_states: Counter[str] = Counter()
        self._states: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        self._findings: list[Finding] = []
        self._left_out, self._failed = 0, False

    def take(self, value: Value) -> None:
        """Take one value."""
        if isinstance(value, Finding):
            self._take_finding(value)
        elif isinstance(value, FileHeader):
            self._header = value
        elif isinstance(value, StatementHeader):
            self._statement = value
        elif isinstance(value, StatementEnd):
            self._take_statement(value)
        elif isinstance(value, PaymentBatch):
            self._take_batch(value)
        elif isinstance(value, Payment):
            self._take_payment(value)
        elif isinstance(value, GroupStatus | Resolution):
            self._group = value
            self._take_reasons(value.reasons)
        elif isinstance(value, PaymentBatchStatus | ResolvedBatch):
            self._batch_states[value.status or "(none)"] += 1
            self._take_reasons(value.reasons)
        elif isinstance(value, PaymentStatus | ResolvedPayment):
            self._states[value.status or "(none)"] += 1
            self._take_reasons(value.reasons)

    def _take_finding(self, finding: Finding) -> None:
        # The first error is kept in any case: it decides the exit code.
        is_first_error = finding.severity is Severity.ERROR and not self._failed
        self._failed |= finding.severity is Severity.ERROR
        if len(self._findings) < MOST_FINDINGS or is_first_error:
            self._findings.append(finding)
        else:
            self._left_out += 1

    def result(self, digest: str, size: int) -> dict[str, Any]:
        """The object."""
        header = self._header
        if self._left_out:
            words = f"{self._left_out} further findings are not listed."
            self._findings.append(found("findings_left_out", words))
        picture: dict[str, Any] = {
            "file": self._name,
            "sha256": digest,
            "size": size,
            "format": self._kind,
            "version": self._version,
        }
        if header is not None:
            picture["messageId"] = header.message_id
            picture["created"] = header.created
        if self._kind.startswith(("camt.05", "mt")) and header is not None:
            picture["statements"] = self._statements
        if self._kind == "pain.001" and header is not None:
            picture["payments"] = [_with_sum(each) for each in self._payments]
            picture["count"], picture["sum"] = self._count, _plain(self._sum)
            picture["statedCount"] = header.stated_count
            picture["statedSum"] = header.stated_sum
        if self._group is not None:
            picture["status"] = self._status(self._group)
        picture["findings"] = [_finding(each) for each in self._findings]
        always = {"file", "sha256", "size", "format", "findings"}
        return {
            key: value
            for key, value in picture.items()
            if value is not None or key in always
        }

    def _take_statement(self, end: StatementEnd) -> None:
        header = self._statement
        if header is None:
            return
        stated = [each.currency for each in end.balances if each.currency]
        self._statements.append(
            {
                "id": header.id,
                "sequence": header.sequence,
                "account": {"iban": header.account.iban, "other": header.account.other},
                # What the file says of the statement: entries may differ.
                "currency": header.account.currency or (stated[0] if stated else None),
                "opening": _balance(end.opening),
                "closing": _balance(end.closing),
                "entries": end.entries,
                "details": end.details,
                "credits": _plain(end.credits),
                "debits": _plain(end.debits),
                "bookedCredits": _plain(end.booked_credits),
                "bookedDebits": _plain(end.booked_debits),
                "reversals": end.reversals,
                "balanced": end.balanced,
            }
        )

    def _take_batch(self, batch: PaymentBatch) -> None:
        executed = batch.execution_date
        self._payments.append(
            {
                "id": batch.id,
                "count": 0,
                "sum": ZERO,
                "currencies": {},
                "executionDate": executed.isoformat() if executed else None,
                "debtorAccount": batch.debtor.account,
            }
        )

    def _take_payment(self, payment: Payment) -> None:
        self._count += 1
        self._sum = add(self._sum, payment.amount)
        batch = self._payments[-1]
        batch["count"] += 1
        batch["sum"] = add(batch["sum"], payment.amount)
        if payment.currency:
            currencies = batch["currencies"]
            currencies[payment.currency] = currencies.get(payment.currency, 0) + 1

    def _take_reasons(self, reasons: tuple[StatusReason, ...]) -> None:
        for reason in reasons:
            self._reasons[reason.code or "(none)"] += 1

    def _status(self, group: GroupStatus | Resolution) -> dict[str, Any]:
        return {
            "originalMessageId": group.original_message_id,
            "group": group.status,
            "payments": dict(self._batch_states),
            "transactions": dict(self._states),
            "reasons": dict(self._reasons),
        }


def _with_sum(batch: dict[str, Any]) -> dict[str, Any]:
    return {**batch, "sum": _plain(batch["sum"])}


def _balance(balance: Balance | None) -> dict[str, Any] | None:
    if balance is None:
        return None
    return {
        "amount": _plain(balance.amount),
        "date": balance.date.isoformat() if balance.date else None,
        "code": balance.code,
    }


def _plain(amount: Decimal) -> str:
    return format(amount, "f")


def _finding(each: Finding) -> dict[str, Any]:
    return {
        "severity": each.severity.value,
        "code": each.code,
        "message": each.message,
        "line": each.line,
        "path": each.path,
    }
