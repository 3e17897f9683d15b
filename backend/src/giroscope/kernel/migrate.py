"""Brings a realm's tables to the present version, and makes its data key."""

import secrets
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import structlog
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError

from giroscope.kernel import chain
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.secrets import (
    KEY_BYTES,
    SecretDamaged,
    WrongMasterKey,
    unwrap,
    wrap,
)
from giroscope.kernel.tables import REALM_KEY_PURPOSE, ChainHead, RealmKey

log = structlog.get_logger(__name__)

MIGRATIONS = Path(__file__).parents[3] / "migrations"
_CHAINS = ("audit",)


class Migrated(NamedTuple):
    """How one realm was brought up to date."""

    realm: str
    seconds: float
    is_changed: bool
    fault: str | None
    """Why it was not; it is then as it was before."""


def migrate_all(
    database: Database, realms: Iterable[str], master_key: bytes
) -> Iterator[Migrated]:
    """Bring realms up to date, each in its own transaction, and tell of each.

    A realm that fails does not hold up the others. What was done stays done: doing it
    all again goes on where it was cut, and two may do it at the same time.
    """
    for realm in realms:
        began = perf_counter()
        is_changed, fault = False, None
        try:
            is_changed = migrate_realm(database, realm, master_key)
        except (SQLAlchemyError, CommandError, SecretDamaged) as error:
            log.exception("realm.not_migrated", realm=realm)
            fault = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
        yield Migrated(realm, perf_counter() - began, is_changed, fault)


def migrate_realm(database: Database, realm: str, master_key: bytes) -> bool:
    """Create the realm where it is missing and run the migrations it lacks.

    Tells whether there was anything to do. A realm that is up to date is only read, so
    that nobody who writes is waited for.
    """
    database.create_realm(realm)
    with database.snapshot(realm) as connection:
        if MigrationContext.configure(connection).get_current_revision() == _newest():
            return False
    with database.job_connection(realm) as connection:
        if not database.is_sqlite:
            # One process migrates; the others wait and find it done.
            connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))",
                (f"giroscope migrate {realm}",),
            )
        # Chains begin with their table and at no other time: a head that is missing
        # later was taken away, and must not be made anew.
        is_first = not inspect(connection).has_table(ChainHead.__tablename__)
        upgrade(connection)
        _ensure_key(connection, master_key)
        for name in _CHAINS if is_first else ():
            chain.begin(connection, name, master_key)
        connection.commit()
    return True


@cache
def _newest() -> str | None:
    return ScriptDirectory(MIGRATIONS).get_current_head()


def is_newest(revision: str | None) -> bool:
    """Whether tables of this revision are this version's."""
    return revision == _newest()


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Run migrations inside the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _ensure_key(connection: Connection, master_key: bytes) -> None:
    if connection.execute(select(RealmKey.id).limit(1)).first() is None:
        wrapped = wrap(master_key, secrets.token_bytes(KEY_BYTES), REALM_KEY_PURPOSE)
        connection.execute(
            insert(RealmKey).values(wrapped=wrapped, created=system_clock())
        )


def realm_key(database: Database, realm: str, master_key: bytes) -> bytes:
    """The realm's data key.

    Raises:
        WrongMasterKey: The master key is not the one that wrapped it.
    """
    with database.snapshot(realm) as connection:
        wrapped = connection.execute(
            select(RealmKey.wrapped).order_by(RealmKey.id.desc()).limit(1)
        ).scalar_one()
    try:
        return unwrap(master_key, wrapped, REALM_KEY_PURPOSE)
    except SecretDamaged as error:
        raise WrongMasterKey(
            f"The data of {realm} was encrypted with another master key. Give that one"
            " by GIROSCOPE_MASTER_KEY or GIROSCOPE_MASTER_KEY_FILE, or put master.key"
            " back from its backup; `giroscope doctor` says whether it fits"
        ) from error
