"""A tenant in one archive: rows, documents and realm, with a manifest of hashes.

A zip that is written as it is read, so that neither a large table nor a large
document is held in memory, and that may go into a pipe. What is sealed with the
realm's key stays sealed; documents are opened.
"""

import base64
import hashlib
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import datetime
from decimal import Decimal
from typing import Any, BinaryIO

import orjson
from sqlalchemy import Connection, MetaData, func, inspect, select
from sqlalchemy import Table as SqlTable

from giroscope import __version__
from giroscope.features.documents import Document, Vault
from giroscope.kernel.clock import Clock
from giroscope.kernel.database import Database, Table

FORMAT = "giroscope-tenant/1"
_ROWS_AT_ONCE = 1000
_LINES_AT_ONCE = 256 << 10
# The key that seals the rest is itself sealed with this installation's master key.
_LEFT_OUT = frozenset({"alembic_version", "realm_keys"})
# Made anew from the rows they are about.
_WORD_INDEXES = ("transaction_words", "system_message_words")


class ArchiveWriter:
    """Writes members and remembers their hashes."""

    def __init__(self, file: BinaryIO, clock: Clock) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._moment = clock()
        self.members: list[dict[str, Any]] = []

    def add(self, name: str, chunks: Iterable[bytes]) -> None:
        """Write one member as it comes."""
        info = zipfile.ZipInfo(name, self._moment.timetuple()[:6])
        info.compress_type = zipfile.ZIP_DEFLATED
        digest, size = hashlib.sha256(), 0
        with self._zip.open(info, "w", force_zip64=True) as member:
            for chunk in chunks:
                member.write(chunk)
                digest.update(chunk)
                size += len(chunk)
        self.members.append({"name": name, "size": size, "sha256": digest.hexdigest()})

    def finish(self, about: dict[str, Any]) -> dict[str, Any]:
        """Write the manifest last, since it holds the hashes of all others."""
        manifest = {
            "format": FORMAT,
            "product": __version__,
            "created": self._moment.isoformat(),
            **about,
            "members": self.members,
        }
        pretty = orjson.dumps(manifest, option=orjson.OPT_INDENT_2)
        self._zip.writestr(
            zipfile.ZipInfo("manifest.json", self._moment.timetuple()[:6]), pretty
        )
        return manifest

    def close(self) -> None:
        """Write where everything stands; an archive without manifest is not whole."""
        self._zip.close()


def write_archive(
    file: BinaryIO,
    database: Database,
    vault: Vault,
    realm: str,
    identity: dict[str, Any],
    clock: Clock,
) -> dict[str, Any]:
    """Write the tenant and give the manifest back.

    Raises:
        FileNotFoundError: The document store lacks bytes that the database names.
        SecretDamaged: A document is damaged, or the master key is another.
    """
    with (
        closing(ArchiveWriter(file, clock)) as writer,
        database.snapshot(realm) as connection,
    ):
        writer.add("identity/realm.json", [_pretty(identity)])
        schema = _schema(connection, is_sqlite=database.is_sqlite)
        present = inspect(connection).get_table_names(schema=schema)
        names = [str(name) for name in sorted(present) if not _is_left_out(name)]
        tables = [_table(connection, name, schema) for name in names]
        for table in tables:
            writer.add(f"data/{table.name}.ndjson", _lines(connection, table))
        for sha256 in _documents(connection):
            writer.add(f"documents/{sha256}", vault.chunks(realm, sha256))
        rows = {str(table.name): _count(connection, table) for table in tables}
        left_out = sorted(set(present) - rows.keys())
        return writer.finish({"realm": realm, "rows": rows, "leftOut": left_out})


def _schema(connection: Connection, *, is_sqlite: bool) -> str | None:
    # An inspector would look where the first connection of the pool was.
    query = "SELECT current_schema()"
    return None if is_sqlite else connection.exec_driver_sql(query).scalar_one()


def _is_left_out(name: str) -> bool:
    return name in _LEFT_OUT or name.startswith(_WORD_INDEXES)


def _table(connection: Connection, name: str, schema: str | None) -> SqlTable:
    """The table as its room maps it, or as the database tells it."""
    mapped = Table.metadata.tables.get(name)
    if mapped is not None:
        return mapped
    return SqlTable(name, MetaData(), autoload_with=connection, schema=schema)


def _lines(connection: Connection, table: SqlTable) -> Iterator[bytes]:
    order = list(table.primary_key.columns)
    rows = connection.execute(
        select(table).order_by(*order).execution_options(yield_per=_ROWS_AT_ONCE)
    )
    pending = bytearray()
    for row in rows.mappings():
        # A column that was named by hand has a name that is more than a str.
        named = {str(name): value for name, value in row.items()}
        pending += orjson.dumps(named, default=_portable)
        pending += b"\n"
        if len(pending) >= _LINES_AT_ONCE:
            yield bytes(pending)
            pending.clear()
    yield bytes(pending)


def _documents(connection: Connection) -> list[str]:
    return list(connection.scalars(select(Document.sha256).order_by(Document.sha256)))


def _count(connection: Connection, table: SqlTable) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _portable(value: object) -> str:
    """What JSON has no word for: amounts in full, bytes in base64."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no portable form")


def _pretty(data: dict[str, Any]) -> bytes:
    return orjson.dumps(data, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)
