"""What banks answer to requests for recall: their lines kept, and what they come to.

An answer that a payment is taken back is a status of that payment, `CANC`, and counts
as one; the other answers change no payment.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select

from bankfiles import Resolution, ResolvedBatch, ResolvedPayment, StatusReason
from giroscope.features.payments.answers import agree
from giroscope.features.payments.load import instant, reason_row, remove_statuses
from giroscope.features.payments.recalls import policy
from giroscope.features.payments.recalls.policy import RecallAnswer, Said
from giroscope.features.payments.recalls.tables import (
    Recall,
    RecalledPayment,
    RecallState,
)
from giroscope.features.payments.tables import StatusReport
from giroscope.kernel.bulk import IdBlocks
from giroscope.kernel.columns import ensure_short

_TAKEN_BACK = "CANC"
_ACCEPTED = "ACCR"


class Place(NamedTuple):
    """A payment that is asked back, by the ids of its file."""

    batch: str | None
    end_to_end: str | None
    instruction: str | None


@dataclass(slots=True)
class ResolutionLoader:
    """Takes the values of one camt.029 and keeps what it says."""

    connection: Connection
    document_id: int
    whole: Resolution | None = None
    said: str | None = None
    """When the bank wrote the document, as it stands there."""
    _batches: list[ResolvedBatch] = field(default_factory=list)
    _payments: list[ResolvedPayment] = field(default_factory=list)
    _message: str | None = None

    def add(self, value: Resolution | ResolvedBatch | ResolvedPayment) -> None:
        """One part of the answer.

        Raises:
            TextTooLong: The answer is no code.
        """
        ensure_short(value.status or "", 4)
        self._message = self._message or value.original_message_id
        if isinstance(value, Resolution):
            ensure_short(value.case_id or "", 35)
            self.whole = value
        elif isinstance(value, ResolvedBatch):
            self._batches.append(value)
        else:
            self._payments.append(value)

    @property
    def message_id(self) -> str | None:
        """The message id of the file whose payments it is about."""
        return self._message

    @property
    def named(self) -> list[tuple[str | None, str | None]]:
        """The batch and the payment that each line on a payment names."""
        return [
            (one.original_batch_id, one.original_end_to_end_id)
            for one in self._payments
        ]

    def case(self) -> Row[Any] | None:
        """The request here that is answered, if it is one of ours."""
        case_id = self.whole.case_id if self.whole else None
        if case_id is None:
            return None
        return self.connection.execute(
            select(Recall).where(Recall.case_id == case_id)
        ).one_or_none()

    def move(self, correlation_id: str) -> list[Said]:
        """The whole document was read: keep its lines; tells them, by payment.

        What is said of a file or a batch is said of those of its payments that were
        asked back, and of no others.
        """
        remove_statuses(self.connection, self.document_id)
        recall = self.case() or _only_open(self.connection, correlation_id)
        lines = [self._line(one, Place(*one[:3])) for one in self._payments]
        if recall is not None:
            lines += self._spread(recall)
        else:
            lines += self._above()
        case_id = recall.case_id if recall is not None else None
        ids = IdBlocks(self.connection, "status_reports")
        rows = [
            line
            | {"id": ids.take(), "document_id": self.document_id}
            | {"correlation_id": correlation_id, "case_id": case_id}
            | {"stated": instant(self.said)}
            for line in lines
        ]
        if rows:
            self.connection.execute(insert(StatusReport), rows)
        return [_said(row["recall"], row["stated"], 0, row["reasons"]) for row in rows]

    def _spread(self, recall: Row[Any]) -> list[dict[str, Any]]:
        """A line for each payment asked back that has none of its own."""
        own = [Place(*one[:3]) for one in self._payments]
        of_batch = {one.original_id: one for one in self._batches if one.status}
        whole = self.whole
        code = (whole.status or policy.code_of(whole.outcome)) if whole else None
        rows = self.connection.execute(
            select(
                RecalledPayment.batch_bank_id, RecalledPayment.end_to_end_id,
                RecalledPayment.instruction_id,
            )
            .where(RecalledPayment.recall_id == recall.id)
            .order_by(RecalledPayment.position)
        )  # fmt: skip
        found = []
        for row in rows:
            place = Place(*row)
            above = of_batch.get(place.batch)
            if any(_is_same(place, one) for one in own):
                continue
            if above is not None:
                found.append(self._line(above, place))
            elif whole is not None and code is not None:
                found.append(self._line(whole._replace(status=code), place))
        return found

    def _above(self) -> list[dict[str, Any]]:
        """What is said of the whole and of batches, where no request here is known."""
        found = [
            self._line(one, Place(one.original_id, None, None)) | {"level": "BATCH"}
            for one in self._batches
            if one.status
        ]
        if self.whole is not None and self.whole.status:
            found.append(
                self._line(self.whole, Place(None, None, None)) | {"level": "FILE"}
            )
        return found

    @staticmethod
    def _line(
        value: Resolution | ResolvedBatch | ResolvedPayment, place: Place
    ) -> dict[str, Any]:
        reasons: tuple[StatusReason, ...] = value.reasons
        return {
            "level": "PAYMENT",
            "batch_bank_id": place.batch,
            "end_to_end_id": place.end_to_end,
            "instruction_id": place.instruction,
            "status": _TAKEN_BACK if value.status == _ACCEPTED else None,
            "recall": value.status or "",
            "reasons": [reason_row(one) for one in reasons],
        }


def _only_open(connection: Connection, correlation_id: str) -> Row[Any] | None:
    """The one request of the journal that the bank can be answering, if it is one."""
    rows = connection.execute(
        select(Recall).where(
            Recall.correlation_id == correlation_id,
            Recall.state == RecallState.CONFIRMED.value,
        )
    ).all()
    return rows[0] if len(rows) == 1 else None


def _is_same(place: Place, other: Place) -> bool:
    return (
        place.end_to_end == other.end_to_end
        and agree(place.instruction, other.instruction)
        and agree(place.batch, other.batch)
    )


def _said(
    code: str | None, stated: datetime | None, line: int, reasons: Sequence[Any]
) -> Said:
    first = reasons[0] if reasons else {}
    return Said(code or "", stated, line, first.get("code"), first.get("text"))


def counting_of(
    recalled: Iterable[Row[Any]], lines: Iterable[Row[Any]]
) -> dict[tuple[int, int], Said]:
    """The line that counts of each payment asked back, by request and place.

    Both come with `case_id`: a later request has answers of its own.
    """
    by_id: dict[tuple[str | None, str | None], list[Row[Any]]] = defaultdict(list)
    for line in lines:
        by_id[line.case_id, line.end_to_end_id].append(line)
    found = {}
    for one in recalled:
        place = Place(one.batch_bank_id, one.end_to_end_id, one.instruction_id)
        said = policy.counting(
            _said(line.recall, line.stated, line.id, line.reasons)
            for line in by_id[one.case_id, one.end_to_end_id]
            if _is_same(
                place,
                Place(line.batch_bank_id, line.end_to_end_id, line.instruction_id),
            )
        )
        if said is not None:
            found[one.recall_id, one.position] = said
    return found


def answer_lines(condition: Any) -> Any:
    """The lines of banks that answer requests, as `counting_of` takes them."""
    return (
        select(
            StatusReport.batch_bank_id, StatusReport.end_to_end_id,
            StatusReport.instruction_id, StatusReport.case_id, StatusReport.recall,
            StatusReport.stated, StatusReport.id, StatusReport.reasons,
        )
        .where(StatusReport.recall.is_not(None), condition)
        .order_by(StatusReport.id)
    )  # fmt: skip


def recalled_rows(condition: Any) -> Any:
    """Payments asked back, as `counting_of` takes them."""
    return (
        select(
            RecalledPayment.recall_id, RecalledPayment.position, Recall.case_id,
            RecalledPayment.batch_bank_id, RecalledPayment.end_to_end_id,
            RecalledPayment.instruction_id, RecalledPayment.correlation_id,
        )
        .join(Recall, Recall.id == RecalledPayment.recall_id)
        .where(condition)
        .order_by(RecalledPayment.recall_id, RecalledPayment.position)
    )  # fmt: skip


def refused_places(connection: Connection, correlation_id: str) -> set[tuple[int, int]]:
    """The payments of a journal that the bank did not give back, as it stands."""
    recalled = connection.execute(
        recalled_rows(RecalledPayment.correlation_id == correlation_id)
    ).all()
    lines = connection.execute(
        answer_lines(StatusReport.correlation_id == correlation_id)
    ).all()
    return {
        place
        for place, said in counting_of(recalled, lines).items()
        if said.answer is RecallAnswer.REJECTED
    }
