"""System messages in the graph."""

from dataclasses import replace
from datetime import datetime
from enum import Enum

import strawberry

from giroscope.features.messages import actions, queries, tables
from giroscope.features.messages.groups import Group, Grouping, page_of_groups
from giroscope.features.messages.moments import View, view_now
from giroscope.features.messages.queries import Seen, Wanted
from giroscope.features.messages.topics import Topic
from giroscope.kernel.database import ReadSession
from giroscope.kernel.graph import (
    Connection,
    DateRange,
    Info,
    NamedValue,
    Outcome,
    Success,
    list_query,
    loader,
    mutation,
    number,
    numbers,
    query,
)
from giroscope.kernel.paging import Count, Order, PageRequest
from giroscope.kernel.sorting import SortDirection
from giroscope.kernel.text import LocalizedText

_DEFAULT_SIZE = 50


@strawberry.enum
class MessageLevel(Enum):
    """How much a message matters."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    SUCCESS = "SUCCESS"


@strawberry.type(description="A message is dealt with, for everybody of the realm.")
class MessageResolution:
    """How a message was dealt with."""

    by: str
    at: datetime
    note: str | None

    @classmethod
    def of(cls, row: tables.MessageResolution) -> "MessageResolution":
        """From its row."""
        return cls(by=row.by_name, at=row.at, note=row.note)


@strawberry.type(
    name="SystemMessage",
    description="A message for people. `code` and `values` let a client say it in"
    " its own language.",
)
class MessageNode:
    """A message for people.

    `Poll` gives one answer to all who have the same roles and have read the same: no
    field may differ by anything else.
    """

    id: strawberry.ID
    correlation_id: strawberry.ID | None
    created: datetime
    message: str
    said: LocalizedText = strawberry.field(description="The message in each language.")
    level: MessageLevel
    reference: str | None
    code: str
    values: list[NamedValue]
    read: bool
    acknowledged: datetime | None = strawberry.field(
        description="When the caller took note of it."
    )
    resolution: MessageResolution | None

    @classmethod
    def of(cls, seen: Seen) -> "MessageNode":
        """From its row."""
        row, end = seen.message, seen.resolution
        said = row.message
        correlation_id = row.correlation_id
        return cls(
            id=strawberry.ID(str(row.id)),
            correlation_id=strawberry.ID(correlation_id) if correlation_id else None,
            created=row.created,
            message=str(said),
            said=LocalizedText.of(said),
            level=MessageLevel(row.level),
            reference=row.reference,
            code=row.code,
            values=NamedValue.of(said.plain_values()),
            read=seen.is_read,
            acknowledged=seen.acknowledged,
            resolution=None if end is None else MessageResolution.of(end),
        )


@strawberry.type(
    description="Messages that belong together. Only the newest 2,000 that match are"
    " put together, and the newest older problems that are open; where there are more,"
    " `totalIsExact` is false."
)
class MessageGroup:
    """Messages that belong together."""

    id: strawberry.ID
    latest: MessageNode
    headline: MessageNode = strawberry.field(
        description="The newest of the gravest open problems; the latest where none is."
    )
    key: str = strawberry.field(
        description="What they have in common. Grouped as INBOX, the filter's `thread`."
    )
    count: int
    unread: int
    problems: int = strawberry.field(
        description="Errors and warnings that nobody has resolved, nor the caller"
        " acknowledged."
    )
    level: MessageLevel = strawberry.field(
        description="The gravest of these problems; of all messages where none is."
    )
    since: datetime

    @classmethod
    def of(cls, group: Group) -> "MessageGroup":
        """From what was put together."""
        latest = MessageNode.of(group.latest)
        return cls(
            id=latest.id,
            latest=latest,
            headline=MessageNode.of(group.headline),
            key=group.key,
            count=group.size,
            unread=group.unread,
            problems=group.problems,
            level=MessageLevel(group.level),
            since=group.since,
        )


@strawberry.type(
    description="The messages that count: all but those somebody has resolved for"
    " everybody, those the caller has acknowledged, and those that say of one file that"
    " it is imported."
)
class MessageSummary:
    """How many messages count, and how grave the gravest is."""

    total: int
    errors: int
    warnings: int
    maximum_level: MessageLevel | None = strawberry.field(
        description="ERROR if any, else WARNING, else INFO, else DEBUG; null of none."
    )

    @classmethod
    def of(cls, view: View) -> "MessageSummary":
        """As the caller finds it."""
        counts = view.summary
        highest = counts.maximum
        return cls(
            total=counts.total,
            errors=counts.levels.get("ERROR", 0),
            warnings=counts.levels.get("WARNING", 0),
            maximum_level=None if highest is None else MessageLevel(highest),
        )


@strawberry.type(
    description="Something that a console shows has changed lately: where `version`"
    " is another than before, it is read anew."
)
class TopicChange:
    """A topic and when it changed last."""

    topic: Topic
    version: str


@strawberry.input
class MessageFilter:
    """What the list of messages is narrowed to."""

    levels: list[MessageLevel] | None = None
    text: str | None = None
    reference: str | None = None
    correlation_id: strawberry.ID | None = None
    thread: str | None = strawberry.field(
        default=None, description="The `key` of a group of messages, grouped as INBOX."
    )
    code: str | None = None
    same_text_as: strawberry.ID | None = strawberry.field(
        default=None, description="Another message's id: those that say the same."
    )
    unread: bool | None = None
    acknowledged: bool | None = None
    resolved: bool | None = None
    created: DateRange | None = None

    def wanted(self) -> Wanted:
        """As the query takes it."""
        created = self.created or DateRange()
        other = self.same_text_as
        same = None if other is None else number(other, "filter.sameTextAs")
        return Wanted(
            levels=None if self.levels is None else [lv.value for lv in self.levels],
            text=self.text,
            reference=self.reference,
            correlation_id=self.correlation_id,
            thread=self.thread,
            code=self.code,
            same_text_as=same,
            unread=bool(self.unread),
            acknowledged=self.acknowledged,
            resolved=self.resolved,
            created_from=created.from_,
            created_to=created.to,
        )


@strawberry.input
class MessageOrder:
    """How messages are sorted: as they came, or backwards."""

    direction: SortDirection

    @classmethod
    def of(cls, asked: "MessageOrder | None") -> Order:
        """As the query takes it; newest first unless told otherwise."""
        falls = asked is None or asked.direction is SortDirection.DESC
        return replace(queries.ORDER, is_descending=falls)


async def of_journal(info: Info, correlation_id: str) -> list[MessageNode]:
    """The messages of one journal, newest first."""

    async def fetch(session: ReadSession, ids: list[str]) -> dict[str, list[Seen]]:
        return await queries.of_journals(session, info.context.actor, ids)

    found = await loader(info, "journal messages", fetch).load(correlation_id)
    return [MessageNode.of(seen) for seen in found or ()]


async def _view(info: Info) -> View:
    """The view that the poll is answered from; asked otherwise, one of this moment."""
    view = info.context.loaders.get(View)
    if view is None:
        actor = info.context.actor
        async with info.context.reading() as session:
            view = await view_now(session, actor)
        info.context.loaders[View] = view
    return view


async def _numbered(
    info: Info, wanted: Wanted, page: int | None, size: int | None
) -> list[MessageNode]:
    rows = _DEFAULT_SIZE if size is None else size
    view = info.context.loaders.get(View)
    found = view.latest(wanted, page or 0, rows) if view else None
    if found is None:
        async with info.context.reading() as session:
            actor = info.context.actor
            found = await queries.latest(session, actor, wanted, page or 0, rows)
    return [MessageNode.of(seen) for seen in found]


@strawberry.type
class MessageQuery:
    """Questions about messages."""

    @query(
        "messages.read",
        "Newest first. `read: true` includes what the caller has read already.",
    )
    async def system_messages(
        self,
        info: Info,
        read: bool | None = None,
        page: int | None = None,
        size: int | None = None,
    ) -> list[MessageNode]:
        """All messages, or the unread ones."""
        return await _numbered(info, Wanted(unread=not read), page, size)

    @query("messages.read")
    async def system_messages_by_correlation_id(
        self,
        info: Info,
        correlation_id: strawberry.ID,
        page: int | None = None,
        size: int | None = None,
    ) -> list[MessageNode]:
        """Messages about one correlation id."""
        wanted = Wanted(correlation_id=correlation_id)
        return await _numbered(info, wanted, page, size)

    @query("messages.read")
    async def system_messages_by_level(
        self,
        info: Info,
        level: MessageLevel,
        page: int | None = None,
        size: int | None = None,
    ) -> list[MessageNode]:
        """Messages of one level."""
        return await _numbered(info, Wanted(levels=[level.value]), page, size)

    @query("messages.read", "What counts for the caller.")
    async def message_summary(self, info: Info) -> MessageSummary:
        """How many messages count, and how grave the gravest is."""
        return MessageSummary.of(await _view(info))

    @query("messages.read", "What changed lately, by topic.")
    async def changes(self, info: Info) -> list[TopicChange]:
        """The topics that changed lately."""
        told = (await _view(info)).topics
        return [TopicChange(topic=one, version=told[one]) for one in told]

    @list_query("messages.read")
    async def messages(
        self,
        info: Info,
        request: PageRequest,
        filter: MessageFilter | None = None,
        order_by: MessageOrder | None = None,
    ) -> Connection[MessageNode]:
        """The list of messages, newest first."""
        context = info.context
        order = MessageOrder.of(order_by)
        async with context.reading() as session:
            asked = (filter or MessageFilter()).wanted()
            wanted = await queries.looked_up(session, asked)

            async def count() -> Count:
                async with context.reading() as session:
                    return await queries.count(session, context.actor, wanted)

            async def count_all() -> int:
                async with context.reading() as session:
                    return await queries.count_all(session, context.actor, wanted)

            page = await queries.page_of(
                session, context.actor, wanted, order, request, count, count_all
            )
        return Connection[MessageNode].of(page, MessageNode.of)

    @list_query("messages.read")
    async def message_groups(
        self,
        info: Info,
        request: PageRequest,
        by: Grouping,
        filter: MessageFilter | None = None,
    ) -> Connection[MessageGroup]:
        """Messages that belong together: open problems first, then the newest."""
        context = info.context
        async with context.reading() as session:
            asked = (filter or MessageFilter()).wanted()
            wanted = await queries.looked_up(session, asked)
            page = await page_of_groups(session, context.actor, wanted, by, request)
        return Connection[MessageGroup].of(page, MessageGroup.of)

    @query("messages.read")
    async def message(self, info: Info, id: strawberry.ID) -> MessageNode | None:
        """One message."""
        context = info.context
        async with context.reading() as session:
            found = await queries.one(session, context.actor, number(id))
        return MessageNode.of(found) if found else None


@strawberry.type
class MessageMutation:
    """What people do with messages."""

    @mutation(
        "messages.acknowledge",
        "Marks as read for the caller only; without ids, all that match, or all.",
    )
    async def read_messages(
        self,
        info: Info,
        ids: list[strawberry.ID] | None = None,
        matching: MessageFilter | None = None,
    ) -> Outcome:
        """Mark messages as read."""
        wanted = None if matching is None else matching.wanted()
        async with info.context.writing() as session:
            done = await actions.mark_read(
                session, info.context.actor, numbers(ids, "ids"), wanted
            )
        return Success(message=str(done))

    @mutation(
        "messages.resolve",
        "Notes, for everybody of the realm, that a message is dealt with.",
    )
    async def resolve_message(
        self,
        info: Info,
        id: strawberry.ID,
        note: str | None = None,
    ) -> Outcome:
        """Resolve one message."""
        context = info.context
        async with context.writing() as session:
            await actions.resolve(
                session, context.actor, number(id), note, context.clock()
            )
        return Success(id=id)

    @mutation("messages.resolve", "Takes a resolution back.")
    async def reopen_message(
        self,
        info: Info,
        id: strawberry.ID,
    ) -> Outcome:
        """Reopen one message."""
        async with info.context.writing() as session:
            await actions.reopen(session, info.context.actor, number(id))
        return Success(id=id)
