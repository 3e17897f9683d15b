"""The victim's communication log: one exchange that failed."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from giroscope.features.logs.tables import LogDirection, LogEntry, LogType
from tests.isolation.tenants import MARK


def give_a_log(session: Session, now: datetime) -> None:
    """One half of an exchange, in the words of the victim."""
    session.add(
        LogEntry(
            # Newer than what the product asks the provider meanwhile.
            created=now + timedelta(hours=1), exchange="e1", is_reply=False,
            direction=LogDirection.OUT.value, log_type=LogType.BANK.value,
            peer="bank:1", operation="uploadFile", uri=f"https://{MARK}.example/",
            status=500, duration_ms=12, size=10, stored=10, data=MARK, is_cut=False,
            has_bytes=False, failure=MARK, cause=MARK, correlation_id=None,
            request_id=None, trace=None, sha256=None,
        )
    )  # fmt: skip
