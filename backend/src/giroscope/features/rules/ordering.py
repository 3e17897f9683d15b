"""The order of rules: dense numbers from one, moved by one person at a time."""

from datetime import datetime

from sqlalchemy import select

from giroscope.features.audit import record
from giroscope.features.rules.drafting import subject_of
from giroscope.features.rules.tables import Rule, RuleState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound


async def move(
    session: WriteSession,
    actor: Actor,
    rule_id: int,
    before_id: int | None,
    now: datetime,
) -> int:
    """Put the rule before another, or last; tells its new place.

    Whoever moves at the same moment waits, and then moves in the new order.

    Raises:
        NotFound: One of them is not there, or is archived.
    """
    actor.ensure("rules.change")
    rows = await session.execute(
        select(Rule)
        .where(Rule.state != RuleState.ARCHIVED.value)
        # Everybody locks them in the same order, which is not the one to be changed.
        .order_by(Rule.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    ordered = sorted(rows.scalars(), key=lambda rule: (rule.rank, rule.id))
    moved = next((rule for rule in ordered if rule.id == rule_id), None)
    if moved is None:
        raise NotFound
    if before_id == rule_id:
        return ordered.index(moved) + 1
    was = ordered.index(moved) + 1
    ordered.remove(moved)
    ids = [rule.id for rule in ordered]
    if before_id is not None and before_id not in ids:
        raise NotFound
    ordered.insert(len(ids) if before_id is None else ids.index(before_id), moved)
    for place, rule in enumerate(ordered, 1):
        if rule.rank != place:
            rule.rank = place
    is_at = ordered.index(moved) + 1
    if is_at != was:
        await record(
            session, actor, "rules.move", subject_of(moved),
            was={"place": was}, now={"place": is_at}, at=now,
        )  # fmt: skip
    return is_at
