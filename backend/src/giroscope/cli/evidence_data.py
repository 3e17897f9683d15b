"""What `giroscope evidence` does with a company's data: make, tell keys, recount."""

import asyncio
import os
from collections.abc import Mapping
from datetime import time
from pathlib import Path
from typing import Any, BinaryIO

from giroscope.features.audit.actions import CHAIN
from giroscope.features.audit.anchors import AnchorStore
from giroscope.features.audit.export import EVIDENCE, note
from giroscope.features.audit.verify import SEALED
from giroscope.features.demo.visibility import MadeUp
from giroscope.features.documents import open_vault
from giroscope.features.evidence.pack import Maker
from giroscope.features.evidence.signature import signers
from giroscope.features.evidence.verify import Recount
from giroscope.features.journals.lateness import Habit
from giroscope.graphql_schema import schema
from giroscope.kernel.access import shell_actor
from giroscope.kernel.chain import row_hash
from giroscope.kernel.clock import system_clock
from giroscope.kernel.company_names import CompanyNames, company_name_of
from giroscope.kernel.database import Database
from giroscope.kernel.errors import Conflict
from giroscope.kernel.jobs import JobStarter
from giroscope.serve import ensure_open
from giroscope.settings import Settings


def keys_of(settings: Settings, realm: str) -> list[dict[str, Any]]:
    """The keys that sign the packs of a company, the newest first."""
    with _open(settings, realm).snapshot(realm) as connection:
        return [
            {"id": one.key_id, "fingerprint": one.fingerprint}
            for one in signers(connection)
        ]


def recount(settings: Settings, realm: str) -> Recount:
    """How the keyed hash of an event is recomputed, with the company's keys."""
    with _open(settings, realm).snapshot(realm) as connection:
        keys = CHAIN.keys(connection)

    def is_own(event: Mapping[str, Any]) -> bool:
        key = keys.get(event["key_id"])
        content = {name: event[name] for name in SEALED}
        return key is not None and row_hash(key, content) == event["hash"]

    return is_own


def make(settings: Settings, realm: str, said: Mapping[str, str], target: Path) -> None:
    """Write the pack, private to who asked for it, and note that it was taken.

    Raises:
        Conflict: There is a file of that name, or none can be made.
        NotFound: There is nothing of that name.
    """
    database = _open(settings, realm)
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise Conflict(f"{target}: {error.strerror}") from error
    with os.fdopen(descriptor, "wb") as file:
        try:
            asyncio.run(_write(settings, database, realm, said, file))
        except BaseException:
            # Half a pack is none.
            target.unlink()
            raise


async def _write(
    settings: Settings,
    database: Database,
    realm: str,
    said: Mapping[str, str],
    file: BinaryIO,
) -> None:
    async def name_of(realm: str) -> str:
        return await company_name_of(settings, database, realm)

    maker = Maker(
        database,
        open_vault(settings, database),
        schema,
        JobStarter(database),
        system_clock,
        {
            CompanyNames: CompanyNames(name_of),
            Habit: Habit(time.fromisoformat(settings.statement_due)),
        },
        AnchorStore(settings),
        MadeUp(database).is_in,
    )
    actor = shell_actor(realm)
    try:
        taking = await maker.taking(actor, said)
        async with database.writing(realm) as session:
            await note(session, actor, EVIDENCE, taking.noted)
        async for chunk in taking.chunks():
            file.write(chunk)
    finally:
        await database.close()


def _open(settings: Settings, realm: str) -> Database:
    database = Database(settings)
    ensure_open(database, realm)
    return database
