"""The order of rules: dense numbers from one, moved by one person at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from giroscope.features.audit import record
from giroscope.features.rules.draft import subject_of
from giroscope.features.rules.errors import BadPlace
from giroscope.features.rules.tables import Rule, RuleState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound


@dataclass(frozen=True, slots=True)
class Target:
    """Where a rule is to stand: beside another, at a place from 1, or else last."""

    before: int | None = None
    after: int | None = None
    place: int | None = None

    def among(self, others: Sequence[int]) -> int:
        """How many of the others come first.

        Raises:
            NotFound: The one that it is to stand beside is none of them.
            BadPlace: More than one target is said, or the place is none.
        """
        said = [one for one in (self.before, self.after, self.place) if one is not None]
        if not said:
            return len(others)
        if len(said) > 1:
            raise BadPlace
        if self.place is not None:
            if self.place < 1:
                raise BadPlace
            return min(self.place - 1, len(others))
        if said[0] not in others:
            raise NotFound
        return others.index(said[0]) + (self.after is not None)


async def move(
    session: WriteSession, actor: Actor, rule_id: int, target: Target, now: datetime
) -> int:
    """Put the rule elsewhere in the order; tells its new place.

    Whoever moves at the same moment waits, and then moves in the new order.

    Raises:
        NotFound: One of them is not there, or is archived.
        BadPlace: The target is none.
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
    was = ordered.index(moved) + 1
    if rule_id in {target.before, target.after}:
        return was
    ordered.remove(moved)
    is_at = target.among([rule.id for rule in ordered]) + 1
    ordered.insert(is_at - 1, moved)
    for place, rule in enumerate(ordered, 1):
        if rule.rank != place:
            rule.rank = place
    if is_at != was:
        await record(
            session, actor, "rules.move", subject_of(moved),
            was={"place": was}, now={"place": is_at}, at=now,
        )  # fmt: skip
    return is_at
