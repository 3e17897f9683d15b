"""How secrets are kept: encrypted, bound to their place, destroyed when unneeded.

A version refers to the secret it was saved with. Replacing it makes another one;
nothing gives a secret back but `opened`, to the connector.
"""

import uuid
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.erp.configuration.effective import SecretFacts
from giroscope.features.erp.errors import SecretGone
from giroscope.features.erp.tables import (
    ErpSecret,
    ErpVersion,
    ErpVersionSecret,
    VersionState,
)
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.secrets import unwrap, wrap

KEPT = timedelta(days=30)
"""So long after the last version in use a secret can still be gone back to."""


async def keep(
    session: WriteSession, actor: Actor, realm_key: bytes, secret: str, now: datetime
) -> int:
    """Keep a secret, encrypted; tells its row."""
    reference = str(uuid.uuid4())
    added = await session.execute(
        insert(ErpSecret)
        .values(
            reference=reference,
            wrapped=wrap(realm_key, secret.encode(), _purpose(reference)),
            created=now, created_by=actor.id, created_by_name=actor.name,
        )
        .returning(ErpSecret.id)
    )  # fmt: skip
    return int(added.scalar_one())


async def secrets_of(
    session: AsyncSession, version_ids: list[int]
) -> dict[int, dict[str, SecretFacts]]:
    """What may be told of the secrets of these versions, by setting."""
    rows = await session.execute(
        select(
            ErpVersionSecret.version_id,
            ErpVersionSecret.name,
            ErpSecret.reference,
            ErpSecret.created,
            ErpSecret.created_by_name,
            ErpSecret.destroyed,
        )
        .join(ErpSecret, ErpSecret.id == ErpVersionSecret.secret_id)
        .where(ErpVersionSecret.version_id.in_(version_ids))
    )
    found: dict[int, dict[str, SecretFacts]] = {}
    for row in rows:
        found.setdefault(row.version_id, {})[row.name] = SecretFacts(
            reference=row.reference,
            set_at=row.created,
            set_by=row.created_by_name,
            is_gone=row.destroyed is not None,
        )
    return found


async def take_over(session: WriteSession, of: int, into: int) -> None:
    """Have a version sign in with the secrets of another."""
    rows = await session.execute(
        select(ErpVersionSecret.name, ErpVersionSecret.secret_id).where(
            ErpVersionSecret.version_id == of
        )
    )
    for name, secret_id in rows.all():
        await use(session, into, name, secret_id)


async def use(
    session: WriteSession, version_id: int, name: str, secret_id: int | None
) -> None:
    """Have a version sign in with this secret, or with none."""
    await session.execute(
        delete(ErpVersionSecret).where(
            ErpVersionSecret.version_id == version_id, ErpVersionSecret.name == name
        )
    )
    if secret_id is not None:
        session.add(
            ErpVersionSecret(version_id=version_id, name=name, secret_id=secret_id)
        )
    await session.flush()


def opened(connection: Connection, realm_key: bytes, version_id: int) -> dict[str, str]:
    """The secrets of a version, for its connector and nobody else.

    Raises:
        SecretGone: One was destroyed.
        SecretDamaged: One was changed, or is another realm's.
    """
    found = present(connection, realm_key, version_id)
    for name, secret in found.items():
        if not secret:
            raise SecretGone(path=name)
    return found


def present(
    connection: Connection, realm_key: bytes, version_id: int
) -> dict[str, str]:
    """The same, with an empty text where one was destroyed.

    Raises:
        SecretDamaged: One was changed, or is another realm's.
    """
    rows = connection.execute(
        select(ErpVersionSecret.name, ErpSecret.reference, ErpSecret.wrapped)
        .join(ErpSecret, ErpSecret.id == ErpVersionSecret.secret_id)
        .where(ErpVersionSecret.version_id == version_id)
    )
    return {row.name: _unwrapped(realm_key, row) for row in rows}


def _unwrapped(realm_key: bytes, row: Any) -> str:
    if row.wrapped is None:
        return ""
    return unwrap(realm_key, row.wrapped, _purpose(row.reference)).decode()


def destroy_unneeded(connection: Connection, now: datetime) -> int:
    """Destroy what no draft, version in use or version of late refers to."""
    needed = (
        select(ErpVersionSecret.secret_id)
        .join(ErpVersion, ErpVersion.id == ErpVersionSecret.version_id)
        .where(
            ErpVersion.state.in_([VersionState.DRAFT.value, VersionState.ACTIVE.value])
            | (ErpVersion.superseded > now - KEPT)
        )
    )
    gone = connection.execute(
        update(ErpSecret)
        .where(ErpSecret.wrapped.is_not(None), ErpSecret.id.not_in(needed))
        .values(wrapped=None, destroyed=now)
        .returning(ErpSecret.id)
    )
    return len(gone.all())


async def destroy_abandoned(session: WriteSession, now: datetime) -> None:
    """Destroy what was only ever in a draft that is gone."""
    referred = select(ErpVersionSecret.secret_id)
    await session.execute(
        update(ErpSecret)
        .where(ErpSecret.wrapped.is_not(None), ErpSecret.id.not_in(referred))
        .values(wrapped=None, destroyed=now)
    )


def _purpose(reference: str) -> str:
    return f"erp secret {reference}"
