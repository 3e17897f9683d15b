"""Brings a realm's tables to the present version, and makes its data key."""

import secrets
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert, inspect, select

from giroscope.kernel import chain
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.secrets import KEY_BYTES, unwrap, wrap
from giroscope.kernel.tables import REALM_KEY_PURPOSE, ChainHead, RealmKey

MIGRATIONS = Path(__file__).parents[3] / "migrations"
_CHAINS = ("audit",)


def migrate_realm(database: Database, realm: str, master_key: bytes) -> None:
    """Create the realm where it is missing and run the migrations it lacks."""
    database.create_realm(realm)
    with database.job_connection(realm) as connection:
        if not database.is_sqlite:
            # One process migrates; the others wait and find it done.
            connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtext('giroscope migrate'))"
            )
        # Chains begin with their table and at no other time: a head that is missing
        # later was taken away, and must not be made anew.
        is_first = not inspect(connection).has_table(ChainHead.__tablename__)
        upgrade(connection)
        _ensure_key(connection, master_key)
        for name in _CHAINS if is_first else ():
            chain.begin(connection, name, master_key)
        connection.commit()


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
        SecretDamaged: The master key is not the one that wrapped it.
    """
    with database.job_connection(realm) as connection:
        wrapped = connection.execute(
            select(RealmKey.wrapped).order_by(RealmKey.id.desc()).limit(1)
        ).scalar_one()
    return unwrap(master_key, wrapped, REALM_KEY_PURPOSE)
