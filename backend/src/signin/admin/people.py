"""People through the Admin API: found, made, changed, signed out, removed."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request
from starlette.responses import Response

from signin.admin import representations, user_fields
from signin.admin.call import (
    MANAGE_USERS,
    QUERY_USERS,
    VIEW_USERS,
    AdminCall,
    admin_call,
    answer,
    done,
)
from signin.admin.credentials import new_password, refuse_weak
from signin.admin.problems import refused
from signin.begun import end_begun, end_everything_of
from signin.endpoints.problems import NO_STORE
from signin.events import EventKind, record
from signin.required_actions import UPDATE_PASSWORD
from signin.sessions import EndReason, end_sessions_of
from signin.user_search import UserSearch, count_users, find_users
from signin.users import (
    NewUser,
    User,
    add_user,
    canonical_email,
    canonical_username,
    change_user,
    conflict_of,
    remove_user,
)

_SEARCHED_FIELDS = ("username", "email", "firstName", "lastName")


async def list_users(request: Request) -> Response:
    """Answer `GET users`."""
    asked = await admin_call(request, QUERY_USERS)
    first, most = asked.page()
    async with asked.provider.store.reading() as db:
        found = await find_users(
            db, asked.realm, _search(asked), first=first, most=most
        )
        brief = asked.flag("briefRepresentation") or False
        return answer(await representations.people(db, found, brief=brief))


async def count(request: Request) -> Response:
    """Answer `GET users/count`."""
    asked = await admin_call(request, QUERY_USERS)
    async with asked.provider.store.reading() as db:
        return answer(await count_users(db, asked.realm, _search(asked)))


async def create(request: Request) -> Response:
    """Answer `POST users`: 201 with the address of the new person."""
    asked = await admin_call(request, MANAGE_USERS)
    body = await asked.json(dict)
    new, password = _new_user(body)
    password_hash = None
    if password is not None:
        refuse_weak(asked, password, new.username)
        password_hash = await asked.provider.passwords.hash(password)
    async with asked.provider.store.writing() as db:
        await _refuse_conflict(db, asked, new.username, new.email)
        user_id = await add_user(
            db, asked.realm, new, password_hash=password_hash, now=asked.now
        )
        await asked.note(db, "CREATE", "USER", f"users/{user_id}")
        await record(
            db,
            EventKind.USER_CREATED,
            realm=asked.realm,
            now=asked.now,
            client_id=asked.client_id,
            user_id=user_id,
            address=asked.call.origin.address,
        )
    location = f"{asked.call.base_url}/admin/realms/{asked.realm}/users/{user_id}"
    return Response(status_code=201, headers={**NO_STORE, "Location": location})


async def one(request: Request) -> Response:
    """Answer `GET users/{id}`."""
    asked = await admin_call(request, VIEW_USERS)
    async with asked.provider.store.reading() as db:
        return answer(await representations.person(db, await asked.user(db)))


async def change(request: Request) -> Response:
    """Answer `PUT users/{id}`; what is not given stays as it is."""
    asked = await admin_call(request, MANAGE_USERS)
    body = await asked.json(dict)
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        changes = _changes(body, user)
        await _refuse_conflict(
            db,
            asked,
            changes.get("username", user.username),
            changes.get("email", user.email),
            but=user.id,
        )
        await change_user(db, user.id, changes)
        if changes.get("enabled") is False:
            await end_everything_of(db, user.id, EndReason.DISABLED, now=asked.now)
        elif changes.get("email", user.email) != user.email:
            # Whoever reads the old mailbox may have followed a link already.
            await end_begun(db, user.id, now=asked.now)
        await asked.note(db, "UPDATE", "USER", f"users/{user.id}")
    return done()


async def remove(request: Request) -> Response:
    """Answer `DELETE users/{id}`."""
    asked = await admin_call(request, MANAGE_USERS)
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        await end_sessions_of(db, user.id, EndReason.DELETED, now=asked.now)
        await remove_user(db, user.id)
        await asked.note(db, "DELETE", "USER", f"users/{user.id}")
    return done()


async def log_out(request: Request) -> Response:
    """Answer `POST users/{id}/logout`: all of theirs ends, begun or whole."""
    asked = await admin_call(request, MANAGE_USERS)
    async with asked.provider.store.writing() as db:
        user = await asked.user(db)
        reason = EndReason.ENDED_BY_ADMINISTRATOR
        await end_everything_of(db, user.id, reason, now=asked.now)
        await asked.note(db, "ACTION", "USER", f"users/{user.id}/logout")
    return done()


def _search(asked: AdminCall) -> UserSearch:
    fields = tuple(
        (name, asked.query[name]) for name in _SEARCHED_FIELDS if name in asked.query
    )
    search = asked.query.get("search", "").strip()
    return UserSearch(
        search=search,
        # As in Keycloak, a search leaves no room for the single fields.
        fields=() if search else fields,
        exact=asked.flag("exact") or False,
        enabled=asked.flag("enabled"),
        email_verified=asked.flag("emailVerified"),
    )


def _new_user(body: dict[str, Any]) -> tuple[NewUser, str | None]:
    texts = user_fields.text_fields(body)
    if "username" not in texts:
        raise refused(400, "User name is missing")
    password, is_temporary = new_password(body)
    actions = user_fields.required_actions(body) or ()
    user = NewUser(
        username=texts["username"],
        given_name=texts.get("firstName", ""),
        family_name=texts.get("lastName", ""),
        email=texts.get("email", ""),
        # Keycloak's people are disabled until somebody says otherwise.
        enabled=user_fields.flag(body, "enabled") or False,
        email_verified=user_fields.flag(body, "emailVerified") or False,
        required_actions=(*actions, UPDATE_PASSWORD) if is_temporary else actions,
        attributes=user_fields.attributes(body) or {},
    )
    return user, password


def _changes(body: dict[str, Any], user: User) -> dict[str, Any]:
    texts = user_fields.text_fields(body)
    free = user_fields.attributes(body)
    if free is not None:
        # Keycloak counts names and address among the attributes: who sends some has
        # to send all.
        texts = {"firstName": "", "lastName": "", "email": "", **texts}
    columns = {"firstName": "given_name", "lastName": "family_name"}
    changes: dict[str, Any] = {
        columns.get(name, name): text for name, text in texts.items()
    }
    if "username" in changes:
        changes["username"] = canonical_username(changes["username"])
    if "email" in changes:
        changes["email"] = canonical_email(changes["email"])
        if changes["email"] != user.email:
            changes["email_verified"] = False
    others: dict[str, Any] = {
        "attributes": free,
        "enabled": user_fields.flag(body, "enabled"),
        "email_verified": user_fields.flag(body, "emailVerified"),
    }
    actions = user_fields.required_actions(body)
    if actions is not None:
        others["required_actions"] = list(actions)
    return changes | {
        name: value for name, value in others.items() if value is not None
    }


async def _refuse_conflict(
    db: AsyncConnection, asked: AdminCall, username: str, email: str, *, but: str = ""
) -> None:
    taken = await conflict_of(db, asked.realm, username=username, email=email, but=but)
    if taken is not None:
        raise refused(409, f"User exists with same {taken}")
