"""What account managers do with API clients: make, change, switch, rotate, delete.

Whoever makes a program, changes it or has its secret made anew has a hand in it, as in
an account whose credentials one chose: what it uploads, they do not approve. The tie is
kept before the provider is asked, so that a secret is never told without it.
"""

import secrets
from contextlib import suppress
from typing import NamedTuple

from giroscope.features.audit import Subject, record
from giroscope.features.clients import policy, queries
from giroscope.features.clients.policy import Wanted
from giroscope.features.users import People, hands
from giroscope.features.users.history import ensure_recordable
from giroscope.features.users.protected_people import managing
from giroscope.features.users.tables import TieAct
from giroscope.kernel.access import Actor
from giroscope.kernel.api_clients import PREFIX
from giroscope.kernel.clock import day_of
from giroscope.kernel.database import WriteSession
from giroscope.kernel.errors import NotFound, Unavailable
from giroscope.kernel.identity import ClientChange, NewClient
from giroscope.kernel.tables import ApiClient
from giroscope.kernel.tokens import AUDIENCE

SUBJECT = "api-client"
_ID_BYTES = 8
_SECRET_BYTES = 32


class Told(NamedTuple):
    """A client and its secret, which is told once and kept nowhere here."""

    row: ApiClient
    secret: str


async def create(people: People, actor: Actor, wanted: Wanted) -> Told:
    """Make an API client.

    Stopped half way, a program stays at the provider whose secret nobody was told and
    whose tokens are refused here.

    Raises:
        BadClient: It is none.
        NameTaken: Another one is called so.
        TooManyClients: There are too many already.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("clients.change")
    now = people.clock()
    wanted = policy.ensure_wanted(wanted, day_of(now))
    ensure_recordable(None, wanted._asdict())
    client_id = f"{PREFIX}{secrets.token_hex(_ID_BYTES)}"
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    async with managing(people, actor) as api:
        async with people.reading(actor.realm) as session:
            others = (await session.execute(queries.living())).scalars().all()
        policy.ensure_room(wanted.name, others)
        await hands.tie(people, actor, client_id, TieAct.MADE)
        provider_id = await api.create_client(
            NewClient(client_id, wanted.name, AUDIENCE, secret)
        )
        row = ApiClient(
            client_id=client_id, provider_id=provider_id, is_on=True,
            created=now, created_by=actor.id, created_by_name=actor.name[:200],
            secret_since=now,
        )  # fmt: skip
        _tell(row, wanted)
        async with people.writing(actor.realm) as session:
            session.add(row)
            await _write_trail(
                session, actor, row, "clients.created", people, now=_facts(row)
            )
    return Told(row, secret)


async def change(people: People, actor: Actor, row_id: int, wanted: Wanted) -> None:
    """Change the name, what it may do, and until when.

    Raises:
        NotFound: It is not there.
        BadClient: It is none.
        NameTaken: Another one is called so.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("clients.change")
    wanted = policy.ensure_wanted(wanted, day_of(people.clock()))
    ensure_recordable(None, wanted._asdict())
    async with managing(people, actor) as api:
        async with people.reading(actor.realm) as session:
            row = await queries.one(session, row_id)
            rows = (await session.execute(queries.living())).scalars().all()
        was = _facts(row)
        policy.ensure_room(wanted.name, [one for one in rows if one.id != row_id])
        await hands.tie(people, actor, row.client_id, TieAct.MADE)
        if row.name != wanted.name:
            renamed = ClientChange(name=wanted.name)
            await api.change_client(row.provider_id, renamed)
        async with people.writing(actor.realm) as session:
            row = await queries.one(session, row_id)
            _tell(row, wanted)
            await _write_trail(
                session, actor, row, "clients.changed", people, was=was, now=_facts(row)
            )


async def switch_on(people: People, actor: Actor, row_id: int) -> None:
    """Let it call again.

    Raises:
        NotFound: It is not there.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("clients.change")
    async with managing(people, actor) as api:
        async with people.reading(actor.realm) as session:
            row = await queries.one(session, row_id)
        await hands.tie(people, actor, row.client_id, TieAct.MADE)
        await api.change_client(row.provider_id, ClientChange(is_enabled=True))
        async with people.writing(actor.realm) as session:
            row = await queries.one(session, row_id)
            row.is_on = True
            await _write_trail(session, actor, row, "clients.switched_on", people)


async def switch_off(people: People, actor: Actor, row_id: int) -> None:
    """Let it call no more; a provider that is silent is not waited for.

    Tokens that it gives all the same are refused here.

    Raises:
        NotFound: It is not there.
    """
    actor.ensure("clients.change")
    async with people.alone(actor.realm):
        async with people.writing(actor.realm) as session:
            row = await queries.one(session, row_id)
            row.is_on = False
            await _write_trail(session, actor, row, "clients.switched_off", people)
        with suppress(NotFound, Unavailable):
            api = await people.api(actor.realm)
            await api.change_client(row.provider_id, ClientChange(is_enabled=False))


async def rotate(people: People, actor: Actor, row_id: int) -> Told:
    """Make its secret anew; the earlier one and its tokens count no more.

    Raises:
        NotFound: It is not there.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("clients.change")
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    async with managing(people, actor) as api:
        async with people.reading(actor.realm) as session:
            row = await queries.one(session, row_id)
        await hands.tie(people, actor, row.client_id, TieAct.PASSWORD)
        await api.change_client(row.provider_id, ClientChange(secret=secret))
        async with people.writing(actor.realm) as session:
            row = await queries.one(session, row_id)
            row.secret_since = people.clock()
            await _write_trail(session, actor, row, "clients.secret_rotated", people)
    return Told(row, secret)


async def delete(people: People, actor: Actor, row_id: int) -> None:
    """Let it never call again; what it did keeps its name.

    A provider that is silent is not waited for: what it keeps opens nothing here.

    Raises:
        NotFound: It is not there.
    """
    actor.ensure("clients.change")
    async with people.alone(actor.realm):
        async with people.writing(actor.realm) as session:
            row = await queries.one(session, row_id)
            row.is_on, row.deleted = False, people.clock()
            await _write_trail(
                session, actor, row, "clients.deleted", people, was=_facts(row)
            )
        with suppress(NotFound, Unavailable):
            await (await people.api(actor.realm)).delete_client(row.provider_id)


def _tell(row: ApiClient, wanted: Wanted) -> None:
    row.name, row.sort_name = wanted.name, wanted.name.casefold()
    row.scopes, row.expires = list(wanted.scopes), wanted.expires


def _facts(row: ApiClient) -> dict[str, object]:
    return {"name": row.name, "scopes": list(row.scopes), "expires": row.expires}


async def _write_trail(
    session: WriteSession,
    actor: Actor,
    row: ApiClient,
    verb: str,
    people: People,
    *,
    was: dict[str, object] | None = None,
    now: dict[str, object] | None = None,
) -> None:
    """Note who changed it, and write the trail."""
    row.changed, row.changed_by = people.clock(), actor.id
    row.changed_by_name = actor.name[:200]
    subject = Subject(SUBJECT, row.client_id, row.name)
    await record(session, actor, verb, subject, was=was, now=now)
