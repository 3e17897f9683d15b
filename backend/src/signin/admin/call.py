"""A request of the product to a realm's administration: who asks, and for what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from signin.admin.problems import (
    fault,
    forbidden,
    not_found,
    unauthorized,
    unreadable,
)
from signin.endpoints.call import Call, call_of
from signin.endpoints.problems import NO_STORE, UnknownRealm
from signin.events import record_admin
from signin.parameters import MAX_QUERY_BYTES, RequestTooLarge
from signin.provider import Provider
from signin.realms import realm_by_name
from signin.tokens import admin_roles
from signin.users import User, user_by_id

_MAX_BODY_BYTES = 65_536
_DEFAULT_MOST = 100
_LIMIT = 10_000
_NUMBER = re.compile(r"-?[0-9]{1,9}")

VIEW_USERS = ("view-users", "manage-users")
QUERY_USERS = ("query-users", *VIEW_USERS)
MANAGE_USERS = ("manage-users",)
MANAGE_CLIENTS = ("manage-clients",)
VIEW_REALM = ("view-realm",)
VIEW_EVENTS = ("view-events",)


@dataclass(frozen=True, slots=True)
class AdminCall:
    """One request that may do what it asks for."""

    call: Call
    client_id: str

    @property
    def realm(self) -> str:
        """The realm that is administered."""
        return self.call.realm.name

    @property
    def provider(self) -> Provider:
        """All there is."""
        return self.call.provider

    @property
    def now(self) -> int:
        """Whole seconds since 1970."""
        return self.call.now

    @property
    def query(self) -> QueryParams:
        """The query; some of its parameters may come several times."""
        return self.call.request.query_params

    def page(self) -> tuple[int, int]:
        """Which part of a list is wanted: where it begins and how many at most."""
        most = self._number("max", _DEFAULT_MOST)
        return max(0, self._number("first", 0)), _LIMIT if most < 0 else most

    def flag(self, name: str) -> bool | None:
        """Read a parameter that is `true` or `false`, or not there."""
        text = self.query.get(name)
        return None if text is None else text.lower() == "true"

    async def user(self, db: AsyncConnection) -> User:
        """Find the person the address names; raises `AdminProblem`."""
        user_id = self.call.request.path_params["user_id"]
        user = await user_by_id(db, self.realm, user_id)
        if user is None:
            raise not_found("User not found")
        return user

    async def json(self, kind: type[Any]) -> Any:
        """Read the body; raises `AdminProblem` when it is not the kind expected."""
        request = self.call.request
        content_type = request.headers.get("content-type", "").split(";")[0].strip()
        if content_type.lower() != "application/json":
            raise fault(415, "HTTP 415 Unsupported Media Type")
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > _MAX_BODY_BYTES:
                raise RequestTooLarge
        try:
            found = orjson.loads(body)
        except orjson.JSONDecodeError as problem:
            raise unreadable() from problem
        if not isinstance(found, kind):
            raise unreadable()
        return found

    async def note(
        self, db: AsyncConnection, operation: str, resource_type: str, path: str
    ) -> None:
        """Record a change in the transaction that makes it."""
        await record_admin(
            db,
            self.realm,
            operation=operation,
            resource_type=resource_type,
            resource_path=path,
            client_id=self.client_id,
            address=self.call.origin.address,
            now=self.now,
        )

    def _number(self, name: str, otherwise: int) -> int:
        text = self.query.get(name)
        if text is None:
            return otherwise
        if not _NUMBER.fullmatch(text):
            # Keycloak's framework finds no resource for a number it cannot read.
            raise not_found("HTTP 404 Not Found")
        return int(text)


async def admin_call(request: Request, any_of: Iterable[str]) -> AdminCall:
    """Let a service in that has one of the roles; raises `AdminProblem`.

    A person's token never has one, whatever the person may do in the product: the
    product decides about people before it asks here.
    """
    if len(request.scope["query_string"]) > MAX_QUERY_BYTES:
        raise RequestTooLarge
    try:
        call = await call_of(request)
    except UnknownRealm:
        raise not_found("Realm not found.") from None
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise unauthorized()
    claims = await call.provider.tokens.read_bearer_token(
        call.realm.name, call.issuer, token.strip(), now=call.now
    )
    if claims is None:
        if await _is_of_another_realm(call, token.strip()):
            raise forbidden()
        raise unauthorized()
    if "sid" in claims or admin_roles(claims).isdisjoint(any_of):
        raise forbidden()
    return AdminCall(call, str(claims["azp"]))


def answer(body: object, status: int = 200) -> Response:
    """Answer with JSON that nobody keeps."""
    return JSONResponse(body, status, headers=NO_STORE)


def done() -> Response:
    """Answer that it has happened."""
    return Response(status_code=204, headers=NO_STORE)


async def _is_of_another_realm(call: Call, token: str) -> bool:
    """Tell a good token of a neighbour from one that nobody here has made."""
    realm = call.provider.tokens.realm_named_in(token, f"{call.base_url}/realms/")
    if realm is None or await realm_by_name(call.provider, realm) is None:
        return False
    issuer = f"{call.base_url}/realms/{realm}"
    claims = await call.provider.tokens.read_bearer_token(
        realm, issuer, token, now=call.now
    )
    return claims is not None
