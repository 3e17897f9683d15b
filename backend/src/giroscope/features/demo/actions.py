"""What people do with demo data: ask for it, and have it removed."""

from dataclasses import asdict, replace
from datetime import date, datetime

from sqlalchemy import insert, select, update

from giroscope.features.audit import Subject, record
from giroscope.features.demo.days import counted
from giroscope.features.demo.tables import DemoSet, DemoState
from giroscope.features.demo.wishes import Preset, Wish
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError, Conflict, NotFound
from giroscope.kernel.jobs import new_job
from giroscope.kernel.tables import Job
from giroscope.settings import Settings

MAKE_JOB, PAY_JOB, REMOVE_JOB = "demo-make", "demo-pay", "demo-remove"
_PRODUCTION = "production"


class NotInProduction(AppError):
    """Made-up money has no place among real money."""

    code = "demo.production"
    status = 403
    message = "This installation is marked production: no demo data is made here"


def is_possible(settings: Settings) -> bool:
    """Whether demo data may be made in this installation."""
    return settings.kind != _PRODUCTION


async def make(
    session: WriteSession, actor: Actor, settings: Settings, wish: Wish, now: datetime
) -> tuple[int, int]:
    """Ask for a set; tells its id and the job that makes it.

    Sets stand beside each other; the same one is not made twice.

    Raises:
        NotInProduction: This is no place for it.
        Conflict: Another is being made or removed, or this one is here already.
    """
    actor.ensure("demo.generate")
    if not is_possible(settings):
        raise NotInProduction
    wish = replace(wish, realm=actor.realm)
    busy = select(DemoSet.id).where(
        DemoSet.state.in_([DemoState.MAKING.value, DemoState.REMOVING.value])
    )
    if (await session.execute(busy.limit(1))).scalar() is not None:
        raise Conflict("Other demo data is being made or removed; wait for its end")
    here = await session.execute(
        select(DemoSet.wish).where(DemoSet.state == DemoState.MADE.value)
    )
    if stored(wish) in here.scalars().all():
        raise Conflict("This very set is here already; choose another seed")
    made = await session.execute(
        insert(DemoSet)
        .values(
            preset=wish.preset.value, wish=stored(wish),
            counts=counted(wish)._asdict(), state=DemoState.MAKING.value, created=now,
            created_by=actor.id, created_by_name=actor.name, kept=[],
        )
        .returning(DemoSet.id)
    )  # fmt: skip
    set_id = int(made.scalar_one())
    job_id = await _job(session, MAKE_JOB, set_id, now)
    await session.execute(
        update(DemoSet).where(DemoSet.id == set_id).values(job_id=job_id)
    )
    told = stored(wish)
    # The trail takes nothing that is called a seed: keys are made of such.
    told["variant"] = told.pop("seed")
    del told["realm"]
    await record(
        session, actor, "demo.generate", _subject(set_id, wish.preset),
        now=told | {"demo": True}, at=now,
    )  # fmt: skip
    return set_id, job_id


async def remove(
    session: WriteSession, actor: Actor, set_id: int, now: datetime
) -> int:
    """Ask for a set to be removed; tells the job that does it.

    Raises:
        NotFound: There is no such set.
        Conflict: It is being made or removed, or is gone already.
    """
    actor.ensure("demo.generate")
    row = await session.get(DemoSet, set_id, with_for_update=True)
    if row is None:
        raise NotFound
    if row.state != DemoState.MADE.value:
        raise Conflict("Only demo data that was made, and is still here, is removed")
    row.state = DemoState.REMOVING.value
    job_id = await _job(session, REMOVE_JOB, set_id, now)
    row.job_id = job_id
    await record(
        session, actor, "demo.remove", _subject(set_id, Preset(row.preset)),
        now={"demo": True}, at=now,
    )  # fmt: skip
    return job_id


def stored(wish: Wish) -> dict[str, str | int]:
    """A wish as it is kept."""
    return {
        **asdict(wish),
        "preset": wish.preset.value,
        "start": wish.start.isoformat(),
    }


def wished(kept: dict[str, str | int]) -> Wish:
    """The wish that was kept."""
    told = dict(kept)
    preset, start = str(told.pop("preset")), str(told.pop("start"))
    realm = str(told.pop("realm", ""))
    figures = {name: int(value) for name, value in told.items()}
    return Wish(Preset(preset), start=date.fromisoformat(start), realm=realm, **figures)


async def _job(session: WriteSession, verb: str, subject: int, now: datetime) -> int:
    made = await session.execute(
        insert(Job).values(**new_job(verb, subject, now)).returning(Job.id)
    )
    return int(made.scalar_one())


def _subject(set_id: int, preset: Preset) -> Subject:
    return Subject("demo", str(set_id), preset.value)
