"""Labels: made, renamed and removed by people, put on records by rules."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject, record
from giroscope.features.rules import errors
from giroscope.features.rules.parse import stored
from giroscope.features.rules.tables import Rule, RuleLabel, RuleState, RuleVersion
from giroscope.features.rules.texts import folded
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

_LONGEST = 40


async def make(session: WriteSession, actor: Actor, name: str, now: datetime) -> int:
    """A label of that name; the one that is there, if there is one.

    Raises:
        BadRuleName: The name is empty or too long.
    """
    actor.ensure("rules.change")
    kept, key = _name(name)
    known = await session.execute(
        select(RuleLabel.id).where(RuleLabel.sort_name == key)
    )
    found = known.scalar_one_or_none()
    if found is not None:
        return found
    row = RuleLabel(name=kept, sort_name=key)
    session.add(row)
    await session.flush()
    await record(session, actor, "rules.label", _subject(row), at=now)
    return row.id


async def rename(
    session: WriteSession, actor: Actor, label_id: int, name: str, now: datetime
) -> None:
    """Call the label otherwise, wherever it stands.

    Raises:
        NotFound: There is no such label.
        BadRuleName: The name is empty, too long, or another label's.
    """
    actor.ensure("rules.change")
    row = await session.get(RuleLabel, label_id, with_for_update=True)
    if row is None:
        raise NotFound
    was = row.name
    row.name, row.sort_name = _name(name)
    try:
        await session.flush()
    except IntegrityError as error:
        raise errors.BadRuleName("Another label has this name", path="name") from error
    await record(
        session, actor, "rules.label", _subject(row),
        was={"name": was}, now={"name": row.name}, at=now,
    )  # fmt: skip


async def remove(
    session: WriteSession, actor: Actor, label_id: int, now: datetime
) -> None:
    """Take the label off everything, if no rule names it any more.

    Raises:
        NotFound: There is no such label.
        RuleNotPossible: A rule puts it on records.
    """
    actor.ensure("rules.change")
    row = await session.get(RuleLabel, label_id, with_for_update=True)
    if row is None:
        raise NotFound
    rows = await session.execute(
        select(RuleVersion.body)
        .join(Rule, Rule.id == RuleVersion.rule_id)
        .where(Rule.state != RuleState.ARCHIVED.value)
    )
    if any(label_id in stored(body).labels for body in rows.scalars()):
        raise errors.RuleNotPossible("A rule puts this label on records; change it")
    await session.execute(delete(RuleLabel).where(RuleLabel.id == label_id))
    await record(session, actor, "rules.unlabel", _subject(row), at=now)


async def labels(session: AsyncSession) -> list[RuleLabel]:
    """Every label, by name."""
    rows = await session.execute(
        select(RuleLabel).order_by(RuleLabel.sort_name, RuleLabel.id)
    )
    return list(rows.scalars())


def _name(told: str) -> tuple[str, str]:
    name = " ".join(told.split())
    if not 1 <= len(name) <= _LONGEST or not name.isprintable():
        raise errors.BadRuleName("A label has 1 to 40 characters", path="name")
    return name, folded(name)[: 2 * _LONGEST]


def _subject(row: RuleLabel) -> Subject:
    return Subject("ruleLabel", str(row.id), row.name)
