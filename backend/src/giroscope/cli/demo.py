"""`giroscope demo`: a made-up company in a realm, and its removal.

As the screen does it: the set is asked for, made by the worker, and imported. Where no
worker runs, this command is the worker for as long as it takes.
"""

import argparse
import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import func, select

from giroscope.cli import FAILED, OK
from giroscope.cli.output import columns, print_json, print_lines
from giroscope.cli.wait_for_jobs import Waiting
from giroscope.features.demo import actions
from giroscope.features.demo.days import counted
from giroscope.features.demo.tables import LEAVES, DemoFile, DemoSet, DemoState
from giroscope.features.demo.wishes import Preset, Wish, usual
from giroscope.features.uploads import Upload, UploadState
from giroscope.kernel.access import shell_actor
from giroscope.kernel.clock import day_of, system_clock
from giroscope.kernel.database import Database
from giroscope.kernel.jobs import JobStarter
from giroscope.kernel.tenancy import UnknownRealm
from giroscope.serve import end_process, migrate
from giroscope.settings import Settings

_FIGURES = {
    "days": "calendar days",
    "accounts": "accounts of the company",
    "a_day": "transactions on each account and banking day",
    "payments_a_day": "payments on each banking day",
    "currencies": "currencies of its accounts",
}
_NAMES = {preset.value.lower().replace("_", "-"): preset for preset in Preset}
_DONE = (UploadState.IMPORTED.value, UploadState.KNOWN.value)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is to be made, or removed."""
    parser.add_argument("--realm", required=True, help="the realm to make it in")
    parser.add_argument(
        "--preset", choices=sorted(_NAMES), default="clean-month",
        help="the story that is told (default: clean-month)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=1, help="the same number gives the same data"
    )
    parser.add_argument("--start", type=date.fromisoformat, help="first day")
    for name, words in _FIGURES.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, help=words)
    parser.add_argument("--plan", action="store_true", help="count, and make nothing")
    parser.add_argument("--list", action="store_true", help="show the sets there are")
    parser.add_argument("--remove", type=int, metavar="SET", help="remove this set")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Make, count, list or remove; 1 when a part could not be made or removed."""
    given = {
        name: value
        for name in _FIGURES
        if (value := getattr(arguments, name)) is not None
    }
    today = day_of(system_clock())
    preset = _NAMES[arguments.preset]
    wish = usual(preset, today, arguments.seed, arguments.start, given)
    if arguments.plan:
        _print([counted(wish)._asdict()], is_json=arguments.json)
        return OK
    migrate(settings)
    database = Database(settings)
    if arguments.realm not in database.realms():
        raise UnknownRealm(f"There is no realm named {arguments.realm}")
    command = _Demo(settings, database, arguments.realm)
    sets = asyncio.run(command.run(wish, arguments))
    _print(sets, is_json=arguments.json)
    code = FAILED if any(one["failed"] or one["kept"] for one in sets) else OK
    if command.waiting.is_worker:
        # Before the place of the worker is given free: it may still be at work.
        end_process(code)
    return code


def _print(rows: Sequence[dict[str, Any]], *, is_json: bool) -> None:
    if is_json:
        print_json(rows)
    elif rows:
        head = tuple(rows[0])
        shown = [tuple(_text(row[name]) for name in head) for row in rows]
        print_lines(columns([head, *shown]))


def _text(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


class _Demo:
    """One run of the command."""

    def __init__(self, settings: Settings, database: Database, realm: str) -> None:
        self._settings = settings
        self._database = database
        self._realm = realm
        self.waiting = Waiting(settings, database, realm)

    async def run(self, wish: Wish, asked: argparse.Namespace) -> list[dict[str, Any]]:
        """Do what is asked; tells the sets it was about."""
        chosen: int | None = asked.remove
        if asked.remove is not None:
            await self._remove(asked.remove)
        elif not asked.list:
            chosen = await self._make(wish)
        self.waiting.stop()
        rows = await self._told(chosen)
        await self._database.close()
        return rows

    async def _make(self, wish: Wish) -> int:
        actor = shell_actor(self._realm)
        async with self._database.writing(self._realm) as session:
            set_id, job_id = await actions.make(
                session, actor, self._settings, wish, system_clock()
            )
        await self._do(job_id, "demo data")
        async with self._database.reading(self._realm) as session:
            rows = await session.execute(
                select(Upload.job_id, Upload.name)
                .join(DemoFile, DemoFile.upload_id == Upload.id)
                .where(DemoFile.set_id == set_id, Upload.job_id.is_not(None))
            )
            imports = {job: name for job, name in rows if job is not None}
        await self.waiting.until_over(imports)
        return set_id

    async def _remove(self, set_id: int) -> None:
        actor = shell_actor(self._realm)
        async with self._database.writing(self._realm) as session:
            job_id = await actions.remove(session, actor, set_id, system_clock())
        await self._do(job_id, "removal")

    async def _do(self, job_id: int, name: str) -> None:
        starter = JobStarter(self._database)
        starter.start(self._realm, job_id)
        starter.close()
        await self.waiting.until_over({job_id: name})

    async def _told(self, chosen: int | None) -> list[dict[str, Any]]:
        async with self._database.reading(self._realm) as session:
            query = select(DemoSet).order_by(DemoSet.id)
            if chosen is not None:
                query = query.where(DemoSet.id == chosen)
            sets = list((await session.execute(query)).scalars())
            return [
                {
                    "set": one.id, "preset": one.preset, "state": one.state,
                    "files": one.counts["files"],
                    **await self._fates(session, one), "kept": one.kept,
                    "payments": one.payments, "erp": one.erp,
                }
                for one in sets
            ]  # fmt: skip

    async def _fates(self, session: Any, one: DemoSet) -> dict[str, int]:
        rows = await session.execute(
            select(Upload.state, func.count())
            .join(DemoFile, DemoFile.upload_id == Upload.id)
            .where(DemoFile.set_id == one.id, DemoFile.position < LEAVES)
            .group_by(Upload.state)
        )
        counts = {state: int(count) for state, count in rows}
        done = sum(counts.get(state, 0) for state in _DONE)
        is_here = one.state == DemoState.MADE
        return {
            "imported": done,
            "failed": sum(counts.values()) - done if is_here else 0,
        }
