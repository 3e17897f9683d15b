"""What people do with many messages at once."""

from collections.abc import Awaitable, Callable

import strawberry

from giroscope.features.messages import actions, queries
from giroscope.features.messages.graph import MessageFilter
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


@strawberry.input(description="Messages by their ids, or all that match a filter.")
class MessageSelection:
    """Which messages are meant."""

    ids: list[strawberry.ID] | None = None
    matching: MessageFilter | None = None
    expected_count: int | None = None
    after: str | None = None


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
