"""The communication log in the graph."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated, Any

import strawberry
from anyio import to_thread
from sqlalchemy import select

from giroscope.features.logs import actions, queries, reveal
from giroscope.features.logs.actions import KeepingChange
from giroscope.features.logs.nodes import (
    LogCause,
    LogCauses,
    LogFilter,
    LogKeepingNode,
    LogNode,
    LogOrder,
    LogTypeCount,
    RevealedLogNode,
)
from giroscope.features.logs.retention import Keeping
from giroscope.features.logs.rows import sealing_key
from giroscope.features.logs.search import counted_all, find
from giroscope.features.logs.tables import LogEntry, LogKeeping, LogType
from giroscope.kernel.graph import (
    Connection,
    Info,
    Outcome,
    Problem,
    Success,
    list_query,
    mutation,
    number,
    query,
)
from giroscope.kernel.paging import Count, Order, PageRequest
from giroscope.kernel.sorting import SortDirection

_DEFAULT_SIZE = 50

LogReveal = Annotated[RevealedLogNode | Problem, strawberry.union("LogReveal")]


class LogSeals:
    """Lends the keys that seal what went over the wire; see `context.lent`."""

    def __init__(self, key_of: Any) -> None:
        self._key_of = key_of

    async def key(self, realm: str) -> bytes:
        """The key of a realm's log."""
        found: bytes = await to_thread.run_sync(partial(self._key_of, realm))
        return sealing_key(found)


def ordered(asked: LogOrder | None) -> Order:
    """As a query takes it; newest first unless told otherwise."""
    falls = asked is None or asked.direction is SortDirection.DESC
    return replace(queries.ORDER, is_descending=falls)


@strawberry.type
class LogQuery:
    """Questions about the communication log."""

    @query(
        "logs.read",
        "Newest first, in numbered pages that are appended. `upTo` is the id of the"
        " first page's newest entry: with it, no later page repeats anything.",
    )
    async def logs(
        self,
        info: Info,
        log_type: LogType,
        page: int | None = None,
        size: int | None = None,
        up_to: strawberry.ID | None = None,
    ) -> list[LogNode]:
        """The log of one type."""
        newest = None if up_to is None else number(up_to, "upTo")
        async with info.context.reading() as session:
            rows = _DEFAULT_SIZE if size is None else size
            found = await queries.numbered(session, log_type, page or 0, rows, newest)
        return [LogNode.of(row) for row in found]

    @list_query("logs.read")
    async def communication_logs(
        self,
        info: Info,
        request: PageRequest,
        filter: LogFilter | None = None,
        order_by: LogOrder | None = None,
    ) -> Connection[LogNode]:
        """What was exchanged, newest first."""
        context = info.context
        order = ordered(order_by)
        async with context.reading() as session:
            wanted = (filter or LogFilter()).wanted()
            found = await find(session, wanted, order, request)

        async def count() -> Count:
            async with context.reading() as session:
                return await found.counted(session)

        async def count_all() -> int:
            async with context.reading() as session:
                return await counted_all(session, wanted)

        page = order.page(found.rows, request, order.place, count, count_all)
        return Connection[LogNode].of(page, LogNode.of)

    @query("logs.read")
    async def communication_log(self, info: Info, id: strawberry.ID) -> LogNode | None:
        """One half of an exchange."""
        async with info.context.reading() as session:
            found = await session.get(LogEntry, number(id))
        return LogNode.of(found) if found else None

    @query("logs.read")
    async def log_type_counts(self, info: Info) -> list[LogTypeCount]:
        """How many entries there are of each type, counted up to 10,000."""
        async with info.context.reading() as session:
            found = await queries.type_counts(session)
        return [
            LogTypeCount(log_type=log_type, count=count.total, is_exact=count.is_exact)
            for log_type, count in found.items()
        ]

    @query("logs.read")
    async def log_causes(self, info: Info, since: datetime | None = None) -> LogCauses:
        """What went wrong, put together by its cause."""
        async with info.context.reading() as session:
            found, is_whole = await queries.causes(session, since)
        return LogCauses(causes=[LogCause.of(one) for one in found], is_whole=is_whole)

    @query("logs.read")
    async def log_keeping(self, info: Info) -> LogKeepingNode:
        """How the log is kept, and how it stands."""
        async with info.context.reading() as session:
            found = await session.execute(select(LogKeeping))
        return LogKeepingNode.of(Keeping.of(found.scalar_one_or_none()))


@strawberry.input
class LogKeepingInput:
    """What is to be different about how the log is kept."""

    keep_days: int | None = None
    most_megabytes: int | None = None
    keeps_bytes: bool | None = None
    hides_names: bool | None = None
    hides_accounts: bool | None = None
    hides_amounts: bool | None = None
    hides_texts: bool | None = None

    def change(self) -> KeepingChange:
        """As the action takes it."""
        names = KeepingChange.__slots__
        return KeepingChange(**{name: getattr(self, name) for name in names})


@strawberry.type
class LogMutation:
    """What people do with the communication log."""

    @mutation(
        "logs.reveal",
        "What went over the wire, unmasked. The reason goes into the audit trail.",
    )
    async def reveal_log(
        self,
        info: Info,
        id: strawberry.ID,
        reason: str,
    ) -> LogReveal:
        """Reveal one entry."""
        context = info.context
        actor = context.actor
        key = await context.borrow(LogSeals).key(actor.realm)
        async with context.writing() as session:
            found = await reveal.reveal(
                session, actor, number(id), reason, key, context.clock()
            )
        text = found.body.decode("utf-8", errors="replace")
        is_text = text.count("\ufffd") * 50 <= len(text)
        return RevealedLogNode(id=id, text=text, is_text=is_text)

    @mutation(
        "logs.settings",
        "How long the log is kept, how large it may grow, and what it hides. What was"
        " written before stays masked as it was.",
    )
    async def change_log_keeping(
        self, info: Info, change: LogKeepingInput, version: int
    ) -> Outcome:
        """Change how the log is kept."""
        context = info.context
        async with context.writing() as session:
            await actions.change_keeping(
                session, context.actor, change.change(), version, context.clock()
            )
        return Success()
