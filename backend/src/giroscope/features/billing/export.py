"""Invoices and counted units as lists, and the papers of invoices as files."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Any

from sqlalchemy import select
from starlette.datastructures import QueryParams

from giroscope.features.billing import queries
from giroscope.features.billing.inputs import (
    InvoiceFilter,
    InvoiceOrder,
    UsageUnitFilter,
)
from giroscope.features.billing.paper import MEDIA_TYPE, file_name
from giroscope.features.billing.tables import Invoice, InvoicePaper
from giroscope.kernel import archive
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.export import (
    Asked,
    Cell,
    Column,
    Export,
    Reader,
    Taking,
    in_portions,
)
from giroscope.kernel.paging import row_id
from giroscope.kernel.web import Services

MOST = 1_000
"""Papers that leave at once."""
STATES = {
    "DRAFT": ("Draft", "Kladde"),
    "OPEN": ("Open", "Åben"),
    "OVERDUE": ("Overdue", "Forfalden"),
    "PAID": ("Paid", "Betalt"),
    "CREDITED": ("Credited", "Krediteret"),
}
KINDS = {
    "INVOICE": ("Invoice", "Faktura"),
    "CREDIT_NOTE": ("Credit note", "Kreditnota"),
}
METERS = {
    "JOURNALS": ("Journal", "Journal"),
    "SENDINGS": ("Payment file sent", "Afsendt betalingsfil"),
    "USERS": ("User", "Bruger"),
}
FREE = {
    "DEMO": ("Demo data", "Demodata"),
    "TAKEN_BACK": ("Taken back", "Taget tilbage"),
}


def _own(name: str) -> Callable[[Any], Cell]:
    return lambda row: getattr(row, name)


def _columns(asked: Asked) -> Reader:
    today = day_of(asked.now)
    rows = (asked.filter or InvoiceFilter()).rows(today)

    async def dress(_session: Any, found: list[Any]) -> Sequence[Any]:
        for row in found:
            row.standing = queries.standing_of(row, today)
        return found

    return in_portions(rows, InvoiceOrder.of(asked.order), dress)


INVOICE_COLUMNS = (
    Column("number", "Number", "Nummer", _own("number")),
    Column("kind", "Kind", "Art", _own("kind"), words=KINDS),
    Column("state", "State", "Tilstand", _own("standing"), words=STATES),
    Column("issued", "Date", "Dato", _own("issued")),
    Column("due", "Due", "Betalingsfrist", _own("due")),
    Column("from", "From", "Fra", _own("from_date")),
    Column("to", "To", "Til", _own("to_date")),
    Column("net", "Net", "Netto", _own("net"), beside="currency"),
    Column("vatRate", "VAT %", "Moms %", _own("vat_rate")),
    Column("vat", "VAT", "Moms", _own("vat"), beside="currency"),
    Column("total", "Total", "I alt", _own("total"), beside="currency"),
    Column("paid", "Paid", "Betalt", _own("paid"), beside="currency"),
    Column("credited", "Credited", "Krediteret", _own("credited"), beside="currency"),
    Column("fees", "Reminder fees", "Rykkergebyrer", _own("fees"), beside="currency"),
    Column("outstanding", "Outstanding", "Mangler", _own("outstanding"),
           beside="currency"),
    Column("currency", "Currency", "Valuta", _own("currency")),
    Column("reference", "Reference", "Reference", _own("reference")),
    Column("reason", "Reason", "Årsag", _own("reason")),
    Column("id", "Id", "Id", lambda row: str(row.id)),
)  # fmt: skip
UNIT_COLUMNS = (
    Column("meter", "Unit", "Enhed", _own("meter"), words=METERS),
    Column("at", "Instant (UTC)", "Tidspunkt (UTC)", _own("at")),
    Column("label", "What", "Hvad", _own("label")),
    Column("subjectKind", "Subject kind", "Genstandstype", _own("subject_kind")),
    Column("subjectId", "Subject id", "Genstands-id", _own("subject_id")),
    Column("event", "Audit event", "Hændelse i sporet", _own("event")),
    Column("periodStart", "Period from", "Periode fra", _own("period_start")),
    Column("free", "Free of charge", "Uden beregning", _own("free"), words=FREE),
)


def _units(asked: Asked) -> Reader:
    rows = (asked.filter or UsageUnitFilter()).rows()
    return in_portions(rows, queries.UNIT_ORDER)


INVOICES = Export(("Invoices", "Fakturaer"), INVOICE_COLUMNS, _columns)
UNITS = Export(("Counted units", "Talte enheder"), UNIT_COLUMNS, _units)


class Papers:
    """PDFs as something that can be taken out: `/api/export/invoicePapers`.

    One comes as it is, several in a ZIP.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    def said(self, query: QueryParams) -> dict[str, Any]:
        """The ids an address names, with commas between."""
        return {"ids": [one for one in query.get("ids", "").split(",") if one]}

    async def taking(self, actor: Actor, said: Any) -> Taking:
        """The file."""
        actor.ensure("billing.read")
        found = await self._named(actor.realm, _ids(said))
        noted = {"invoices": [one.number for one in found]}
        if len(found) == 1:
            (one,) = found
            chunks = partial(_given, self._content(actor.realm, one.id))
            return Taking(file_name(one), MEDIA_TYPE, chunks, noted)
        members = [
            archive.Member(
                file_name(one),
                one.finalised or one.drafted,
                partial(self._content, actor.realm, one.id),
            )
            for one in found
        ]
        return Taking(
            f"invoices-{self._services.clock():%Y-%m-%d}.zip",
            archive.MEDIA_TYPE,
            partial(archive.zip_chunks, members),
            noted,
        )

    async def _named(self, realm: str, ids: Sequence[int]) -> list[Invoice]:
        query = (
            select(Invoice)
            .join(InvoicePaper, InvoicePaper.invoice_id == Invoice.id)
            .where(Invoice.id.in_(ids))
            .order_by(Invoice.id)
        )
        async with self._services.database.reading(realm) as session:
            found = list((await session.execute(query)).scalars())
        if not found:
            raise NotFound("None of these has a paper; a draft has no number yet")
        return found

    def _content(self, realm: str, invoice_id: int) -> Iterator[bytes]:
        """Read when its turn comes; an archive of a year is never held whole."""
        query = select(InvoicePaper.content).where(
            InvoicePaper.invoice_id == invoice_id
        )
        with self._services.database.snapshot(realm) as connection:
            yield bytes(connection.execute(query).scalar_one())


async def _given(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


def _ids(said: Any) -> list[int]:
    """The ids that are named.

    Raises:
        InvalidInput: They are none, too many, or no ids.
    """
    ids = said.get("ids") if isinstance(said, dict) else None
    if not isinstance(ids, list) or not 1 <= len(ids) <= MOST:
        raise InvalidInput(f"Name 1 to {MOST} invoices", path="ids")
    found = [row_id(one) for one in ids if isinstance(one, str)]
    if len(found) != len(ids) or None in found:
        raise InvalidInput("One of these is no id of an invoice", path="ids")
    return [one for one in found if one is not None]
