"""Realm roles through the Admin API: which there are, and who has them."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from signin.admin import representations
from signin.admin.call import (
    MANAGE_USERS,
    VIEW_REALM,
    VIEW_USERS,
    AdminCall,
    admin_call,
    answer,
    done,
)
from signin.admin.problems import not_found, unreadable
from signin.roles import Role, role_named, roles_of
from signin.users import add_roles, remove_roles, users_with_role


async def list_roles(request: Request) -> Response:
    """Answer `GET roles`."""
    asked = await admin_call(request, VIEW_REALM)
    first, most = asked.page()
    search = asked.query.get("search", "").lower()
    brief = asked.flag("briefRepresentation") is not False
    found = [role for role in roles_of(asked.realm) if search in role.name]
    return answer(
        [
            representations.role(role, asked.realm, brief=brief)
            for role in found[first : first + most]
        ]
    )


async def one(request: Request) -> Response:
    """Answer `GET roles/{name}`."""
    asked = await admin_call(request, VIEW_REALM)
    return answer(representations.role(_named(asked), asked.realm, brief=False))


async def users_of(request: Request) -> Response:
    """Answer `GET roles/{name}/users`."""
    asked = await admin_call(request, VIEW_REALM)
    role = _named(asked)
    first, most = asked.page()
    async with asked.provider.store.reading() as db:
        found = await users_with_role(
            db, asked.realm, role.name, first=first, most=most
        )
        brief = asked.flag("briefRepresentation") or False
        return answer(await representations.people(db, found, brief=brief))


async def assigned(request: Request) -> Response:
    """Answer `GET users/{id}/role-mappings/realm` and `…/composite`.

    No role here contains another, so that both are the same.
    """
    return await _roles_of_user(request, has=True)


async def available(request: Request) -> Response:
    """Answer `GET users/{id}/role-mappings/realm/available`."""
    return await _roles_of_user(request, has=False)


async def change(request: Request) -> Response:
    """Answer `POST` and `DELETE users/{id}/role-mappings/realm`."""
    asked = await admin_call(request, MANAGE_USERS)
    is_giving = request.method == "POST"
    roles = [_meant(asked, item) for item in await asked.json(list)]
    names = [role.name for role in roles]
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        if is_giving:
            await add_roles(db, user.id, names)
        else:
            await remove_roles(db, user.id, names)
        operation = "CREATE" if is_giving else "DELETE"
        path = f"users/{user.id}/role-mappings/realm"
        await asked.note(db, operation, "REALM_ROLE_MAPPING", path)
    return done()


async def _roles_of_user(request: Request, *, has: bool) -> Response:
    asked = await admin_call(request, VIEW_USERS)
    async with asked.provider.store.reading() as db:
        user = await asked.user(db)
    return answer(
        [
            representations.role(role, asked.realm)
            for role in roles_of(asked.realm)
            if (role.name in user.roles) is has
        ]
    )


def _named(asked: AdminCall) -> Role:
    role = role_named(asked.realm, asked.call.request.path_params["name"])
    if role is None:
        raise not_found("Could not find role")
    return role


def _meant(asked: AdminCall, item: Any) -> Role:
    """Find the role of an item; id and name have to agree, as in Keycloak."""
    if not isinstance(item, dict):
        raise unreadable()
    role = role_named(asked.realm, str(item.get("name", "")))
    if role is None or item.get("id") != role.id:
        raise not_found("Role not found")
    return role
