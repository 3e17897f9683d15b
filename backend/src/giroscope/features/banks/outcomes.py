"""What a conversation with a bank leaves on its connection, for good or bad."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, select, update

from banklink import LinkError, RefusalKind, Refused
from giroscope.features.banks.errors import BankSaysNo, BankUnreached
from giroscope.features.banks.tables import BankConnection
from giroscope.features.messages import tell
from giroscope.kernel.errors import AppError
from giroscope.kernel.text import recognised
from localization import Message

_LONGEST = 500
_TELL_AFTER = timedelta(minutes=10)
"""A bank that is away for a moment is no news."""


def refusal_of(error: LinkError) -> AppError:
    """The failure as a refusal that a job tells."""
    if isinstance(error, Refused):
        return BankSaysNo(sentence_of(error))
    return BankUnreached(sentence_of(error))


def sentence_of(error: LinkError) -> str:
    """What failed, with the bank's own code and words where it gave some."""
    code = getattr(error, "bank_code", None)
    words = getattr(error, "bank_text", "")
    own = f" ({' '.join(filter(None, (code, words)))})" if code or words else ""
    text = error.message if own.strip(" ()") in error.message else error.message + own
    return text[:_LONGEST]


def note_contact(connection: Connection, connection_id: int, now: datetime) -> None:
    """The bank answered as it should; tells so where people had heard otherwise."""
    row = _row(connection, connection_id)
    if row.failure_told is not None and row.failing_since is not None:
        minutes = (now - row.failing_since) // timedelta(minutes=1)
        tell(
            connection,
            "SUCCESS",
            Message("banks.recovered", name=row.name, minutes=minutes),
            reference=f"bank:{connection_id}",
        )
    connection.execute(
        update(BankConnection)
        .where(BankConnection.id == connection_id)
        .values(last_contact=now, failing_since=None, failure=None, failure_told=None)
    )


def note_sent(connection: Connection, connection_id: int, now: datetime) -> None:
    """The bank has taken a file from us, which is also a good answer."""
    note_contact(connection, connection_id, now)
    connection.execute(
        update(BankConnection)
        .where(BankConnection.id == connection_id)
        .values(last_sent=now)
    )


def is_about_certificate(error: LinkError) -> bool:
    """Whether the bank has said, for certain, that it does not take our certificate."""
    return isinstance(error, Refused) and error.kind is RefusalKind.CERTIFICATE


def note_failure(
    connection: Connection,
    connection_id: int,
    sentence: str,
    now: datetime,
    *,
    of_certificate: bool = False,
) -> None:
    """The bank did not; people are told once it has been so for a while.

    A certificate that the bank takes no longer does not mend itself: that is told
    at once.
    """
    row = _row(connection, connection_id)
    since = row.failing_since or now
    is_news = row.failure_told is None and (
        of_certificate or now - since >= _TELL_AFTER
    )
    if is_news and of_certificate:
        tell(
            connection,
            "ERROR",
            Message(
                "banks.certificate_refused", name=row.name, reason=recognised(sentence)
            ),
            reference=f"bank:{connection_id}",
        )
    elif is_news:
        tell(
            connection,
            "WARNING",
            Message(
                "banks.failing", name=row.name, since=since, reason=recognised(sentence)
            ),
            reference=f"bank:{connection_id}",
        )
    connection.execute(
        update(BankConnection)
        .where(BankConnection.id == connection_id)
        .values(
            failing_since=since,
            failure=sentence[:_LONGEST],
            failure_told=now if is_news else row.failure_told,
        )
    )


def _row(connection: Connection, connection_id: int) -> BankConnection:
    row: BankConnection = connection.execute(  # type: ignore[assignment]
        select(
            BankConnection.name,
            BankConnection.failing_since,
            BankConnection.failure_told,
        )
        .where(BankConnection.id == connection_id)
        .with_for_update()
    ).one()
    return row
