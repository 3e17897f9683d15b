"""Which journal the present exchanges are about; told once, around them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy import Connection, select, update

from giroscope.features.logs.tables import LogEntry

_PRESENT: ContextVar[str | None] = ContextVar("correlation", default=None)


@contextmanager
def about(correlation_id: str | None) -> Iterator[None]:
    """Everything exchanged in the block is about this journal."""
    token = _PRESENT.set(correlation_id)
    try:
        yield
    finally:
        _PRESENT.reset(token)


def present_correlation() -> str | None:
    """Which journal the present exchange is about, if that is known."""
    return _PRESENT.get()


def correlate(
    connection: Connection, digests: Collection[str], correlation_id: str
) -> int:
    """Tie what came with these bytes to a journal, once it is known; tells how many.

    What was asked is tied with its answer. What was tied before stays: one answer may
    hold files of several journals.
    """
    if not digests:
        return 0
    is_loose = LogEntry.correlation_id.is_(None)
    carried = select(LogEntry.exchange).where(LogEntry.sha256.in_(digests), is_loose)
    exchanges = connection.execute(carried).scalars().all()
    if not exchanges:
        return 0
    changed = connection.execute(
        update(LogEntry)
        .where(LogEntry.exchange.in_(exchanges), is_loose)
        .values(correlation_id=correlation_id)
    )
    return changed.rowcount
