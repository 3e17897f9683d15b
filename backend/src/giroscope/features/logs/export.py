"""The communication log as a file: what is seen in the list, masked as it is stored."""

from typing import Any

from giroscope.features.logs.failures import cause_in_both, failure_in_both
from giroscope.features.logs.graph import ordered
from giroscope.features.logs.nodes import LogFilter
from giroscope.features.logs.search import find
from giroscope.kernel.database import ReadSession
from giroscope.kernel.export import Asked, Column, Export, Reader, page_by_page
from giroscope.kernel.paging import PageRequest

TYPES = {
    "BANK": ("Bank", "Bank"),
    "ERP": ("ERP", "ERP"),
    "IDENTITY": ("Sign-in", "Login"),
    "MAIL": ("Mail", "E-mail"),
    "WEBHOOK": ("Webhook", "Webhook"),
}
DIRECTIONS = {"OUT": ("Out", "Ud"), "IN": ("In", "Ind")}
COLUMNS = (
    Column("created", "Time (UTC)", "Tid (UTC)", lambda r: r.created),
    Column("logType", "Type", "Type", lambda r: r.log_type, words=TYPES),
    Column("direction", "Direction", "Retning", lambda r: r.direction,
           words=DIRECTIONS),
    Column("operation", "Operation", "Operation", lambda r: r.operation),
    Column("uri", "Address", "Adresse", lambda r: r.uri),
    Column("status", "Status", "Status", lambda r: r.status),
    Column("durationMs", "Duration (ms)", "Varighed (ms)", lambda r: r.duration_ms),
    Column("size", "Size (bytes)", "Størrelse (bytes)", lambda r: r.size),
    Column("peer", "With", "Med", lambda r: r.peer),
    Column("correlationId", "Correlation id", "Korrelations-id",
           lambda r: r.correlation_id),
    Column("requestId", "Request id", "Forespørgsels-id", lambda r: r.request_id),
    Column("failure", "Failure", "Fejl",
           lambda r: failure_in_both(r.failure), is_told=True),
    Column("cause", "Cause", "Årsag",
           lambda r: r.cause and cause_in_both(r.cause, r.failure),
           is_told=True),
    Column("id", "Id", "Id", lambda r: str(r.id)),
)  # fmt: skip


def reader(asked: Asked) -> Reader:
    """Entries that fit, newest first unless told otherwise."""
    wanted = (asked.filter or LogFilter()).wanted()
    order = ordered(asked.order)

    async def fetch(session: ReadSession, request: PageRequest) -> list[Any]:
        return (await find(session, wanted, order, request)).rows

    return page_by_page(fetch, order, place=order.place)


EXPORT = Export(("Communication logs", "Kommunikationslog"), COLUMNS, reader)
