"""Erases a person who uses the console: at the provider, then here.

What the law wants kept stays with the name, and is told table by table. The intention
is written first and what is done here is one transaction, so that whoever is cut off
between the two goes on where they were: by doing it again, or at the next look at the
provider, which knows the person no more.
"""

from contextlib import suppress
from pathlib import Path

from anyio import to_thread
from sqlalchemy import select

from giroscope.features.audit import Subject, record
from giroscope.features.logs import LogEntry
from giroscope.features.users import history, policy, protected_people
from giroscope.features.users.directory import People
from giroscope.features.users.errors import StillNeeded
from giroscope.features.users.grant import close_requests_of
from giroscope.features.users.managers import managers_at
from giroscope.features.users.personal_data import rows
from giroscope.features.users.personal_data.finish import (
    finish,
    new_pseudonym,
    of_person,
)
from giroscope.features.users.personal_data.rows import Outcome
from giroscope.features.users.sign_in_methods import end_all_sessions
from giroscope.features.users.tables import Erasure, KnownPerson
from giroscope.kernel.access import Actor
from giroscope.kernel.errors import NotFound
from giroscope.kernel.identity import AdminApi, Person
from giroscope.kernel.mail import forget_mails


async def preview(people: People, actor: Actor, person_id: str) -> list[Outcome]:
    """What would become of each table's rows; changes nothing.

    Raises:
        NotFound: Nobody of this id is or was here.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        Unavailable: The provider does not answer.
    """
    actor.ensure("users.erase")
    policy.ensure_person_id(person_id)
    await protected_people.ensure_manager_now(people, actor)
    async with people.reading(actor.realm) as session:
        found = await session.run_sync(
            lambda own: rows.outcomes(
                own.connection(), rows.known_as(own.connection(), person_id)
            )
        )
    # Whoever is asked for is in the log of what the provider was asked.
    if all(one.table == LogEntry.__tablename__ for one in found):
        raise NotFound
    return found


async def erase(people: People, actor: Actor, person_id: str) -> list[Outcome]:
    """Erase somebody who is disabled; tells what became of each table's rows.

    Raises:
        OwnAccount: It is oneself.
        NotDisabled: The person may sign in still.
        StillNeeded: Payments wait in which the person has a part.
        LastManager: Nobody would be left to manage accounts.
        NoManagerAnyMore: The actor's role was taken meanwhile.
        NotFound: Nobody of this id is or was here.
        Unavailable: The provider does not answer; what was begun is done later.
    """
    actor.ensure("users.erase")
    policy.ensure_not_oneself(actor, policy.ensure_person_id(person_id))
    api = await people.api(actor.realm)
    # Whose name is whose is known as of now, and what happened at the sign-in comes
    # into the trail before the provider forgets it.
    await people.refresh(actor.realm)
    await people.keep_sign_ins(api, actor.realm, person_id)
    async with people.alone(actor.realm):
        managers = await managers_at(people, actor)
        policy.ensure_manager(actor, managers)
        policy.ensure_a_manager_stays(managers, person_id)
        person = await _at_provider(api, person_id)
        if person is not None:
            policy.ensure_disabled(is_enabled=person.is_enabled)
        addresses = await _begin(people, actor, person_id, person)
        # When the provider has forgotten the person, only the copy is left to finish.
        await close_requests_of(people, actor, person_id)
        await _forget_mails(people.mail_folder, actor.realm, addresses)
        if person is not None:
            with suppress(NotFound):
                await end_all_sessions(people, api, person_id, api.delete)
        people.is_changing(actor.realm)
        async with people.writing(actor.realm) as session:
            erasure = await of_person(session, person_id)
            if erasure is None:
                raise NotFound
            return await finish(session, erasure, actor, people.clock())


async def _at_provider(api: AdminApi, person_id: str) -> Person | None:
    try:
        return await api.person(person_id)
    except NotFound:
        return None


async def _begin(
    people: People, actor: Actor, person_id: str, person: Person | None
) -> set[str]:
    """Write down that it begins; tells the person's mail addresses.

    Raises:
        NotFound: Nobody of this id is or was here.
        StillNeeded: Payments wait in which the person has a part.
    """
    async with people.writing(actor.realm) as session:
        if await session.run_sync(
            lambda own: people.has_part(own.connection(), person_id)
        ):
            raise StillNeeded
        query = select(KnownPerson.email).where(KnownPerson.person_id == person_id)
        addresses = set((await session.execute(query)).scalars())
        erasure = await of_person(session, person_id)
        if erasure is None:
            if person is None and not addresses:
                raise NotFound
            erasure = Erasure(
                person_id=person_id, requested_at=people.clock(),
                requested_by=actor.id, requested_by_name=actor.name, counts={},
            )  # fmt: skip
            session.add(erasure)
            subject = Subject(history.SUBJECT, person_id)
            await record(session, actor, "users.erasure_begun", subject)
        erasure.pseudonym = erasure.pseudonym or new_pseudonym()
    if person is not None:
        addresses.add(person.email)
    return {address for address in addresses if address}


async def _forget_mails(folder: Path, realm: str, addresses: set[str]) -> None:
    await to_thread.run_sync(forget_mails, folder, realm, addresses)
