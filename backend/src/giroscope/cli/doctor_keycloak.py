"""Whether a Keycloak is ready for the realms that are here: asked from outside.

Looks as a browser would and as the product would; changes nothing and needs no
administrator's account.
"""

import asyncio
import base64
import hashlib
from collections.abc import Iterator
from typing import Any

import httpx2
import orjson
from sqlalchemy.exc import SQLAlchemyError

from giroscope.cli.checks import Check
from giroscope.kernel.access import GRANTS
from giroscope.kernel.database import Database
from giroscope.kernel.errors import AppError
from giroscope.kernel.identity import IdentityLocked, open_admin_api
from giroscope.kernel.identity.directory import service_secret
from giroscope.kernel.identity.template import console_addresses
from giroscope.kernel.secrets import SecretDamaged, is_key_missing, load_master_key
from giroscope.settings import Settings

_PATIENCE_SECONDS = 5.0
_CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(b"doctor").digest()).rstrip(b"=")


def keycloak_checks(settings: Settings) -> Iterator[Check]:
    """One line for each realm that is here, and for the default one."""
    database = Database(settings)
    try:
        realms = sorted({settings.default_realm, *_known(database)})
        checks = asyncio.run(_look_at_all(settings, database, realms))
    finally:
        asyncio.run(database.close())
    yield from checks


def _known(database: Database) -> list[str]:
    try:
        return database.realms()
    except SQLAlchemyError:
        # That the database does not answer is told by another check.
        return []


async def _look_at_all(
    settings: Settings, database: Database, realms: list[str]
) -> list[Check]:
    async with httpx2.AsyncClient(timeout=_PATIENCE_SECONDS) as client:
        return [await _look(client, settings, database, realm) for realm in realms]


async def _look(
    client: httpx2.AsyncClient, settings: Settings, database: Database, realm: str
) -> Check:
    """The first thing that is wrong, or that nothing is."""
    name = f"sign-in of {realm}"
    issuer = f"{settings.sign_in_url}/realms/{realm}"
    try:
        check = (
            await _published(client, settings, realm, issuer, name)
            or await _console(client, settings, realm, issuer, name)
            or await _service(settings, database, realm, name)
        )
    except httpx2.HTTPError as error:
        return Check(
            name, f"{settings.sign_in_url} does not answer ({type(error).__name__})",
            "Start Keycloak, or correct GIROSCOPE_IDENTITY_URL",
        )  # fmt: skip
    return check or Check(name, f"{issuer} is ready")


async def _published(
    client: httpx2.AsyncClient, settings: Settings, realm: str, issuer: str, name: str
) -> Check | None:
    answer = await client.get(f"{issuer}/.well-known/openid-configuration")
    if answer.status_code == 404:
        return Check(
            name, f"{settings.sign_in_url} has no realm {realm}",
            f"giroscope realm create {realm}",
        )  # fmt: skip
    if answer.status_code != 200:
        return Check(
            name, f"{issuer} answers {answer.status_code}",
            "Look at the log of Keycloak, and of the proxy before it",
        )  # fmt: skip
    told = _told(answer).get("issuer")
    if told != issuer:
        return Check(
            name, f"its tokens are issued by {str(told)[:200]}, not {issuer}",
            "Set GIROSCOPE_IDENTITY_URL and Keycloak's hostname to the same address",
        )  # fmt: skip
    return None


async def _console(
    client: httpx2.AsyncClient, settings: Settings, realm: str, issuer: str, name: str
) -> Check | None:
    """Ask for a sign-in page as the console does."""
    address = console_addresses(settings, realm)[0]
    answer = await client.get(
        f"{issuer}/protocol/openid-connect/auth",
        params={
            "client_id": settings.client_id,
            "redirect_uri": f"{address}/",
            "response_type": "code",
            "response_mode": "fragment",
            "scope": "openid",
            "state": "doctor",
            "code_challenge": _CHALLENGE.decode(),
            "code_challenge_method": "S256",
        },
    )
    if answer.status_code == 200:
        return None
    return Check(
        name, f"no sign-in for client {settings.client_id} at {address}",
        f"Correct GIROSCOPE_PUBLIC_URL, then giroscope realm update {realm}",
    )  # fmt: skip


async def _service(
    settings: Settings, database: Database, realm: str, name: str
) -> Check | None:
    """Ask for the realm's roles as the product does."""
    remedy = f"giroscope realm update {realm}"
    if realm not in _known(database):
        return Check(
            name, "its database is not there", f"giroscope realm create {realm}"
        )
    if is_key_missing(settings):
        # To look must not make one.
        return None
    try:
        secret = service_secret(settings, database, realm, load_master_key(settings))
        async with open_admin_api(settings.sign_in_url, realm, secret) as api:
            roles = {role.name for role in await api.roles()}
    except IdentityLocked:
        return Check(name, "does not let the product manage people", remedy)
    except AppError as refusal:
        return Check(name, refusal.message, "Look at the log of Keycloak")
    except (SecretDamaged, SQLAlchemyError, ValueError, OSError):
        # Master key and database have checks of their own.
        return None
    lacking = sorted(set(GRANTS) - roles)
    if lacking:
        return Check(name, f"lacks the roles {', '.join(lacking)}", remedy)
    return None


def _told(answer: httpx2.Response) -> dict[str, Any]:
    try:
        told = orjson.loads(answer.content)
    except orjson.JSONDecodeError:
        return {}
    return told if isinstance(told, dict) else {}
