"""Writes mappings down: each change is a version that can be gone back to.

Judged before it is written, by the same rules as the form and the checks.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from giroscope.features.erp.mapping.context import sheet_of, with_bank
from giroscope.features.erp.mapping.errors import (
    ChangedMeanwhile,
    MappingRefused,
    NothingToUndo,
)
from giroscope.features.erp.mapping.legality import Flaw, filled, flaws
from giroscope.features.erp.mapping.rule import Rule
from giroscope.features.erp.mapping.tables import Act, ErpMapping, ErpMappingVersion
from giroscope.features.erp.mapping.words import sentence
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound
from giroscope.kernel.schedule import add_job

PLAN_JOB = "erp_plan"
_STEP = 10
"""Between two positions there is room for another."""


def judged(
    connection: Connection, connection_id: int, rule: Rule
) -> tuple[Rule, Sequence[Flaw]]:
    """The rule with what stands where nobody chose, and why it may not be saved."""
    sheet = sheet_of(connection, connection_id)
    known = with_bank(connection, sheet.known, rule)
    whole = filled(rule, known.bank_of(rule))
    if not whole.position:
        places = [one.position for one in sheet.rules if one.method == whole.method]
        whole = replace(whole, position=max(places, default=0) + _STEP)
    return whole, list(flaws(whole, known))


def ensure_savable(connection: Connection, connection_id: int, rule: Rule) -> Rule:
    """The rule with what stands where nobody chose.

    Raises:
        MappingRefused, ChangedMeanwhile, NotFound: As `save`.
    """
    if rule.id:
        _locked(connection, connection_id, rule)
    whole, found = judged(connection, connection_id, rule)
    if found:
        raise MappingRefused.of(found[0], sentence(found[0].code, found[0].values).en)
    return whole


def pays_from_another(connection: Connection, connection_id: int, rule: Rule) -> bool:
    """Whether it names another account to pay from than the mapping does now."""
    present = connection.execute(
        select(ErpMapping.debtor_account).where(
            ErpMapping.id == rule.id, ErpMapping.connection_id == connection_id
        )
    ).scalar()
    return (present or "") != rule.debtor_account


def undoing_pays_from_another(connection: Connection, mapping_id: int) -> bool:
    """Whether the version before pays from another account than the last one."""
    rows = connection.execute(
        select(ErpMappingVersion.rule)
        .where(ErpMappingVersion.mapping_id == mapping_id)
        .order_by(ErpMappingVersion.number.desc())
        .limit(2)
    ).scalars()
    accounts = [rule.get("debtor_account", "") for rule in rows]
    return len(set(accounts)) > 1


def note_confirmed(connection: Connection, mapping_id: int, actor: Actor) -> None:
    """Write down who confirmed the latest version of a mapping."""
    latest = (
        select(ErpMappingVersion.id)
        .where(ErpMappingVersion.mapping_id == mapping_id)
        .order_by(ErpMappingVersion.number.desc())
        .limit(1)
    )
    connection.execute(
        update(ErpMappingVersion)
        .where(ErpMappingVersion.id == latest.scalar_subquery())
        .values(confirmed_by=actor.id, confirmed_by_name=actor.name)
    )


def save(
    connection: Connection,
    connection_id: int,
    actor: Actor,
    rule: Rule,
    now: datetime,
    *,
    act: Act | None = None,
) -> tuple[int, Rule | None]:
    """Write a new mapping, or change the one with the rule's id and version.

    Tells its id, and what it was.

    Raises:
        MappingRefused: It may not be saved, with the field that mends it.
        ChangedMeanwhile: Somebody has changed it since.
        NotFound: There is no such mapping.
    """
    was = _locked(connection, connection_id, rule) if rule.id else None
    whole, found = judged(connection, connection_id, rule)
    if found:
        raise MappingRefused.of(found[0], sentence(found[0].code, found[0].values).en)
    if act is None and was is not None and was.columns() == whole.columns():
        return rule.id, was
    values = {
        **_stored(whole), "changed": now, "changed_by": actor.id,
        "changed_by_name": actor.name, "removed": None,
    }  # fmt: skip
    if rule.id:
        version = rule.version + 1
        connection.execute(
            update(ErpMapping)
            .where(ErpMapping.id == rule.id)
            .values(**values, version=version)
        )
        mapping_id = rule.id
    else:
        version = 1
        mapping_id = int(
            connection.execute(
                insert(ErpMapping)
                .values(**values, connection_id=connection_id, version=version)
                .returning(ErpMapping.id)
            ).scalar_one()
        )
    act = act or (Act.CHANGED if was else Act.CREATED)
    _remember(connection, mapping_id, version, act, actor, whole, now)
    add_job(connection, PLAN_JOB, connection_id, now)
    return mapping_id, was


def remove(
    connection: Connection, connection_id: int, actor: Actor, rule: Rule, now: datetime
) -> Rule:
    """Take a mapping away; tells what it was.

    Raises: As `save`.
    """
    was = _locked(connection, connection_id, rule)
    version = was.version + 1
    connection.execute(
        update(ErpMapping)
        .where(ErpMapping.id == was.id)
        .values(
            removed=now, version=version, changed=now, changed_by=actor.id,
            changed_by_name=actor.name,
        )
    )  # fmt: skip
    _remember(connection, was.id, version, Act.REMOVED, actor, was, now)
    add_job(connection, PLAN_JOB, connection_id, now)
    return was


def undo(
    connection: Connection, connection_id: int, actor: Actor, mapping_id: int,
    now: datetime,
) -> tuple[Rule, Rule | None]:  # fmt: skip
    """Take back the last change of a mapping, a removal too; tells was and is.

    Raises:
        NothingToUndo: It was never changed.
        MappingRefused: What it was may not be saved any more.
        NotFound: There is no such mapping.
    """
    row = _row(connection, connection_id, mapping_id)
    versions = connection.execute(
        select(ErpMappingVersion)
        .where(ErpMappingVersion.mapping_id == mapping_id)
        .order_by(ErpMappingVersion.number.desc())
        .limit(2)
    ).all()
    was = Rule.of(row)
    if versions[0].act in {Act.REMOVED, Act.RESTORED} and row.removed is None:
        raise NothingToUndo
    if len(versions) < 2:
        if row.removed is not None:
            raise NothingToUndo
        # What was made and never changed is undone by its removal.
        return remove(connection, connection_id, actor, was, now), None
    earlier = Rule.from_data(versions[1].rule)
    back = replace(earlier, id=mapping_id, version=was.version)
    save(connection, connection_id, actor, back, now, act=Act.RESTORED)
    return was, back


def _locked(connection: Connection, connection_id: int, rule: Rule) -> Rule:
    row = _row(connection, connection_id, rule.id)
    if row.version != rule.version:
        raise ChangedMeanwhile
    return Rule.of(row)


def _row(connection: Connection, connection_id: int, mapping_id: int) -> Any:
    row = connection.execute(
        select(ErpMapping)
        .where(ErpMapping.id == mapping_id, ErpMapping.connection_id == connection_id)
        .with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound("There is no such mapping")
    return row


def _remember(
    connection: Connection, mapping_id: int, version: int, act: Act, actor: Actor,
    rule: Rule, now: datetime,
) -> None:  # fmt: skip
    connection.execute(
        insert(ErpMappingVersion).values(
            mapping_id=mapping_id, number=version, act=act.value, at=now,
            by_id=actor.id, by_name=actor.name, rule=rule.as_data(),
        )
    )  # fmt: skip


def _stored(rule: Rule) -> dict[str, Any]:
    values = rule.columns()
    return {
        **values,
        "target": rule.target.value,
        "reference_rule": rule.reference_rule.value,
    }
