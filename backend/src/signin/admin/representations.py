"""How Keycloak writes people, roles, credentials and sessions as JSON."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from signin.keycloak_hash import split_hash
from signin.roles import Role, stable_id
from signin.second_factors import SecondFactor, factors_of, users_with_factor
from signin.sessions import Session
from signin.users import User

Representation = dict[str, Any]

_ACCESS = {
    "manageGroupMembership": True,
    "resetPassword": True,
    "view": True,
    "mapRoles": True,
    "impersonate": False,
    "manage": True,
}


async def people(
    db: AsyncConnection, found: Collection[User], *, brief: bool
) -> list[Representation]:
    """Write people, in full or briefly."""
    with_factor = await users_with_factor(db, [user.id for user in found])
    return [
        {
            **_person(user, has_factor=user.id in with_factor, brief=brief),
            "access": {"manage": True},
        }
        for user in found
    ]


async def person(db: AsyncConnection, user: User) -> Representation:
    """Write one person in full."""
    return {**(await people(db, [user], brief=False))[0], "access": _ACCESS}


def role(one: Role, realm: str, *, brief: bool = True) -> Representation:
    """Write a role; only the full form has attributes."""
    written: Representation = {
        "id": one.id,
        "name": one.name,
        "description": one.description,
        "composite": False,
        "clientRole": False,
        "containerId": stable_id(realm, "realm", realm),
    }
    return written if brief else {**written, "attributes": {}}


def password_id(user: User) -> str:
    """The id under which a password can be removed."""
    return stable_id(user.realm, "password", user.id)


async def credentials(db: AsyncConnection, user: User) -> list[Representation]:
    """List what a person signs in with, without anything secret."""
    factors = [_factor(one) for one in await factors_of(db, user.id)]
    if user.password_hash is None:
        return factors
    password: Representation = {
        "id": password_id(user),
        "type": "password",
        "createdDate": user.password_changed_at * 1000,
        "credentialData": split_hash(user.password_hash)[1],
    }
    return [password, *factors]


def session(one: Session, user: User, client_id: str) -> Representation:
    """Write a session; its clients are named by their ids."""
    return {
        "id": one.sid,
        "username": user.username,
        "userId": user.id,
        "ipAddress": one.address,
        "start": one.started_at * 1000,
        "lastAccess": one.used_at * 1000,
        "rememberMe": False,
        "clients": {stable_id(user.realm, "client", client_id): client_id},
        "transientUser": False,
    }


def _person(user: User, *, has_factor: bool, brief: bool) -> Representation:
    written: Representation = {
        "id": user.id,
        "username": user.username,
        "firstName": user.given_name,
        "lastName": user.family_name,
        "email": user.email,
        "emailVerified": user.email_verified,
        "enabled": user.enabled,
        "createdTimestamp": user.created_at * 1000,
    }
    if not brief:
        written |= {
            "attributes": dict(user.attributes),
            "totp": has_factor,
            "disableableCredentialTypes": [],
            "requiredActions": list(user.required_actions),
            "notBefore": 0,
        }
    # What is not there is left out rather than written empty.
    may_lack = ("firstName", "lastName", "email", "attributes")
    return {
        name: value for name, value in written.items() if name not in may_lack or value
    }


def _factor(one: SecondFactor) -> Representation:
    return {
        "id": one.id,
        "type": "otp",
        "userLabel": one.label,
        "createdDate": one.created_at * 1000,
        "credentialData": one.credential_data,
    }
