"""Things that exist once in the whole installation, whichever tenant has them.

Tenants share nothing; a claim is the one exception, for what must not be in two of
them at the same time, such as a bank's certificate. Only a keyed hash is kept of
what is claimed, with the tenant that has it.
"""

import hmac
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    String,
    Table,
    delete,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite

from giroscope.kernel.database import Database

_METADATA = MetaData()
_SALTS = Table(
    "claim_salts",
    _METADATA,
    Column("name", String(10), primary_key=True),
    Column("salt", LargeBinary, nullable=False),
)
_CLAIMS = Table(
    "claims",
    _METADATA,
    Column("digest", String(64), primary_key=True),
    Column("realm", String(63), nullable=False, index=True),
    Column("holder", String(80), nullable=False),
    Column("since", DateTime(timezone=True), nullable=False),
)
_SALT_BYTES = 32


class Holder(NamedTuple):
    """Who has claimed something."""

    realm: str
    name: str


class Claims:
    """What is claimed in one installation."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claim(
        self, what: Iterable[str], holder: Holder, now: datetime
    ) -> Holder | None:
        """Claim all of these, or none where another holder has one: that holder.

        Claiming again what one has is fine: a claim is made before the change it
        is for, which may fail and be tried again.
        """
        with self._store() as connection:
            salt = self._salt(connection)
            insert = self._insert
            for digest in {_digest(salt, one) for one in what}:
                connection.execute(
                    insert(_CLAIMS)
                    .values(
                        digest=digest, realm=holder.realm, holder=holder.name, since=now
                    )
                    .on_conflict_do_nothing()
                )
                found = connection.execute(
                    select(_CLAIMS.c.realm, _CLAIMS.c.holder).where(
                        _CLAIMS.c.digest == digest
                    )
                ).one()
                if Holder(*found) != holder:
                    connection.rollback()
                    return Holder(*found)
            connection.commit()
        return None

    def release(self, what: Iterable[str], holder: Holder) -> None:
        """Give up what this holder has of these."""
        with self._store() as connection:
            salt = self._salt(connection)
            digests = [_digest(salt, one) for one in what]
            connection.execute(
                delete(_CLAIMS).where(
                    _CLAIMS.c.digest.in_(digests),
                    _CLAIMS.c.realm == holder.realm,
                    _CLAIMS.c.holder == holder.name,
                )
            )
            connection.commit()

    def forget(self, realm: str) -> None:
        """Give up everything of a tenant that is deleted."""
        with self._store() as connection:
            connection.execute(delete(_CLAIMS).where(_CLAIMS.c.realm == realm))
            connection.commit()

    @property
    def _insert(self) -> "type[sqlite.Insert | postgresql.Insert]":
        return sqlite.Insert if self._database.is_sqlite else postgresql.Insert

    def _salt(self, connection: Connection) -> bytes:
        """The key of the hashes, which is this installation's own."""
        connection.execute(
            self._insert(_SALTS)
            .values(name="claims", salt=secrets.token_bytes(_SALT_BYTES))
            .on_conflict_do_nothing()
        )
        found = connection.execute(select(_SALTS.c.salt)).scalar_one()
        return bytes(found)

    @contextmanager
    def _store(self) -> Iterator[Connection]:
        with self._database.shared_connection() as connection:
            _METADATA.create_all(connection)
            yield connection


def _digest(salt: bytes, what: str) -> str:
    return hmac.new(salt, what.encode(), "sha256").hexdigest()
