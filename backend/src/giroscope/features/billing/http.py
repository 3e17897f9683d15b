"""Billing over plain HTTP, for accounting programs: `/api/billing…`.

Amounts are exact decimal texts with their currency. docs/billing.md describes it.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.features.audit import Subject, record
from giroscope.features.billing import queries
from giroscope.features.billing.as_json import invoice_told, subscription_told
from giroscope.features.billing.desk import Desk
from giroscope.features.billing.errors import NoBilling, NoSubscription, StillDraft
from giroscope.features.billing.incoming_payments import payments_of
from giroscope.features.billing.invoicing import Billing, lines_of
from giroscope.features.billing.paper import MEDIA_TYPE, file_name
from giroscope.features.billing.queries import Standing, WantedInvoices
from giroscope.features.billing.tables import Invoice, InvoicePaper, Subscription
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import InvalidInput, NotFound
from giroscope.kernel.paging import Count, Page, PageRequest, row_id
from giroscope.kernel.web import Handler, Services, json_response, refusing

T = TypeVar("T")
_ORDER = queries.INVOICE_ORDERS["ISSUED"]
_READ = "billing.read"


def routes(services: Services, desk: Desk) -> list[Route]:
    """Every address below `/api/billing`."""
    counter = _Counter(services, desk)
    table: list[tuple[str, Handler]] = [
        ("/api/billing", counter.all),
        ("/api/billing/subscriptions", counter.subscriptions),
        ("/api/billing/invoices", counter.invoices),
        ("/api/billing/invoices/{id}", counter.invoice),
        ("/api/billing/invoices/{id}/pdf", counter.paper),
    ]
    return [Route(path, refusing(handler)) for path, handler in table]


class _Counter:
    """Answers each address; every answer begins with who asks."""

    def __init__(self, services: Services, desk: Desk) -> None:
        self._services = services
        self._desk = desk

    async def all(self, request: Request) -> Response:
        """Subscriptions and the newest invoices, with where each of them leads on."""
        actor = await self._actor(request)
        today = day_of(self._services.clock())
        page = PageRequest(first=_size(None))
        found = await self._invoices(actor, WantedInvoices(), page, today)
        here = "/api/billing"
        return json_response(
            {
                "subscriptions": await self._subscriptions(actor),
                "invoices": [
                    {
                        **invoice_told(row, today),
                        "links": {
                            "self": f"{here}/invoices/{row.id}",
                            "pdf": f"{here}/invoices/{row.id}/pdf",
                        },
                    }
                    for row in found.rows
                ],
                "links": {
                    "self": here,
                    "subscriptions": f"{here}/subscriptions",
                    "invoices": f"{here}/invoices",
                },
            }
        )

    async def subscriptions(self, request: Request) -> Response:
        """What the realm subscribes to; nothing where nobody is billed."""
        actor = await self._actor(request)
        return json_response({"items": await self._subscriptions(actor)})

    async def _subscriptions(self, actor: Actor) -> list[dict[str, Any]]:
        def look(billing: Billing) -> list[dict[str, Any]]:
            rows = billing.session.scalars(select(Subscription)).all()
            return [subscription_told(billing, row) for row in rows]

        try:
            return await self._looked(actor, look)
        except (NoBilling, NoSubscription):
            return []

    async def invoices(self, request: Request) -> Response:
        """A page of invoices, newest first."""
        actor = await self._actor(request)
        asked = request.query_params
        today = day_of(self._services.clock())
        states = [state.upper() for state in asked.getlist("state")]
        if not set(states) <= set(Standing):
            raise InvalidInput("There is no such state of an invoice", path="state")
        wanted = WantedInvoices(
            standings=states or None,
            currency=asked.get("currency"),
            text=asked.get("text"),
            issued=(_day(asked.get("from"), "from"), _day(asked.get("to"), "to")),
        )
        page = PageRequest(first=_size(asked.get("first")), after=asked.get("after"))
        found = await self._invoices(actor, wanted, page, today)
        items = [invoice_told(row, today) for row in found.rows]
        following = found.cursors[-1] if found.has_next else None
        return json_response({"items": items, "next": following})

    async def _invoices(
        self, actor: Actor, wanted: WantedInvoices, page: PageRequest, today: date
    ) -> Page[Invoice]:
        async with self._services.database.reading(actor.realm) as session:
            rows = await session.execute(_ORDER.apply(wanted.rows(today), page))
            return _ORDER.page(list(rows.scalars()), page, _ORDER.place, _uncounted)

    async def invoice(self, request: Request) -> Response:
        """One invoice, with its lines and payments."""
        actor = await self._actor(request)
        invoice_id = _id(request)
        today = day_of(self._services.clock())

        def look(held: Any) -> dict[str, Any]:
            row = held.get(Invoice, invoice_id)
            if row is None:
                raise NotFound
            lines, payments = lines_of(held, row.id), payments_of(held, row.id)
            return invoice_told(row, today, lines, payments)

        async with self._services.database.reading(actor.realm) as session:
            return json_response(await session.run_sync(look))

    async def paper(self, request: Request) -> Response:
        """The PDF that was sent."""
        actor = await self._actor(request)
        async with self._services.database.writing(actor.realm) as session:
            invoice = await session.get(Invoice, _id(request))
            if invoice is None:
                raise NotFound
            paper = await session.get(InvoicePaper, invoice.id)
            if paper is None:
                raise StillDraft
            subject = Subject("invoice", str(invoice.id), invoice.number)
            await record(session, actor, "billing.paper_taken", subject)
        return Response(
            paper.content,
            media_type=MEDIA_TYPE,
            headers={
                "content-disposition": f'attachment; filename="{file_name(invoice)}"',
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
            },
        )

    async def _actor(self, request: Request) -> Actor:
        actor = await self._services.actor(request)
        actor.ensure(_READ)
        return actor

    async def _looked(self, actor: Actor, ask: Callable[[Billing], T]) -> T:
        services = self._services
        async with services.database.reading(actor.realm) as session:
            return await self._desk.look(session, actor, services.clock(), ask)


async def _uncounted() -> Count:
    return Count(0, is_exact=False)


def _id(request: Request) -> int:
    found = row_id(request.path_params["id"])
    if found is None:
        raise InvalidInput("This is no id of an invoice", path="id")
    return found


def _day(text: str | None, path: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise InvalidInput(f"`{path}` must be YYYY-MM-DD", path=path) from error


def _size(text: str | None) -> int | None:
    if text is not None and not (text.isascii() and text.isdecimal()):
        raise InvalidInput("`first` is a number of rows", path="first")
    return int(text) if text is not None and len(text) < 9 else None
