"""`giroscope import`: bank files into a realm, as an upload does it.

The bytes are stored and the import is asked for as on the upload page; then the
worker of this machine does it, or this command is the worker for as long as it
takes. A command that is killed leaves a job that the next worker goes on with.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import BinaryIO

from sqlalchemy import select

import bankfiles
from giroscope.cli import BAD_INPUT, FAILED, OK, complain
from giroscope.cli.fate import describe, fate_of
from giroscope.cli.output import print_json, print_lines
from giroscope.features.documents import Stored
from giroscope.features.uploads import Kind, Upload, kind_of_format
from giroscope.features.uploads.actions import Given, HandedIn, hand_in
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.errors import TooLarge
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.tables import UNFINISHED, Job
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.serve import end_process, migrate
from giroscope.settings import Settings
from giroscope.worker import WorkerRunning, open_vault, sole_worker, work_until

_CHUNK_BYTES = 1 << 20
_LOOK_SECONDS = 0.1


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
    command = _Import(settings, database, arguments.realm)
    handed, code = command.hand_in(arguments.files, arguments.kind)
    command.wait(handed)
    fates = [fate_of(database, arguments.realm, one.upload_id) for one in handed]
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
        self._settings = settings
        self._database = database
        self._realm = realm
        self._vault = open_vault(settings, database)
        self._place = ExitStack()
        self.is_worker = False

    def hand_in(self, files: Sequence[Path], kind: str) -> tuple[list[HandedIn], int]:
        """Store the files and ask for their import; 2 if one cannot be taken."""
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
        return asyncio.run(self._record(stored)), code

    async def _record(self, stored: list[tuple[str, Kind, Stored]]) -> list[HandedIn]:
        handed = []
        actor = shell_actor(self._realm)
        for name, kind, kept in stored:
            given = Given(name, kind, "SHELL", kept, system_clock())
            async with self._database.writing(self._realm) as session:
                handed.append(await hand_in(session, actor, given))
        await self._database.close()
        return handed

    def wait(self, handed: Sequence[HandedIn]) -> None:
        """Come back when everything asked for is over, whoever did the work."""
        jobs = {one.job_id or self._job_of(one.duplicate_of): one for one in handed}
        waited = {job_id: one.name for job_id, one in jobs.items() if job_id}
        starter = JobStarter(self._database)
        for one in handed:
            if one.job_id is not None:
                starter.start(self._realm, one.job_id, one.attempt)
        starter.close()
        while self._unfinished(waited):
            try:
                self._place.enter_context(sole_worker(self._settings))
            except WorkerRunning:
                self._show(waited)
                sleep(_LOOK_SECONDS)
            else:
                self._work(waited)

    def _job_of(self, upload_id: int | None) -> int | None:
        """The job of the upload that had the same bytes, perhaps still at work."""
        with self._database.job_session(self._realm) as session:
            return session.scalar(select(Upload.job_id).where(Upload.id == upload_id))

    def _work(self, waited: dict[int, str]) -> None:
        self.is_worker = True
        stop = Event()
        thread = Thread(
            target=work_until, args=(self._settings, stop), name="worker", daemon=True
        )
        thread.start()
        while self._unfinished(waited):
            if not thread.is_alive():
                raise RuntimeError("the worker ended before the work was done")
            self._show(waited)
            sleep(_LOOK_SECONDS)
        self._show({})
        stop.set()
        thread.join()

    def _unfinished(self, waited: dict[int, str]) -> bool:
        return any(True for _ in self._rows(waited))

    def _show(self, waited: dict[int, str]) -> None:
        """How far the first of them is, on a terminal."""
        if not sys.stderr.isatty():
            return
        line = next(
            (
                f"{waited[row.id]}: {row.stage or 'waiting'}"
                + (f" {100 * row.done // row.total} %" if row.total else "")
                for row in self._rows(waited)
            ),
            "",
        )
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()

    def _rows(self, waited: dict[int, str]) -> Iterator[Job]:
        if not waited:
            return
        unfinished = [state.value for state in UNFINISHED]
        with self._database.job_session(self._realm) as session:
            yield from session.scalars(
                select(Job)
                .where(Job.id.in_(list(waited)), Job.state.in_(unfinished))
                .order_by(Job.id)
            ).all()


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK_BYTES):
        yield chunk


def _kind(asked: str, name: str, stored: Stored) -> Kind:
    if asked != "auto":
        return Kind(asked.upper())
    found = bankfiles.detect(stored.head, name)
    return kind_of_format(found.format, Kind.STATEMENT)
