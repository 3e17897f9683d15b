"""`giroscope import`: bank files into a realm, as an upload does it.

The bytes are stored and the import is asked for as on the upload page; then the
worker of this machine does it, or this command is the worker for as long as it
takes. A command that is killed leaves a job that the next worker goes on with.
"""

import argparse
import asyncio
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from sqlalchemy import select

import bankfiles
from giroscope.cli import BAD_INPUT, FAILED, OK, complain
from giroscope.cli.fate import Fate, describe, fate_of
from giroscope.cli.output import print_json, print_lines
from giroscope.cli.preview import preview_files
from giroscope.cli.wait_for_jobs import Waiting
from giroscope.features.documents import Stored, open_vault
from giroscope.features.uploads import Kind, Upload, kind_of_format
from giroscope.features.uploads.actions import Given, HandedIn, hand_in
from giroscope.features.uploads.batches import open_batch
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import TooLarge
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.serve import end_process, migrate
from giroscope.settings import Settings

_CHUNK_BYTES = 1 << 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The files, where to, and what they are."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path)
    parser.add_argument("--realm", required=True, help="the realm to import into")
    parser.add_argument(
        "--kind",
        choices=("auto", "payment", "statement"),
        default="auto",
        help="what the files must be; auto looks into them (default)",
    )
    parser.add_argument(
        "--preview",
        action="store_true",
        help="show what importing statements would change, and change nothing",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Import each file; 2 when one was refused, 1 when something failed."""
    migrate(settings)
    database = Database(settings)
    if arguments.realm not in database.realms():
        raise UnknownRealm(
            f"There is no realm named {arguments.realm}; `giroscope realm list` shows"
            " those that exist"
        )
    if arguments.preview:
        return preview_files(
            database, arguments.realm, arguments.files, as_json=arguments.json
        )
    command = _Import(settings, database, arguments.realm)
    fates, code = asyncio.run(command.run(arguments.files, arguments.kind))
    if arguments.json:
        data = [fate.data for fate in fates]
        print_json(data[0] if len(arguments.files) == 1 and data else data)
    else:
        for fate in fates:
            print_lines(describe(fate))
    code = _worst([code, *(fate.code for fate in fates)])
    if command.is_worker:
        # Before the place of the worker is given free: it may still be at work.
        end_process(code)
    return code


def _worst(codes: Sequence[int]) -> int:
    """A fault of ours weighs more than a file that cannot be used."""
    return FAILED if FAILED in codes else max(codes, default=OK)


class _Import:
    """One run of the command."""

    def __init__(self, settings: Settings, database: Database, realm: str) -> None:
        self._database = database
        self._realm = realm
        self._vault = open_vault(settings, database)
        self._waiting = Waiting(settings, database, realm)

    @property
    def is_worker(self) -> bool:
        """Whether nobody else was at work."""
        return self._waiting.is_worker

    async def run(self, files: Sequence[Path], kind: str) -> tuple[list[Fate], int]:
        """Import, and tell what became of each; 2 if one could not be taken."""
        stored, code = self._store(files, kind)
        handed = await self._hand_in(stored)
        await self._wait(handed)
        async with self._database.reading(self._realm) as session:
            fates = [await fate_of(session, one.upload_id) for one in handed]
        await self._database.close()
        return fates, code

    def _store(
        self, files: Sequence[Path], kind: str
    ) -> tuple[list[tuple[str, Kind, Stored]], int]:
        """Make the bytes safe, before anything is asked for."""
        stored, code = [], OK
        for path in files:
            try:
                with path.open("rb") as stream:
                    kept = self._vault.keep_now(self._realm, _chunks(stream))
            except (OSError, TooLarge) as error:
                reason = getattr(error, "strerror", None) or str(error)
                complain(f"{path}: {reason}")
                code = BAD_INPUT
                continue
            stored.append((path.name, _kind(kind, path.name, kept), kept))
        return stored, code

    async def _hand_in(self, stored: list[tuple[str, Kind, Stored]]) -> list[HandedIn]:
        handed = []
        actor = shell_actor(self._realm)
        batch_id = self._batch(actor.id, len(stored)) if len(stored) > 1 else None
        for name, kind, kept in stored:
            given = Given(name, kind, "SHELL", kept, system_clock(), batch_id=batch_id)
            async with self._database.writing(self._realm) as session:
                handed.append(await hand_in(session, actor, given))
        return handed

    def _batch(self, by: str, size: int) -> str:
        """Files of one command are told of by one message."""
        batch_id = str(uuid.uuid4())
        with self._database.job_connection(self._realm) as connection:
            open_batch(connection, batch_id, size, by, system_clock())
            connection.commit()
        return batch_id

    async def _wait(self, handed: Sequence[HandedIn]) -> None:
        """Come back when everything asked for is over, whoever did the work."""
        waited = {}
        for one in handed:
            job_id = one.job_id or await self._job_of(one.duplicate_of)
            if job_id is not None:
                waited[job_id] = one.name
        starter = JobStarter(self._database)
        for one in handed:
            if one.job_id is not None:
                starter.start(self._realm, one.job_id, one.attempt)
        starter.close()
        await self._waiting.until_over(waited)
        self._waiting.stop()

    async def _job_of(self, upload_id: int | None) -> int | None:
        """The job of the upload that had the same bytes, perhaps still at work."""
        async with self._database.reading(self._realm) as session:
            query = select(Upload.job_id).where(Upload.id == upload_id)
            return (await session.execute(query)).scalar_one_or_none()


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK_BYTES):
        yield chunk


def _kind(asked: str, name: str, stored: Stored) -> Kind:
    if asked != "auto":
        return Kind(asked.upper())
    found = bankfiles.detect(stored.head, name)
    return kind_of_format(found.format, Kind.STATEMENT)
