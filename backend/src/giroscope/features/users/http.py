"""Account management over plain HTTP, for scripts: `/api/account…`.

The same actions as the console's, with the same guards. `openapi.json` describes it.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile

from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from giroscope.features.users import (
    as_json,
    change_person,
    grant,
    http_requests,
    invite,
    openapi,
    policy,
    queries,
    review,
    sign_in_methods,
)
from giroscope.features.users.directory import People
from giroscope.features.users.http_requests import Fields
from giroscope.features.users.invite import InvitationOutcome
from giroscope.features.users.personal_data import erase, export
from giroscope.features.users.tables import KnownPerson, RequestState
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import day_of
from giroscope.kernel.errors import Conflict, InvalidInput, Unavailable
from giroscope.kernel.export import DIALECTS, csv_chunks
from giroscope.kernel.paging import Count, row_id
from giroscope.kernel.web import (
    Handler,
    Services,
    json_body,
    json_response,
    refusing,
)
from localization import chosen

_IN_MEMORY = 8 << 20
_CHUNK = 1 << 16
_ORDER = queries.order_by("NAME", is_descending=False)
_FAILED = {
    InvitationOutcome.BAD_MAIL: InvalidInput,
    InvitationOutcome.ALREADY_THERE: Conflict,
    InvitationOutcome.REFUSED: InvalidInput,
    InvitationOutcome.UNAVAILABLE: Unavailable,
}

Action = Callable[[People, Actor, str], Awaitable[None]]
_ACTIONS: dict[str, Action] = {
    "enable": change_person.enable,
    "disable": change_person.disable,
    "unlock": change_person.unlock,
    "sign-out": sign_in_methods.sign_out,
    "reset-second-factor": sign_in_methods.reset_second_factor,
    "resend-invitation": invite.resend,
    "revoke-invitation": invite.revoke,
}
_STEPS = {
    "change-password": "UPDATE_PASSWORD",
    "set-up-second-factor": "CONFIGURE_TOTP",
    "confirm-mail": "VERIFY_EMAIL",
}


def routes(services: Services, people: People) -> list[Route]:
    """Every address below `/api/account`."""
    desk = _Desk(services, people)
    one = "/api/account/{id}"
    table: list[tuple[str, str, Handler]] = [
        ("GET", "/api/account", desk.all),
        ("POST", "/api/account", desk.create),
        ("GET", "/api/account/openapi.json", desk.description),
        ("GET", "/api/account/review.csv", desk.review),
        ("GET", "/api/account/requests", desk.requests),
        ("POST", "/api/account/requests/{id}", desk.decide),
        ("GET", one, desk.one),
        ("PATCH", one, desk.change),
        ("DELETE", one, desk.disable),
        ("POST", f"{one}/roles", desk.roles),
        ("POST", f"{one}/actions", desk.act),
        ("GET", f"{one}/erasure", desk.erasure),
        ("GET", f"{one}/personal-data", desk.personal_data),
        ("GET", f"{one}/sessions", desk.sessions),
        ("DELETE", f"{one}/sessions/{{session}}", desk.end_session),
    ]
    return [
        Route(path, refusing(handler), methods=[method])
        for method, path, handler in table
    ]


class _Desk:
    """Answers each address; every answer begins with who asks."""

    def __init__(self, services: Services, people: People) -> None:
        self._services = services
        self._people = people

    async def all(self, request: Request) -> Response:
        """A page of people by name."""
        actor = await self._actor(request, "users.read")
        await self._people.ensure_fresh(actor.realm)
        now = self._services.clock()
        page = http_requests.page(request.query_params)
        rows = queries.people(http_requests.wanted(request.query_params, now))
        async with self._people.reading(actor.realm) as session:
            result = await session.execute(_ORDER.apply(rows, page))
            total = await queries.count(session, rows)

            async def counted() -> Count:
                return Count(total, is_exact=True)

            found = _ORDER.page(list(result.scalars()), page, _ORDER.place, counted)
            items = await self._told(session, found.rows)
        return json_response(
            {
                "items": items,
                "total": total,
                "next": found.cursors[-1] if found.has_next else None,
                **as_json.freshness(await self._people.freshness(actor.realm)),
            }
        )

    async def create(self, request: Request) -> Response:
        """Invite one person."""
        actor = await self._actor(request, "users.invite")
        one = http_requests.invited(await json_body(request))
        (found,) = await invite.invite(self._people, actor, [one])
        if found.person_id is None:
            refusal = _FAILED[found.outcome](found.message)
            refusal.code = found.code or refusal.code
            raise refusal
        headers = {"location": f"/api/account/{found.person_id}"}
        response = json_response(as_json.invitation(found), status=201)
        response.headers.update(headers)
        return response

    async def one(self, request: Request) -> Response:
        """One person."""
        actor = await self._actor(request, "users.read")
        await self._people.ensure_fresh(actor.realm)
        return await self._person(actor, _id(request))

    async def change(self, request: Request) -> Response:
        """Change a name or the mail address."""
        actor = await self._actor(request, "users.change")
        known = ("givenName", "familyName", "email")
        fields = Fields(await json_body(request), known)
        await change_person.change(
            self._people,
            actor,
            _id(request),
            given_name=fields.text("givenName"),
            family_name=fields.text("familyName"),
            email=fields.text("email"),
        )
        return await self._person(actor, _id(request))

    async def disable(self, request: Request) -> Response:
        """Disable somebody: nobody who ever signed in is deleted."""
        actor = await self._actor(request, "users.disable")
        await change_person.disable(self._people, actor, _id(request))
        return Response(status_code=204)

    async def roles(self, request: Request) -> Response:
        """Give and take roles."""
        actor = await self._actor(request, "users.roles")
        fields = Fields(await json_body(request), ("give", "take"))
        done = await grant.change_roles(
            self._people,
            actor,
            _id(request),
            give=fields.texts("give"),
            take=fields.texts("take"),
        )
        return json_response(as_json.granted(done))

    async def act(self, request: Request) -> Response:
        """Do one of the things that have a name."""
        # Which role is needed depends on the action; each action asks for its own.
        actor = await self._actor(request, "users.read")
        fields = Fields(await json_body(request), ("action", "steps", "by"))
        action = fields.needed("action")
        if action == "temporary-password":
            password = await invite.temporary_password(
                self._people, actor, _id(request)
            )
            return json_response({"temporaryPassword": password})
        if action == "erase":
            done = await erase.erase(self._people, actor, _id(request))
            return json_response(export.as_json(done, _language(request)))
        if action == "ask":
            await self._ask(actor, _id(request), fields)
        elif action in _ACTIONS:
            await _ACTIONS[action](self._people, actor, _id(request))
        else:
            raise InvalidInput(f"There is no action “{action[:40]}”", path="action")
        return Response(status_code=204)

    async def erasure(self, request: Request) -> Response:
        """What would become of each table's rows, were the person erased."""
        actor = await self._actor(request, "users.erase")
        found = await erase.preview(self._people, actor, _id(request))
        return json_response(export.as_json(found, _language(request)))

    async def personal_data(self, request: Request) -> Response:
        """What is kept of somebody, as a file."""
        actor = await self._actor(request, "users.personal_data")
        # Lies where temporary files do while it is large, and nowhere under a name.
        with ExitStack() as stack:
            file = stack.enter_context(SpooledTemporaryFile(max_size=_IN_MEMORY))
            await export.export(
                self._people, actor, _id(request), file, _language(request)
            )
            chunks = _chunks(file, stack.pop_all())
        name = f"personal-data-{day_of(self._services.clock())}.zip"
        return StreamingResponse(
            chunks,
            media_type="application/zip",
            headers={
                "content-disposition": f'attachment; filename="{name}"',
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
            },
        )

    async def sessions(self, request: Request) -> Response:
        """Where somebody is signed in."""
        actor = await self._actor(request, "users.sessions")
        found = await sign_in_methods.sessions(self._people, actor, _id(request))
        return json_response({"items": [as_json.session(one) for one in found]})

    async def end_session(self, request: Request) -> Response:
        """End one session."""
        actor = await self._actor(request, "users.sessions")
        session = request.path_params["session"]
        await sign_in_methods.sign_out(self._people, actor, _id(request), session)
        return Response(status_code=204)

    async def requests(self, request: Request) -> Response:
        """The latest role requests."""
        actor = await self._actor(request, "users.read")
        now = self._services.clock()
        states = [state.upper() for state in request.query_params.getlist("state")]
        if not set(states) <= set(RequestState):
            raise InvalidInput("There is no such state of a request", path="state")
        rows = queries.requests(states or None, now)
        rows = queries.REQUEST_ORDER.apply(
            rows, http_requests.page(request.query_params)
        )
        async with self._people.reading(actor.realm) as session:
            found = (await session.execute(rows)).scalars().all()
        size = http_requests.page(request.query_params).size
        items = [as_json.request(one, now) for one in found[:size]]
        return json_response({"items": items})

    async def decide(self, request: Request) -> Response:
        """Confirm, reject or withdraw a request."""
        actor = await self._actor(request, "users.roles")
        number = row_id(request.path_params["id"])
        if number is None:
            raise InvalidInput("This is no number of a request", path="id")
        fields = Fields(await json_body(request), ("decision", "reason"))
        decision, reason = fields.needed("decision"), fields.text("reason")
        if decision == "confirm":
            await grant.confirm(self._people, actor, number)
        elif decision == "reject":
            await grant.reject(self._people, actor, number, reason)
        elif decision == "withdraw":
            await grant.withdraw(self._people, actor, number)
        else:
            raise InvalidInput(
                "A decision is confirm, reject or withdraw", path="decision"
            )
        return Response(status_code=204)

    async def review(self, request: Request) -> Response:
        """The access review of everybody, as a file."""
        actor = await self._actor(request, "users.review")
        dialect = DIALECTS.get(request.query_params.get("dialect", "plain"))
        if dialect is None:
            raise InvalidInput("`dialect` is plain or excel-da", path="dialect")
        await self._people.ensure_fresh(actor.realm)
        database = self._services.database
        async with self._people.writing(actor.realm) as session:
            await review.note(session, actor)
        rows = review.rows(database, actor)
        name = f"access-review-{day_of(self._services.clock())}.csv"
        return StreamingResponse(
            csv_chunks(review.COLUMNS, rows, dialect),
            media_type="text/csv; charset=utf-8",
            headers={
                "content-disposition": f'attachment; filename="{name}"',
                "cache-control": "private, no-store",
                "x-content-type-options": "nosniff",
            },
        )

    async def description(self, request: Request) -> Response:
        """What all of this is, for programs."""
        await self._actor(request, "viewer.read")
        return json_response(openapi.DOCUMENT)

    async def _actor(self, request: Request, verb: str) -> Actor:
        """Who asks, if the verb is theirs; before anything of the body is read."""
        actor = await self._services.actor(request)
        actor.ensure(verb)
        return actor

    async def _ask(self, actor: Actor, person_id: str, fields: Fields) -> None:
        steps = fields.texts("steps")
        if not set(steps) <= _STEPS.keys():
            raise InvalidInput(f"Steps are {', '.join(_STEPS)}", path="steps")
        names = [_STEPS[step] for step in steps]
        by = fields.text("by") or "mail"
        if by == "mail":
            await sign_in_methods.ask_by_mail(self._people, actor, person_id, names)
        elif by == "next-sign-in":
            await sign_in_methods.ask_at_sign_in(self._people, actor, person_id, names)
        else:
            raise InvalidInput("`by` is mail or next-sign-in", path="by")

    async def _person(self, actor: Actor, person_id: str) -> Response:
        async with self._people.reading(actor.realm) as session:
            row = await queries.person(session, person_id)
            (one,) = await self._told(session, [row])
        return json_response(one)

    async def _told(
        self, session: AsyncSession, rows: list[KnownPerson]
    ) -> list[dict[str, object]]:
        return await as_json.described(session, rows, self._services.clock())


def _chunks(file: "SpooledTemporaryFile[bytes]", opened: ExitStack) -> Iterator[bytes]:
    with opened:
        file.seek(0)
        while chunk := file.read(_CHUNK):
            yield chunk


def _language(request: Request) -> str:
    return chosen(request.query_params.get("language"))


def _id(request: Request) -> str:
    return policy.ensure_person_id(request.path_params["id"])
