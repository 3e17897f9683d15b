"""Replacing the master key: every realm's data key is wrapped by the new one.

The data keys stay what they are, so nothing they encrypted is touched. Each realm is
done in a transaction of its own; doing it again goes on where it was cut.
"""

from sqlalchemy import Connection, select, update

from giroscope.kernel.database import Database
from giroscope.kernel.secrets import MasterKey, rewrap
from giroscope.kernel.tables import REALM_KEY_PURPOSE, RealmKey


def rewrap_realm(database: Database, realm: str, key: MasterKey) -> bool:
    """Wrap the realm's keys by the present master key; whether that changed any.

    Raises:
        SecretDamaged: Neither this master key nor the one before it wrapped one; then
            none is changed.
    """
    with database.job_connection(realm) as connection:
        is_changed = rewrap_keys(connection, key)
        connection.commit()
    return is_changed


def rewrap_keys(connection: Connection, key: MasterKey) -> bool:
    """The same in the connection's transaction."""
    rows = connection.execute(
        select(RealmKey.id, RealmKey.wrapped).with_for_update()
    ).all()
    changed = {
        key_id: anew
        for key_id, wrapped in rows
        if (anew := rewrap(key, wrapped, REALM_KEY_PURPOSE)) is not None
    }
    for key_id, wrapped in changed.items():
        connection.execute(
            update(RealmKey).where(RealmKey.id == key_id).values(wrapped=wrapped)
        )
    return bool(changed)
