"""Tells people what happened, and notes who has read it."""

import orjson
from sqlalchemy import Connection, insert, literal, select

from giroscope.features.messages.queries import Wanted, narrowing
from giroscope.features.messages.tables import MessageRead, SystemMessage
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import WriteSession


def tell(
    connection: Connection,
    level: str,
    code: str,
    text: str,
    *,
    correlation_id: str | None = None,
    reference: str | None = None,
    **values: object,
) -> None:
    """Add a message in the job's transaction.

    `text` is the English sentence with its values filled in; `code` and
    `values` let a console say the same in another language.
    """
    connection.execute(
        insert(SystemMessage).values(
            created=system_clock(),
            level=level,
            code=code,
            text=text,
            values=orjson.dumps({k: str(v) for k, v in values.items()}).decode(),
            correlation_id=correlation_id,
            reference=reference,
        )
    )


async def mark_read(
    session: WriteSession,
    actor: Actor,
    ids: list[int] | None,
    wanted: Wanted | None = None,
) -> int:
    """Note that this person has read these messages, or all; tell how many."""
    read = select(MessageRead.message_id).where(MessageRead.user_id == actor.id)
    unread = select(literal(actor.id), SystemMessage.id).where(
        SystemMessage.id.not_in(read)
    )
    if ids is not None:
        unread = unread.where(SystemMessage.id.in_(ids))
    if wanted is not None:
        unread = unread.where(*narrowing(wanted, actor))
    noted = await session.execute(
        insert(MessageRead)
        .from_select(["user_id", "message_id"], unread)
        .returning(MessageRead.id)
    )
    return len(noted.all())
