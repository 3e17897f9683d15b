"""Rules as a file for another tenant; taken in twice, nothing changes.

A rule is known again by its key. What it names by id is carried by what people call it,
since ids differ from tenant to tenant.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.rules import draft, errors, label_actions, queries
from giroscope.features.rules.draft import Wish
from giroscope.features.rules.model import Field, Subject
from giroscope.features.rules.references import names
from giroscope.features.rules.tables import Rule, RuleState
from giroscope.kernel.access import Actor
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import AppError

_FORMAT = "giroscope rules"
_VERSION = 1
_LONGEST = 4_000_000
_NAMED = (Field.ACCOUNT, Field.CONNECTION, Field.ERP_METHOD)


class TakenIn(NamedTuple):
    """What a file of rules brought."""

    new: int
    changed: int
    same: int


async def carried(session: AsyncSession, rule_ids: list[int] | None) -> str:
    """These rules, or all that are not archived, as a file."""
    asked = select(Rule).order_by(Rule.rank, Rule.id)
    if rule_ids is None:
        asked = asked.where(Rule.state != RuleState.ARCHIVED.value)
    else:
        asked = asked.where(Rule.id.in_(rule_ids))
    called = await names(session)
    labels = {row.id: row.name for row in await label_actions.labels(session)}
    told = []
    rows = (await session.execute(asked)).scalars().all()
    versions = await queries.versions(session, [rule.id for rule in rows])
    for rule in rows:
        words = queries.standing(rule, versions.get(rule.id, []))
        if words is not None:
            told.append(
                {
                    "key": rule.key, "name": words.name, "subject": rule.subject,
                    "note": words.note, **_outward(words.body, called, labels),
                }
            )  # fmt: skip
    content = {"format": _FORMAT, "version": _VERSION, "rules": told}
    return orjson.dumps(content, option=orjson.OPT_INDENT_2).decode() + "\n"


async def take_in(
    session: WriteSession, actor: Actor, document: str, now: datetime
) -> TakenIn:
    """Make drafts of what the file says; nothing is put in force by it.

    Raises:
        BadRuleFile: It is no such file.
        AppError: A rule in it cannot be, or cannot be changed now; its own refusal,
            and the path says which rule.
    """
    actor.ensure("rules.change")
    called = {
        field: {name: key for key, name in own.items()}
        for field, own in (await names(session)).items()
    }
    counts = {"new": 0, "changed": 0, "same": 0}
    for place, told in enumerate(_rules(document)):
        try:
            what = await _take_one(session, actor, told, called, now)
        except AppError as refusal:
            where = ".".join(filter(None, (f"rules.{place}", refusal.path)))
            raise type(refusal)(
                refusal.message, path=where, **refusal.values
            ) from refusal
        counts[what] += 1
    return TakenIn(**counts)


async def _take_one(
    session: WriteSession,
    actor: Actor,
    told: Any,
    called: Mapping[Field, Mapping[str, str]],
    now: datetime,
) -> str:
    key, subject = _key(told), _subject(told)
    body = await _inward(session, actor, told, called, now)
    wish = Wish(told.get("name", ""), body, told.get("note"))
    found = await session.execute(select(Rule).where(Rule.key == key).with_for_update())
    rule = found.scalar_one_or_none()
    if rule is None:
        await draft.create(session, actor, subject, wish, now, key=key)
        return "new"
    if rule.subject != subject.value:
        raise errors.BadRuleFile("A rule of this key looks at other records here")
    before = rule.revision
    await draft.save(session, actor, rule.id, wish, rule.revision, now)
    return "same" if rule.revision == before else "changed"


def _outward(
    body: Mapping[str, Any],
    called: Mapping[Field, Mapping[str, str]],
    labels: Mapping[int, str],
) -> dict[str, Any]:
    def condition(one: Mapping[str, Any]) -> dict[str, Any]:
        own = called.get(Field(one["field"]), {})
        values = [own.get(value, value) for value in one["values"]]
        return {**one, "values": values}

    def action(one: Mapping[str, Any]) -> dict[str, Any]:
        if "labelId" not in one:
            return dict(one)
        return {"kind": one["kind"], "label": labels.get(one["labelId"], "")}

    return {
        "match": body["match"],
        "blocks": [
            {
                "match": block["match"],
                "conditions": [condition(one) for one in block["conditions"]],
            }
            for block in body["blocks"]
        ],
        "actions": [action(one) for one in body["actions"]],
    }


async def _inward(
    session: WriteSession,
    actor: Actor,
    told: Mapping[str, Any],
    called: Mapping[Field, Mapping[str, str]],
    now: datetime,
) -> dict[str, Any]:
    """The body with ids of this tenant; labels that are not here are made."""
    actions = []
    for one in _dicts(told.get("actions")):
        if "label" not in one:
            actions.append(one)
            continue
        label = await label_actions.make(session, actor, str(one["label"]), now)
        actions.append({"kind": one.get("kind"), "labelId": label})
    blocks = [
        {
            **block,
            "conditions": [_known(c, called) for c in _dicts(block.get("conditions"))],
        }
        for block in _dicts(told.get("blocks"))
    ]
    return {"match": told.get("match"), "blocks": blocks, "actions": actions}


def _known(
    one: dict[str, Any], called: Mapping[Field, Mapping[str, str]]
) -> dict[str, Any]:
    field = one.get("field")
    if field not in {named.value for named in _NAMED}:
        return one
    own = called[Field(field)]
    values = one.get("values")
    if not isinstance(values, list) or any(value not in own for value in values):
        raise errors.UnknownReference(path="blocks")
    return {**one, "values": [own[value] for value in values]}


def _rules(document: str) -> list[Any]:
    if len(document) > _LONGEST:
        raise errors.BadRuleFile
    try:
        content = orjson.loads(document)
    except orjson.JSONDecodeError as error:
        raise errors.BadRuleFile from error
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise errors.BadRuleFile
    if content.get("version") != _VERSION:
        raise errors.BadRuleFile("This file comes from another release")
    rules = content.get("rules")
    if not isinstance(rules, list) or not all(isinstance(one, dict) for one in rules):
        raise errors.BadRuleFile
    if len(rules) > draft.MOST_RULES:
        raise errors.TooManyRules
    return rules


def _dicts(told: Any) -> list[dict[str, Any]]:
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise errors.BadRuleFile
    return told


def _key(told: Mapping[str, Any]) -> str:
    key = told.get("key")
    if not isinstance(key, str) or not 1 <= len(key) <= 60 or not key.isprintable():
        raise errors.BadRuleFile("Every rule has a key of up to 60 characters")
    return key


def _subject(told: Mapping[str, Any]) -> Subject:
    try:
        return Subject(told.get("subject", ""))
    except ValueError as error:
        raise errors.BadRuleFile("A rule looks at TRANSACTION or PAYMENT") from error
