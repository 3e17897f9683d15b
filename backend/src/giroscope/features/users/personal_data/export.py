"""Gives a person what is kept of them: JSON of each table, and a README, in one file.

A row is told without what it says of others: their ids and names, payees and contacts,
and free text where somebody else is named in the row too. Secrets are never in it.
"""

import zipfile
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from typing import IO, Any

import orjson
from anyio import to_thread
from sqlalchemy import LargeBinary, select
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.users import history, policy, protected_people
from giroscope.features.users.directory import People
from giroscope.features.users.personal_data import rows
from giroscope.features.users.personal_data.rows import Known, Outcome
from giroscope.features.users.tables import KnownPerson
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity import AdminApi
from giroscope.kernel.personal_data import Purpose, Registered, Whose, register
from localization import Message, render

_AT_ONCE = 500
_EVENTS = 100
Told = dict[str, Any]


async def export(
    people: People, actor: Actor, person_id: str, file: IO[bytes], language: str
) -> None:
    """Write everything that is kept of a person as a ZIP file; the trail says so.

    Raises:
        NotFound: Nobody of this id is or was here.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.personal_data")
    policy.ensure_person_id(person_id)
    await protected_people.ensure_manager_now(people, actor)
    account = await _account(await people.api(actor.realm), person_id)
    async with people.reading(actor.realm) as session:
        query = select(KnownPerson.name).where(KnownPerson.person_id == person_id)
        name = (await session.execute(query)).scalar_one_or_none()
        person = await session.run_sync(
            lambda own: rows.known_as(own.connection(), person_id)
        )
        if account is None and not person.names:
            raise NotFound
        # Written down before anything is taken out.
        async with people.writing(actor.realm) as writing:
            await history.record(
                writing, actor, "users.personal_data_exported", person_id
            )
        counts: dict[str, int] = {}
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            if account is not None:
                archive.writestr("account.json", _json(account))
            for table in register():
                if count := await _write_table(archive, session, table, person):
                    counts[table.name] = count
            told = _readme(
                name or person_id, actor.realm, people.clock(), counts, language,
                has_account=account is not None,
            )  # fmt: skip
            archive.writestr("README.txt", told)


def as_json(found: Sequence[Outcome], language: str) -> Told:
    """What becomes of each table's rows, in the words of one language."""
    return {
        "items": [
            {
                "table": one.table,
                "label": label_of(one.table, language),
                "purpose": one.purpose.value,
                "why": said(f"why_{one.purpose.value}", language),
                "outcome": one.outcome.value,
                "rows": one.rows,
            }
            for one in found
        ]
    }


def label_of(table: str, language: str) -> str:
    """What people call the rows of a table."""
    return said(f"table_{table}", language)


def said(text: str, language: str, **values: Any) -> str:
    """A text of this area."""
    return render(Message(f"personal_data.{text}", **values), language)


async def _account(api: AdminApi, person_id: str) -> Told | None:
    """What the provider keeps; None where it knows nobody of this id."""
    try:
        person = await api.person(person_id)
    except NotFound:
        return None
    return {
        "id": person.id,
        "username": person.username,
        "givenName": person.given_name,
        "familyName": person.family_name,
        "email": person.email,
        "emailVerified": person.is_email_verified,
        "enabled": person.is_enabled,
        "language": person.locale,
        "created": person.created,
        "requiredSteps": list(person.required_actions),
        "roles": [role.name for role in await api.roles_of(person_id)],
        "signInMethods": [
            {"kind": one.kind, "label": one.label, "created": one.created}
            for one in await api.credentials(person_id)
        ],
        "sessions": [
            {"started": one.started, "used": one.used, "address": one.address}
            for one in await api.sessions(person_id)
        ],
        "events": [
            {"time": one.time, "kind": one.kind, "address": one.address}
            for one in await api.events(person_id=person_id, limit=_EVENTS)
        ],
    }


async def _write_table(
    archive: zipfile.ZipFile, session: AsyncSession, table: Registered, person: Known
) -> int:
    """Write the rows that name the person; tells how many there are."""
    portions = _portions(session, table, person)
    first = await anext(portions, None)
    if not first:
        return 0
    count = len(first)
    with archive.open(f"tables/{table.name}.json", "w") as file:
        await to_thread.run_sync(file.write, b"[\n" + _joined(first))
        async for portion in portions:
            count += len(portion)
            await to_thread.run_sync(file.write, b",\n" + _joined(portion))
        file.write(b"\n]\n")
    return count


async def _portions(
    session: AsyncSession, table: Registered, person: Known
) -> AsyncIterator[list[Told]]:
    query = select(table.table).where(rows.names(table, person))
    found = await session.stream(query.execution_options(yield_per=_AT_ONCE))
    async for portion in found.mappings().partitions(_AT_ONCE):
        yield [dict(_told(table, person, dict(row))) for row in portion]


def _told(table: Registered, person: Known, row: Told) -> Iterator[tuple[str, Any]]:
    """What a row says of the person, and of nobody else."""
    says, users = table.says, list(table.users())
    theirs = {
        column
        for user in users
        for column in user[:2]
        if column and rows.is_named(user, row, person)
    }
    others = any(
        row[user.id or user.name or ""] is not None
        and not rows.is_named(user, row, person)
        for user in users
    )
    is_first = bool(users) and rows.is_named(users[0], row, person)
    own = [rows.is_named(user, row, person) for user in users if user.is_own]
    # Somebody else's own row tells of them, whatever the person did to it.
    is_anothers = bool(own) and not any(own)
    for column in table.table.c:
        name, whose = str(column.name), table.whose(column.name)
        is_told = (
            (whose is Whose.NOBODY and not is_anothers)
            or name in theirs
            or (name in says.about and is_first)
            or (name in says.texts and not others)
        )
        if is_told and not isinstance(column.type, LargeBinary):
            yield name, row[name]


def _joined(portion: list[Told]) -> bytes:
    return b",\n".join(map(_json, portion))


def _json(told: Told) -> bytes:
    return orjson.dumps(told, default=str)


def _readme(
    name: str, realm: str, made: datetime, counts: dict[str, int], language: str,
    *, has_account: bool,
) -> str:  # fmt: skip
    purposes: dict[Purpose, list[str]] = {}
    for table in register():
        if table.name in counts and table.says.purpose is not None:
            line = said(
                "readme_rows", language, file=f"tables/{table.name}.json",
                label=label_of(table.name, language), rows=counts[table.name],
            )  # fmt: skip
            purposes.setdefault(table.says.purpose, []).append(f"- {line}")
    at = f"{made.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    parts = [
        said("readme_title", language, name=name),
        said("readme_company", language, realm=realm)
        + "\n"
        + said("readme_made", language, made=at),
    ]
    if has_account:
        parts.append(said("readme_account", language))
    parts += [
        "\n".join([_heading(purpose, language), *purposes[purpose]])
        for purpose in Purpose
        if purpose in purposes
    ]
    parts += [said("readme_left_out", language), said("readme_rights", language)]
    return "\n\n".join(parts) + "\n"


def _heading(purpose: Purpose, language: str) -> str:
    name, why = (
        said(f"{word}_{purpose.value}", language) for word in ("purpose", "why")
    )
    return f"{name}. {why}"
