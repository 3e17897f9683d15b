"""What each status document of a journal says, and how much of it still counts."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.journals.tables import JournalDocument
from giroscope.features.payments import Payment, StatusReport

_LINES = 200
"""Lines on files and batches that are shown of one document."""


@dataclass(slots=True)
class Answer:
    """One status document."""

    document_id: int
    received: datetime
    stated: datetime | None = None
    lines: list[Any] = field(default_factory=list)
    """What it says of the file and of batches."""
    payments: dict[str, int] = field(default_factory=dict)
    """How many payments it says which code of."""
    counting: int = 0
    """Of how many payments its word is the one that counts."""


async def answers(
    session: AsyncSession, correlation_ids: list[str]
) -> dict[str, list[Answer]]:
    """The status documents of each journal, in the order they came."""
    held = await session.execute(
        select(
            JournalDocument.correlation_id,
            JournalDocument.document_id,
            JournalDocument.added,
        )
        .where(
            JournalDocument.correlation_id.in_(correlation_ids),
            JournalDocument.kind == "STATUS",
        )
        .order_by(JournalDocument.id)
    )
    found: dict[str, list[Answer]] = defaultdict(list)
    by_document: dict[int, Answer] = {}
    for correlation_id, document_id, added in held:
        answer = by_document[document_id] = Answer(document_id, added)
        found[correlation_id].append(answer)
    await _said(session, by_document)
    await _counting(session, by_document, correlation_ids)
    return found


async def _said(session: AsyncSession, of: Mapping[int, Answer]) -> None:
    lines = await session.execute(
        select(StatusReport)
        .where(StatusReport.document_id.in_(list(of)), StatusReport.level != "PAYMENT")
        .order_by(StatusReport.id)
    )
    for line in lines.scalars():
        answer = of[line.document_id]
        answer.stated = answer.stated or line.stated
        if len(answer.lines) < _LINES:
            answer.lines.append(line)
    counted = await session.execute(
        select(
            StatusReport.document_id, StatusReport.status, func.count(),
            func.min(StatusReport.stated),
        )
        .where(StatusReport.document_id.in_(list(of)), StatusReport.level == "PAYMENT")
        .group_by(StatusReport.document_id, StatusReport.status)
        .order_by(StatusReport.status)
    )  # fmt: skip
    for document_id, status, count, stated in counted:
        answer = of[document_id]
        answer.stated = answer.stated or stated
        if status is not None:
            answer.payments[status] = count


async def _counting(
    session: AsyncSession, of: Mapping[int, Answer], correlation_ids: list[str]
) -> None:
    rows = await session.execute(
        select(StatusReport.document_id, func.count())
        .join(Payment, Payment.status_report_id == StatusReport.id)
        .where(Payment.correlation_id.in_(correlation_ids))
        .group_by(StatusReport.document_id)
    )
    for document_id, count in rows:
        if document_id in of:
            of[document_id].counting = count
