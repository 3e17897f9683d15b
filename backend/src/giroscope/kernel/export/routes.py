"""`/api/export/{list}`: a whole list as a file, by bearer token or by ticket."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import strawberry
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound
from giroscope.kernel.export import tickets
from giroscope.kernel.export.cells import EXCEL_DA, EXCEL_EN
from giroscope.kernel.export.download import Takeable, TakenOut, Taking
from giroscope.kernel.export.lists import Asked, Export, rows_of
from giroscope.kernel.export.parse_request import (
    BadFilter,
    ListField,
    chosen,
    said_of,
    said_of_address,
)
from giroscope.kernel.export.separated_values import csv_chunks
from giroscope.kernel.export.workbook import MEDIA_TYPE, xlsx_chunks
from giroscope.kernel.web import Services, json_body, json_response, problem, refusing

Note = Callable[[WriteSession, Actor, str, Mapping[str, Any]], Awaitable[object]]
"""Writes down that a person took a file out."""
MadeUp = Callable[[str], Awaitable[bool]]
"""Whether a tenant's lists hold demo data."""
Handler = Callable[[Request], Awaitable[Response]]
_PATH = "/api/export/{list}"
_TICKETS = "/api/export/tickets"
_MOST_BYTES = 64 * 1024
"""Of what a ticket is asked for with: a thousand ids, or the longest filter."""


async def _nothing(_realm: str) -> bool:
    return False


class ListFile:
    """A list of the graph as something that can be taken out."""

    def __init__(
        self,
        services: Services,
        schema: strawberry.Schema,
        name: str,
        export: Export,
        lent: Mapping[type, Any],
        is_made_up: MadeUp = _nothing,
    ) -> None:
        self._services = services
        self._name = name
        self._is_made_up = is_made_up
        self._export = export
        self._field = ListField(schema, name)
        self._lent = lent

    def said(self, query: QueryParams) -> dict[str, Any]:
        """What an address asks for."""
        return said_of_address(query)

    async def taking(self, actor: Actor, said: Any) -> Taking:
        """The file."""
        actor.ensure(self._field.verb)
        asked_for = said_of(said)
        columns = chosen(self._export.columns, asked_for.columns)
        narrowed, order = self._field.arguments(asked_for)
        now = self._services.clock()
        asked = Asked(actor, now, narrowed, order, self._lent)
        reader = self._export.reader(asked)
        if self._export.refresh is not None:
            await self._export.refresh(asked)
        is_danish = asked_for.locale == "da"
        headings = [column.heading(asked_for.locale) for column in columns]
        is_csv = asked_for.format == "csv"
        cells = [column.reader(asked_for.locale) for column in columns]
        rows = partial(rows_of, self._services.database, actor.realm, reader, cells)
        # Made-up money is never taken out as if it were real.
        is_made_up = await self._is_made_up(actor.realm)
        name = f"{self._name}-with-demo-data" if is_made_up else self._name

        def chunks() -> AsyncIterator[bytes]:
            if is_csv:
                return csv_chunks(headings, rows(), EXCEL_DA if is_danish else EXCEL_EN)
            return xlsx_chunks(self._export.title[is_danish], headings, rows())

        return Taking(
            file_name=f"{name}-{day_of(now)}.{asked_for.format}",
            media_type="text/csv; charset=utf-8" if is_csv else MEDIA_TYPE,
            chunks=chunks,
            noted=asked_for.told(),
        )


class _Desk:
    """Hands files out."""

    def __init__(
        self, services: Services, takeable: Mapping[str, Takeable], note: Note
    ) -> None:
        self._services = services
        self._takeable = takeable
        self._note = note

    async def by_token(self, request: Request) -> Response:
        """The file at once, for programs that hold a token."""
        actor = await self._services.actor(request)
        name = request.path_params["list"]
        said = self._named(name).said(request.query_params)
        return await self._handed_out(actor, name, said)

    async def ticket(self, request: Request) -> Response:
        """An address at which a browser may take the file once."""
        services = self._services
        actor = await services.actor(request)
        name = request.path_params["list"]
        takeable = self._named(name)
        said = await json_body(request, _MOST_BYTES)
        # What cannot be had is refused now, not when the browser comes for it.
        await takeable.taking(actor, said)
        ticket, expires = await tickets.issue(
            services.database, actor, name, said, services.clock()
        )
        told = {"url": f"{_TICKETS}/{ticket}", "expires": expires.isoformat()}
        return json_response(told, status=201)

    async def by_ticket(self, request: Request) -> Response:
        """The file a ticket was given for.

        The ticket is spent last: whoever is told to wait comes back with it.
        """
        services = self._services
        realm = await services.realm(request)
        ticket = request.path_params["ticket"]
        found = await tickets.look(services.database, realm, ticket, services.clock())
        actor = await services.verifier.as_of_now(found.actor)
        await services.admission.count_person(actor)
        return await self._handed_out(actor, found.name, found.said, ticket)

    def _named(self, name: str) -> Takeable:
        takeable = self._takeable.get(name)
        if takeable is None:
            raise NotFound("There is no such list to export")
        return takeable

    async def _handed_out(
        self, actor: Actor, name: str, said: Any, ticket: str | None = None
    ) -> Response:
        taking = await self._named(name).taking(actor, said)
        leave = await self._services.admission.enter_export(actor)
        try:
            async with self._services.database.writing(actor.realm) as session:
                if ticket is not None:
                    await tickets.spend(session, ticket)
                await self._note(session, actor, name, taking.noted)
        except BaseException:
            leave()
            raise
        return TakenOut(taking, leave)


def routes(
    services: Services, takeable: Mapping[str, Takeable], note: Note
) -> list[Route]:
    """`GET` and `POST /api/export/{list}`, and where tickets are redeemed."""
    desk = _Desk(services, takeable, note)
    return [
        Route(f"{_TICKETS}/{{ticket}}", refusing(_taking(desk.by_ticket))),
        Route(_PATH, refusing(_taking(_telling_faults(desk.by_token)))),
        Route(_PATH, refusing(_telling_faults(desk.ticket)), methods=["POST"]),
    ]


def _taking(handler: Handler) -> Handler:
    """A handler for those who take the file; to ask for its head takes nothing.

    Starlette answers `HEAD` wherever it answers `GET`: the list would be read, and
    noted as taken, for an answer without a body.
    """

    async def handle(request: Request) -> Response:
        if request.method == "HEAD":
            return Response(status_code=405, headers={"allow": "GET"})
        return await handler(request)

    return handle


def _telling_faults(handler: Handler) -> Handler:
    """A handler that tells every fault of a filter, where there are several."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except BadFilter as refusal:
            errors = refusal.values.get("errors")
            return problem(refusal, **({"errors": errors} if errors else {}))

    return handle
