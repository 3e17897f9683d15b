"""What support asks for, in one file: how the product stands, and nothing of money.

It holds no secret, no name of a person, no account and no amount: what is written in
it is counted, named by code, or set by the operator.
"""

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import orjson
from sqlalchemy import select

from giroscope import __version__
from giroscope.features.debug import effective, health, processes, switches, work
from giroscope.features.debug.bench import Bench
from giroscope.kernel import set_up
from giroscope.kernel.database import ReadSession
from giroscope.kernel.tables import Job, ScheduleTurn

_MOST_JOBS = 500
_READ_ME = """\
A picture of one realm of Giroscope for who supports it.

It holds versions, health, settings without secrets, and background work by kind and
outcome. Sentences that may name people, files or accounts are left out.
"""


async def bundle(bench: Bench, realm: str, reason: str) -> bytes:
    """The file, as a ZIP of JSON."""
    now = bench.clock()
    found = await health.findings(bench, realm)
    async with bench.database.reading(realm) as session:
        told = {
            "about": {
                "product": __version__,
                "python": set_up.python_version(),
                "environment": bench.settings.kind,
                "realm": realm,
                "made": now,
                "reason": reason,
            },
            "health": [one._asdict() for one in found],
            "settings": effective.effective(bench.settings),
            "switches": [one._asdict() for one in switches.switches(bench.settings)],
            "schedule": await _schedule(session),
            "work": _counts(await work.state(session, now)),
            "processes": await _processes(bench, realm),
            "jobs": await _jobs(session),
        }
    return _zipped(told)


def _counts(state: work.WorkState) -> dict[str, Any]:
    return {
        "waiting": state.waiting, "running": state.running, "failed": state.failed,
        "oldestWaiting": state.oldest_waiting, "isHeld": state.hold is not None,
    }  # fmt: skip


async def _processes(bench: Bench, realm: str) -> list[dict[str, Any]]:
    found = await processes.seen(bench.database, realm, bench.clock())
    return [
        one.process._asdict() | {"standing": one.standing, "running": one.running}
        for one in found.processes
    ]


async def _schedule(session: ReadSession) -> list[dict[str, Any]]:
    rows = await session.execute(select(ScheduleTurn).order_by(ScheduleTurn.name))
    return [{"room": row.name, "taken": row.taken} for row in rows.scalars()]


async def _jobs(session: ReadSession) -> list[dict[str, Any]]:
    """The latest, without what they said: a sentence may name anything."""
    latest = select(Job).order_by(Job.id.desc()).limit(_MOST_JOBS)
    return [
        {
            "id": row.id, "verb": row.verb, "subject": row.subject,
            "state": row.state, "attempts": row.attempts, "created": row.created,
            "started": row.started, "finished": row.finished,
        }
        for row in (await session.execute(latest)).scalars()
    ]  # fmt: skip


def _zipped(told: Mapping[str, Any]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _READ_ME)
        for name, content in told.items():
            archive.writestr(
                f"{name}.json", orjson.dumps(content, option=orjson.OPT_INDENT_2)
            )
    return made.getvalue()
