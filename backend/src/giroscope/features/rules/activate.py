"""Puts rules in force and takes them out; what decides about money needs two people.

One asks, another who is independent confirms. What only marks or tells is done at once.
"""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import record
from giroscope.features.rules import errors
from giroscope.features.rules.draft import (
    draft_of,
    in_use,
    subject_of,
    taken_up,
    touch,
)
from giroscope.features.rules.model import Subject
from giroscope.features.rules.parse import body_of, stored
from giroscope.features.rules.references import ensure_known
from giroscope.features.rules.tables import Rule, RuleState, RuleVersion
from giroscope.features.users.hands import hands_of
from giroscope.features.users.policy import are_independent
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError, NotFound

_TARGETS = frozenset({RuleState.SHADOW, RuleState.ACTIVE, RuleState.ARCHIVED})


async def ask(
    session: WriteSession,
    actor: Actor,
    rule_id: int,
    state: RuleState,
    revision: int,
    now: datetime,
) -> Rule:
    """Bring the rule into a state, with its draft if it has one; or ask somebody to.

    Raises:
        NotFound: There is no such rule.
        RuleChangedMeanwhile: It is not the one that `revision` was read with.
        RuleWaits: A change of it waits already.
        RuleNotPossible: It is there already, or cannot come there.
        BadRule: Something that it names is not there any more.
    """
    actor.ensure("rules.change")
    rule = await taken_up(session, rule_id, revision)
    draft = await draft_of(session, rule.id)
    _ensure_possible(rule, state, has_draft=draft is not None)
    if draft is not None and state is not RuleState.ARCHIVED:
        body = body_of(Subject(rule.subject), draft.body)
        await ensure_known(session, body)
    if not await _needs_second(session, rule, draft, state):
        await _carry_out(session, rule, actor, state, now, confirmed_by=None)
        return rule
    rule.asked_state, rule.asked = state.value, now
    rule.asked_by, rule.asked_by_name = actor.id, actor.name
    touch(rule, now)
    await record(
        session, actor, "rules.ask", subject_of(rule),
        was={"state": rule.state}, now={"state": state}, at=now,
    )  # fmt: skip
    return rule


async def confirm(
    session: WriteSession, actor: Actor, rule_id: int, revision: int, now: datetime
) -> Rule:
    """Do what another person asked for.

    Raises:
        NotFound: There is no such rule.
        NothingWaits: Nobody asked for anything.
        RuleChangedMeanwhile: It is not the one that `revision` was read with.
        SameRulePerson, RulePeopleNotIndependent: This is no second person.
    """
    actor.ensure("rules.change")
    rule = await _waiting(session, rule_id, revision)
    refusal = await against_deciding(session, actor, rule)
    if refusal is not None:
        raise refusal
    state, asked_by = RuleState(rule.asked_state or ""), rule.asked_by_name
    draft = await draft_of(session, rule.id)
    if draft is not None and state is not RuleState.ARCHIVED:
        await ensure_known(session, stored(draft.body))
    _settle(rule)
    await _carry_out(session, rule, actor, state, now, confirmed_by=asked_by)
    return rule


async def decline(
    session: WriteSession, actor: Actor, rule_id: int, revision: int, now: datetime
) -> None:
    """Leave the rule as it is: refused by another, or withdrawn by who asked.

    Raises:
        NotFound, NothingWaits, RuleChangedMeanwhile: As for `confirm`.
    """
    actor.ensure("rules.change")
    rule = await _waiting(session, rule_id, revision)
    was = {"state": rule.asked_state, "askedBy": rule.asked_by_name}
    verb = "rules.withdraw" if rule.asked_by == actor.id else "rules.reject"
    _settle(rule)
    touch(rule, now)
    await record(session, actor, verb, subject_of(rule), was=was, at=now)


async def against_deciding(
    session: AsyncSession, actor: Actor, rule: Rule
) -> AppError | None:
    """Why this person does not confirm what waits, or None."""
    asker = rule.asked_by or ""
    if asker == actor.id:
        return errors.SameRulePerson()
    found = await hands_of(session, {actor.id, asker})
    is_independent = are_independent(found[actor.id], found[asker])
    return None if is_independent else errors.RulePeopleNotIndependent()


def _ensure_possible(rule: Rule, state: RuleState, *, has_draft: bool) -> None:
    has_words = has_draft or rule.version_id is not None
    is_change = rule.state != state.value or (
        has_draft and state is not RuleState.ARCHIVED
    )
    if state not in _TARGETS or not is_change or not has_words:
        raise errors.RuleNotPossible
    if state is RuleState.ARCHIVED and rule.version_id is None:
        raise errors.RuleNotPossible("A rule that was never in force is discarded")


async def _needs_second(
    session: WriteSession, rule: Rule, draft: RuleVersion | None, state: RuleState
) -> bool:
    """Whether what decides about money begins, changes or ends by this."""
    version = await in_use(session, rule)
    decides_now = (
        rule.state == RuleState.ACTIVE.value
        and version is not None
        and stored(version.body).needs_second_person
    )
    coming = draft or version
    will_decide = (
        state is RuleState.ACTIVE
        and coming is not None
        and stored(coming.body).needs_second_person
    )
    return decides_now or will_decide


async def _carry_out(
    session: WriteSession,
    rule: Rule,
    actor: Actor,
    state: RuleState,
    now: datetime,
    *,
    confirmed_by: str | None,
) -> None:
    was = {"state": rule.state, "version": await _number(session, rule)}
    draft = await draft_of(session, rule.id)
    if draft is not None and state is not RuleState.ARCHIVED:
        draft.number = await _next(session, rule.id)
        draft.began = now
        rule.version_id, rule.name = draft.id, draft.name
        draft.confirmed_by_name = actor.name if confirmed_by else None
    if rule.state == RuleState.ARCHIVED.value:
        rule.rank = await _last_rank(session)
    rule.state = state.value
    touch(rule, now)
    await session.flush()
    await record(
        session, actor, "rules.put", subject_of(rule), was=was,
        now={"state": state, "version": await _number(session, rule),
             "askedBy": confirmed_by},
        at=now,
    )  # fmt: skip


async def _number(session: WriteSession, rule: Rule) -> int | None:
    version = await in_use(session, rule)
    return None if version is None else version.number


async def _next(session: WriteSession, rule_id: int) -> int:
    found = await session.execute(
        select(func.max(RuleVersion.number)).where(RuleVersion.rule_id == rule_id)
    )
    return (found.scalar_one() or 0) + 1


async def _last_rank(session: WriteSession) -> int:
    found = await session.execute(
        select(func.max(Rule.rank)).where(Rule.state != RuleState.ARCHIVED.value)
    )
    return (found.scalar_one() or 0) + 1


async def _waiting(session: WriteSession, rule_id: int, revision: int) -> Rule:
    rule = await session.get(Rule, rule_id, with_for_update=True)
    if rule is None:
        raise NotFound
    if rule.asked_state is None:
        raise errors.NothingWaits
    if rule.revision != revision:
        raise errors.RuleChangedMeanwhile
    return rule


def _settle(rule: Rule) -> None:
    rule.asked_state = rule.asked_by = rule.asked_by_name = rule.asked = None
