"""Runs a payment file through the layers, as a stream.

One engine for the upload, the API, the window of the accounting system and the command
line. Memory does not grow with the file but for a few bytes a payment.
"""

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import BinaryIO, cast

import bankfiles
from bankfiles import (
    BankFileError,
    FileHeader,
    Finding,
    Limits,
    Payment,
    PaymentBatch,
    Value,
)
from giroscope.features.payments.checks.case import Block, Case, Hit, Line, compact
from giroscope.features.payments.checks.history import History
from giroscope.features.payments.checks.kinds import DANISH_KINDS
from giroscope.features.payments.checks.layers import (
    address,
    bank,
    cut_off,
    danish,
    duplicates,
    files,
    iso,
    own,
    schema,
)
from giroscope.features.payments.checks.names import reference_key
from giroscope.features.payments.checks.past import compare
from giroscope.features.payments.checks.profiles import Profile
from giroscope.features.payments.checks.report import Report
from giroscope.features.payments.checks.rules import Layer, Words
from giroscope.features.payments.checks.tally import About, Tally
from giroscope.features.payments.checks.totals import Totals

_FORMAT = "pain.001"

OpenFile = Callable[[], AbstractContextManager[BinaryIO]]
"""Gives the file from its beginning, each time it is asked."""


class _NoPayments(Exception):
    """The file is read well, but is of another kind."""


class Examination:
    """One file on its way through the layers.

    `read` looks at the file itself and takes as long as it is large; `conclude`
    compares it with what the realm has at that moment.
    """

    def __init__(self, name: str, case: Case, history: History | None = None) -> None:
        self._name = name
        self._case = case
        self._history = history
        self._tally = Tally()
        self._totals = Totals()
        self._not_run: dict[Layer, Words] = {}
        self._profiles: dict[str, Profile] = {}
        self._seen = _Seen()
        self._currencies: set[str] = set()
        self._has_danish = self._is_read = False
        self._has_unknown_bank = False
        self._sha256, self._size = "", 0
        self._kind = bankfiles.Detected("unknown", None, None)

    def read(self, open_file: OpenFile, limits: Limits | None = None) -> None:
        """Look at everything that the file alone tells."""
        with open_file() as stream:
            self._read(stream, limits or Limits())
        if self._is_read:
            with open_file() as stream:
                self._validate(stream)
        else:
            self._not_run[Layer.SCHEMA] = schema.UNREADABLE

    def conclude(self) -> Report:
        """Compare with the realm, where there is one, and tell."""
        for profile in self._profiles.values():
            self._tally.note(bank.of_file(self._case, profile, self._size))
        if self._is_read:
            self._compare()
            self._not_run.update(self._unlooked())
        else:
            for layer in Layer:
                if layer is not Layer.FILE:
                    self._not_run[layer] = schema.UNREADABLE
        return Report(
            self._name,
            self._sha256,
            self._size,
            self._kind,
            self._case.header,
            self._case.now,
            self._tally,
            self._not_run,
            self._totals.report(self._case.header),
        )

    def _read(self, stream: BinaryIO, limits: Limits) -> None:
        counted = _Counted(stream)
        try:
            for value in bankfiles.read(cast("BinaryIO", counted), limits=limits):
                self._take(value)
            self._close()
            sums = dict(self._totals.currencies())
            header = self._case.header
            stated = header.stated_sum if header else None
            self._tally.note(files.totals(stated, sums, self._totals.batches))
            self._is_read = True
        except BankFileError as error:
            self._tally.note(files.of_reader(error.finding))
        except _NoPayments as other:
            self._tally.note([Hit("not_a_payment_file", "Document", str(other))])
        counted.drain(limits.file_bytes)
        self._sha256, self._size = counted.digest.hexdigest(), counted.size
        self._kind = bankfiles.detect(counted.head)

    def _validate(self, stream: BinaryIO) -> None:
        for finding in bankfiles.validate_schema(stream):
            if finding.code == "schema_not_carried":
                self._not_run[Layer.SCHEMA] = schema.NOT_CARRIED
                continue
            hit = Hit(
                finding.code, finding.path or "Document",
                note=Words(finding.message, finding.message), line=finding.line,
            )  # fmt: skip
            self._tally.note([hit])

    def _take(self, value: Value) -> None:
        if isinstance(value, Payment):
            self._payment(value)
        elif isinstance(value, PaymentBatch):
            self._close()
            self._open(value)
        elif isinstance(value, Finding):
            self._tally.note(files.of_reader(value))
        elif isinstance(value, FileHeader):
            self._case.header = value
            if value.format != _FORMAT:
                raise _NoPayments(value.format)

    def _open(self, batch: PaymentBatch) -> None:
        block = self._case.open(batch)
        self._currencies.clear()
        about = _of_batch(block)
        self._tally.note(iso.of_batch(block), about)
        if batch.id is not None and self._seen.is_again("batch", batch.id):
            self._tally.note([Hit("batch_id_repeated", block.at("PmtInfId"))], about)
        if block.profile is None:
            self._has_unknown_bank = True
        else:
            self._profiles[block.profile.key] = block.profile
            self._tally.note(bank.of_batch(block), about)

    def _close(self) -> None:
        """The open batch has ended, and its payments are known."""
        block = self._case.block
        if block is None:
            return
        about = _of_batch(block)
        currencies = frozenset(self._currencies)
        self._tally.note(cut_off.of_batch(block, self._case, currencies), about)
        self._tally.note(address.of_batch(block, self._case), about)
        self._totals.close(block, cut_off.release_by(block, self._case, currencies))
        self._case.block = None

    def _payment(self, payment: Payment) -> None:
        line = self._case.line(payment)
        self._totals.add(payment)
        self._currencies.add(payment.currency or "")
        about = _of_payment(line)
        note = self._tally.note
        note(iso.of_payment(line), about)
        note(bank.of_payment(line), about)
        if line.kind in DANISH_KINDS:
            self._has_danish = True
            note(danish.of_payment(line), about)
        note(address.of_payment(line, self._case), about)
        self._repeats(line, about)
        if self._history is not None:
            self._history.add(line, about.label or "")

    def _repeats(self, line: Line, about: About) -> None:
        """What stands in the file twice."""
        payment = line.payment
        end_to_end = payment.end_to_end_id
        if iso.is_provided(end_to_end) and self._seen.is_again("id", end_to_end or ""):
            path = line.at("PmtId/EndToEndId")
            self._tally.note([Hit("end_to_end_id_repeated", path, end_to_end)], about)
        account = compact(payment.creditor.account)
        if account is None:
            return
        key = reference_key(payment.reference, payment.remittance)
        said = f"{account}|{payment.amount.normalize()}|{payment.currency}|{key}"
        first = self._seen.first_of(said, payment.position)
        if first != payment.position:
            said_here = payment.reference or payment.remittance
            path = line.at("RmtInf")
            self._tally.note([duplicates.in_file(path, said_here, first)], about)

    def _compare(self) -> None:
        if self._history is None:
            self._not_run[Layer.OWN] = own.NO_HISTORY
            if not self._tally.by_layer.keys() & _DUPLICATES:
                self._not_run[Layer.DUPLICATES] = own.NO_HISTORY
            return
        header = self._case.header
        message_id = header.message_id if header else None
        compare(self._history, self._tally, self._sha256, message_id)

    def _unlooked(self) -> dict[Layer, Words]:
        """Layers that found nothing to look at."""
        found = {}
        if self._has_unknown_bank and not self._profiles:
            found[Layer.BANK] = bank.NO_PROFILE
        if not self._has_danish:
            found[Layer.DANISH] = danish.NO_DANISH
        return found


