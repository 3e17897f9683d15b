"""Checks a payment file while it is imported, and tells its upload what was found."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, BinaryIO

from sqlalchemy import Connection

from bankfiles import Finding
from giroscope.features.banks.sources import DEMO
from giroscope.features.journals.read_file import Reading
from giroscope.features.payments.checks import Examination, History, Report, case_at


class Checking:
    """The check of one document, in the two steps of its import.

    Reading the file may overlap with other imports; comparing it with the realm may
    not, or two files of the same payments would not see each other.
    """

    def __init__(
        self,
        connection: Connection,
        document: Any,
        name: str,
        open_file: Callable[[], BinaryIO],
        now: datetime,
    ) -> None:
        """Look at the file itself."""
        case = case_at(connection, lambda: now)
        connection.commit()
        self._history = History(connection, document.id)
        self._examination = Examination(name, case, self._history)
        self._examination.read(open_file)

    def conclude(self) -> Report:
        """Compare with what the realm has now."""
        report = self._examination.conclude()
        self._history.close()
        return report


def judged_at(source: str, created: str | None, now: datetime) -> datetime:
    """The moment against which a file's days are held.

    Demo data tells of days that are past, and is judged as it would have been when it
    was handed in; whatever could cost money is judged now.
    """
    if source != DEMO or created is None:
        return now
    try:
        told = datetime.fromisoformat(created)
    except ValueError:
        return now
    return min(now, told if told.tzinfo else told.replace(tzinfo=UTC))


def take_over(reading: Reading, report: Report) -> None:
    """Let the upload say what the check found, in place of the reader's own doubts."""
    reading.replace(
        set(report.tally.causes),
        [
            Finding(found.severity, found.code, found.message, found.line, found.path)
            for cause in report.tally.in_order()
            for found in cause.found
        ],
        {severity.value: count for severity, count in report.tally.counts.items()},
    )
