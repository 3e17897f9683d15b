"""Which journal the present exchanges are about; told once, around them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy import Connection, select, update
from sqlalchemy.orm import aliased

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

    What asked for them is tied as well. What was tied before stays: one answer may hold
    files of several journals.
    """
    if not digests:
        return 0
    half = aliased(LogEntry)
    exchanges = select(half.exchange).where(
        half.sha256.in_(digests), half.correlation_id.is_(None)
    )
    changed = connection.execute(
        update(LogEntry)
        .where(LogEntry.exchange.in_(exchanges), LogEntry.correlation_id.is_(None))
        .values(correlation_id=correlation_id)
    )
    return changed.rowcount
