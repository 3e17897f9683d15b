"""Tenants as a whole: the realm at the identity provider and the realm's database.

What is done twice changes nothing; what was cut is finished by doing it again.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from giroscope.features.audit import Subject, record_now
from giroscope.features.documents import open_vault
from giroscope.kernel import jobs
from giroscope.kernel.access import shell_actor
from giroscope.kernel.claims import Claims
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict, NotFound
from giroscope.kernel.identity.directory import service_secret
from giroscope.kernel.identity.embedded_realms import (
    EmbeddedRealms,
    open_embedded_realms,
)
from giroscope.kernel.identity.keycloak_realms import open_keycloak_realms
from giroscope.kernel.identity.realms import IdentityRealms, MadeRealm
from giroscope.kernel.identity.template import (
    RealmPlan,
    console_addresses,
    mail_server,
)
from giroscope.kernel.mail import forget_mails, mail_folder
from giroscope.kernel.migrate import migrate_realm, realm_key
from giroscope.kernel.secrets import load_master_key
from giroscope.kernel.tenancy import UnknownRealm, realm_name
from giroscope.serve.ports import port_is_free
from giroscope.serve.preparing import sign_in_settings
from giroscope.settings import Settings


@asynccontextmanager
async def open_identity_realms(settings: Settings) -> AsyncIterator[IdentityRealms]:
    """The realms of whichever identity provider the settings name.

    Raises:
        IdentityLocked: It is a Keycloak and no account to administer it was given.
    """
    if settings.is_embedded_identity:
        async with open_embedded_realms(sign_in_settings(settings)) as embedded:
            yield embedded
    else:
        async with open_keycloak_realms(settings) as keycloak:
            yield keycloak


def realm_plan(
    settings: Settings, database: Database, realm: str, display_name: str | None = None
) -> RealmPlan:
    """What the identity provider is told of a realm whose database is there."""
    return RealmPlan(
        realm=realm,
        display_name=display_name,
        client_id=settings.client_id,
        addresses=console_addresses(settings, realm),
        secret=service_secret(settings, database, realm, load_master_key(settings)),
        blocklist=settings.identity_blocklist,
        mail=mail_server(settings),
    )


async def create_tenant(
    settings: Settings,
    database: Database,
    realm: str,
    display_name: str | None = None,
) -> MadeRealm:
    """Make the tenant's database and its realm; what is there already stays.

    Raises:
        BadRealmName: It cannot be a tenant's name.
        IdentityDoesNotAnswer, IdentityLocked, IdentityRefused: The provider does
            not make it; an unreachable one is noticed before anything is made.
    """
    realm_name(realm)
    async with open_identity_realms(settings) as realms:
        await realms.names()
        is_new = realm not in database.realms()
        if is_new:
            jobs.forget_realm(database, realm)
        migrate_realm(database, realm, load_master_key(settings))
        made = await realms.create(realm_plan(settings, database, realm, display_name))
    if is_new:
        note_tenant(database, "realms.create", realm, people=list(made.people))
    return MadeRealm(
        is_new or made.is_new,
        made.people,
        made.password,
        is_password_generated=made.is_password_generated,
        is_password_temporary=made.is_password_temporary,
    )


async def update_tenant(
    settings: Settings,
    database: Database,
    realm: str,
    display_name: str | None = None,
) -> None:
    """Bring the tenant's tables and its realm to the present version.

    Raises:
        UnknownRealm: There is no such tenant.
        NotFound: The identity provider has no such realm.
        IdentityDoesNotAnswer, IdentityLocked, IdentityRefused: As told.
    """
    ensure_tenant(database, realm)
    migrate_realm(database, realm, load_master_key(settings))
    async with open_identity_realms(settings) as realms:
        await realms.update(realm_plan(settings, database, realm, display_name))
    note_tenant(database, "realms.update", realm, displayName=display_name)


@dataclass(frozen=True, slots=True)
class DeletedTenant:
    """What was deleted."""

    documents: int
    is_realm_deleted: bool


async def delete_tenant(
    settings: Settings, database: Database, realm: str
) -> DeletedTenant:
    """Delete the tenant's realm, files and database, in this order.

    The database goes last: while it is there, the tenant is listed and what was
    cut can be deleted again. What is left names nobody: anchors of the trail, which
    hold counts and hashes, and in the default realm's trail that it was deleted.

    Raises:
        UnknownRealm: There is no such tenant.
        Conflict: The product runs on it, or it is the default realm.
        IdentityDoesNotAnswer, IdentityLocked: As told; nothing was deleted.
    """
    ensure_tenant(database, realm)
    if realm == settings.default_realm:
        raise Conflict(
            f"{realm} is the default realm, which would be made again at the next"
            " start; set GIROSCOPE_DEFAULT_REALM to another first"
        )
    if database.is_sqlite and not port_is_free(settings.host, settings.port):
        raise Conflict(
            f"Something listens on port {settings.port}: stop Giroscope first, which"
            " has the tenant's file open"
        )
    is_realm_deleted = True
    async with open_identity_realms(settings) as realms:
        try:
            await realms.delete(realm)
        except NotFound:
            is_realm_deleted = False
    documents = open_vault(settings, database).forget(realm)
    _forget_files(settings, realm)
    jobs.forget_realm(database, realm)
    Claims(database).forget(realm)
    database.drop_realm(realm)
    # Its own trail went with it; that it did stands in the default realm's.
    if settings.default_realm in database.realms():
        note_tenant(
            database, "realms.delete", realm,
            trail=settings.default_realm, documents=documents,
        )  # fmt: skip
    return DeletedTenant(documents, is_realm_deleted)


def _forget_files(settings: Settings, realm: str) -> None:
    """Delete what lies beside the documents: exchange folders, mails of a laptop."""
    data = settings.data_dir
    for folder in (
        settings.bank_folders or data / "bank-folders",
        settings.erp_folders or data / "erp-folders",
    ):
        place = folder.absolute() / realm_name(realm)
        try:
            shutil.rmtree(place)
        except FileNotFoundError:
            continue
        except OSError as error:
            # The tenant is there still, so that it can be deleted once more.
            raise Conflict(
                f"{place} cannot be deleted ({error.strerror}): delete it by hand, then"
                " delete the tenant again"
            ) from error
    forget_mails(mail_folder(settings), realm)


async def rotate_tenant_keys(settings: Settings, database: Database, realm: str) -> str:
    """Sign the tenant's tokens with a new key from now on; tells its id.

    Earlier keys stay published until their last token is worthless, so nobody is
    signed out.

    Raises:
        UnknownRealm: There is no such tenant.
        NotFound: The sign-in has no such realm.
        Conflict: It is Keycloak that signs; the sentence says where it is told.
    """
    async with _own_realms(settings, database, realm) as realms:
        made = await realms.rotate_keys(realm)
    note_tenant(database, "realms.rotate_keys", realm, keyId=made)
    return made


async def retire_tenant_keys(settings: Settings, database: Database, realm: str) -> int:
    """Drop earlier keys whose last token is worthless; tells how many.

    Raises:
        UnknownRealm, NotFound, Conflict: As for a new key.
    """
    async with _own_realms(settings, database, realm) as realms:
        dropped = await realms.retire_keys(realm)
    note_tenant(database, "realms.retire_keys", realm, dropped=dropped)
    return dropped


@asynccontextmanager
async def _own_realms(
    settings: Settings, database: Database, realm: str
) -> AsyncIterator[EmbeddedRealms]:
    ensure_tenant(database, realm)
    if not settings.is_embedded_identity:
        raise Conflict(
            "Keycloak keeps its own keys. In its admin console, open the realm, then"
            " Realm settings, Keys, Add provider: an rsa-generated one with a higher"
            " priority signs from then on. Set the old one to passive, and delete it"
            " when the longest session is over"
        )
    async with open_embedded_realms(sign_in_settings(settings)) as realms:
        yield realms


def note_tenant(
    database: Database,
    verb: str,
    realm: str,
    *,
    trail: str | None = None,
    **now: object,
) -> None:
    """Write down what the command line did with a tenant, in its trail or another."""
    trail = trail or realm
    with database.job_connection(trail) as connection:
        subject = Subject("realm", realm, realm)
        record_now(connection, shell_actor(trail), verb, subject, now=now)
        connection.commit()


def ensure_open(database: Database, realm: str) -> None:
    """Pass silently, or refuse what could only fail in the middle.

    Raises:
        UnknownRealm: There is no such tenant.
        WrongMasterKey: Its data was encrypted with another master key.
    """
    ensure_tenant(database, realm)
    with database.snapshot(realm) as connection:
        master_key = connection.get_execution_options()["master_key"]
    realm_key(database, realm, master_key())


def ensure_tenant(database: Database, realm: str) -> None:
    """Pass silently, or refuse.

    Raises:
        UnknownRealm: There is no such tenant.
    """
    if realm_name(realm) not in database.realms():
        raise UnknownRealm(
            f"There is no realm named {realm}; `giroscope realm list` shows those"
            " that exist"
        )
