"""A throw-away installation for benchmarks, on SQLite or a real PostgreSQL."""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BACKEND = HERE.parent / "backend"
sys.path[:0] = [str(HERE), str(BACKEND / "src"), str(BACKEND / "tests" / "servers")]

from pydantic import SecretStr  # noqa: E402 - its folders were just made importable
from sqlalchemy import Connection  # noqa: E402

from giroscope.features.documents import Vault, open_vault  # noqa: E402
from giroscope.features.journals import importer, run_undo  # noqa: E402
from giroscope.features.uploads import Kind  # noqa: E402
from giroscope.features.uploads.actions import Given, hand_in  # noqa: E402
from giroscope.kernel import jobs  # noqa: E402
from giroscope.kernel.access import shell_actor  # noqa: E402
from giroscope.kernel.clock import system_clock  # noqa: E402
from giroscope.kernel.database import Database  # noqa: E402
from giroscope.kernel.migrate import migrate_realm  # noqa: E402
from giroscope.settings import Settings  # noqa: E402

REALM = "giroscope"
KEY = SecretStr(base64.b64encode(bytes(32)).decode())
BLOCK = 1 << 20


class Installation:
    """One installation with one realm, and the jobs run in this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings)
        migrate_realm(self.database, REALM, bytes(32))
        self.vault: Vault = open_vault(settings, self.database)
        self._works = {"import": importer(self.vault), "undo": run_undo}

    def import_file(
        self, path: Path, kind: Kind = Kind.STATEMENT, realm: str = REALM
    ) -> None:
        """Store, hand in and import one file, as an upload would."""
        with path.open("rb") as file:
            stored = self.vault.keep_now(realm, iter(lambda: file.read(BLOCK), b""))
        given = Given(path.name, kind, "SHELL", stored, system_clock())

        async def record() -> int | None:
            async with self.database.writing(realm) as session:
                handed_in = await hand_in(session, shell_actor(realm), given)
            await self.database.close()
            return handed_in.job_id

        job_id = asyncio.run(record())
        if job_id is not None:
            jobs.perform(self.database, self._works, realm, job_id)


@contextmanager
def installation(store: str, folder: Path | None = None) -> Iterator[Installation]:
    """An empty installation on `sqlite` or `postgres`; gone afterwards."""
    with tempfile.TemporaryDirectory() as temporary:
        data_dir = folder or Path(temporary) / "var"
        data_dir.mkdir(parents=True, exist_ok=True)
        if store == "sqlite":
            yield Installation(Settings(data_dir=data_dir, master_key=KEY))
            return
        from postgres import running_postgres  # noqa: PLC0415

        with running_postgres() as address:
            yield Installation(
                Settings(data_dir=data_dir, master_key=KEY, database_url=address)
            )


def vacuum(connection: Connection) -> None:
    """Leave PostgreSQL as its own cleaning leaves it in time; SQLite needs none."""
    connection.commit()
    if connection.dialect.name != "sqlite":
        driver: Any = connection.connection.dbapi_connection
        driver.autocommit = True
        driver.execute("VACUUM (ANALYZE)")
        driver.autocommit = False
