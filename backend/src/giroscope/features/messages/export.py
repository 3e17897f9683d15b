"""The list of messages as a file."""

from typing import Any

from giroscope.features.messages import queries
from giroscope.features.messages.graph import MessageFilter, MessageOrder
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Column, Export, Reader, page_by_page
from giroscope.kernel.paging import PageRequest

LEVELS = {
    "ERROR": ("Error", "Fejl"),
    "WARNING": ("Warning", "Advarsel"),
    "INFO": ("Information", "Information"),
    "DEBUG": ("Debug", "Fejlsøgning"),
    "SUCCESS": ("Success", "Udført"),
}
COLUMNS = (
    Column("created", "Time (UTC)", "Tid (UTC)", lambda r: r.message.created),
    Column("level", "Level", "Niveau", lambda r: r.message.level, words=LEVELS),
    Column("message", "Message", "Meddelelse", lambda r: r.message.message,
           is_told=True),
    Column("reference", "Reference", "Reference", lambda r: r.message.reference),
    Column("correlationId", "Correlation id", "Korrelations-id",
           lambda r: r.message.correlation_id),
    Column("read", "Read", "Læst", lambda r: r.is_read),
    Column("acknowledged", "Acknowledged (UTC)", "Taget til efterretning (UTC)",
           lambda r: r.acknowledged),
    Column("resolved", "Resolved (UTC)", "Løst (UTC)",
           lambda r: r.resolution and r.resolution.at),
    Column("resolvedBy", "Resolved by", "Løst af",
           lambda r: r.resolution and r.resolution.by_name),
    Column("note", "Note", "Note", lambda r: r.resolution and r.resolution.note),
    Column("code", "Code", "Kode", lambda r: r.message.code),
    Column("id", "Id", "Id", lambda r: str(r.message.id)),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """Messages that fit, newest first unless told otherwise."""
    wanted = (asked.filter or MessageFilter()).wanted()
    order = MessageOrder.of(asked.order)

    async def fetch(session: ReadSession, request: PageRequest) -> list[Any]:
        return await queries.rows_of(session, asked.actor, wanted, order, request)

    return page_by_page(fetch, order, place=queries.place)


EXPORT = Export(("Messages", "Meddelelser"), COLUMNS, reader)
