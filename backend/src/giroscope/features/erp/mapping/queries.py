"""Selects over mappings, and what they and the ERP's methods are used for."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.erp.books import books
from giroscope.features.erp.mapping.context import sheet_of
from giroscope.features.erp.mapping.legality import Flaw, hints
from giroscope.features.erp.mapping.tables import (
    ErpMapping,
    ErpMappingVersion,
    ErpMethod,
    ErpReading,
)
from giroscope.features.erp.open_payments import ErpPayment, ErpPaymentState, payment_of
from giroscope.kernel.clock import day_of
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import UNFINISHED, Job

LOOK_BACK = timedelta(days=90)
ORDERS = {
    "POSITION": Order("position", ErpMapping.position, ErpMapping.id),
    "METHOD": Order("method", ErpMapping.method, ErpMapping.id),
    "TARGET": Order("target", ErpMapping.target, ErpMapping.id),
    "CHANGED": Order("changed", ErpMapping.changed, ErpMapping.id),
}
_SAMPLES = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the list of mappings is narrowed to."""

    methods: Sequence[str] | None = None
    targets: Sequence[str] | None = None
    is_enabled: bool | None = None
    is_removed: bool = False
    text: str | None = None

    def rows(self) -> Select[Any]:
        """As a select."""
        found = select(ErpMapping).where(
            ErpMapping.connection_id == books(None),
            ErpMapping.removed.is_not(None)
            if self.is_removed
            else ErpMapping.removed.is_(None),
        )
        if self.methods is not None:
            found = found.where(ErpMapping.method.in_(self.methods))
        if self.targets is not None:
            found = found.where(ErpMapping.target.in_(self.targets))
        if self.is_enabled is not None:
            found = found.where(ErpMapping.is_enabled.is_(self.is_enabled))
        for word in (self.text or "").split():
            named = select(ErpMethod.native_id).where(
                ErpMethod.connection_id == books(None),
                or_(
                    ErpMethod.code.icontains(word, autoescape=True),
                    ErpMethod.name.icontains(word, autoescape=True),
                ),
            )
            found = found.where(
                or_(
                    ErpMapping.method.in_(named),
                    ErpMapping.target.icontains(word, autoescape=True),
                    ErpMapping.debtor_account.icontains(word, autoescape=True),
                )
            )
        return found


@dataclass(frozen=True, slots=True)
class Used:
    """What a method was used for of late."""

    suppliers: int = 0
    payments: int = 0
    held: int = 0


def used_by_method(
    connection: Connection, connection_id: int, now: datetime
) -> dict[str, Used]:
    """How many suppliers and payments each method has, and how many wait."""
    is_held = ErpPayment.state == ErpPaymentState.HELD.value
    rows = connection.execute(
        select(
            ErpPayment.method,
            func.count(ErpPayment.creditor_id.distinct()),
            func.count(),
            func.count().filter(is_held),
        )
        .where(
            ErpPayment.connection_id == connection_id,
            ErpPayment.fetched >= now - LOOK_BACK,
        )
        .group_by(ErpPayment.method)
    )
    return {method: Used(*counts) for method, *counts in rows}


def held_by_reason(
    connection: Connection, connection_id: int
) -> dict[str, list[tuple[str, int]]]:
    """Why payments of each method wait, the most frequent reason first."""
    rows = connection.execute(
        select(ErpPayment.method, ErpPayment.reason_code, func.count())
        .where(
            ErpPayment.connection_id == connection_id,
            ErpPayment.state == ErpPaymentState.HELD.value,
        )
        .group_by(ErpPayment.method, ErpPayment.reason_code)
        .order_by(func.count().desc(), ErpPayment.reason_code)
    )
    found: dict[str, list[tuple[str, int]]] = {}
    for method, code, count in rows:
        found.setdefault(method, []).append((code or "", int(count)))
    return found


def samples(connection: Connection, connection_id: int, method: str) -> list[Any]:
    """The latest payments of a method, as the ERP offered them."""
    rows = connection.execute(
        select(ErpPayment)
        .where(ErpPayment.connection_id == connection_id, ErpPayment.method == method)
        .order_by(ErpPayment.id.desc())
        .limit(_SAMPLES)
    )
    return [payment_of(row) for row in rows]


def readings(connection: Connection, connection_id: int) -> dict[str, Any]:
    """When each of the ERP's lists was read, or why it was not."""
    rows = connection.execute(
        select(ErpReading).where(ErpReading.connection_id == connection_id)
    )
    return {row.list: row for row in rows}


def is_at_work(connection: Connection, verbs: Sequence[str], subject: int) -> bool:
    """Whether a job of these verbs waits or runs."""
    found = connection.execute(
        select(Job.id)
        .where(
            Job.verb.in_(verbs),
            Job.subject == subject,
            Job.state.in_([state.value for state in UNFINISHED]),
        )
        .limit(1)
    )
    return found.first() is not None


async def used_by_mapping(session: AsyncSession, ids: list[int]) -> dict[int, int]:
    """How many payments each mapping has taken."""
    rows = await session.execute(
        select(ErpPayment.mapping_id, func.count())
        .where(ErpPayment.mapping_id.in_(ids))
        .group_by(ErpPayment.mapping_id)
    )
    return {mapping: int(count) for mapping, count in rows if mapping is not None}


async def versions(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[ErpMappingVersion]]:
    """What was done to each mapping, the latest first."""
    rows = await session.execute(
        select(ErpMappingVersion)
        .where(ErpMappingVersion.mapping_id.in_(ids))
        .order_by(ErpMappingVersion.number.desc())
    )
    found: dict[int, list[ErpMappingVersion]] = {}
    for row in rows.scalars():
        found.setdefault(row.mapping_id, []).append(row)
    return found


def hints_of(
    connection: Connection, ids: list[int], now: datetime
) -> dict[int, list[Flaw]]:
    """What people should know of each of these mappings."""
    connections = connection.execute(
        select(ErpMapping.connection_id).where(ErpMapping.id.in_(ids)).distinct()
    ).scalars()
    found: dict[int, list[Flaw]] = {}
    for connection_id in connections.all():
        sheet = sheet_of(connection, connection_id)
        for rule in sheet.rules:
            if rule.id in ids:
                found[rule.id] = list(
                    hints(rule, sheet.rules, sheet.known, day_of(now))
                )
    return found
