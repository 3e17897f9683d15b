"""What people do with the log of their realm."""

from dataclasses import dataclass
from datetime import datetime

from giroscope.features.audit import Subject, record
from giroscope.features.logs.errors import BadKeeping, KeepingChanged
from giroscope.features.logs.retention import ensure_row
from giroscope.features.logs.tables import ONLY_ROW, LogKeeping
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession

_DAYS = range(1, 3_651)
_MEGABYTES = range(10, 1_000_001)


@dataclass(frozen=True, slots=True)
class KeepingChange:
    """What is to be different about how the log is kept; None leaves it as it is."""

    keep_days: int | None = None
    most_megabytes: int | None = None
    keeps_bytes: bool | None = None
    hides_names: bool | None = None
    hides_accounts: bool | None = None
    hides_amounts: bool | None = None
    hides_texts: bool | None = None


async def change_keeping(
    session: WriteSession,
    actor: Actor,
    wanted: KeepingChange,
    version: int,
    now: datetime,
) -> None:
    """Change how the log is kept; what was written before stays masked as it was.

    Raises:
        BadKeeping: A number is none a log can be kept by.
        KeepingChanged: Somebody changed it since `version`.
    """
    actor.ensure("logs.settings")
    days, megabytes = wanted.keep_days, wanted.most_megabytes
    if days is not None and days not in _DAYS:
        raise BadKeeping(path="keepDays")
    if megabytes is not None and megabytes not in _MEGABYTES:
        raise BadKeeping(path="mostMegabytes")
    await session.run_sync(lambda held: ensure_row(held.connection()))
    row = await session.get_one(LogKeeping, ONLY_ROW, with_for_update=True)
    if row.version != version:
        raise KeepingChanged
    was, told = {}, {}
    for name in KeepingChange.__slots__:
        value = getattr(wanted, name)
        if value is not None and value != getattr(row, name):
            was[name], told[name] = getattr(row, name), value
            setattr(row, name, value)
    if told:
        row.version += 1
        await record(
            session, actor, "logs.change_keeping", Subject("log", "keeping"),
            was=was, now=told, at=now,
        )  # fmt: skip
