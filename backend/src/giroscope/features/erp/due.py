"""What is due of the ERP: the daily checks, and secrets that nothing needs any more."""

from collections.abc import Callable
from datetime import datetime, time

from sqlalchemy import Connection, select

from giroscope.features.erp.checking.catalogue import NAMES
from giroscope.features.erp.checking.run import add_run
from giroscope.features.erp.checking.status import start_of_day
from giroscope.features.erp.configuration.effective import values_of
from giroscope.features.erp.configuration.own import OwnSettings
from giroscope.features.erp.configuration.secret_storage import destroy_unneeded
from giroscope.features.erp.open_connection import Erp
from giroscope.features.erp.tables import ErpCheckRun, ErpVersion, VersionState
from giroscope.kernel.access import ActorKind, system_actor
from giroscope.kernel.clock import COPENHAGEN, day_of

_SYSTEM = ActorKind.SYSTEM.value.lower()


def due(erp: Erp) -> Callable[[str, Connection, datetime], None]:
    """What a turn of this room does."""

    def turn(realm: str, connection: Connection, now: datetime) -> None:
        destroy_unneeded(connection, now)
        version = connection.execute(
            select(ErpVersion)
            .where(ErpVersion.state == VersionState.ACTIVE.value)
            .with_for_update()
        ).one_or_none()
        if version is None or version.kind not in erp.makers:
            return
        own = OwnSettings.of(values_of(erp.effective(version.kind, version.values, {})))
        at = _today_at(own.check_time, now)
        # What was put to use later today was validated just now.
        is_due = at is not None and version.activated < at <= now
        if is_due and not _has_run(connection, now):
            add_run(connection, version, NAMES, system_actor(realm), now)

    return turn


def _today_at(clock: time | None, now: datetime) -> datetime | None:
    if clock is None:
        return None
    today = day_of(now)
    return datetime.combine(today, clock, COPENHAGEN)


def _has_run(connection: Connection, now: datetime) -> bool:
    """Whether the checks of this day ran, or run, by themselves."""
    found = connection.execute(
        select(ErpCheckRun.id)
        .where(
            ErpCheckRun.started_by == _SYSTEM, ErpCheckRun.started >= start_of_day(now)
        )
        .limit(1)
    )
    return found.first() is not None
