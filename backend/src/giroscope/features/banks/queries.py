"""Selects over accounts and connections. None names a column that holds a secret."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import load_only

from giroscope.features.banks import activate, fetch, renew
from giroscope.features.banks.tables import (
    Account,
    BankCertificate,
    BankConnection,
    BankFile,
    BankKey,
    BankKeyRequest,
    BankTest,
    KeyState,
    RequestState,
    ServedAccount,
)
from giroscope.kernel.paging import Order
from giroscope.kernel.tables import Job

NAME_ORDER = Order(
    "name", BankConnection.sort_name, BankConnection.id, is_descending=False
)
FILE_ORDER = Order("id", BankFile.id, BankFile.id)
_TESTS = 5
_OF_CONNECTIONS = (activate.VERB, renew.VERB, fetch.VERB)


def accounts() -> Select[Any]:
    """Accounts as lists show them: without those that are joined into another."""
    return select(Account).where(Account.joined_into.is_(None))


def connections(
    states: Sequence[str] | None = None, types: Sequence[str] | None = None
) -> Select[Any]:
    """Connections in these states and of these types."""
    query = select(BankConnection)
    if states is not None:
        query = query.where(BankConnection.state.in_(states))
    if types is not None:
        query = query.where(BankConnection.type.in_(types))
    return query


def files(connection_ids: Sequence[int] | None) -> Select[Any]:
    """What these banks gave, or all."""
    query = select(BankFile)
    if connection_ids is not None:
        query = query.where(BankFile.connection_id.in_(connection_ids))
    return query


async def connections_by_id(
    session: AsyncSession, ids: list[int]
) -> dict[int, BankConnection]:
    """Connections by id."""
    rows = await session.execute(
        select(BankConnection).where(BankConnection.id.in_(ids))
    )
    return {row.id: row for row in rows.scalars()}


async def served(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[ServedAccount]]:
    """The accounts each connection serves, by number."""
    rows = await session.execute(
        select(ServedAccount)
        .where(ServedAccount.connection_id.in_(ids))
        .order_by(ServedAccount.number)
    )
    return _grouped(rows.scalars())


async def certificates(
    session: AsyncSession, ids: list[int]
) -> dict[int, list[BankCertificate]]:
    """The certificates of each connection, those in use first, then the newest."""
    rows = await session.execute(
        select(BankCertificate)
        .where(BankCertificate.connection_id.in_(ids))
        .order_by(BankCertificate.state, BankCertificate.id.desc())
    )
    return _grouped(rows.scalars())


async def keys(session: AsyncSession, ids: list[int]) -> dict[int, list[BankKey]]:
    """What may be told of the keys of each connection: never the keys."""
    rows = await session.execute(
        select(BankKey)
        .options(
            load_only(
                BankKey.connection_id,
                BankKey.state,
                BankKey.fingerprint,
                BankKey.algorithm,
                BankKey.public,
                BankKey.asked,
                BankKey.created,
                BankKey.created_by_name,
                raiseload=True,
            )
        )
        .where(BankKey.connection_id.in_(ids), BankKey.state != KeyState.RETIRED.value)
        .order_by(BankKey.id)
    )
    return _grouped(rows.scalars())


async def with_code(session: AsyncSession, ids: list[int]) -> dict[int, bool]:
    """Which connections keep a code that a new try can use."""
    rows = await session.execute(
        select(BankKey.connection_id).where(
            BankKey.connection_id.in_(ids),
            BankKey.state == KeyState.PENDING.value,
            BankKey.wrapped_code.is_not(None),
        )
    )
    return dict.fromkeys(rows.scalars(), True)


async def tests(session: AsyncSession, ids: list[int]) -> dict[int, list[BankTest]]:
    """The latest tests of each connection, the newest first."""
    rows = await session.execute(
        select(BankTest)
        .where(BankTest.connection_id.in_(ids))
        .order_by(BankTest.id.desc())
    )
    return {key: found[:_TESTS] for key, found in _grouped(rows.scalars()).items()}


async def key_requests(
    session: AsyncSession, ids: list[int]
) -> dict[int, BankKeyRequest]:
    """The request for a new key that waits, where there is one."""
    rows = await session.execute(
        select(BankKeyRequest).where(
            BankKeyRequest.connection_id.in_(ids),
            BankKeyRequest.state == RequestState.PENDING.value,
        )
    )
    return {row.connection_id: row for row in rows.scalars()}


async def work(session: AsyncSession, ids: list[int]) -> dict[int, Job]:
    """The latest job on each connection, tests left out."""
    latest = (
        select(func.max(Job.id))
        .where(Job.subject.in_(ids), Job.verb.in_(_OF_CONNECTIONS))
        .group_by(Job.subject)
    )
    rows = await session.execute(select(Job).where(Job.id.in_(latest)))
    return {row.subject: row for row in rows.scalars()}


def _grouped(rows: Any) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.connection_id, []).append(row)
    return found
