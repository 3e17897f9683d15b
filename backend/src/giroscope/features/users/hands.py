"""Whose hand an account is in: who could be using it beside its owner.

Who makes an account, or changes how it is signed in to, could be its second person too.
A tie says so until somebody independent stands for the account. `policy` decides by
what is told here.
"""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Connection, Row, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.users.directory import People
from giroscope.features.users.tables import AccountTie, TieAct
from giroscope.kernel.access import Actor, ActorKind

_LOOKED_UP = 500


async def tie(people: People, actor: Actor, person_id: str, act: TieAct) -> None:
    """Note that the actor alone has a say in how this account is signed in to.

    The operator at the command line ties nobody: who can reach the data needs no
    account to decide anything.
    """
    if actor.kind is ActorKind.SHELL or actor.id == person_id:
        return
    async with people.writing(actor.realm) as session:
        names = {actor.id: actor.name}
        above = await session.run_sync(
            lambda own: _ties_above(own.connection(), {actor.id})
        )
        for one in above:
            names.setdefault(one.hand_id, one.hand_name)
        names.pop(person_id, None)
        rows = await session.execute(
            select(AccountTie).where(AccountTie.person_id == person_id)
        )
        known = {row.hand_id: row for row in rows.scalars()}
        for hand_id, name in names.items():
            row = known.get(hand_id)
            if row is None:
                row = AccountTie(person_id=person_id, hand_id=hand_id, act="")
                session.add(row)
            how = act if hand_id == actor.id else TieAct(row.act or TieAct.THROUGH)
            row.hand_name, row.act, row.since = name, how.value, people.clock()


async def let_go(people: People, realm: str, person_id: str) -> None:
    """Forget who had a say: two people, or the operator, stand for the account."""
    async with people.writing(realm) as session:
        await session.execute(
            delete(AccountTie).where(AccountTie.person_id == person_id)
        )


async def hand_of(session: AsyncSession, person_id: str) -> frozenset[str]:
    """The accounts of everybody who could be using this one, itself included."""
    return (await hands_of(session, [person_id]))[person_id]


async def hands_of(
    session: AsyncSession, person_ids: Collection[str]
) -> dict[str, frozenset[str]]:
    """The hand of each account."""
    return await session.run_sync(lambda own: hands_now(own.connection(), person_ids))


def hands_now(
    connection: Connection, person_ids: Collection[str]
) -> dict[str, frozenset[str]]:
    """The hand of each account, for a job."""
    wanted = set(person_ids)
    above: dict[str, set[str]] = {}
    for one in _ties_above(connection, wanted):
        above.setdefault(one.person_id, set()).add(one.hand_id)
    return {person_id: _reached(above, person_id) for person_id in wanted}


async def ties_of(
    session: AsyncSession, person_ids: list[str]
) -> dict[str, list[AccountTie]]:
    """Who had a say in each account, the first one first."""
    rows = await session.execute(
        select(AccountTie)
        .where(AccountTie.person_id.in_(person_ids))
        .order_by(AccountTie.since, AccountTie.id)
    )
    found: dict[str, list[AccountTie]] = {}
    for row in rows.scalars():
        found.setdefault(row.person_id, []).append(row)
    return found


def _ties_above(connection: Connection, start: set[str]) -> list[Row[Any]]:
    """The ties of these accounts, of those who hold them, and so on."""
    found: list[Row[Any]] = []
    seen: set[str] = set()
    waiting = set(start)
    while waiting:
        some = sorted(waiting)[:_LOOKED_UP]
        seen.update(some)
        new = connection.execute(
            select(AccountTie).where(AccountTie.person_id.in_(some))
        ).all()
        found += new
        waiting = (waiting | {one.hand_id for one in new}) - seen
    return found


def _reached(above: Mapping[str, set[str]], start: str) -> frozenset[str]:
    reached: set[str] = set()
    waiting = {start}
    while waiting:
        one = waiting.pop()
        reached.add(one)
        waiting |= above.get(one, set()) - reached
    return frozenset(reached)
