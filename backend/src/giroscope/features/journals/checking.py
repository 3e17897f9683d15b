"""Checks a payment file while it is imported, and tells its upload what was found."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, BinaryIO

from sqlalchemy import Connection

from bankfiles import Finding
from giroscope.features.journals.reading import Reading
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
