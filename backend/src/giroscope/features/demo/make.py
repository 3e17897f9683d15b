"""The job that makes a set; it goes on after a kill."""

import asyncio
from collections.abc import Callable
from datetime import date

from sqlalchemy import select, update

from giroscope.features.demo.actions import PAY_JOB, wished
from giroscope.features.demo.files import files
from giroscope.features.demo.hand_in import Errand, errand
from giroscope.features.demo.outgoing import can_leave
from giroscope.features.demo.tables import DemoPayments, DemoSet, DemoState
from giroscope.features.demo.wishes import Wish
from giroscope.features.documents import Vault
from giroscope.kernel.access import UPLOAD, Actor
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.jobs import JobRun
from giroscope.kernel.schedule import add_job
from giroscope.settings import Settings


def maker(settings: Settings, vault: Vault) -> Callable[[JobRun], None]:
    """The job that hands in every file of a set, as an upload does it."""

    def run(job: JobRun) -> None:
        with job.database.job_connection(job.realm) as connection:
            row = connection.execute(
                select(DemoSet).where(DemoSet.id == job.subject)
            ).one()
        if row.state == DemoState.MAKING:
            actor = Actor(
                row.created_by, job.realm, "", row.created_by_name, frozenset({UPLOAD})
            )
            asyncio.run(_make(job, settings, vault, actor, wished(row.wish)))

    return run


async def _make(
    job: JobRun, settings: Settings, vault: Vault, actor: Actor, wish: Wish
) -> None:
    async with errand(job, settings, vault) as own:
        known = await own.handed_in()
        for position, made in enumerate(files(wish)):
            job.report("making", position)
            if position not in known:
                await own.hand_in(actor, made, position)
        await _end(own, _payments(settings, wish, day_of(system_clock())))


def _payments(settings: Settings, wish: Wish, today: date) -> DemoPayments:
    """Whether some of it is really sent."""
    if not can_leave(wish, today):
        return DemoPayments.NONE
    has_bank = settings.has_bank_simulator
    return DemoPayments.SENDING if has_bank else DemoPayments.NO_BANK


async def _end(own: Errand, payments: DemoPayments) -> None:
    """The set is here; what is to leave goes its way."""
    realm, set_id = own.job.realm, own.job.subject
    job_id = None
    async with own.database.writing(realm) as session:
        await session.execute(
            update(DemoSet)
            .where(DemoSet.id == set_id)
            .values(state=DemoState.MADE.value, payments=payments.value)
        )
        if payments is DemoPayments.SENDING:
            now = system_clock()
            job_id = await session.run_sync(
                lambda held: add_job(held.connection(), PAY_JOB, set_id, now)
            )
    if job_id is not None:
        own.starter.start(realm, job_id)
