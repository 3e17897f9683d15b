"""What a person is mailed of, how often: the choices, and what holds without one.

Without a choice, errors and one's own tasks come once a day, and nothing else. Nobody
is mailed at once who has not asked for it: approvals have a mail of their own.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

import strawberry
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.messages.tables import SystemMessage
from giroscope.features.tasks.tables import MailChoice, MailMark
from giroscope.kernel.access import GRANTS, Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import InvalidInput


@strawberry.enum(description="What a mail can be about.")
class MailTopic(Enum):
    """What a mail can be about."""

    TASKS = "TASKS"
    FILES = "FILES"
    PAYMENTS = "PAYMENTS"
    STATEMENTS = "STATEMENTS"
    BANKS = "BANKS"
    ERP = "ERP"
    OTHER = "OTHER"


@strawberry.enum(description="How grave it is: information includes good news.")
class MailLevel(Enum):
    """How grave it is."""

    ERROR = "ERROR"
    WARNING = "WARNING"
    INFO = "INFO"


@strawberry.enum(description="How often a person is mailed of it.")
class MailFrequency(Enum):
    """How often a person is mailed of it."""

    AT_ONCE = "AT_ONCE"
    DAILY = "DAILY"
    NEVER = "NEVER"


class Matter(NamedTuple):
    """What one choice is about. Tasks have no level of their own: they are INFO."""

    topic: MailTopic
    level: MailLevel


Choices = Mapping[Matter, MailFrequency]

TASKS = Matter(MailTopic.TASKS, MailLevel.INFO)
MATTERS: Sequence[Matter] = (
    TASKS,
    *(
        Matter(topic, level)
        for topic in MailTopic
        if topic is not MailTopic.TASKS
        for level in MailLevel
    ),
)
_OF_CODES = {
    "alarm.status_missing": MailTopic.PAYMENTS,
    "alarm.execution_missing": MailTopic.PAYMENTS,
    "alarm.recall_missing": MailTopic.PAYMENTS,
    "alarm.format_ends": MailTopic.BANKS,
    "alarm.format_ended": MailTopic.BANKS,
    "alarm.erp_statement_replaced": MailTopic.ERP,
}
_OF_ROOMS = {
    "import": MailTopic.FILES,
    "approval": MailTopic.PAYMENTS,
    "correction": MailTopic.PAYMENTS,
    "journal": MailTopic.PAYMENTS,
    "recall": MailTopic.PAYMENTS,
    "rule": MailTopic.PAYMENTS,
    "send": MailTopic.PAYMENTS,
    "alarm": MailTopic.STATEMENTS,
    "reconciliation": MailTopic.STATEMENTS,
    "banks": MailTopic.BANKS,
    "erp": MailTopic.ERP,
    "erp_check": MailTopic.ERP,
}


def matter_of(code: str, level: str) -> Matter:
    """What a message is about."""
    room = code.partition(".")[0]
    topic = _OF_CODES.get(code) or _OF_ROOMS.get(room, MailTopic.OTHER)
    is_grave = level in {"ERROR", "WARNING"}
    return Matter(topic, MailLevel(level) if is_grave else MailLevel.INFO)


def usual(matter: Matter) -> MailFrequency:
    """What holds for whoever has not chosen."""
    is_daily = matter == TASKS or matter.level is MailLevel.ERROR
    return MailFrequency.DAILY if is_daily else MailFrequency.NEVER


def is_mailed(roles: Collection[str]) -> bool:
    """Whether somebody with these roles is mailed at all: whoever has one of ours."""
    return not GRANTS.keys().isdisjoint(roles)


def with_usual(chosen: Choices) -> Choices:
    """Every matter, as chosen or as it is without a choice."""
    return {one: chosen.get(one, usual(one)) for one in MATTERS}


async def choices_of(
    session: AsyncSession, person_ids: Collection[str]
) -> dict[str, Choices]:
    """What each of these people is mailed of."""
    rows = await session.execute(
        select(MailChoice).where(MailChoice.person_id.in_(person_ids))
    )
    chosen: dict[str, dict[Matter, MailFrequency]] = {one: {} for one in person_ids}
    for row in rows.scalars():
        matter = Matter(MailTopic(row.topic), MailLevel(row.level))
        chosen[row.person_id][matter] = MailFrequency(row.frequency)
    return {one: with_usual(own) for one, own in chosen.items()}


async def choose(session: WriteSession, actor: Actor, chosen: Choices) -> None:
    """Have the actor be mailed so from now on; what is not named stays.

    Raises:
        InvalidInput: There is no such matter, or tasks are asked for at once.
    """
    for matter, frequency in chosen.items():
        if matter not in MATTERS:
            raise InvalidInput("Tasks have the level INFO", path="choices")
        if matter == TASKS and frequency is MailFrequency.AT_ONCE:
            raise InvalidInput("Tasks are mailed daily or never", path="choices")
    await mark_of(session, actor.id)
    for matter, frequency in chosen.items():
        await session.execute(
            delete(MailChoice).where(
                MailChoice.person_id == actor.id,
                MailChoice.topic == matter.topic.value,
                MailChoice.level == matter.level.value,
            )
        )
        await session.execute(
            insert(MailChoice).values(
                person_id=actor.id, topic=matter.topic.value,
                level=matter.level.value, frequency=frequency.value,
            )
        )  # fmt: skip


async def mark_of(session: WriteSession, person_id: str) -> MailMark:
    """How far a person was told, locked; what came before the first mark is old."""
    row = await session.get(MailMark, person_id, with_for_update=True)
    if row is None:
        newest = (await session.execute(select(func.max(SystemMessage.id)))).scalar()
        row = MailMark(
            person_id=person_id, daily_to=newest or 0, at_once_to=newest or 0, tasks={}
        )
        session.add(row)
        await session.flush()
    return row
