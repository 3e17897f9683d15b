"""Changing what a rule says: a draft beside the version that is in force."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.audit import Subject as AuditSubject
from giroscope.features.audit import record
from giroscope.features.rules import errors
from giroscope.features.rules.model import Body, Subject
from giroscope.features.rules.parse import body_of, name_of
from giroscope.features.rules.references import ensure_known
from giroscope.features.rules.tables import Rule, RuleState, RuleVersion
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound

MOST_RULES = 1_000
_LONGEST_NOTE = 500


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a rule to say."""

    name: str
    body: dict[str, Any]
    note: str | None = None


async def create(
    session: WriteSession,
    actor: Actor,
    subject: Subject,
    wish: Wish,
    now: datetime,
    *,
    key: str | None = None,
) -> Rule:
    """A new rule, as a draft, the last in the order.

    Raises:
        BadRule: It cannot say that.
        TooManyRules: There are enough.
    """
    actor.ensure("rules.change")
    name, body = name_of(wish.name), body_of(subject, wish.body)
    await ensure_known(session, body)
    count, last = (
        await session.execute(
            select(func.count(), func.max(Rule.rank)).where(
                Rule.state != RuleState.ARCHIVED.value
            )
        )
    ).one()
    if count >= MOST_RULES:
        raise errors.TooManyRules
    rule = Rule(
        key=key or str(uuid4()), subject=subject.value, rank=(last or 0) + 1,
        state=RuleState.DRAFT.value, name=name, revision=1, owner_id=actor.id,
        owner_name=actor.name, created=now, changed=now,
    )  # fmt: skip
    session.add(rule)
    await session.flush()
    session.add(_draft(rule, actor, name, body, wish.note, now))
    await record(
        session, actor, "rules.create", subject_of(rule), now=told(name, body), at=now
    )
    return rule


async def save(
    session: WriteSession,
    actor: Actor,
    rule_id: int,
    wish: Wish,
    revision: int,
    now: datetime,
) -> Rule:
    """Change the rule's draft, or begin one; the same again leaves all as it is.

    Raises:
        NotFound: There is no such rule.
        RuleChangedMeanwhile: It is not the one that `revision` was read with.
        RuleWaits: A change of it waits for a second person.
        BadRule: It cannot say that.
    """
    actor.ensure("rules.change")
    rule = await taken_up(session, rule_id, revision)
    name = name_of(wish.name)
    body = body_of(Subject(rule.subject), wish.body)
    await ensure_known(session, body)
    draft = await draft_of(session, rule.id)
    basis = draft or await in_use(session, rule)
    note = _note(wish.note)
    if basis and (basis.name, basis.body, basis.note) == (name, body.as_data(), note):
        return rule
    was = _was(basis)
    if draft is None:
        draft = _draft(rule, actor, name, body, note, now)
        session.add(draft)
    draft.name, draft.body, draft.note = name, body.as_data(), note
    if rule.state == RuleState.DRAFT.value:
        rule.name = name
    touch(rule, now)
    await record(
        session, actor, "rules.change", subject_of(rule),
        was=was, now=told(name, body), at=now,
    )  # fmt: skip
    return rule


async def discard(
    session: WriteSession, actor: Actor, rule_id: int, revision: int, now: datetime
) -> None:
    """Throw the draft away; a rule that never was in force goes with it.

    Raises:
        NoRuleDraft: There is none.
        NotFound, RuleChangedMeanwhile, RuleWaits: As for `save`.
    """
    actor.ensure("rules.change")
    rule = await taken_up(session, rule_id, revision)
    draft = await draft_of(session, rule.id)
    if draft is None:
        raise errors.NoRuleDraft
    subject, was = subject_of(rule), _was(draft)
    if rule.version_id is None:
        await session.execute(delete(RuleVersion).where(RuleVersion.id == draft.id))
        await session.execute(delete(Rule).where(Rule.id == rule.id))
    else:
        await session.delete(draft)
        touch(rule, now)
    await record(session, actor, "rules.discard", subject, was=was, at=now)


