"""Why payments are not paid, in the words of banks: refused at any stage, or returned.

The list, the journal and the export ask this one function.
"""

from collections.abc import Collection
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.payments.progress import PaymentProgress
from giroscope.features.payments.sending.tables import IS_PAYMENT, Sending, SendState
from giroscope.features.payments.tables import StatusReport

Said = dict[str, str | None]
"""A reason as it is kept: code and text."""


class Question(NamedTuple):
    """A payment, as far as it tells where its reasons stand."""

    document_id: int
    status_report_id: int | None
    return_id: int | None
    is_refused: bool

    @classmethod
    def of(cls, row: Any) -> "Question":
        """From its row."""
        is_refused = row.progress == PaymentProgress.REJECTED.value
        return cls(row.document_id, row.status_report_id, row.return_id, is_refused)


async def reasons(
    session: AsyncSession, asked: Collection[Question]
) -> dict[Question, list[Said]]:
    """The reasons of each, that of a return first."""
    return await session.run_sync(lambda own: reasons_on(own.connection(), asked))


def reasons_on(
    connection: Connection, asked: Collection[Question]
) -> dict[Question, list[Said]]:
    """The same, for whoever has a connection."""
    returned = _of_returns(connection, {one.return_id for one in asked} - {None})
    reported = _of_reports(connection, {one.status_report_id for one in asked} - {None})
    silent = {
        one.document_id
        for one in asked
        if one.is_refused and one.status_report_id is None
    }
    sent = _of_sendings(connection, silent)
    return {
        one: [
            *returned.get(one.return_id, []),
            *reported.get(one.status_report_id, []),
            *(sent.get(one.document_id, []) if one.document_id in silent else []),
        ]
        for one in asked
    }


def _of_reports(
    connection: Connection, ids: Collection[int | None]
) -> dict[int | None, list[Said]]:
    if not ids:
        return {}
    rows = connection.execute(
        select(StatusReport.id, StatusReport.reasons).where(StatusReport.id.in_(ids))
    )
    return {row.id: row.reasons for row in rows}


def _of_returns(
    connection: Connection, ids: Collection[int | None]
) -> dict[int | None, list[Said]]:
    """The statements room lies beside this one, so its table is named, not imported."""
    if not ids:
        return {}
    rows = connection.execute(
        text("SELECT id, extra FROM transactions WHERE id IN :ids").bindparams(
            bindparam("ids", expanding=True)
        ),
        {"ids": sorted(one for one in ids if one is not None)},
    )
    codes = {row.id: _return_reason(row.extra) for row in rows}
    return {key: [{"code": code, "text": None}] for key, code in codes.items() if code}


def _return_reason(extra: str | None) -> str | None:
    found: Any = orjson.loads(extra) if extra else {}
    reason = found.get("return_reason")
    return str(reason) if reason else None


def _of_sendings(
    connection: Connection, documents: Collection[int]
) -> dict[int, list[Said]]:
    if not documents:
        return {}
    rows = connection.execute(
        select(Sending.document_id, Sending.bank_code, Sending.bank_text).where(
            Sending.document_id.in_(documents),
            IS_PAYMENT,
            Sending.state == SendState.REFUSED.value,
        )
    )
    return {
        row.document_id: [{"code": row.bank_code, "text": row.bank_text}]
        for row in rows
        if row.bank_code or row.bank_text
    }
