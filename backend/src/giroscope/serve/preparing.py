"""What must be there before the first request: tables, keys, people.

Everything here may be done again at every start and then changes nothing.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from giroscope.kernel import jobs, set_up
from giroscope.kernel.database import Database
from giroscope.kernel.identity.directory import service_secret
from giroscope.kernel.known_hosts import is_local
from giroscope.kernel.migrate import Migrated, migrate_all, realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.security_headers import ERP_WINDOW
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.kernel.tokens import AUDIENCE
from giroscope.serve.addresses import console_url
from giroscope.serve.sign_in_key import sign_in_key
from giroscope.settings import Settings
from signin import (
    EnsuredRealm,
    SigninSettings,
    SmtpSettings,
    ensure_realm,
    ensure_service_client,
    is_loopback,
    open_provider,
)


class NotPossible(Exception):
    """The settings contradict each other or are not safe; the sentence says how."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was prepared, and the password if one was given out now."""

    realms: tuple[str, ...]
    users: tuple[str, ...]
    password: str | None
    is_password_generated: bool


def prepare(settings: Settings) -> Prepared:
    """Migrate every realm, make the default one, and its first people.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
        WrongMasterKey: The data was encrypted with another master key.
    """
    ensure_possible(settings)
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    close_to_others(settings.data_dir)
    realms = migrate(settings)
    ensure_key_fits(settings)
    if not settings.is_embedded_identity:
        return Prepared(realms, (), None, is_password_generated=False)
    made = asyncio.run(_ensure_people(settings, realms))
    first = made[settings.default_realm]
    return Prepared(realms, first.created, first.password, first.is_password_generated)


def ensure_possible(settings: Settings) -> None:
    """Pass silently, or refuse.

    Raises:
        NotPossible: The settings contradict each other or are not safe.
    """
    if settings.is_sqlite and settings.workers > 1:
        raise NotPossible(
            f"GIROSCOPE_WORKERS={settings.workers} needs PostgreSQL: set"
            " GIROSCOPE_DATABASE_URL, or leave it at 1"
        )
    if settings.smtp_host is not None and settings.smtp_sender is None:
        raise NotPossible(
            "GIROSCOPE_SMTP_HOST needs GIROSCOPE_SMTP_SENDER, the address that mails"
            " come from"
        )
    if (
        settings.is_embedded_identity
        and not is_loopback(settings.host)
        and not settings.allow_public_sign_in
    ):
        raise NotPossible(
            f"The embedded sign-in does not listen on {settings.host}, which others can"
            " reach. Set GIROSCOPE_IDENTITY_URL to a Keycloak, or, in a network you"
            " trust, GIROSCOPE_ALLOW_PUBLIC_SIGN_IN=true"
        )


def close_to_others(folder: Path) -> int:
    """Take from files and folders what others may do with them; tells how many.

    An earlier release, or a copy from a backup, may have left them open.
    """
    count = 0
    for path in set_up.open_to_others(folder):
        with suppress(OSError):
            path.chmod(path.stat().st_mode & 0o700)
            count += 1
    return count


def ensure_key_fits(settings: Settings) -> None:
    """Pass silently, or refuse before anything is served that cannot be opened.

    Raises:
        WrongMasterKey: The default realm was encrypted with another master key.
    """
    database = Database(settings)
    try:
        realm_key(database, settings.default_realm, load_master_key(settings))
    except (SQLAlchemyError, UnknownRealm):
        # Not made yet, or not to be reached: whoever needs it says so.
        return
    finally:
        asyncio.run(database.close())


def migrate(settings: Settings) -> tuple[str, ...]:
    """Bring the default realm, all others and the job engine up to date.

    Raises:
        NotPossible: A realm cannot be; the others are.
    """
    done = list(migrating(settings))
    for one in done:
        if one.fault is not None:
            raise NotPossible(f"The realm {one.realm} was not migrated: {one.fault}")
    return tuple(one.realm for one in done)


def migrating(settings: Settings) -> Iterator[Migrated]:
    """The same, telling of each realm when it is done or cannot be."""
    database = Database(settings)
    try:
        realms = sorted({settings.default_realm, *database.realms()})
        yield from migrate_all(database, realms, load_master_key(settings))
        jobs.prepare(database)
    finally:
        asyncio.run(database.close())


def sign_in_settings(settings: Settings) -> SigninSettings:
    """What the embedded sign-in needs to know, from the product's settings."""
    password = settings.admin_password
    return SigninSettings(
        database_url=f"sqlite+aiosqlite:///{settings.data_dir.absolute()}/sign-in.sqlite3",
        encryption_key=sign_in_key(settings),
        public_url=settings.sign_in_url,
        client_id=settings.client_id,
        audience=AUDIENCE,
        # This machine's own names are the console's only where it has no other.
        console_port=settings.port if is_local(settings) else None,
        redirect_uris=_redirects(settings),
        window_paths=(ERP_WINDOW,),
        backchannel_logout_url=f"{_console_of_realm(settings)}/api/backchannel-logout",
        smtp=_smtp(settings),
        mail_folder=settings.data_dir.absolute() / "mail",
        first_password=password.get_secret_value() if password else None,
    )


def _smtp(settings: Settings) -> SmtpSettings | None:
    if settings.smtp_host is None or settings.smtp_sender is None:
        return None
    password = settings.smtp_password
    return SmtpSettings(
        host=settings.smtp_host,
        port=settings.smtp_port,
        security=settings.smtp_security,
        sender=settings.smtp_sender,
        username=settings.smtp_username,
        password=password.get_secret_value() if password else None,
    )


def _redirects(settings: Settings) -> tuple[str, ...]:
    """Where the sign-in leads back to, besides this machine's own names."""
    is_here = settings.public_url is None and is_loopback(settings.host)
    return () if is_here else (f"{_console_of_realm(settings)}/*",)


def _console_of_realm(settings: Settings) -> str:
    """The console's address, with the realm's name still to be filled in."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/")
    if is_loopback(settings.host):
        return f"http://{{realm}}.localhost:{settings.port}"
    return console_url(settings)


async def _ensure_people(
    settings: Settings, realms: tuple[str, ...]
) -> dict[str, EnsuredRealm]:
    made = {}
    database, master_key = Database(settings), load_master_key(settings)
    async with open_provider(sign_in_settings(settings)) as provider:
        for realm in realms:
            made[realm] = await ensure_realm(provider, realm)
            secret = service_secret(settings, database, realm, master_key)
            await ensure_service_client(provider, realm, secret)
    await database.close()
    return made
