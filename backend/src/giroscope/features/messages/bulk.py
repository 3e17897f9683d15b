"""What people do with many messages at once."""

from collections.abc import Awaitable, Callable

import strawberry
from sqlalchemy import ColumnElement

from giroscope.features.messages import actions, queries
from giroscope.features.messages.graph import MessageFilter
from giroscope.features.messages.groups import Grouping, heads, members
from giroscope.features.messages.tables import SystemMessage
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.graph import Info, mutation
from giroscope.kernel.paging import row_id
from giroscope.kernel.selection import (
    BulkOutcome,
    BulkResults,
    Selection,
    in_turn,
    portion_of,
)

_LABEL = 120
Act = Callable[[WriteSession, int], Awaitable[object]]
GroupAct = Callable[[WriteSession, int, list[ColumnElement[bool]]], Awaitable[object]]


@strawberry.input(description="Messages by their ids, or all that match a filter.")
class MessageSelection:
    """Which messages are meant."""

    ids: list[strawberry.ID] | None = None
    matching: MessageFilter | None = None
    expected_count: int | None = None
    after: str | None = None


@strawberry.input(
    description="Groups of messages: by the ids of some, among what `within` leaves, or"
    " all that match a filter. What came after the message of the id is not meant."
)
class MessageGroupSelection:
    """Which groups of messages are meant."""

    by: Grouping
    ids: list[strawberry.ID] | None = None
    within: MessageFilter | None = None
    matching: MessageFilter | None = None
    expected_count: int | None = None
    after: str | None = None


async def _each_group(
    info: Info, selection: MessageGroupSelection, act: GroupAct
) -> BulkResults:
    """Do it to every group of the selection, one after the other."""
    context, by = info.context, selection.by
    asked = (selection.matching or selection.within or MessageFilter()).wanted()
    rows, key = heads(asked, context.actor, by)
    chosen = Selection.of(selection, None if selection.matching is None else rows)
    async with context.reading() as session:
        portion = await portion_of(session, chosen, key, key)
        wanted = [found for one in portion.ids if (found := row_id(one)) is not None]
        seen = await queries.some(session, context.actor, wanted)
    labels = {
        str(one): str(told.message.message)[:_LABEL] for one, told in seen.items()
    }

    async def one(message_id: str) -> None:
        if message_id not in labels:
            raise NotFound
        latest = seen[int(message_id)].message
        which = queries.narrowing(asked, context.actor) + members(by, latest)
        async with context.writing() as session:
            await act(session, latest.id, which)

    return await in_turn(portion, labels, one)


async def _each(info: Info, selection: MessageSelection, act: Act) -> BulkResults:
    """Do it to every message of the selection, one after the other."""
    context, narrowed = info.context, selection.matching
    rows = None
    if narrowed is not None:
        rows = queries.matching(narrowed.wanted(), context.actor)
    chosen = Selection.of(selection, rows)
    async with context.reading() as session:
        key = SystemMessage.id
        portion = await portion_of(session, chosen, key, key)
        wanted = [found for one in portion.ids if (found := row_id(one)) is not None]
        seen = await queries.some(session, context.actor, wanted)
    labels = {
        str(one): str(told.message.message)[:_LABEL] for one, told in seen.items()
    }

    async def one(message_id: str) -> None:
        if message_id not in labels:
            raise NotFound
        async with context.writing() as session:
            await act(session, int(message_id))

    return await in_turn(portion, labels, one)


@strawberry.type
class MessageBulkMutation:
    """What people do with many messages at once."""

    @mutation("messages.acknowledge", "Marks messages as read for the caller only.")
    async def mark_messages_read(
        self, info: Info, selection: MessageSelection
    ) -> BulkOutcome:
        """Mark as read."""
        actor = info.context.actor

        async def act(session: WriteSession, message_id: int) -> None:
            await actions.mark_read(session, actor, [message_id])

        return await _each(info, selection, act)

    @mutation(
        "messages.acknowledge",
        "Notes, for the caller only, that they have taken note of messages.",
    )
    async def acknowledge_messages(
        self, info: Info, selection: MessageSelection
    ) -> BulkOutcome:
        """Acknowledge."""
        context = info.context

        async def act(session: WriteSession, message_id: int) -> None:
            await actions.acknowledge(
                session, context.actor, message_id, context.clock()
            )

        return await _each(info, selection, act)

    @mutation(
        "messages.resolve",
        "Notes, for everybody of the realm, that messages are dealt with.",
    )
    async def resolve_messages(
        self, info: Info, selection: MessageSelection, note: str | None = None
    ) -> BulkOutcome:
        """Resolve."""
        context = info.context

        async def act(session: WriteSession, message_id: int) -> None:
            await actions.resolve(
                session, context.actor, message_id, note, context.clock()
            )

        return await _each(info, selection, act)

    @mutation("messages.resolve", "Takes resolutions back.")
    async def reopen_messages(
        self, info: Info, selection: MessageSelection
    ) -> BulkOutcome:
        """Reopen."""
        actor = info.context.actor

        async def act(session: WriteSession, message_id: int) -> None:
            await actions.reopen(session, actor, message_id)

        return await _each(info, selection, act)

    @mutation(
        "messages.acknowledge",
        "Notes, for the caller only, that they have taken note of groups of messages.",
    )
    async def acknowledge_message_groups(
        self, info: Info, selection: MessageGroupSelection
    ) -> BulkOutcome:
        """Acknowledge groups."""
        context = info.context

        async def act(
            session: WriteSession, message_id: int, which: list[ColumnElement[bool]]
        ) -> None:
            del message_id
            await actions.acknowledge_all(
                session, context.actor, which, context.clock()
            )

        return await _each_group(info, selection, act)

    @mutation(
        "messages.resolve",
        "Notes, for everybody of the realm, that groups of messages are dealt with.",
    )
    async def resolve_message_groups(
        self, info: Info, selection: MessageGroupSelection, note: str | None = None
    ) -> BulkOutcome:
        """Resolve groups."""
        context = info.context

        async def act(
            session: WriteSession, message_id: int, which: list[ColumnElement[bool]]
        ) -> None:
            await actions.resolve_all(
                session, context.actor, message_id, which, note, context.clock()
            )

        return await _each_group(info, selection, act)

    @mutation("messages.resolve", "Takes the resolutions of groups back.")
    async def reopen_message_groups(
        self, info: Info, selection: MessageGroupSelection
    ) -> BulkOutcome:
        """Reopen groups."""
        actor = info.context.actor

        async def act(
            session: WriteSession, message_id: int, which: list[ColumnElement[bool]]
        ) -> None:
            await actions.reopen_all(session, actor, message_id, which)

        return await _each_group(info, selection, act)
