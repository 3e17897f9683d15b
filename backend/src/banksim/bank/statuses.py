"""Lays out the pain.002 of an upload, each stage once and in order.

The faults an upload was received under decide whether it comes at all, late, twice or
behind the next one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from banksim.bank.mailbox import Kind, Mailbox, NewFile
from banksim.bank.payment_file import NOT_PROVIDED
from banksim.bank.reports import FILE_TYPES
from banksim.bank.status_file import BatchStatus, FileStatus, Reason, build
from banksim.banking_days import next_banking_day
from banksim.fault_kinds import FaultKind
from banksim.faults import Faults
from banksim.store import Row, Store

_ON_RECEPTION = (
    FaultKind.STATUS_MISSING,
    FaultKind.STATUS_LATE,
    FaultKind.STATUS_REPEATED,
    FaultKind.STATUS_OUT_OF_ORDER,
    FaultKind.REJECTED_IN_NETBANK,
)
_LATE_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class Stage:
    """What one pain.002 is to say."""

    group: str | None = None
    reason: Reason | None = None
    batches: Sequence[BatchStatus] = ()


def faults_of_upload(faults: Faults, agreement: str, operation: str) -> str:
    """The faults that an upload is received under, to be kept with it."""
    kept: dict[str, float] = {}
    for kind in _ON_RECEPTION:
        fault = faults.take(kind, agreement, operation)
        if fault is not None:
            kept[kind.value] = fault.number("seconds", _LATE_SECONDS)
    return json.dumps(kept)


class Statuses:
    """Tells customers what becomes of their files."""

    def __init__(self, store: Store, mailbox: Mailbox) -> None:
        self._store = store
        self._mailbox = mailbox

    def tell(self, upload: Row, stage: Stage, now: datetime, day: date) -> None:
        """Lay out one pain.002 of an upload."""
        faults: dict[str, float] = json.loads(upload["faults"])
        if FaultKind.STATUS_MISSING in faults:
            return
        told = self._told(upload["id"])
        late = faults.get(FaultKind.STATUS_LATE)
        is_held = FaultKind.STATUS_OUT_OF_ORDER in faults and told == 0
        file = NewFile(
            upload["agreement"],
            Kind.STATUS,
            FILE_TYPES[Kind.STATUS],
            self._document(upload, stage, told, now),
            upload=upload["id"],
            available=now + timedelta(seconds=late) if late is not None else None,
            available_day=next_banking_day(day) if late is not None else None,
            is_held=is_held,
        )
        for _ in range(2 if FaultKind.STATUS_REPEATED in faults else 1):
            self._mailbox.lay(file, now, day)
        if not is_held:
            self._mailbox.release(upload["id"], now, day)

    def _told(self, upload: int) -> int:
        found = self._store.one(
            "SELECT COUNT(*) n FROM files WHERE upload = ? AND kind = 'STATUS'", upload
        )
        return int(found["n"])

    def _document(self, upload: Row, stage: Stage, told: int, now: datetime) -> bytes:
        bic = self._store.row(
            "SELECT bic FROM accounts WHERE agreement = ?", upload["agreement"]
        )
        return build(
            FileStatus(
                message_id=f"STS{upload['id']:08d}{told + 1:03d}",
                created=now,
                bank_bic=bic["bic"] if bic else "SIMUDKSIXXX",
                original_message_id=upload["message_id"] or NOT_PROVIDED,
                original_version=upload["version"],
                original_created=upload["stated_created"],
                original_count=upload["stated_count"],
                original_sum=upload["stated_sum"],
                group=stage.group,
                reason=stage.reason,
                batches=stage.batches,
            )
        )