async def restore(
    session: WriteSession,
    actor: Actor,
    rule_id: int,
    version: int,
    revision: int,
    now: datetime,
) -> None:
    """Begin a draft that says what a version said.

    Raises:
        RuleDraftInTheWay: There is a draft already.
        BadRule: What it named is not there any more.
        NotFound, RuleChangedMeanwhile, RuleWaits: As for `save`.
    """
    actor.ensure("rules.change")
    rule = await taken_up(session, rule_id, revision)
    if await draft_of(session, rule.id) is not None:
        raise errors.RuleDraftInTheWay
    found = await session.execute(
        select(RuleVersion).where(
            RuleVersion.rule_id == rule.id, RuleVersion.number == version
        )
    )
    old = found.scalar_one_or_none()
    if old is None:
        raise NotFound
    body = body_of(Subject(rule.subject), old.body)
    await ensure_known(session, body)
    draft = _draft(rule, actor, old.name, body, old.note, now)
    draft.restored_from = version
    session.add(draft)
    touch(rule, now)
    await record(
        session, actor, "rules.restore", subject_of(rule),
        now={**told(old.name, body), "version": version}, at=now,
    )  # fmt: skip


async def taken_up(session: WriteSession, rule_id: int, revision: int) -> Rule:
    """The rule, nobody else's to change until this session ends.

    Raises:
        NotFound, RuleChangedMeanwhile, RuleWaits: As for `save`.
    """
    rule = await session.get(Rule, rule_id, with_for_update=True)
    if rule is None:
        raise NotFound
    if rule.revision != revision:
        raise errors.RuleChangedMeanwhile
    if rule.asked_state is not None:
        raise errors.RuleWaits
    return rule


async def draft_of(session: AsyncSession, rule_id: int) -> RuleVersion | None:
    """The rule's draft, if it has one."""
    found = await session.execute(
        select(RuleVersion).where(
            RuleVersion.rule_id == rule_id, RuleVersion.number.is_(None)
        )
    )
    return found.scalar_one_or_none()


async def in_use(session: AsyncSession, rule: Rule) -> RuleVersion | None:
    """The version that is in force, or was last."""
    if rule.version_id is None:
        return None
    return await session.get_one(RuleVersion, rule.version_id)


def touch(rule: Rule, now: datetime) -> None:
    """Count a change, so that whoever has not seen it does not overwrite it."""
    rule.revision += 1
    rule.changed = now


def subject_of(rule: Rule) -> AuditSubject:
    """What the audit names."""
    return AuditSubject("rule", str(rule.id), rule.name)


def told(name: str, body: Body) -> dict[str, Any]:
    """What a rule says, as the trail compares it: one line for each part."""
    parts = [
        f"{place + 1}: {one.field}{' not' if one.is_negated else ''} {one.operator}"
        f" {', '.join(one.values)} {one.currency}".rstrip()
        for place, block in enumerate(body.blocks)
        for one in block.conditions
    ]
    actions = [
        " ".join(str(value) for value in one.as_data().values()) for one in body.actions
    ]
    return {"name": name, "conditions": parts[:50], "actions": actions}


def _was(version: RuleVersion | None) -> dict[str, Any] | None:
    return None if version is None else {"name": version.name, "said": version.number}


def _draft(
    rule: Rule, actor: Actor, name: str, body: Body, note: str | None, now: datetime
) -> RuleVersion:
    return RuleVersion(
        rule_id=rule.id, name=name, body=body.as_data(), note=_note(note), created=now,
        created_by=actor.id, created_by_name=actor.name,
    )  # fmt: skip


def _note(note: str | None) -> str | None:
    text = " ".join((note or "").split())
    if len(text) > _LONGEST_NOTE:
        raise errors.BadRule(f"At most {_LONGEST_NOTE} characters", path="note")
    return text or None
