"""Writes what the identity provider tells into this realm's own tables."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from giroscope.features.users.snapshot import Snapshot
from giroscope.features.users.tables import (
    ONLY_ROW,
    DirectorySync,
    Erasure,
    HeldRole,
    KnownPerson,
    SignInEvent,
    UserState,
)
from giroscope.kernel.database import WriteSession
from giroscope.kernel.ended_sessions import rows_of_end
from giroscope.kernel.identity import Event, Person

KEPT = timedelta(days=400)
"""How long sign-in events are kept beside the audit."""
SIGNED_IN = "LOGIN"
_LOOKED_UP = 500
_FIRST_ACTIONS = frozenset({"UPDATE_PASSWORD", "VERIFY_EMAIL"})


async def write(session: WriteSession, found: Snapshot, now: datetime) -> None:
    """Make the copy say what was found; a whole snapshot also tells who is gone."""
    known = await _known(session, found)
    given = await _last_sign_ins(session, found.people.keys() - known.keys())
    for person in found.people.values():
        row = known.get(person.id)
        if row is None:
            row = KnownPerson(
                person_id=person.id,
                created=person.created or now,
                last_sign_in=given.get(person.id),
                state=UserState.ACTIVE.value,
                has_mail_failed=False,
            )
            session.add(row)
        was_open = person.id in known and row.state != UserState.DISABLED.value
        _tell(row, person, found.others[person.id])
        if was_open and row.state == UserState.DISABLED.value:
            # Whoever disabled them elsewhere has told nobody.
            session.add_all(rows_of_end(person.id))
    await _write_roles(session, found, now)
    if not found.is_of_all:
        return
    if found.is_complete:
        for person_id, row in known.items():
            if person_id not in found.people and row.gone is None:
                row.gone = now
                session.add_all(rows_of_end(person_id))
    await _write_freshness(session, now, is_complete=found.is_complete)


async def write_gone(session: WriteSession, person_id: str, now: datetime) -> None:
    """Make the copy say that the provider has nobody of this id."""
    await session.execute(
        update(KnownPerson)
        .where(KnownPerson.person_id == person_id, KnownPerson.gone.is_(None))
        .values(gone=now)
    )
    await session.execute(delete(HeldRole).where(HeldRole.person_id == person_id))
    session.add_all(rows_of_end(person_id))


async def set_locked(session: WriteSession, locked: Mapping[str, bool]) -> None:
    """Note whom the provider makes wait because of wrong passwords."""
    rows = await session.execute(
        select(KnownPerson).where(KnownPerson.person_id.in_(locked))
    )
    for row in rows.scalars():
        if row.state == UserState.DISABLED.value:
            continue
        is_locked = row.state == UserState.LOCKED.value
        if locked[row.person_id] and not is_locked:
            row.state = UserState.LOCKED.value
        elif is_locked and not locked[row.person_id]:
            row.state = _open_state(row)


async def write_events(session: WriteSession, events: Iterable[Event]) -> list[Event]:
    """Keep events that were not told before; give back those, oldest first.

    Those of people who were erased, which a provider may keep longer, stay out.
    """
    told = {event.id: event for event in events if event.id and event.time}
    known: set[str] = set()
    query = select(Erasure.person_id).where(Erasure.finished_at.isnot(None))
    erased = set((await session.execute(query)).scalars())
    told = {key: one for key, one in told.items() if one.person_id not in erased}
    ids = list(told)
    for start in range(0, len(ids), _LOOKED_UP):
        rows = await session.execute(
            select(SignInEvent.event_id).where(
                SignInEvent.event_id.in_(ids[start : start + _LOOKED_UP])
            )
        )
        known.update(rows.scalars())
    new = [event for event in told.values() if event.id not in known]
    new.sort(key=lambda event: (event.time, event.id))
    if new:
        await session.execute(insert(SignInEvent), [_event_row(one) for one in new])
    await _note_sign_ins(session, new)
    return new


async def forget_old_events(session: WriteSession, now: datetime) -> None:
    """Throw away what is older than anybody looks back."""
    await session.execute(delete(SignInEvent).where(SignInEvent.time < now - KEPT))


async def latest_event(session: AsyncSession) -> datetime | None:
    """The time of the newest event that is known."""
    return (await session.execute(select(func.max(SignInEvent.time)))).scalar_one()


async def _known(session: WriteSession, found: Snapshot) -> dict[str, KnownPerson]:
    query = select(KnownPerson)
    if not (found.is_of_all and found.is_complete):
        query = query.where(KnownPerson.person_id.in_(found.people))
    return {row.person_id: row for row in (await session.execute(query)).scalars()}


def _tell(row: KnownPerson, person: Person, other_roles: int) -> None:
    row.username = person.username
    row.given_name = person.given_name
    row.family_name = person.family_name
    row.name = person.name
    row.sort_name = person.name.casefold()
    row.email = person.email
    row.language = person.locale and person.locale[:10]
    row.has_second_factor = person.has_second_factor
    row.required_actions = sorted(person.required_actions)
    row.other_roles = other_roles
    row.active_at = row.last_sign_in or row.created
    row.gone = None
    if not person.is_enabled:
        row.state = UserState.DISABLED.value
    elif row.state != UserState.LOCKED.value:
        row.state = _open_state(row)


def _open_state(row: KnownPerson) -> str:
    """Whether somebody who may sign in has done so, or was only asked to."""
    is_new = row.last_sign_in is None
    has_to_begin = not _FIRST_ACTIONS.isdisjoint(row.required_actions)
    return (UserState.INVITED if is_new and has_to_begin else UserState.ACTIVE).value


async def _write_roles(session: WriteSession, found: Snapshot, now: datetime) -> None:
    query = select(HeldRole)
    if not (found.is_of_all and found.is_complete):
        # Who holds a role may be beyond the people that fitted.
        seen = found.people.keys() | found.roles.keys()
        query = query.where(HeldRole.person_id.in_(seen))
    held = {
        (row.person_id, row.role): row
        for row in (await session.execute(query)).scalars()
    }
    has = {(person, role) for person, roles in found.roles.items() for role in roles}
    for person_id, role in sorted(has - held.keys()):
        session.add(HeldRole(person_id=person_id, role=role, since=now))
    for person_id, role in sorted(held.keys() - has):
        # Also where somebody took it at the provider itself, and told nobody.
        session.add_all(rows_of_end(person_id, (role,)))
    gone = [held[key].id for key in held.keys() - has]
    for start in range(0, len(gone), _LOOKED_UP):
        some = gone[start : start + _LOOKED_UP]
        await session.execute(delete(HeldRole).where(HeldRole.id.in_(some)))


async def _write_freshness(
    session: WriteSession, now: datetime, *, is_complete: bool
) -> None:
    row = await session.get(DirectorySync, ONLY_ROW)
    if row is None:
        row = DirectorySync(id=ONLY_ROW)
        session.add(row)
    row.fetched, row.is_complete = now, is_complete


async def _last_sign_ins(
    session: WriteSession, person_ids: Collection[str]
) -> dict[str, datetime]:
    """Of people who are new to the copy: their events may have come before them."""
    found: dict[str, datetime] = {}
    ids = list(person_ids)
    for start in range(0, len(ids), _LOOKED_UP):
        rows = await session.execute(
            select(SignInEvent.person_id, func.max(SignInEvent.time))
            .where(
                SignInEvent.person_id.in_(ids[start : start + _LOOKED_UP]),
                SignInEvent.kind == SIGNED_IN,
            )
            .group_by(SignInEvent.person_id)
        )
        found.update((person_id, time) for person_id, time in rows)
    return found


async def _note_sign_ins(session: WriteSession, events: list[Event]) -> None:
    latest = {
        event.person_id: event.time for event in events if event.kind == SIGNED_IN
    }
    for person_id, time in latest.items():
        await session.execute(
            update(KnownPerson)
            .where(KnownPerson.person_id == person_id)
            .values(last_sign_in=time, active_at=time)
        )


def _event_row(event: Event) -> dict[str, object]:
    return {
        "event_id": event.id[:64],
        "time": event.time,
        "kind": event.kind[:40],
        "person_id": event.person_id[:64],
        "session_id": event.session_id[:64],
        "client": event.client_id,
        "address": event.address,
        "error": event.error,
    }
