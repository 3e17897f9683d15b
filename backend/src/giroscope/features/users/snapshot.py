"""Everybody of a realm as the identity provider has them, in as few calls as it takes.

A person costs a hundredth of a call: lists come in pages of a hundred, roles as the
list of their holders. Nothing is written here.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

from giroscope.features.users.policy import ASSIGNABLE
from giroscope.kernel.identity import AdminApi, Person
from giroscope.kernel.identity.admin import MOST_AT_ONCE

MOST_PEOPLE = 10_000
_MOST_OTHER_ROLES = 50
# Keycloak gives these to everybody, for its own account page.
_EVERYBODYS = ("default-roles-", "offline_access", "uma_authorization")

PageFrom = Callable[[int], Awaitable[list[Person]]]


@dataclass(slots=True)
class Snapshot:
    """People by id, who holds what, and whether that is all of them."""

    people: dict[str, Person] = field(default_factory=dict)
    roles: dict[str, set[str]] = field(default_factory=dict)
    """The product's roles of each person that has any."""
    others: Counter[str] = field(default_factory=Counter)
    is_of_all: bool = True
    is_complete: bool = True
    """Whether the provider has no more people than are here."""


async def take(api: AdminApi) -> Snapshot:
    """Ask for everybody.

    Raises:
        Unavailable: The provider does not answer, or does not let us in.
    """
    found = Snapshot()
    async for person in _everyone(lambda first: api.people(first=first)):
        found.people[person.id] = person
    found.is_complete = len(found.people) < MOST_PEOPLE
    names = [role.name for role in await api.roles()]
    for role in names:
        if role in ASSIGNABLE:
            async for person in _holders(api, role):
                found.roles.setdefault(person.id, set()).add(role)
    foreign = [name for name in names if _is_foreign(name)]
    for role in foreign[:_MOST_OTHER_ROLES]:
        async for person in _holders(api, role):
            found.others[person.id] += 1
    return found


async def take_one(api: AdminApi, person_id: str) -> Snapshot:
    """Ask for one person.

    Raises:
        NotFound: Nobody has this id.
        Unavailable: The provider does not answer, or does not let us in.
    """
    person = await api.person(person_id)
    names = [role.name for role in await api.roles_of(person_id)]
    return Snapshot(
        people={person.id: person},
        roles={person.id: {name for name in names if name in ASSIGNABLE}},
        others=Counter({person.id: sum(map(_is_foreign, names))}),
        is_of_all=False,
    )


async def managers_of(api: AdminApi, role: str) -> dict[str, Person]:
    """The enabled people who hold a role at this moment, by id."""
    return {
        person.id: person async for person in _holders(api, role) if person.is_enabled
    }


def _holders(api: AdminApi, role: str) -> AsyncIterator[Person]:
    return _everyone(lambda first: api.people_with(role, first=first))


async def _everyone(page_from: PageFrom) -> AsyncIterator[Person]:
    for first in range(0, MOST_PEOPLE, MOST_AT_ONCE):
        page = await page_from(first)
        for person in page:
            yield person
        if len(page) < MOST_AT_ONCE:
            return


def _is_foreign(name: str) -> bool:
    return name not in ASSIGNABLE and not name.startswith(_EVERYBODYS)
