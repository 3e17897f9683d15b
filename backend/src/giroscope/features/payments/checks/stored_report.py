"""Keeps the report of a document that is imported, and takes it back with it."""

from sqlalchemy import Connection, delete, insert

from giroscope.features.payments.checks.report import Report
from giroscope.features.payments.checks.tables import PaymentCheck, PaymentFlag

_ROWS = 2_000


def keep(connection: Connection, document_id: int, report: Report) -> None:
    """Put the report, and the flags of its payments, in the place of any earlier."""
    forget(connection, document_id)
    connection.execute(
        insert(PaymentCheck).values(
            document_id=document_id,
            standing=report.standing.value,
            checked=report.checked,
            report=report.told(),
        )
    )
    rows = [
        {
            "document_id": document_id,
            "position": flag.position,
            "code": flag.code,
            "severity": flag.severity.value.upper(),
            "value": flag.value,
            "note": flag.note.en if flag.note else None,
            "note_da": flag.note.da if flag.note else None,
            "journal": flag.journal,
        }
        for flag in report.flags
    ]
    for start in range(0, len(rows), _ROWS):
        connection.execute(insert(PaymentFlag), rows[start : start + _ROWS])


def forget(connection: Connection, document_id: int) -> None:
    """Take back what was kept of a document."""
    for table in (PaymentFlag, PaymentCheck):
        connection.execute(delete(table).where(table.document_id == document_id))
