"""What a run that hands in files of a set reaches, and the handing in itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import insert, select

from giroscope.features.demo.files import MadeFile
from giroscope.features.demo.tables import SOURCE, DemoFile
from giroscope.features.documents import Vault
from giroscope.features.uploads.actions import Given, hand_in
from giroscope.kernel.access import Actor
from giroscope.kernel.clock import system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobRun, JobStarter
from giroscope.settings import Settings


@dataclass(frozen=True, slots=True)
class Errand:
    """One run: its job, and what it works with."""

    job: JobRun
    settings: Settings
    database: Database
    starter: JobStarter
    vault: Vault

    async def handed_in(self) -> set[int]:
        """The positions of the files that are handed in."""
        async with self.database.reading(self.job.realm) as session:
            query = select(DemoFile.position).where(DemoFile.set_id == self.job.subject)
            return set((await session.execute(query)).scalars())

    async def hand_in(self, actor: Actor, made: MadeFile, position: int) -> None:
        """Hand a file in as an upload is, and have it imported."""
        realm = self.job.realm
        kept = self.vault.keep_now(realm, made.blocks)
        given = Given(made.name, made.kind, SOURCE, kept, system_clock())
        async with self.database.writing(realm) as session:
            handed = await hand_in(session, actor, given)
            await session.execute(
                insert(DemoFile).values(
                    set_id=self.job.subject, position=position,
                    upload_id=handed.upload_id,
                )
            )  # fmt: skip
        if handed.job_id is not None:
            self.starter.start(realm, handed.job_id)


@asynccontextmanager
async def errand(
    job: JobRun, settings: Settings, vault: Vault
) -> AsyncIterator[Errand]:
    """A run with connections of its own, as a loop of its own needs."""
    database = Database(settings)
    starter = JobStarter(database)
    try:
        yield Errand(job, settings, database, starter, vault)
    finally:
        starter.close()
        await database.close()