_DUPLICATES = frozenset((Layer.DUPLICATES, one) for one in bankfiles.Severity)


class _Seen:
    """Remembers what stood in the file before, by short hashes."""

    def __init__(self) -> None:
        self._once: set[int] = set()
        self._first: dict[int, int] = {}

    def is_again(self, kind: str, text: str) -> bool:
        """Whether the same was asked before."""
        key = hash((kind, text))
        if key in self._once:
            return True
        self._once.add(key)
        return False

    def first_of(self, text: str, position: int) -> int:
        """Where the same stood first."""
        return self._first.setdefault(hash(text), position)


class _Counted:
    """A stream that hashes and counts what is read through it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.head = b""
        self.digest, self.size = hashlib.sha256(), 0

    def read(self, size: int) -> bytes:
        """The next bytes."""
        data = self._stream.read(size)
        if not self.size:
            self.head = data[: 1 << 16]
        self.digest.update(data)
        self.size += len(data)
        return data

    def drain(self, most: int) -> None:
        """Read on to the end, or up to a limit."""
        while self.size <= most and self.read(1 << 20):
            pass


def _of_payment(line: Line) -> About:
    payment = line.payment
    return About(
        payment.line,
        payment.position,
        payment.end_to_end_id or payment.instruction_id,
        payment.creditor.name,
        f"{payment.amount:f}",
        payment.currency,
        line.batch.batch.id,
    )


def _of_batch(block: Block) -> About:
    return About(block.batch.line, batch=block.batch.id)
